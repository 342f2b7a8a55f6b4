import { expect, onTestFinished, test } from "vitest";
import { type Emulator, type Fault, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { identityOf } from "../../provider/src/schema/schema.ts";
import { Draft } from "../../provider/src/state/leaves.ts";
import type { StateEntry } from "../harness/mini-engine.ts";
import { few, spread } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { Runs, stackOfEachTest, TestStack } from "./runs.ts";
import { wrongResponses } from "./wrong-responses.ts";

/*
 * The laws: one wrong response decides nothing that no later run can undo. No object is created a second time, none is forgotten or taken for another one,
 * and nothing of another client is lost or comes into force.
 */

const stack = stackOfEachTest();

const requestsOf = ({ requests }: Emulator, sought: string) =>
  requests.filter(({ method, path }) => method === sought && path.startsWith("/api/")).length;

/** How many wrong responses most laws give to the runs of one type in `npm test`. */
const perType = 2;

/**
 * Carries a run out with right responses, and then again and again, each time with one wrong response.
 *
 * @param begin prepares a case of its own, and answers the run
 * @param check judges the run. `wrong`: the wrong response; undefined in the first run
 * @param inTests how many wrong responses there are in `npm test`
 */
async function withWrongResponses(
  begin: () => Promise<() => Promise<unknown>>,
  check: (wrong: string | undefined) => void,
  inTests = perType,
): Promise<void> {
  const { tenant } = stack;
  const carryOut = async (fault?: Fault) => {
    const run = await begin();
    tenant.clearRequests();
    if (fault) tenant.inject({ ...fault, method: "GET", path: "/api/v2/" });
    await run();
    tenant.clearFaults();
    check(fault && JSON.stringify(fault));
    return requestsOf(tenant, "GET");
  };
  const reads = await carryOut();
  const faults = wrongResponses.flatMap((wrong) => Array.from({ length: reads }, (_, skip) => ({ ...wrong, skip })));
  for (const fault of spread(faults, inTests)) await carryOut(fault);
}

/** All objects of a tenant, counted. */
const countOf = (tenant: Emulator) =>
  Object.fromEntries(Object.entries(tenant.export()).map(([name, objects]) => [name, objects?.length]));

/** The number of the last identity. */
let last = 0;

/** An identity that no object of the tenants of these tests has. */
function newIdentity(subject: Subject, tenant: Emulator): JsonObject {
  last += 1;
  return subject.identity(tenant, last);
}

/** Two versions of a program with such an identity. */
function newPrograms(subject: Subject, tenant: Emulator): readonly [JsonObject, JsonObject] {
  const identity = newIdentity(subject, tenant);
  const [one, other] = subject.bench;
  return [
    { ...one, ...identity },
    { ...other, ...identity },
  ];
}

/** The types of a law, as rows of a table: in `npm test` some of them. */
const rowsOf = (wanted: (subject: Subject) => boolean, inTests = few) =>
  spread(subjects.filter(wanted), inTests).map((subject) => [subject.resource, subject] as const);

const owns = ({ name }: Subject) => kinds[name].hasOwnObject && kinds[name].schema.singleton === undefined;
const isCreated = (subject: Subject) => owns(subject) && !kinds[subject.name].createsByUpdate;

const [mine, theirs] = ["mine", "theirs"].map(
  (owner) =>
    ({ name }: Subject) =>
      `${name}-${owner}`,
) as [(subject: Subject) => string, (subject: Subject) => string];
const idOf = (name: string) => stack.runs.engine?.state.get(name)?.id;

/** An object of another stack, and the program of this stack that declares it, too. */
async function shared(subject: Subject) {
  const [args, others] = newPrograms(subject, stack.tenant);
  expect(await stack.up({ [theirs(subject)]: others }, new Map())).toEqual([]);
  return { args, id: idOf(theirs(subject)), held: () => subject.held(stack.tenant, subject.keyOf(args))?.live };
}

// Of all other types, the service itself refuses to create what exists.
test.each(rowsOf(({ name }) => kinds[name].createsByUpdate === true))(
  "%s: a creation that another client's values prevent changes nothing",
  async (_, subject) => {
    subject.prepare(stack.tenant);
    let [before, after]: unknown[] = [];
    const begin = async () => {
      const { args, held } = await shared(subject);
      before = held();
      return async () => {
        expect(await stack.up({ [mine(subject)]: args }, new Map())).not.toEqual([]);
        after = held();
      };
    };
    await withWrongResponses(begin, (wrong) => expect([wrong, after]).toEqual([wrong, before]));
  },
);

test.each(rowsOf(({ name }) => kinds[name].sharesNames !== undefined && canBeTheirs(name)))(
  "%s: an adoption creates no second object",
  async (_, subject) => {
    subject.prepare(stack.tenant);
    let [id, count]: unknown[] = [];
    const begin = async () => {
      const { args, ...existing } = await shared(subject);
      id = existing.id;
      count = countOf(stack.tenant);
      const up = async (state?: ReadonlyMap<string, StateEntry>) =>
        (await stack.runs.next(state, true)).engine.up({ [mine(subject)]: args });
      return async () => {
        await up(new Map());
        stack.tenant.clearFaults();
        await up();
      };
    };
    const end = () => [idOf(mine(subject)), countOf(stack.tenant)];
    await withWrongResponses(begin, (wrong) => expect([wrong, ...end()]).toEqual([wrong, id, count]));
  },
);

const isRenamable = ({ name }: Subject) =>
  canBeTheirs(name) && kinds[name].uniqueBy.some((key) => !identityOf(kinds[name].schema).includes(key));

test.each(rowsOf(isRenamable))(
  "%s: an adoption by an outdated listing leaves an object that has another key by now",
  async (_, subject) => {
    let now = Date.now();
    const late = new TestStack();
    late.tenant = await startEmulator({ listingsBehindMs: 60_000, now: () => now });
    late.runs = new Runs(late.tenant);
    onTestFinished(async () => {
      await late.runs.close();
      await late.tenant.close();
    });
    subject.prepare(late.tenant);
    const [args, others] = newPrograms(subject, late.tenant);
    const renamed = { ...others, ...newIdentity(subject, late.tenant) };
    for (const program of [others, renamed]) {
      now += 120_000;
      expect(await late.up({ [theirs(subject)]: program })).toEqual([]);
    }
    const held = () => subject.held(late.tenant, subject.keyOf(renamed));
    const before = held();
    await late.up({ [mine(subject)]: { ...args, adopt: true } }, new Map());
    expect(held()).toEqual(before);
  },
);

test.each(rowsOf(owns))(
  "%s: a rollback returns to the object that a replacement has not deleted",
  async (_, subject) => {
    const { tenant, runs } = stack;
    subject.prepare(tenant);
    let [id, isBack]: [string | undefined, boolean] = [undefined, false];
    const forced = async (args: JsonObject, state?: ReadonlyMap<string, StateEntry>) => {
      const { engine } = await runs.next(state);
      engine.forced.add(mine(subject));
      await engine.up({ [mine(subject)]: args });
    };
    const begin = async () => {
      const [[first], [second]] = [newPrograms(subject, tenant), newPrograms(subject, tenant)];
      await forced(first, new Map());
      id = idOf(mine(subject));
      tenant.inject({ kind: "status", status: 403, method: "DELETE", times: Number.POSITIVE_INFINITY });
      await forced(second);
      tenant.clearFaults();
      return () => forced(first);
    };
    await withWrongResponses(begin, (wrong) => {
      const now = idOf(mine(subject));
      if (wrong === undefined) isBack = now === id;
      // A run that fails keeps the entry of the other object, and creates none.
      else if (isBack && requestsOf(tenant, "POST") > 0) expect([wrong, now]).toEqual([wrong, id]);
    });
  },
);

test.each(rowsOf(isCreated))(
  "%s: a lost creation is not repeated, and a destroy forgets nothing",
  async (_, subject) => {
    const { tenant } = stack;
    subject.prepare(tenant);
    let args: JsonObject = {};
    const lost = async () => {
      [args] = newPrograms(subject, tenant);
      tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/" });
      return () => stack.up({ [mine(subject)]: args }, new Map());
    };
    let sent = 0;
    await withWrongResponses(lost, (wrong) => {
      if (wrong === undefined) sent = requestsOf(tenant, "POST");
      expect(requestsOf(tenant, "POST"), wrong).toBeLessThanOrEqual(sent);
    });
    let isDeleted = false;
    const destroyed = async () => {
      await (await lost())();
      tenant.clearFaults();
      return () => stack.up({});
    };
    await withWrongResponses(destroyed, (wrong) => {
      const isLeft = subject.held(tenant, subject.keyOf(args)) !== undefined;
      if (wrong === undefined) isDeleted = !isLeft;
      else if (isDeleted) expect([wrong, stack.runs.engine?.state.size, isLeft]).not.toEqual([wrong, 0, true]);
    });
  },
);

/** Members that move to another resource, and what another client has given them. */
const moving = {
  organizationMembers: {
    args: (members: readonly string[]) => ({ organizationId: "org_0000000000000001", members }),
    give: ({ organizationMembers }: Emulator) =>
      organizationMembers.assignRoles("org_0000000000000001", "auth0|a", ["rol_0000000000000001"]),
    given: ({ organizationMembers }: Emulator) => organizationMembers.get("org_0000000000000001", "auth0|a")?.roles,
  },
  resourceServerScopes: {
    args: (scopes: readonly string[]) => ({
      identifier: "https://api.example.com",
      scopes: Object.fromEntries(scopes.map((scope) => [scope, ""])),
    }),
    give: ({ rolePermissions }: Emulator) =>
      rolePermissions.add("rol_0000000000000001", [
        { resource_server_identifier: "https://api.example.com", permission_name: "auth0|a" },
      ]),
    given: ({ rolePermissions }: Emulator) => rolePermissions.list("rol_0000000000000001"),
  },
} satisfies Partial<Record<TypeName, object>>;

test.each(Object.keys(moving) as (keyof typeof moving)[])(
  "%s: a member that moves keeps what another client has given to it",
  async (name) => {
    const { tenant } = stack;
    tenant.organizations.create({ id: "org_0000000000000001", name: "north" });
    tenant.resourceServers.create({ identifier: "https://api.example.com" });
    tenant.roles.create({ id: "rol_0000000000000001", name: "editor" });
    const { args, give, given } = moving[name];
    const program = (one: readonly string[], other: readonly string[]) => ({
      [`${name}-one`]: args(one),
      [`${name}-other`]: args(other),
    });
    let before: unknown;
    const begin = async () => {
      expect(await stack.up(program(["auth0|a", "auth0|b"], ["auth0|c"]), new Map())).toEqual([]);
      give(tenant);
      before = given(tenant);
      const next = program(["auth0|b"], ["auth0|c", "auth0|a"]);
      return async () => {
        await stack.up(next);
        // A run that fails half-way keeps what the next one has to restore.
        tenant.clearFaults();
        await (await stack.runs.next()).engine.up(next);
      };
    };
    await withWrongResponses(begin, (wrong) => expect([wrong, given(tenant)]).toEqual([wrong, before]), few);
  },
);

const switched = subjects.flatMap((subject) =>
  (subject.switches ?? []).flatMap(({ at, on, off, needed, foreign: [content] }) =>
    content ? [{ subject, at, on, off, needed, content }] : [],
  ),
);

test.each(spread(switched, few).map((one) => [one.subject.resource, one.at.join("."), one] as const))(
  "%s: %s does not put another client's content into force",
  async (_, __, { subject, at, on, off, needed, content: [property, value] }) => {
    const { tenant } = stack;
    subject.prepare(tenant);
    const it = `${subject.name}-it`;
    let [key, before]: [string, JsonObject | undefined] = ["", undefined];
    const held = () => subject.held(tenant, key)?.live;
    const begin = async () => {
      const identity = {
        ...newIdentity(subject, tenant),
        ...(subject.name === "connection" && { strategy: "auth0" }),
      };
      subject.remove(tenant, subject.keyOf(identity));
      expect(await stack.up({ [it]: { ...identity, ...off } }, new Map())).toEqual([]);
      key = stack.runs.engine?.state.get(it)?.id ?? subject.keyOf(identity);
      subject.edit(tenant, key, property, value);
      before = held();
      const turned = new Draft({ ...identity, ...off, ...needed });
      turned.put(at, on);
      return () => stack.up({ [it]: turned.root });
    };
    await withWrongResponses(begin, (wrong) => expect([wrong, held()]).toEqual([wrong, before]));
  },
);

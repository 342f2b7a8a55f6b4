import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, longest } from "../harness/scale.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";

/** Two stacks, each with its own process, share an API, a connection and a member of an organization. */
const identifier = "https://orders.example.com";
const userId = "auth0|0123456789abcdef";

let tenant: Emulator;
let connectionId: string;
let organizationId: string;
let roleIds: string[];
beforeEach(async () => {
  tenant = await startEmulator({ latencyMs: { min: 0, max: 4 } });
  connectionId = String(tenant.connections.create({ name: "corp", strategy: "oidc", options: { client_id: "a" } }).id);
  organizationId = String(tenant.organizations.create({ name: "example" }).id);
  tenant.organizationMembers.add(organizationId, userId);
  roleIds = Array.from({ length: 6 }, (_, n) => String(tenant.roles.create({ name: `role ${n}` }).id));
});
afterEach(() => tenant.close());

/** The numbers of the members that a stack declares. */
type Numbers = readonly number[];

class TestStack {
  readonly #programOf: (numbers: Numbers) => Partial<Record<TypeName, JsonObject>>;
  readonly #engines = new Map<string, MiniEngine>();

  constructor(programOf: (numbers: Numbers) => Partial<Record<TypeName, JsonObject>>) {
    this.#programOf = programOf;
  }

  /** Carries out a program, all resources at the same time; undefined destroys. */
  async up(numbers: Numbers | undefined): Promise<void> {
    const program = numbers ? this.#programOf(numbers) : {};
    const names = numbers ? Object.keys(program) : [...this.#engines.keys()];
    const runs = names.map(async (name) => {
      const args = program[name as TypeName];
      const [step] = await this.#engine(name as TypeName).up(args ? { [name]: args } : {});
      if (step?.failure) throw step.failure;
    });
    await Promise.all(runs);
  }

  /** The kinds in which a refresh finds something. */
  async drift(): Promise<readonly string[]> {
    const found = await Promise.all(
      [...this.#engines].map(async ([name, engine]) => {
        const [result] = await engine.refresh();
        return result?.op === "same" ? [] : [name];
      }),
    );
    return found.flat();
  }

  #engine(name: TypeName): MiniEngine {
    const known = this.#engines.get(name);
    if (known) return known;
    const { domain, clientId, clientSecret } = tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    // A look for lost writes comes later than any write that is under way.
    const connect = oneClientEach((settings) => new TenantClient(settings, { retries: { baseMs: 60, capMs: 240 } }));
    const engine = new MiniEngine(inProcess(() => new Lifecycle(kinds[name], connect, new EngineRun()), config));
    this.#engines.set(name, engine);
    return engine;
  }
}

const scopesOf = (numbers: Numbers) => Object.fromEntries(numbers.map((n) => [`scope:${n}`, `Scope ${n}`]));
const clientsOf = (numbers: Numbers) => numbers.map((n) => `client-${n}`);
const rolesOf = (numbers: Numbers) => numbers.map((n) => roleIds[n] ?? "");
const members = (numbers: Numbers) => ({
  connectionClients: { connectionId, clients: clientsOf(numbers) },
  organizationMemberRoles: { organizationId, userId, roles: rolesOf(numbers), exclusive: false },
});

const platform = () =>
  new TestStack((numbers) => ({
    resourceServer: { identifier, name: "Orders", scopes: scopesOf(numbers), exclusiveScopes: false },
    ...members(numbers),
  }));
const team = () =>
  new TestStack((numbers) => ({
    resourceServerScopes: { identifier, scopes: scopesOf(numbers) },
    ...members(numbers),
  }));

/** All that the tenant has of what the two share. */
function held() {
  const scopes = (tenant.resourceServers.get(identifier)?.scopes ?? []) as { value: string }[];
  return {
    scopes: scopes.map(({ value }) => value).toSorted(),
    clients: tenant.connections.clientsOf(connectionId).toSorted(),
    roles: new Set(tenant.organizationMembers.get(organizationId, userId)?.roles as string[]),
  };
}

function expected(numbers: Numbers) {
  return {
    scopes: Object.keys(scopesOf(numbers)).toSorted(),
    clients: clientsOf(numbers).toSorted(),
    roles: new Set(rolesOf(numbers)),
  };
}

const ofPlatform = fc.uniqueArray(fc.constantFrom(0, 1, 2));
const ofTeam = fc.uniqueArray(fc.constantFrom(3, 4, 5));
const step = fc.record({
  platform: ofPlatform,
  team: ofTeam,
  how: fc.constantFrom("platform", "team", "together", "together"),
});

describe("two stacks on one tenant", () => {
  test(
    "undo none of each other's changes in random order, and a destroy keeps what the other declares",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), fc.boolean(), async (steps, isTeamLast) => {
          const [one, other] = [platform(), team()];
          let [mine, theirs]: [Numbers, Numbers] = [[0], [3]];
          await one.up(mine);
          await other.up(theirs);
          for (const next of steps) {
            const runs: Promise<void>[] = [];
            if (next.how !== "team") {
              mine = next.platform;
              runs.push(one.up(mine));
            }
            if (next.how !== "platform") {
              theirs = next.team;
              runs.push(other.up(theirs));
            }
            await Promise.all(runs);
            expect(held()).toEqual(expected([...mine, ...theirs]));
            expect([...(await one.drift()), ...(await other.drift())]).toEqual([]);
          }
          const [leaving, staying, left] = isTeamLast ? [one, other, theirs] : [other, one, mine];
          // The API is the platform's: it goes with it.
          await leaving.up(undefined);
          expect(held()).toEqual({ ...expected(left), ...(isTeamLast && { scopes: [] }) });
          await staying.up(undefined).catch((error: unknown) => expect.unreachable(String(error)));
          expect(held()).toEqual(expected([]));
        }),
        cases(0.05),
      );
    },
    longest,
  );

  test("see and repair drift of their own members only", async () => {
    const [one, other] = [platform(), team()];
    await one.up([0, 1]);
    await other.up([3, 4]);
    tenant.resourceServers.update(identifier, {
      scopes: [{ value: "scope:0" }, { value: "scope:1", description: "Scope 1" }],
    });
    tenant.connections.setClients(connectionId, ["client-0", "client-1", "client-4", "client-9"]);
    tenant.organizationMembers.removeRoles(organizationId, userId, rolesOf([4]));
    expect(await one.drift()).toEqual(["resourceServer"]);
    expect((await other.drift()).toSorted()).toEqual([
      "connectionClients",
      "organizationMemberRoles",
      "resourceServerScopes",
    ]);
    await Promise.all([one.up([0, 1]), other.up([3, 4])]);
    expect(held()).toEqual({ ...expected([0, 1, 3, 4]), clients: clientsOf([0, 1, 3, 4, 9]) });
  });
});

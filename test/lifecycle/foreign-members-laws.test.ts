import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Fault, startEmulator } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import type { Field } from "../../provider/src/schema/schema.ts";
import { isCollection, isShared } from "../../provider/src/state/leaves.ts";
import type { Program } from "../harness/mini-engine.ts";
import { longest, spread } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName, typeNames } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { hearWithFixedDate, Runs, TestStack } from "./runs.ts";

/*
 * A set of which other stacks can have members, of every type: a run fails at any of its calls, another stack adds a member, and the next run has any
 * program. No run removes a member of another stack that no refresh has shown, whatever has failed before it; and nothing of its own is left behind.
 */

let stack: TestStack;

hearWithFixedDate(() => stack);

/** A set of one type, whose members are named by letters. */
interface SharedSet {
  readonly property: string;
  /** What programs declare besides. */
  readonly more?: JsonObject;
  /** The members that tests use, and their value in the property. */
  readonly members: readonly string[];
  asValue(members: readonly string[]): Json;
  namesIn(value: Json): readonly string[];
  /** The resource that declares some members of the set beside others. */
  beside?(id: string, identity: JsonObject, members: readonly string[]): Program;
  /** What the documentation says of members of others, if a program that declares the set removes or keeps all of them. */
  readonly exception?: "overwrites" | "keeps";
}

const texts = ["one", "two", "three", "theirs"];
const asTexts = { asValue: (members: readonly string[]) => members, namesIn: (value: Json) => value as string[] };
const asMap = {
  asValue: (members: readonly string[]) => Object.fromEntries(members.map((name) => [name, `The ${name}`])),
  namesIn: (value: Json) => Object.keys(value as JsonObject),
};

/** The sets whose subjects do not name members that a test can use. */
const others: Partial<Record<TypeName, Omit<SharedSet, "more">>> = {
  connection: {
    ...{ property: "enabledClients", members: texts, ...asTexts },
    beside: (id, _, clients) => ({ "connectionClients-beside": { connectionId: id, clients } }),
  },
  connectionDirectory: { property: "groups", members: texts, ...asTexts },
  // The service replaces all scopes at once, so an exclusive list of scopes that is still declared overwrites those of others.
  resourceServer: {
    ...{ property: "scopes", members: texts, ...asMap, exception: "overwrites" },
    beside: (_, identity, scopes) => ({
      "resourceServerScopes-beside": { ...identity, scopes: asMap.asValue(scopes) },
    }),
  },
  resourceServerScopes: { property: "scopes", members: texts, ...asMap },
  // Undeclared partials always stay.
  promptPartials: {
    ...{ property: "partials", exception: "keeps" },
    members: ["form-content", "form-content-end", "form-footer-start", "form-footer-end"],
    asValue: (members) => (members.length === 0 ? {} : { login: asMap.asValue(members) }),
    namesIn: (value) => Object.keys(own(value, "login") ?? {}),
  },
};

/** Updates of secrets are refused while there are secrets of others, which have a law of their own. */
const refused: readonly TypeName[] = ["action", "actionModule"];

/** The set of a subject. */
function setOf(subject: Subject): Omit<SharedSet, "more"> | undefined {
  const { name, shared } = subject;
  const known = others[name];
  if (known || !shared) return known;
  const [members = []] = fc.sample(
    shared.given.filter((all) => all.length >= 4),
    { numRuns: 1, seed: 1 },
  );
  const namesIn = (value: Json): readonly string[] => {
    if (!Array.isArray(value)) return Object.keys(value as JsonObject);
    return value.map((one: Json) => (isObject(one) ? String(one.actionId) : String(one)));
  };
  const asValue = (some: readonly string[]): Json => {
    if (name === "triggerActions") return some.map((actionId) => ({ actionId }));
    return shared.asValue?.(some) ?? some;
  };
  return { property: shared.property, members: members.slice(0, 4), asValue, namesIn };
}

const argumentOf = (name: TypeName, property: string) => {
  const { exclusive } = kinds[name].schema.fields[property] as { exclusive?: false | { argument: string } } & Field;
  return exclusive ? exclusive.argument : undefined;
};

const sets = subjects.flatMap((subject): readonly (readonly [string, Subject, SharedSet])[] => {
  const set = setOf(subject);
  if (!set) return [];
  const argument = argumentOf(subject.name, set.property);
  const roots =
    argument === undefined ? [{}] : [true, false].map((exclusive): JsonObject => ({ [argument]: exclusive }));
  return roots.map((more) => [`${subject.resource} ${JSON.stringify(more)}`, subject, { ...set, more }] as const);
});

test("each set that can have members of other stacks is tested by the law", () => {
  const isSetOf = (field: Field) => "exclusive" in field || (isCollection(field) && field.subresource === true);
  const isSet = (name: TypeName) => Object.values<Field>(kinds[name].schema.fields).some(isSetOf);
  expect(new Set(sets.map(([, { name }]) => name))).toEqual(
    new Set(typeNames.filter((name) => isSet(name) && !refused.includes(name))),
  );
});

const faults = { "is refused": "status", "is not sent": "reset-before", "loses its response": "reset-after" } as const;
type What = keyof typeof faults;
/** Which run fails, at which call, and whether the outage lasts. */
interface Failing {
  readonly run: "first" | "second";
  readonly what: What;
  /** The number of the call, or all calls that write. */
  readonly at: number | "writes";
  readonly lasts: boolean;
}
/** More calls than a run of a few members makes. */
const most = 6;
const failing = (["first", "second"] as const).flatMap((run) =>
  (Object.keys(faults) as What[]).flatMap((what) =>
    Array.from({ length: most }, (_, at) => [true, false].map((lasts) => ({ run, what, at, lasts }))).flat(),
  ),
);
/** Tried with each set and each next program. */
const lostWrites: Failing = { run: "second", what: "loses its response", at: "writes", lasts: true };
const programs = ["first", "second", "second without one", "dropped", "dropped beside", "destroyed"] as const;

const all = sets.flatMap(([name, subject, set]) => {
  const isDropped = kinds[subject.name].schema.fields[set.property]?.required !== true;
  // An object of its own takes all its members along.
  const isDestroyed = !kinds[subject.name].hasOwnObject;
  const possible = programs.filter(
    (last) =>
      (isDropped || !last.startsWith("dropped")) &&
      (set.beside || last !== "dropped beside") &&
      (isDestroyed || last !== "destroyed"),
  );
  const isSharedSet = isShared(kinds[subject.name].schema.fields[set.property] as never, set.more ?? {});
  return possible.flatMap((last) =>
    [undefined, lostWrites, ...failing].map((failed) => ({ name, subject, set, last, failed, isSharedSet })),
  );
});
type Case = (typeof all)[number];
const isAlways = ({ failed }: Case) => failed === undefined || failed === lostWrites;
const tried = new Set([...all.filter(isAlways), ...spread(all.filter((one) => !isAlways(one)))]);

describe.each(sets)("%s:", (name) => {
  test(
    "a run removes no member of another stack that no refresh has shown, and leaves none of its own behind",
    async () => {
      const wrong: string[] = [];
      for (const one of all) {
        if (one.name !== name || !tried.has(one)) continue;
        const problem = await problemOf(one);
        const { failed } = one;
        const when = failed
          ? `${failed.run} run, call ${failed.at} ${failed.what}${failed.lasts ? " and all after it" : ""}`
          : "no fault";
        if (problem !== undefined) wrong.push(`${when}; then ${one.last}: ${problem}`);
      }
      expect(wrong).toEqual([]);
    },
    longest,
  );
});

describe.each(sets.filter(([, , { exception }]) => exception !== "overwrites"))("%s:", (_, subject, set) => {
  // Before it removes members, an update can read more than the set.
  test.each([["adds"], ["replaces"]])(
    "an update that %s keeps a member that another stack adds after the first read",
    async (how) => {
      stack = new TestStack();
      stack.tenant = await startEmulator();
      stack.runs = new Runs(stack.tenant);
      onTestFinished(async () => {
        await stack.runs.close();
        await stack.tenant.close();
      });
      subject.prepare(stack.tenant);
      expect(await losesMember(subject, set, how === "adds")).toBe(false);
    },
  );
});

/** Whether an update loses a member that another stack adds once the update has got the response to its first read. */
async function losesMember(subject: Subject, set: SharedSet, isAdding: boolean): Promise<boolean> {
  const { tenant } = stack;
  const [a = "", b = "", c = "", x = ""] = set.members;
  const identity = subject.identity(tenant, 1);
  const resource = `${subject.name}-it`;
  expect(await stack.up({ [resource]: argumentsOf(subject, set, identity, [a, b]) })).toEqual([]);
  const at = stack.runs.engine?.state.get(resource)?.id ?? "";
  let isAdded = false;
  const stop = tenant.onRequest(({ phase, request: { method, operation } }) => {
    if (isAdded || phase !== "answered" || method !== "GET" || operation === "token") return;
    isAdded = true;
    subject.edit(tenant, at, set.property, set.asValue([...heldBy(subject, set, at), x]));
  });
  await stack.up({ [resource]: argumentsOf(subject, set, identity, isAdding ? [a, b, c] : [b, c]) });
  stop();
  return isAdded && !heldBy(subject, set, at).includes(x);
}

/** A program of a set with some members. */
function argumentsOf(
  { name, bench: [first] }: Subject,
  { property, more, asValue }: SharedSet,
  identity: JsonObject,
  some: readonly string[] | undefined,
): JsonObject {
  return {
    ...(name === "connection" && { strategy: "oidc", options: { client_id: "tenant" } }),
    ...identity,
    ...more,
    ...(some && { [property]: asValue(some) }),
    ...(name === "connectionDirectory" &&
      own(first, "mapping") !== undefined && { mapping: own(first, "mapping") ?? null }),
  };
}

async function problemOf(one: Case): Promise<string | undefined> {
  stack = new TestStack();
  stack.tenant = await startEmulator();
  stack.runs = new Runs(stack.tenant);
  try {
    one.subject.prepare(stack.tenant);
    return await outcomeOf(one);
  } finally {
    await stack.runs.close();
    await stack.tenant.close();
  }
}

async function outcomeOf({ subject, set, last, failed, isSharedSet }: Case): Promise<string | undefined> {
  const { tenant } = stack;
  const { property, members, asValue, exception } = set;
  const [a = "", b = "", c = "", x = ""] = members;
  const resource = `${subject.name}-it`;
  // TriggerActions have their members in a trigger of the subject's own.
  const identity = subject.identity(tenant, 1);
  const args = (some: readonly string[] | undefined) => argumentsOf(subject, set, identity, some);
  const [first, second] = [
    [a, b],
    [b, c],
  ];
  const before = new Set(heldBy(subject, set, subject.keyOf(identity)));

  const up = async (program: Program, fault?: Failing) => {
    if (fault) {
      const { what, at, lasts } = fault;
      const times = lasts ? Number.POSITIVE_INFINITY : 1;
      const calls = at === "writes" ? ["POST", "PATCH", "PUT", "DELETE"].map((method) => ({ method })) : [{ skip: at }];
      for (const call of calls)
        tenant.inject({ kind: faults[what], status: 403, path: "/api/v2", times, ...call } as Fault);
    }
    const failures = await stack.up(program);
    tenant.clearFaults();
    vi.setSystemTime(Date.now() + 300_000);
    return failures;
  };
  const entry = () => stack.runs.engine?.state.get(resource);
  const programOf = (some: readonly string[] | undefined): Program => ({ [resource]: args(some) });

  const firstFailures = await up(programOf(first), failed?.run === "first" ? failed : undefined);
  if (failed?.run === "first" && firstFailures.length === 0) return undefined;
  if (failed?.run !== "first") {
    expect(firstFailures).toEqual([]);
    const failures = await up(programOf(second), failed);
    if (failed && failures.length === 0) return undefined;
  }
  const key = entry()?.id ?? subject.keyOf(identity);
  const isMade = subject.held(tenant, key) ?? subject.held(tenant, subject.keyOf(identity));
  // Another stack can have members only in what there is.
  if (!isMade) return undefined;
  const at = isMade.id;
  subject.edit(tenant, at, property, asValue([...heldBy(subject, set, at).filter((member) => !before.has(member)), x]));
  const held = () => heldBy(subject, set, at).filter((member) => !before.has(member));
  expect(held()).toContain(x);

  const isCreation = entry() === undefined;
  const wanted = { first, second, "second without one": [c], dropped: [], "dropped beside": [b], destroyed: [] }[last];
  const program: Program = {
    ...(last !== "destroyed" && programOf(last.startsWith("dropped") ? undefined : wanted)),
    ...(last === "dropped beside" && set.beside?.(at, identity, wanted)),
  };
  let failures = await up(program);
  if (failures.length > 0) failures = await up(program);
  if (failures.length > 0) {
    if (!/may have created it|exists already/.test(failures.join())) return `failed: ${failures.join()}`;
    return held().includes(x) ? undefined : "lost the member of another stack in a refused run";
  }
  const isDeclared = ["first", "second", "second without one"].includes(last);
  // The preview of a creation names what it removes.
  const isNamed = isDeclared && !isSharedSet && exception !== "keeps" && (exception === "overwrites" || isCreation);
  const expected = [...wanted, ...(isNamed ? held().filter((member) => member === x) : [x])].toSorted();
  const now = held().toSorted();
  if (JSON.stringify(now) !== JSON.stringify(expected)) return `has ${now}, and not ${expected}`;
  if (!isDeclared) return undefined;

  const { engine } = await stack.runs.next();
  await engine.refresh();
  expect(await up(program)).toEqual([]);
  const isKept = isSharedSet || exception === "keeps";
  const seen = [...wanted, ...(isKept && !isNamed ? [x] : [])].toSorted();
  const after = held().toSorted();
  return JSON.stringify(after) === JSON.stringify(seen) ? undefined : `has ${after} after a refresh, and not ${seen}`;
}

/** The members that the tenant has. */
function heldBy(subject: Subject, { property, namesIn }: SharedSet, key: string): readonly string[] {
  const value = own(subject.held(stack.tenant, key)?.live ?? {}, property);
  return value === undefined ? [] : namesIn(value);
}

import { describe, expect, test } from "vitest";
import type { Definition } from "../../provider/src/schema/definition.ts";
import { describePath, type JsonObject, type Path, valueAt } from "../../provider/src/schema/json.ts";
import { pathRulesOf } from "../../provider/src/schema/schema.ts";
import { undocumented } from "../../provider/src/schema/undocumented.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { Draft, type Leaf, leavesOf } from "../../provider/src/state/leaves.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { callsOf } from "../../provider/src/types/tool-data.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { fullValue } from "../subjects/object-properties.ts";
import type { Subject } from "../subjects/subject.ts";
import { stackOfEachTest } from "./runs.ts";

/* How settings that every tenant has leave a program, or are replaced: no value of another client's is lost. */

const stack = stackOfEachTest();

const singletons = subjects
  .filter(({ name }) => kinds[name].schema.singleton !== undefined)
  .map((subject) => [subject.resource, subject] as const);
const definitionOf = ({ name }: Subject): Definition => definitions[name];
const fieldsOf = (subject: Subject) => definitionOf(subject).schema.fields;

/** Two versions of a program that declares one object, each with `resetOnDestroy`. */
const versionsOf = (subject: Subject) =>
  subject.bench.map((args) => ({
    ...subject.identity(stack.tenant, 0),
    ...args,
    resetOnDestroy: true,
  })) as unknown as readonly [JsonObject, JsonObject];
const heldBy = (subject: Subject, args: JsonObject) => subject.held(stack.tenant, subject.keyOf(args))?.live ?? {};
const writes = () =>
  stack.tenant.requests
    .filter(({ method, path }) => path.startsWith("/api/") && method !== "GET")
    .map(({ method, path, body }) => [method, path, body]);
const said = () => stack.said.join("\n");

/** The leaves at which two versions differ and which a response shows. */
function differing(subject: Subject, one: JsonObject, other: JsonObject): readonly Leaf[] {
  const fields = fieldsOf(subject);
  return leavesOf(fields, other).filter(({ field, path, value }) => {
    const isShown = (pathRulesOf(field, path, other).reads?.how ?? "verbatim") === "verbatim";
    return isShown && !field.forceNew && !same(field, valueAt(one, path), value) && valueAt(one, path) !== undefined;
  });
}

describe.each(singletons)("%s", (_, subject) => {
  const name = `${subject.name}-it`;

  /** A stack with the first version, and values of the second one that another client has set where both declare one. */
  const edited = async () => {
    subject.prepare(stack.tenant);
    const [first, second] = versionsOf(subject);
    expect(await stack.up({ [name]: first })).toEqual([]);
    const changed = differing(subject, first, second);
    for (const property of new Set(changed.map(({ path: [top = ""] }) => top))) {
      const draft = new Draft(heldBy(subject, first));
      for (const { path, value } of changed) if (path[0] === property) draft.put(path, value);
      subject.edit(stack.tenant, subject.keyOf(first), property, draft.root[property] ?? null);
    }
    const held = heldBy(subject, first);
    const theirs = changed.filter(({ field, path, value }) => same(field, valueAt(held, path), value));
    return { first, theirs };
  };

  test("a destroy with resetOnDestroy keeps each declared value that another client changed, and names it", async () => {
    const { first, theirs } = await edited();
    expect(await stack.up({})).toEqual([]);
    const held = heldBy(subject, first);
    const lost = theirs.filter(({ field, path, value }) => !same(field, valueAt(held, path), value));
    expect(lost.map(({ path }) => describePath(path))).toEqual([]);
    const isCleared = ({ field, path, value }: Leaf) => {
      const { clear } = pathRulesOf(field, path, first);
      return clear?.how === "release" || (clear?.how === "default" && same(field, value, clear.value));
    };
    for (const leaf of theirs.filter((one) => !isCleared(one))) expect(said()).toContain(describePath(leaf.path));
  });

  test("removed properties keep values that another client set since the last run", async () => {
    const { first, theirs } = await edited();
    const isRequired = ([top = ""]: Path) => fieldsOf(subject)[top]?.required === true;
    const leaving = theirs.filter(({ path }) => !isRequired(path));
    const rest = Object.entries(first).filter(([top]) => !leaving.some(({ path }) => path[0] === top));
    // The service may refuse the rest; then nothing is changed at all.
    await stack.up({ [name]: Object.fromEntries(rest) });
    const held = heldBy(subject, first);
    const lost = leaving.filter(({ field, path, value }) => !same(field, valueAt(held, path), value));
    expect(lost.map(({ path }) => describePath(path))).toEqual([]);
  });

  test.each(["an option", "--replace", "replacementTrigger"] as const)(
    "a replacement with deleteBeforeReplace by %s sends the requests of an update",
    async (cause) => {
      subject.prepare(stack.tenant);
      const [first, second] = versionsOf(subject);
      expect(await stack.up({ [name]: first })).toEqual([]);
      expect(await stack.up({ [name]: second })).toEqual([]);
      const expected = writes();
      expect(await stack.up({ [name]: first })).toEqual([]);
      const { engine } = await stack.runs.next();
      engine.deletedFirst.add(name);
      if (cause === "an option") engine.forced.add(name);
      else if (cause === "--replace") engine.replaced.add(name);
      else engine.triggered.add(name);
      stack.tenant.clearRequests();
      expect(await engine.up({ [name]: second })).toEqual([{ name, op: "replace" }]);
      expect(writes()).toEqual(expected);
    },
  );

  test("a replacement with deleteBeforeReplace whose creation is refused leaves the tenant unchanged", async () => {
    subject.prepare(stack.tenant);
    const [first, second] = versionsOf(subject);
    expect(await stack.up({ [name]: first })).toEqual([]);
    const before = heldBy(subject, first);
    for (const method of ["POST", "PATCH", "PUT"])
      stack.tenant.inject({ kind: "status", status: 403, method, times: Number.POSITIVE_INFINITY });
    const { engine } = await stack.runs.next();
    engine.deletedFirst.add(name);
    engine.forced.add(name);
    const [step] = await engine.up({ [name]: second });
    expect(step?.failure).toBeInstanceOf(Error);
    stack.tenant.clearFaults();
    expect(heldBy(subject, first)).toEqual(before);
    // Pulumi has removed the entry: the next run finds the object and changes what differs.
    expect(await stack.up({ [name]: second })).toEqual([]);
  });
});

const deleted = singletons.filter(([, subject]) => definitionOf(subject).wholeReset);

test("the definition of each deletable singleton says what a reset deletes", () => {
  const isDeletable = (name: TypeName) =>
    callsOf(definitions[name], tools[name]).some((call) => /\bDELETE\b/.test(call));
  const expected = typeNames
    .filter((name) => definitions[name].schema.singleton !== undefined && isDeletable(name))
    .map((name) => definitions[name]);
  expect(deleted.map(([resource]) => resource).toSorted()).toEqual(expected.map(({ type }) => type).toSorted());
  for (const { schema, wholeReset } of expected)
    expect(schema.fields[wholeReset?.property ?? ""]).toMatchObject({ required: true, clear: { how: "null" } });
});

describe.each(deleted)("the reset of the whole %s", (_, subject) => {
  const name = `${subject.name}-it`;
  const fields = fieldsOf(subject);
  const declared = leavesOf(fields, subject.bench[0]).map(({ pointer }) => pointer);
  const undeclared = Object.entries(fields)
    .filter(([property, field]) => !field.computed && !field.forceNew && property !== undocumented)
    .flatMap(([property, field]) => leavesOf({ [property]: field }, { [property]: fullValue(field, property, 1) }))
    .filter(({ field, path, pointer, value }) => {
      const { clear, reads } = pathRulesOf(field, path, {});
      const fresh = clear?.how === "default" ? clear.value : undefined;
      return (
        !declared.includes(pointer) && reads?.how !== "never" && !(fresh !== undefined && same(field, value, fresh))
      );
    })
    .map((leaf) => [describePath(leaf.path), leaf] as const);

  test.each(undeclared)(
    "does not happen if another client set %s, and the message names the property",
    async (shown, { path, value }) => {
      subject.prepare(stack.tenant);
      const [args] = versionsOf(subject);
      expect(await stack.up({ [name]: args })).toEqual([]);
      const draft = new Draft(heldBy(subject, args));
      draft.put(path, value);
      const [property = ""] = path;
      subject.edit(stack.tenant, subject.keyOf(args), property, draft.root[property] ?? null);
      const before = heldBy(subject, args);
      expect(await stack.up({})).toEqual([]);
      expect(writes()).toEqual([]);
      expect(said()).toContain(shown);
      expect(said()).toContain("delete it by hand");
      expect(heldBy(subject, args)).toEqual(before);
    },
  );

  test("does not happen for a program that declares only some of another stack's values", async () => {
    subject.prepare(stack.tenant);
    const [args] = versionsOf(subject);
    const isRequired = ([property]: readonly [string, unknown]) => fields[property]?.required === true;
    const part = Object.fromEntries(Object.entries(args).filter(isRequired));
    const others = Object.keys(args).filter((property) => Object.hasOwn(fields, property) && !(property in part));
    expect(await stack.up({ [name]: args })).toEqual([]);
    expect(await stack.up({ [name]: { ...part, resetOnDestroy: true } }, new Map())).toEqual([]);
    const before = heldBy(subject, args);
    expect(await stack.up({})).toEqual([]);
    if (others.length === 0) return expect(writes()).toHaveLength(1);
    expect(writes()).toEqual([]);
    expect(heldBy(subject, args)).toEqual(before);
  });

  test("happens if the object has only this stack's values", async () => {
    subject.prepare(stack.tenant);
    const [args] = versionsOf(subject);
    expect(await stack.up({ [name]: args })).toEqual([]);
    expect(await stack.up({})).toEqual([]);
    expect(writes().map(([method]) => method)).toEqual(["DELETE"]);
  });
});

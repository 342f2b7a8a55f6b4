import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { UserError } from "../../provider/src/lifecycle/errors.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import {
  covers,
  describePath,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt, type SameAs } from "../../provider/src/schema/schema.ts";
import { Draft, leavesOf } from "../../provider/src/state/leaves.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { fullValue } from "../subjects/object-properties.ts";
import type { Subject } from "../subjects/subject.ts";
import { gatherWarnings } from "./warnings.ts";
import { providerFor } from "./world.ts";

/* Two providers of one program for one tenant: each has a process of its own. */

const warnings = gatherWarnings();
let tenant: Emulator;
beforeEach(async () => {
  tenant = await startEmulator();
});
afterEach(() => tenant.close());

const singletons = subjects
  .filter(({ name }) => kinds[name].schema.singleton !== undefined)
  .map((subject) => [subject.resource, subject] as const);

/** Checks of resources in two processes, which can ask each other. */
function processes(subject: Subject) {
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const runs = [new EngineRun(), new EngineRun()] as const;
  for (const [at, run] of runs.entries()) {
    const other = runs[1 - at] as EngineRun;
    run.rivals = (host, settings) =>
      Promise.resolve([other.programFor(host).singletons.rivalOf(settings)].filter((rival) => rival !== undefined));
  }
  const checks = runs.map((run, at) => {
    const port = providerFor(kinds[subject.name], config, run);
    return async (args: JsonObject) => (await port.check({}, { ...args, __resource: `It "${at}"` })).failures;
  });
  return { runs, checks: checks as [(typeof checks)[0], (typeof checks)[0]] };
}

/** The second version with another value for a property of the first one. */
function contesting({ name }: Subject, first: JsonObject, second: JsonObject): JsonObject {
  const isContested = Object.keys(second).some((one) => one in first && !isDeepStrictEqual(first[one], second[one]));
  if (isContested) return second;
  const fields = kinds[name].schema.fields;
  const flag = Object.keys(first).find((one) => fields[one]?.kind === "boolean");
  const choice = Object.entries(fields).flatMap(([one, field]) =>
    field.kind === "string"
      ? (field.oneOf ?? [])
          .filter((value) => one in first && value !== first[one])
          .map((value) => [one, value] as const)
      : [],
  );
  const other = flag === undefined ? choice[0] : ([flag, first[flag] !== true] as const);
  return { ...second, ...(other && { [other[0]]: other[1] }) };
}

describe.each(singletons)("%s", (_, subject) => {
  const versions = () => subject.bench.map((args) => ({ ...subject.identity(tenant, 0), ...args }));

  test("two providers with different values for one setting are refused, and the path is named", async () => {
    subject.prepare(tenant);
    const [first, second] = versions() as [JsonObject, JsonObject];
    const { checks } = processes(subject);
    expect(await checks[0](first)).toEqual([]);
    expect((await checks[1](contesting(subject, first, second))).join()).toMatch(
      /^[a-z][^ ]*.*: It "1" and It "0" of this program declare different values/,
    );
  });

  test("two providers with equal values, or with different properties, are accepted", async () => {
    subject.prepare(tenant);
    const [first] = versions() as [JsonObject, JsonObject];
    const { checks } = processes(subject);
    expect(await checks[0](first)).toEqual([]);
    expect(await checks[1](first)).toEqual([]);
  });
});

/** A property with another form of the same value. */
interface Pair {
  readonly subject: Subject;
  readonly field: Field;
  readonly path: Path;
  readonly sameAs: SameAs;
}

function pairsIn(subject: Subject, fields: Fields, above: Path = []): readonly Pair[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const { sameAs } = field;
    const inside = field.kind === "object" ? pairsIn(subject, field.fields, path) : [];
    return sameAs ? [{ subject, field, path, sameAs }] : inside;
  });
}

const pairs = singletons.flatMap(([, subject]) => pairsIn(subject, kinds[subject.name].schema.fields));
const at = (path: Path, value: Json) => {
  const draft = new Draft();
  draft.put(path, value);
  return draft.root;
};

describe.each(pairs.map((pair) => [`${pair.subject.resource}.${describePath(pair.path)}`, pair] as const))(
  "%s",
  (_, { subject, field, path, sameAs }) => {
    const other = [...path.slice(0, -1), sameAs.property];
    const otherField = fieldAt(kinds[subject.name].schema.fields, other) as Field;
    const [one, two] = [0, 1].map((n) => fullValue(field, path.at(-1) ?? "", n as 0 | 1)) as [Json, Json];
    const form = fullValue(otherField, sameAs.property, 1);

    test("a different value in another form in another provider is refused, and both paths are named", async () => {
      const { checks } = processes(subject);
      expect(await checks[0](at(path, one))).toEqual([]);
      expect((await checks[1](at(other, form))).join()).toMatch(
        new RegExp(`^${describePath(path)}, ${describePath(other)}: .* declare different values`),
      );
      expect((await processes(subject).checks[0](at(path, two))).join()).toBe("");
    });

    test("a different value in the same form is refused, and named once", async () => {
      const { checks } = processes(subject);
      expect(await checks[0](at(path, one))).toEqual([]);
      expect((await checks[1](at(path, two))).join()).toMatch(new RegExp(`^${describePath(path)}: `));
    });

    if (sameAs.times !== undefined) {
      test("the same value in another form is accepted", async () => {
        const { checks } = processes(subject);
        expect(await checks[0](at(other, form))).toEqual([]);
        expect(await checks[1](at(path, Number(form) * (sameAs.times ?? 1)))).toEqual([]);
      });
    }
  },
);

/** The paths of all values and objects in an object, the inner ones first. */
function placesIn(object: JsonObject, above: Path = []): readonly Path[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = [...above, key];
    return isObject(value) ? [...placesIn(value, path), path] : [path];
  });
}

test.each(singletons)(
  "%s: an edit of one property changes no other one, except another form of the same value",
  (_, subject) => {
    const { fields } = kinds[subject.name].schema;
    const identity = subject.identity(tenant, 0);
    const key = subject.keyOf({ ...identity, ...subject.bench[0] });
    subject.prepare(tenant);
    const held = () => subject.held(tenant, key)?.live ?? {};
    const forms = new Set(
      pairsIn(subject, fields).flatMap(({ path, sameAs }) => {
        const [one, other] = [path, [...path.slice(0, -1), sameAs.property]].map(toPointer);
        return [`${one} ${other}`, `${other} ${one}`];
      }),
    );
    const samples = Object.entries(fields).flatMap(([name, field]) =>
      field.computed || field.forceNew ? [] : ([0, 1] as const).map((n) => ({ [name]: fullValue(field, name, n) })),
    );
    const unmarked = [...subject.bench, ...samples].flatMap((args) =>
      placesIn(args).flatMap((path) => {
        const value = valueAt(args, path) ?? null;
        const [name = ""] = path;
        const edited = new Draft(held());
        edited.put(path, value);
        const before = new Map(leavesOf(fields, held()).map((leaf) => [leaf.pointer, leaf.value]));
        try {
          subject.edit(tenant, key, name, edited.root[name] ?? null);
        } catch {
          // The service refuses the sample.
          return [];
        }
        // The first edit of an object that the tenant does not have yet creates the whole object.
        if (before.size === 0) return [];
        const after = new Map(leavesOf(fields, held()).map((leaf) => [leaf.pointer, leaf.value]));
        const changed = [...new Set([...before.keys(), ...after.keys()])].map(fromPointer).filter((other) => {
          const pointer = toPointer(other);
          return !covers(path, other) && !isDeepStrictEqual(before.get(pointer), after.get(pointer));
        });
        const isForm = (other: Path) =>
          [...forms].some((form) => {
            const [of, to] = form.split(" ").map(fromPointer) as [Path, Path];
            return covers(of, path) && covers(to, other);
          });
        const isRemoved = ([top = ""]: Path) => {
          const field: Field | undefined = fields[top];
          return field?.kind === "object" && field.removedWith === name;
        };
        const isCarried = ([top = ""]: Path) => subject.carries?.[name]?.includes(top) === true;
        return changed
          .filter((other) => !isForm(other) && !isRemoved(other) && !isCarried(other))
          .map((other) => `${toPointer(path)} → ${toPointer(other)}`);
      }),
    );
    expect([...new Set(unmarked)].toSorted()).toEqual([]);
  },
);

test("a provider whose process does not answer causes a warning", async () => {
  const subject = singletons[0]?.[1] as Subject;
  subject.prepare(tenant);
  const { runs, checks } = processes(subject);
  runs[0].rivals = () => Promise.reject(new UserError("no answer"));
  expect(await checks[0](subject.bench[0])).toEqual([]);
  expect(warnings.join()).toMatch(/does not answer, so it is not known whether the program declares other values/);
});

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UnsafeWrite } from "../../provider/src/lifecycle/vetoes/vetoes.ts";
import { describePath, type Json, type JsonObject, type Path, valueAt } from "../../provider/src/schema/json.ts";
import { type Fields, fieldAt, pathRulesOf } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { Draft, leavesOf } from "../../provider/src/state/leaves.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { MiniEngine, revealed } from "../harness/mini-engine.ts";
import { cases } from "../harness/scale.ts";
import { emailProvider } from "../subjects/email-provider.ts";
import { byName, subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { secret } from "../subjects/switches.ts";
import { staged } from "./stages.ts";

/*
 * A switch puts into force only what the program declares: for every switch of every definition, whoever edits its content meanwhile.
 */

/** The paths of all switches in a definition, with their values: `active true`. */
function switchesOf(fields: Fields, above: Path = []): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const own = (field.activates ?? []).map(({ on }) => `${describePath(path)} ${JSON.stringify(on)}`);
    const inDocument =
      field.kind === "document"
        ? ["enabledDatabaseCustomization", "import_mode"].flatMap((key) =>
            (pathRulesOf(field, [name, key], { strategy: "auth0" }).activates ?? []).map(
              ({ on }) => `${describePath([...path, key])} ${JSON.stringify(on)}`,
            ),
          )
        : [];
    return [...own, ...inDocument, ...(field.kind === "object" ? switchesOf(field.fields, path) : [])];
  });
}

test.each(Object.keys(definitions) as TypeName[])("every switch of %s has a case", (name) => {
  const tried = (byName[name].switches ?? []).map(({ at, on }) => `${describePath(at)} ${JSON.stringify(on)}`);
  expect(tried.toSorted()).toEqual(switchesOf(definitions[name].schema.fields).toSorted());
});

const rows = subjects.flatMap((subject) =>
  (subject.switches ?? []).map((one) => [subject.resource, describePath(one.at), one.on, subject, one] as const),
);

let count = 0;

describe.each(rows)(
  "%s: %s %o",
  (_, __, ___, subject, {
    at,
    on,
    off,
    offValue = false,
    needed = {},
    unrelated,
    dropped = [],
    foreign,
    isWhole = false,
    declared,
  }) => {
    const stage = staged(subject);
    const { fields } = kinds[subject.name].schema;

    /** An object of a program whose switch is off. */
    async function made() {
      const { world } = stage({});
      const identity = {
        ...subject.identity(world.tenant, ++count),
        ...(subject.name === "connection" && { strategy: "auth0" }),
      };
      const program = { ...identity, ...off };
      const engine = new MiniEngine(world.port);
      const up = async (args: JsonObject) => {
        const [step] = await engine.up({ object: args });
        return step?.failure;
      };
      expect(await up(program)).toBeUndefined();
      const key = engine.state.get("object")?.id ?? subject.keyOf(identity);
      const held = () => subject.held(world.tenant, key)?.live ?? {};
      return {
        engine,
        program,
        up,
        held,
        edit: (property: string, value: Json) => subject.edit(world.tenant, key, property, value),
        remove: () => subject.remove(world.tenant, key),
      };
    }
    const turned = (program: JsonObject, to: Json) => {
      const draft = new Draft({ ...program, ...(to === on && needed) });
      draft.put(at, to);
      return draft.root;
    };

    test("the switch works both ways; declared values that another client changed come into force as declared", async () => {
      const nested = declared.filter(([property, value]) =>
        leavesOf(fields, { [property]: value }).some(({ path }) => path.length > 1),
      );
      const beside = nested.map((one) => [...one, `${one[0]}.unrelated`] as const);
      for (const [property, theirs, ignored] of [[], ...declared, ...beside]) {
        const { engine, program, up, held, edit, remove } = await made();
        if (ignored !== undefined) engine.ignored.set("object", [ignored]);
        for (const to of [on, offValue, on]) {
          if (property !== undefined && theirs !== undefined) edit(property, theirs);
          expect(await up(turned(program, to))).toBeUndefined();
          for (const { path, value } of to === on ? leavesOf(fields, turned(off, on)) : [])
            if (!path.includes("credentials")) expect(valueAt(held(), path)).toEqual(value);
        }
        remove();
      }
    });

    test("another client's value does not come into force when the program drops the property", async () => {
      for (const [more, property, theirs] of dropped) {
        const { program, up, held, edit, remove } = await made();
        expect(await up({ ...program, ...more })).toBeUndefined();
        edit(property, theirs);
        const before = held();
        expect(await up(turned(program, on))).toBeInstanceOf(UnsafeWrite);
        expect(held()).toEqual(before);
        remove();
      }
      expect(isWhole).toBe(dropped.length + foreign.length === 0);
    });

    test("another client's value that a refresh has read does not come into force", async () => {
      for (const [more, property, theirs] of dropped) {
        for (const isAtOnce of [true, false]) {
          const { engine, program, up, held, edit, remove } = await made();
          expect(await up({ ...program, ...more })).toBeUndefined();
          edit(property, theirs);
          await engine.refresh();
          if (!isAtOnce) expect(await up(program)).toBeUndefined();
          const before = held();
          const failure = await up(turned(program, on));
          const mine = leavesOf(fields, { ...program, ...more });
          const foreign = leavesOf(fields, { [property]: theirs }).filter(
            ({ pointer, value }) =>
              !mine.some((leaf) => leaf.pointer === pointer && isDeepStrictEqual(leaf.value, value)),
          );
          if (failure) expect(held()).toEqual(before);
          else for (const { path, value } of foreign) expect(valueAt(held(), path)).not.toEqual(value);
          remove();
        }
      }
      expect(at.length).toBeGreaterThan(0);
    });

    test("a value that the program declared before comes into force after its removal from the program", async () => {
      for (const [property, value] of foreign) {
        for (const isAtOnce of [true, false]) {
          const { program, up, held, remove } = await made();
          const whole = new Draft(program);
          for (const leaf of leavesOf(fields, { [property]: value }))
            if (valueAt(whole.root, leaf.path) === undefined) whole.put(leaf.path, leaf.value);
          expect(await up(whole.root)).toBeUndefined();
          if (!isAtOnce) expect(await up(program)).toBeUndefined();
          expect(await up(turned(program, on))).toBeUndefined();
          expect(same(undefined, valueAt(held(), at), on)).toBe(true);
          remove();
        }
      }
    });

    test("a property in ignoreChanges keeps another client's value", async () => {
      for (const [property, theirs] of declared) {
        if (property === at[0]) continue;
        const { engine, program, up, held, edit, remove } = await made();
        engine.ignored.set("object", [property]);
        edit(property, theirs);
        const before = valueAt(held(), [property]);
        // The tenant's value can also be one with which the switch is not turned on.
        const failure = await up(turned(program, on));
        if (failure) expect(failure).toBeInstanceOf(UnsafeWrite);
        expect(valueAt(held(), [property])).toEqual(before);
        remove();
      }
      expect(at.length).toBeGreaterThan(0);
    });

    test.each(isWhole ? [] : [foreign])("an undeclared value of another client does not come into force", (...edits) =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...edits),
          fc.boolean(),
          fc.boolean(),
          async ([property, value, named], isSeen, isUpdated) => {
            const { engine, program, up, held, edit, remove } = await made();
            edit(property, value);
            if (isSeen) await engine.refresh();
            const between = isUpdated && unrelated ? { ...program, ...unrelated } : program;
            expect(await up(between)).toBeUndefined();
            const before = held();
            const failure = await up(turned(between, on));
            expect(failure).toBeInstanceOf(UnsafeWrite);
            expect(failure?.message).toContain(named);
            expect(held()).toEqual(before);
            expect(JSON.stringify(revealed(engine.state.get("object")?.outputs ?? {}))).not.toContain("evil");
            // The way out: the program declares the values.
            const whole = new Draft(turned(between, on));
            const theirs = leavesOf(fields, { [property]: value });
            for (const leaf of theirs)
              if (valueAt(whole.root, leaf.path) === undefined) whole.put(leaf.path, leaf.value);
            expect(await up(whole.root)).toBeUndefined();
            expect(same(undefined, valueAt(held(), at), on)).toBe(true);
            remove();
          },
        ),
        {
          ...cases(1, 2 * foreign.length),
          examples: foreign.map((one) => [one, false, true] as [typeof one, boolean, boolean]),
        },
      ),
    );
  },
);

/** The properties that a switch puts into force and to which the service gives a value in each new object. */
const given = rows.flatMap(([resource, name, on, subject, one]) => {
  const { fields } = kinds[subject.name].schema;
  const effects = fieldAt(fields, one.at)?.activates?.filter((effect) => effect.on === on) ?? [];
  return effects.flatMap(({ content }) =>
    content.flatMap((beside) => {
      const field = fieldAt(fields, [...one.at.slice(0, -1), beside]);
      const initial = field?.initial;
      if (initial === undefined) return [];
      const known = field?.kind === "string" ? field.oneOf : undefined;
      const other = known?.find((value) => value !== initial) ?? Number(initial) + 1;
      return [[resource, name, beside, [initial, other], subject, one] as const];
    }),
  );
});

describe.each(given)("%s: %s and %s", (_, __, property, values, subject, { at, on, off }) => {
  const stage = staged(subject);
  test("an object with the service's default is adopted and turned on; an object with another value is not", async () => {
    const isSingleton = kinds[subject.name].schema.singleton !== undefined;
    for (const value of values) {
      const { world } = stage({});
      const program = { ...subject.identity(world.tenant, ++count), ...off };
      const first = new MiniEngine(world.port);
      await first.up({ object: program });
      const key = first.state.get("object")?.id ?? subject.keyOf(program);
      subject.edit(world.tenant, key, property, value);
      const next = new Draft({ ...program, ...(!isSingleton && { adopt: true }) });
      next.put(at, on);
      const [step] = await new MiniEngine(world.port).up({ object: next.root });
      if (value === values[0]) expect(step?.failure).toBeUndefined();
      else expect(step?.failure).toBeInstanceOf(UnsafeWrite);
      subject.remove(world.tenant, key);
    }
  });
});

describe("credentials that no response contains", () => {
  const stage = staged(emailProvider);

  test("are not put into force by a program that does not declare them", async () => {
    const { world } = stage({});
    const theirs = { name: "sendgrid", enabled: false, credentials: { api_key: secret } };
    world.tenant.settings.update("emails/provider", theirs);
    const engine = new MiniEngine(world.port);
    const [step] = await engine.up({ object: { name: "sendgrid", enabled: true } });
    expect(step?.failure).toBeInstanceOf(UnsafeWrite);
    expect(step?.failure?.message).toContain("credentials.api_key");
    expect(world.tenant.settings.get("emails/provider")).toMatchObject({ enabled: false });
    const [whole] = await engine.up({
      object: { name: "sendgrid", enabled: true, credentials: { api_key: `${secret}0` } },
    });
    expect(whole?.failure).toBeUndefined();
  });
});

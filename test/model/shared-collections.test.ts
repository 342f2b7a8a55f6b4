import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { compose } from "../../provider/src/state/compose.ts";
import { planChange, recordAfter, sendsSomething } from "../../provider/src/state/plan.ts";
import { project } from "../../provider/src/state/project.ts";
import { blankRecord, type ManagedRecord } from "../../provider/src/state/record.ts";
import { resourceServerSchema as table } from "../../provider/src/types/resource-server/definition.ts";

const identifier = "https://orders.example.com";
const names = ["read:a", "read:b", "read:c", "__proto__", "a/b"];
const others = ["other:a", "other:b"];

type Scopes = Readonly<Record<string, string>>;
const scopesOf = (from: readonly string[]): fc.Arbitrary<Scopes> =>
  fc.dictionary(fc.constantFrom(...from), fc.constantFrom("", "one", "two"), { noNullPrototype: true });

type Step =
  | { readonly does: "program"; readonly scopes: Scopes; readonly isExclusive: boolean }
  | { readonly does: "others"; readonly scopes: Scopes }
  | { readonly does: "edit"; readonly scopes: Scopes }
  | { readonly does: "refresh" };

const program = fc.record({
  does: fc.constant("program" as const),
  scopes: scopesOf(names),
  isExclusive: fc.boolean(),
});
const byOthers = fc.record({ does: fc.constant("others" as const), scopes: scopesOf(others) });
const edit = fc.record({ does: fc.constant("edit" as const), scopes: scopesOf(names) });
const step: fc.Arbitrary<Step> = fc.oneof(program, byOthers, edit, fc.constant<Step>({ does: "refresh" }));

/** One API, a stack that manages it, and everybody else. */
class World {
  live: Scopes = {};
  outputs: JsonObject = {};
  record: ManagedRecord = blankRecord({ at: "tenant", id: "id" });
  inputs: JsonObject = { identifier };

  get seen(): JsonObject {
    return { identifier, scopes: this.live };
  }

  refresh(): void {
    this.outputs = project(table, { live: this.seen, paths: this.record.paths, hints: {}, before: this.outputs });
    this.#steer();
  }

  /** Declares and applies. */
  apply(inputs: JsonObject): void {
    const plan = planChange(table, this.outputs, this.record, inputs);
    if (sendsSomething(plan)) {
      const body = compose(table, { plan, inputs, now: { live: this.seen } });
      this.live = (body.scopes ?? {}) as Scopes;
    }
    const outcome = { how: "done", id: "id", seen: { live: this.seen } } as const;
    this.record = recordAfter(this.record, { schema: table, plan, inputs }, outcome);
    this.inputs = inputs;
    this.outputs = project(table, { live: this.seen, paths: this.record.paths, hints: {}, before: inputs });
    this.#steer();
  }

  #steer(): void {
    this.outputs = { ...this.outputs, exclusiveScopes: this.inputs.exclusiveScopes ?? true };
  }
}

describe("a collection in which other clients may have members", () => {
  test("gets the declared members, loses those that leave the program, and keeps the members of others", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const world = new World();
        let wasShared = false;
        for (const now of steps) {
          if (now.does === "refresh") world.refresh();
          // Another client adds and takes away what this stack does not declare, or edits what it does.
          else if (now.does === "others") world.live = { ...only(world.live, names), ...now.scopes };
          else if (now.does === "edit") world.live = { ...only(world.live, others), ...now.scopes };
          else {
            const foreign = only(world.live, others);
            const { scopes, isExclusive } = now;
            world.refresh();
            const declaredBefore = Object.keys((world.inputs.scopes ?? {}) as Scopes);
            world.apply({ identifier, scopes, exclusiveScopes: isExclusive });
            expect(world.live).toMatchObject(scopes);
            // What was in an exclusive collection may be anybody's, so the switch itself takes nothing away.
            const leaves = isExclusive || wasShared ? declaredBefore : [];
            for (const name of leaves) expect(Object.hasOwn(world.live, name)).toBe(Object.hasOwn(scopes, name));
            if (!isExclusive || wasShared) expect(only(world.live, others)).toEqual(foreign);
            wasShared = !isExclusive;
            // A second look finds nothing to do, unless the collection has just become exclusive.
            const { outputs } = world;
            world.refresh();
            if (!isExclusive) expect(world.outputs).toEqual(outputs);
          }
        }
      }),
    );
  });

  test("that becomes exclusive shows the members of others first; the next update removes them", () => {
    const world = new World();
    world.apply({ identifier, scopes: { "read:a": "" }, exclusiveScopes: false });
    world.live = { ...world.live, "other:a": "" };
    const exclusive = { identifier, scopes: { "read:a": "" }, exclusiveScopes: true };
    world.apply(exclusive);
    expect(world.live).toEqual({ "read:a": "", "other:a": "" });
    world.refresh();
    expect(world.outputs.scopes).toEqual({ "read:a": "", "other:a": "" });
    world.apply(exclusive);
    expect(world.live).toEqual({ "read:a": "" });
  });

  test("that becomes shared loses no member, even if the program no longer declares any", () => {
    const world = new World();
    world.apply({ identifier, scopes: { "read:a": "" } });
    world.live = { ...world.live, "other:a": "" };
    world.refresh();
    world.apply({ identifier, scopes: {}, exclusiveScopes: false });
    expect(world.live).toEqual({ "read:a": "", "other:a": "" });
    expect(world.outputs.scopes).toEqual({});
  });
});

function only(scopes: Scopes, wanted: readonly string[]): Scopes {
  return Object.fromEntries(Object.entries(scopes).filter(([name]) => wanted.includes(name)));
}

import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine, type Program } from "../harness/mini-engine.ts";
import { cases, few } from "../harness/scale.ts";
import { kinds } from "../subjects/kinds.ts";
import { mistake, mixed, withMistake } from "../subjects/mistakes.ts";
import { partsOf } from "../subjects/parts.ts";
import type { Stage } from "./laws.ts";
import { runAsPreviewed } from "./previewed-runs.ts";
import { everywhere } from "./stages.ts";

/*
 * The law: if the preview of a program says nothing, the run refuses nothing but what only the tenant could know. If it says that the run will fail, the
 * run fails.
 */

let count = 50_000;

function identityOf({ subject, world, root }: Stage): JsonObject {
  return { ...subject.identity(world.tenant, ++count), ...root };
}

everywhere(
  "a program with errors, beside another client's edits, is refused before the run",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(
        steps,
        steps,
        fc.array(mistake, { minLength: 4, maxLength: 4 }),
        async (versions, others, mistakes) => {
          const { subject, world } = stage;
          const { fields } = kinds[subject.name].schema;
          const identity = identityOf(stage);
          const engine = new MiniEngine(world.port);
          const keyOf = () => engine.state.get("object")?.id ?? subject.keyOf(identity);
          let isEdited = false;
          for (const [n, { program, edit, unseen }] of versions.entries()) {
            if (edit && engine.state.has("object")) {
              isEdited = true;
              for (const { name, value } of partsOf(fields, edit)) {
                try {
                  subject.edit(world.tenant, keyOf(), name, value);
                } catch {
                  // The service's rules count for everybody.
                }
              }
              if (!unseen) await engine.refresh();
            }
            const other = others[n % others.length]?.program ?? {};
            const wrong = mistakes[n] ? withMistake(fields, program, other, mistakes[n]) : program;
            // Another client's values may be kept by a refusal of the provider itself.
            const mayRefuse = (message: string) => isEdited && / was not changed[.:]/.test(message);
            await runAsPreviewed({ ...world, engine }, { object: { ...identity, ...wrong } }, mayRefuse);
          }
          subject.remove(world.tenant, keyOf());
        },
      ),
      cases(share, 2 * few),
    ),
);

/** How two resources of a type move between identities, or take values of each other. */
const moves = fc.constantFrom(
  "swap",
  "follow",
  "follow in order",
  "follow one that is deleted first",
  "take that of a deleted one",
  "mix",
  "copy",
);

everywhere(
  "two resources that move, or use each other's values, are refused before the run",
  async (stage, { steps, share }) => {
    const { subject, world } = stage;
    const { fields, singleton } = kinds[subject.name].schema;
    // There is one such object, and a check refuses two resources of it.
    if (singleton !== undefined) return;
    await fc.assert(
      fc.asyncProperty(steps, steps, moves, fc.nat(), async ([first], [second], move, chosen) => {
        const ids = [identityOf(stage), identityOf(stage), identityOf(stage)] as const;
        const [one, two] = [
          { ...ids[0], ...first?.program },
          { ...ids[1], ...second?.program },
        ];
        const engine = new MiniEngine(world.port);
        await runAsPreviewed({ ...world, engine }, { one, two });
        const keysOf = (program: JsonObject) =>
          Object.fromEntries(Object.keys(ids[0]).map((key) => [key, program[key] ?? null]));
        const [toTwo, toOne, toThree] = [
          { ...one, ...keysOf(two) },
          { ...two, ...keysOf(one) },
          { ...two, ...ids[2] },
        ];
        const next: Record<typeof move, Program> = {
          swap: { one: toTwo, two: toOne },
          follow: { one: toTwo, two: toThree },
          "follow in order": { two: toThree, one: toTwo },
          "follow one that is deleted first": { two: toThree, one: toTwo },
          "take that of a deleted one": { one: toTwo },
          mix: { one: mixed(fields, one, two, chosen), two: mixed(fields, two, one, chosen) },
          copy: { one, two, three: mixed(fields, { ...two, ...ids[2] }, one, chosen) },
        };
        if (move === "follow one that is deleted first") engine.deletedFirst.add("two");
        await runAsPreviewed({ ...world, engine }, next[move]);
        for (const { id } of engine.state.values()) subject.remove(world.tenant, id);
        for (const id of ids) subject.remove(world.tenant, subject.keyOf(id));
      }),
      cases(share, few / 2),
    );
  },
);

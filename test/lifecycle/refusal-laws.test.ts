import fc from "fast-check";
import { expect, vi } from "vitest";
import { failureMarker } from "../../provider/src/lifecycle/errors.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { MiniEngine, type Program } from "../harness/mini-engine.ts";
import { cases, few } from "../harness/scale.ts";
import { kinds } from "../subjects/kinds.ts";
import { mistake, mixed, withMistake } from "../subjects/mistakes.ts";
import { partsOf } from "../subjects/parts.ts";
import { refusals } from "../subjects/refusals/all.ts";
import { withoutDescription } from "../subjects/refusals/refusal.ts";
import type { Stage } from "./laws.ts";
import { everywhere } from "./stages.ts";

/*
 * The law: if the preview of a program says nothing, the run refuses nothing but what only the tenant could know. If it says that the run will fail, the
 * run fails.
 */

/** Values in messages of the service: any others can take their place. */
const values = /'[^']*'|https?:\\\/\\\/\S+|\b(?:auth0|cd|con|org)_[0-9a-z]+|[0-9a-f-]{24,}|\d+/g;

/** The refusals that only the tenant can know: their messages, and whether only an update meets them. */
const ofTenant = refusals
  .filter(({ decides, said }) => decides === "tenant" && said === "run")
  .map(({ message, sends }) => ({
    text: new RegExp(message.replaceAll(/[.?+^$[\]\\(){}|*/]/g, "\\$&").replaceAll(values, ".+")),
    isOfUpdate: sends?.[0] === "PATCH",
  }));

function isOfTenant(message: string): boolean {
  const text = withoutDescription(message);
  return ofTenant.some((row) => row.text.test(text) && !(row.isOfUpdate && text.startsWith("Could not create")));
}

/** Values that a newer service may accept, and ids that may be those of objects: the preview says that the provider does not know them. */
const doubted = /unknown value|Is this a name\?/;

/** How the service refuses a value that it does not know either. */
const ofUnknown =
  /No enum match|Invalid grant types|does not exist|Additional properties not allowed|does not match pattern/;

/** A URI may be the grant type of an extension, which only the tenant knows. An earlier mistake may have put the same URI in the place of a secret. */
const extension = /Invalid grant types: (?:https?:|\[secret\])/;

/** What the preview of a program says, and whether each check takes it. */
async function previewed({ world }: Stage, engine: MiniEngine, program: Program) {
  const warn = vi.mocked(console.warn);
  warn.mockClear();
  world.port.startRun?.();
  let isTaken = true;
  // One by one, as the engine continues after a resource whose check has failed.
  for (const [name, args] of Object.entries(program))
    await engine.preview({ [name]: { ...args, [previewKey]: true } }).catch(() => {
      isTaken = false;
    });
  const said = warn.mock.calls.map(String);
  return {
    isTaken,
    foresees: said.some((line) => line.includes(failureMarker)),
    doubts: said.some((line) => doubted.test(line)),
  };
}

/**
 * Runs a program, and compares the run with what its preview says.
 *
 * @param isEdited whether another client has changed an object of the program: the provider may keep its values by a refusal of its own
 * @throws if the run refuses what the preview could have said, or refuses nothing although the preview says so
 */
async function runAsPreviewed(stage: Stage, engine: MiniEngine, program: Program, isEdited = false): Promise<void> {
  const { isTaken, foresees, doubts } = await previewed(stage, engine, program);
  if (!isTaken) return;
  const before = Object.fromEntries([...engine.state].map(([name, { inputs }]) => [name, inputs]));
  const steps = await engine.up(program);
  const refused = steps.flatMap(({ failure }) => failure?.message ?? []);
  if (foresees) return expect(refused, JSON.stringify({ before, program })).not.toEqual([]);
  const isKnowable = (message: string) =>
    !(isEdited && / was not changed[.:]/.test(message)) &&
    !(doubts && ofUnknown.test(message)) &&
    !extension.test(message) &&
    !isOfTenant(message);
  expect(refused.filter(isKnowable), JSON.stringify({ before, program })).toEqual([]);
}

let count = 50_000;

function identityOf({ subject, world, root }: Stage): JsonObject {
  return { ...subject.identity(world.tenant, ++count), ...root };
}

everywhere(
  "a program with mistakes, beside another client's edits, is refused before the run",
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
            await runAsPreviewed(stage, engine, { object: { ...identity, ...wrong } }, isEdited);
          }
          subject.remove(world.tenant, keyOf());
        },
      ),
      cases(share, few),
    ),
);

/** How two resources of a type move between identities, or take values of each other. */
const moves = fc.constantFrom("swap", "follow", "follow in order", "take that of a deleted one", "mix", "copy");

everywhere(
  "two resources that move, or have values of each other, are refused before the run",
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
        await runAsPreviewed(stage, engine, { one, two });
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
          "take that of a deleted one": { one: toTwo },
          mix: { one: mixed(fields, one, two, chosen), two: mixed(fields, two, one, chosen) },
          copy: { one, two, three: mixed(fields, { ...two, ...ids[2] }, one, chosen) },
        };
        await runAsPreviewed(stage, engine, next[move]);
        for (const { id } of engine.state.values()) subject.remove(world.tenant, id);
        for (const id of ids) subject.remove(world.tenant, subject.keyOf(id));
      }),
      cases(share, few / 2),
    );
  },
);

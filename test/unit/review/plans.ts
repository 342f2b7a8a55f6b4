import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import type { Json, JsonObject, Path } from "../../../provider/src/schema/json.ts";
import { identityOf, type Schema } from "../../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";
import { fullValue } from "../../subjects/object-properties.ts";
import { previewText, type ResourceSketch, stepOf } from "../helpers/preview.ts";

type State = Parameters<typeof reviewReport>[1];

/** The state before a plan: what its steps found, and what they leave alone. */
export function stateOf(sketches: readonly ResourceSketch[]): State {
  return sketches.flatMap((sketch) => {
    const { oldState } = stepOf(sketch) as { oldState?: State[number] };
    return oldState ? [oldState] : [];
  });
}

/** @param alone what is in the state, and of which the plan has no step */
export const reportOf = (sketches: readonly ResourceSketch[], more?: object, alone: readonly ResourceSketch[] = []) =>
  reviewReport(parsePreview(previewText(sketches, more), "pulumi preview --json"), stateOf([...sketches, ...alone]));

/**
 * A step whose old state has more properties, such as the marks of the engine, or the URN that an alias has replaced.
 *
 * @param more the members of the old state
 */
export function stepWithOld(sketch: ResourceSketch, more: object): { readonly oldState: State[number] } {
  const step = stepOf(sketch) as { oldState: State[number] };
  return { ...step, oldState: { ...step.oldState, ...more } };
}

/**
 * The report of steps that are more than sketches. The state is what they found, and what they leave alone.
 *
 * @param besides entries of the state that are more than sketches
 */
export function reportOfSteps(
  steps: readonly object[],
  alone: readonly ResourceSketch[] = [],
  more: object = {},
  besides: State = [],
) {
  // A step marks what it is to delete, and the state has it as it was before.
  const found = steps.flatMap((step) =>
    "oldState" in step ? [{ ...(step.oldState as State[number]), delete: false }] : [],
  );
  return reviewReport(parsePreview(JSON.stringify({ steps, ...more }), "pulumi preview --json"), [
    ...found,
    ...stateOf(alone),
    ...besides,
  ]);
}

export const portal: ResourceSketch = {
  ...{ name: "portal", type: "Client", id: "app_1" },
  ...{ was: { name: "Portal" }, op: "same" },
};

/** A connection, without its properties. */
export const corp = { name: "corp", type: "Connection", id: "con_1" };

/** The properties of the connection. */
export const was = {
  ...{ name: "corp", strategy: "oidc", enabledClients: ["app_1"] },
  options: { issuer: "https://a.example.com" },
};

function nested([key, ...rest]: Path, value: Json): Json {
  return key === undefined ? value : { [key]: nested(rest, value) };
}

/** The update of a resource of which one value differs, as the engine says it: two secrets look the same. */
export function updateOf(type: TypeName, path: Path, old: Json | undefined, now: Json | undefined) {
  const schema: Schema = definitions[type].schema;
  const identity = Object.fromEntries(
    identityOf(schema).flatMap((name) => {
      const field = schema.fields[name];
      return field ? [[name, fullValue(field, name, 0)]] : [];
    }),
  );
  const inputs = (value: Json | undefined) => ({
    ...identity,
    ...(value !== undefined && (nested(path, value) as JsonObject)),
    __tenant: "shop.example.com",
  });
  const diff = { [path.join(".")]: old === undefined ? "add" : now === undefined ? "delete" : "update" };
  return reportOf([
    { name: "it", type: definitions[type].type, op: "update", was: inputs(old), is: inputs(now), diff },
  ]);
}

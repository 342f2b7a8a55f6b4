import { parsePreview } from "../../../provider/src/drift/preview.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
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

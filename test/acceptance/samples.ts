import type { JsonObject } from "../../provider/src/schema/json.ts";
import { type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { byName } from "../subjects/index.ts";
import type { Sample } from "./sample.ts";

/** The samples of the types whose objects a run can create and remove at any tenant. Samples of settings are in `disposable.ts`. */
export const samples: Readonly<Partial<Record<TypeName, Sample>>> = Object.fromEntries(
  typeNames.flatMap((name) => (typeof byName[name].sample === "object" ? [[name, byName[name].sample]] : [])),
);

/** The types that no run tries, each with the reason. */
export const untried: Readonly<Partial<Record<TypeName, string>>> = Object.fromEntries(
  typeNames.flatMap((name) => (typeof byName[name].sample === "string" ? [[name, byName[name].sample]] : [])),
);

/** The type of the marker: the object that tells other runs that a run is under way. Every plan includes this type, and no login depends on it. */
export const markerType: TypeName = "resourceServer";

/** A sequence of steps, such as create, update and remove, that a run performs with the real Pulumi CLI. */
export interface CliTrial {
  readonly kind: "life" | "drift" | "replacement";
  readonly type: TypeName;
  /** The additional arguments that the program declares, and the values to which the run changes them at the tenant. Only for `drift`. */
  readonly edited?: { readonly declared: JsonObject; readonly edit: JsonObject };
}

/** All trials that a run performs with the real Pulumi CLI. */
export const cliTrials: readonly CliTrial[] = [
  { kind: "life", type: "role" },
  {
    ...{ kind: "drift", type: "organization" },
    edited: { declared: { displayName: "Verify one" }, edit: { displayName: "Verify two" } },
  },
  { kind: "replacement", type: "resourceServer" },
];

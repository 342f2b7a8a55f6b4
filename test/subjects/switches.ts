import type { Json, JsonObject, Path } from "../../provider/src/schema/json.ts";
import { Draft } from "../../provider/src/state/leaves.ts";

/** A switch, a program in which it is off, and what another client can do to the object meanwhile. */
export interface Switch {
  readonly at: Path;
  readonly on: Json;
  /** The declared values besides the identity. The switch is off. */
  readonly off: JsonObject;
  /** The value of the switch that is off. Default: false. */
  readonly offValue?: Json;
  /** Values that the program can declare only with the switch turned on, and then has to. Default: none. */
  readonly needed?: JsonObject;
  /** A property that no switch puts into force, with another value: an update in between. Default: there is none. */
  readonly unrelated?: JsonObject;
  /** Edits of undeclared content, each of one property, and the path that the refusal names. */
  readonly foreign: readonly (readonly [property: string, value: Json, named: string])[];
  /** Values that the program declares besides, and drops with the switch turned on, after another client has set the property to the given value. */
  readonly dropped?: readonly (readonly [declared: JsonObject, property: string, theirs: Json])[];
  /** Programs declare all content, so that there is neither foreign nor dropped content. */
  readonly isWhole?: true;
  /** Edits of declared content, each of one property. */
  readonly declared: readonly (readonly [property: string, value: Json])[];
}

/** A secret in the content of an object. */
export const secret = "0123456789abcdef0123456789abcdef";

/** The switch of a quota of tokens. */
export const quotaSwitch = (place: Path, unrelated?: JsonObject): Switch => {
  const quotaOf = (limits: JsonObject) => {
    const draft = new Draft();
    draft.put([...place, "clientCredentials"], { enforce: false, ...limits });
    return draft.root;
  };
  const [property = ""] = place;
  const edit = (limits: JsonObject) => quotaOf(limits)[property] ?? null;
  return {
    at: [...place, "clientCredentials", "enforce"],
    on: true,
    off: quotaOf({ perDay: 1_000 }),
    ...(unrelated && { unrelated }),
    foreign: [[property, edit({ perDay: 1_000, perHour: 1 }), "perHour"]],
    declared: [[property, edit({ perDay: 1 })]],
  };
};

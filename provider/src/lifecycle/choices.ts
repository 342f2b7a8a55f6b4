import { readFileSync } from "node:fs";
import { equal, holdsUnknown, type JsonObject, own } from "../schema/json.ts";
import type { ResourceType } from "./resource-type.ts";

/** The object that a resource takes over, chosen by the user or by `tenant-compare.yaml` because several objects have its name. */
export interface Choice {
  /** The noun of the resource type. */
  readonly noun: string;
  /** The inputs in the preview that learned the declarations, without secrets. Values that were unknown match every value. */
  readonly inputs: JsonObject;
  /** Absent if the resource manages none of these objects. */
  readonly id?: string;
}

/** The choices of a run that takes objects over. */
export class Choices {
  readonly #choices: Choice[];

  /** @param file the path of a JSON file with the choices */
  constructor(file: string) {
    this.#choices = JSON.parse(readFileSync(file, "utf8")) as Choice[];
  }

  /** The choice for a resource. Undefined if the name of the resource is not ambiguous. Each choice serves one resource. */
  for({ schema }: ResourceType, inputs: JsonObject): Choice | undefined {
    const at = this.#choices.findIndex(
      (choice) =>
        choice.noun === schema.noun &&
        Object.entries(choice.inputs).every(([name, value]) => holdsUnknown(value) || equal(value, own(inputs, name))),
    );
    return at < 0 ? undefined : this.#choices.splice(at, 1)[0];
  }
}

import { readFileSync } from "node:fs";
import { equal, holdsUnknown, type JsonObject, own } from "../../schema/json.ts";
import { UserError } from "../errors.ts";
import type { ResourceType } from "../resource-type.ts";

/** The object that a resource takes over, chosen by the user or by `tenant-compare.yaml` because several objects have its name. */
export interface Choice {
  /** The noun of the resource type. */
  readonly noun: string;
  /** The class and the name of the resource, as messages name it. */
  readonly resource: string;
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

  /**
   * The choice for a resource. Undefined if the name of the resource is not ambiguous. Each choice serves one resource.
   *
   * @param name the resource, as messages name it. Undefined if that is not known
   * @throws UserError if several choices fit: the resources differ only in values that the choices do not contain, such as secrets
   */
  for({ schema, label }: ResourceType, inputs: JsonObject, name: string | undefined): Choice | undefined {
    const fitting = this.#choices.filter(
      (choice) =>
        choice.noun === schema.noun &&
        (name === undefined || withoutNumber(name) === choice.resource) &&
        Object.entries(choice.inputs).every(([key, value]) => holdsUnknown(value) || equal(value, own(inputs, key))),
    );
    const [first, ...others] = fitting;
    if (first !== undefined && others.some(({ id }) => id !== first.id))
      throw new UserError(
        `${label(inputs)}: several resources declare the same values and the same name, apart from secrets, so it is not known which object is whose. ` +
          "Give them different values, or different names in Pulumi, and run the import again.",
      );
    if (first !== undefined) this.#choices.splice(this.#choices.indexOf(first), 1);
    return first;
  }
}

/** A resource without the number that tells resources of one name apart (`uniqueName`). */
function withoutNumber(name: string): string {
  return name.slice(0, name.lastIndexOf('"') + 1);
}

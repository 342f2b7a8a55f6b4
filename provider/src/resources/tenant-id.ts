import * as pulumi from "@pulumi/pulumi";
import { type JsonObject, plain } from "../model/json.ts";
import { recordKey } from "../model/keys.ts";
import { readRecord } from "../model/record.ts";
import { wireName } from "../model/table.ts";
import { isUnconfirmed } from "../model/unconfirmed-id.ts";
import { type Descriptor, idNameOf } from "../objects/descriptor.ts";

/** Whether a property of a kind is nothing but the id. */
export function isTheId(descriptor: Descriptor, name: string): boolean {
  const field = descriptor.table.fields[name];
  return field?.computed === true && wireName(name, field) === idNameOf(descriptor);
}

/**
 * Gives a resource the tenant's id of its object as `id`, and as each property that is nothing but the id: an output of its own would be
 * unknown in the preview of every update.
 *
 * The state may have the id of a creation whose answer was lost. It never gets into the hands of a program: once the object is found, the
 * record has the tenant's id, and before that, reading the id fails.
 */
export function giveTenantId(resource: pulumi.CustomResource, descriptor: Descriptor, name: string): void {
  const { id } = resource;
  const { [recordKey]: record } = resource as unknown as Readonly<Record<string, pulumi.Output<unknown>>>;
  let given: pulumi.Output<pulumi.ID> | undefined;
  // Few programs read the ids of many resources, and an output is dear.
  const get = () => {
    given ??= id.apply((known) => (isUnconfirmed(known) && record ? confirmed(known, record) : pulumi.output(known)));
    return given;
  };
  delete (resource as unknown as Record<string, unknown>)[recordKey];
  const names = Object.keys(descriptor.table.fields).filter((property) => isTheId(descriptor, property));
  for (const property of ["id", ...names]) {
    Object.defineProperty(resource, property, { get, enumerable: true, configurable: true });
  }

  function confirmed(known: string, inState: pulumi.Output<unknown>): pulumi.Output<string> {
    return pulumi.unsecret(inState).apply((value) => {
      const found = readRecord(descriptor.table, known, plain({ [recordKey]: value }) as JsonObject);
      if (found?.standing.at === "tenant" && !isUnconfirmed(found.standing.id)) return found.standing.id;
      throw new pulumi.RunError(
        `${descriptor.type} "${name}" has no id yet: the answer to its creation was lost, and nobody has looked since what became of it. ` +
          "Run `pulumi up --refresh`, which finds the object or creates it.",
      );
    });
  }
}

import type { Json } from "../model/json.ts";
import type { NamedResource } from "./program.ts";
import { forImportFile } from "./secret-values.ts";

/**
 * What `pulumi import --file` takes: with inputs and outputs it reads nothing, neither from the tenant nor from the program. Secrets stand
 * in it in plain, so it must not become a file.
 */
export function importFileOf(resources: readonly NamedResource[]): Json {
  return {
    resources: resources.map(({ type, name, item, inputs, outputs }, n) => ({
      type,
      // By the first name resources of a file refer to each other; the second one is the name in the state.
      name: `r${n}`,
      logicalName: name,
      id: item.id,
      inputs: forImportFile(inputs),
      outputs: forImportFile(outputs),
    })),
  };
}

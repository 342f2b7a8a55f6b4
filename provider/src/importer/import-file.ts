import { type Json, type JsonObject, signatureKey } from "../model/json.ts";
import { mapSecrets } from "../model/secrets.ts";
import type { NamedResource } from "./names.ts";

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

/** Properties in the form of such a file. The CLI encrypts what stands in `plaintext`, which is JSON. */
function forImportFile(props: JsonObject): JsonObject {
  return mapSecrets(props, ({ [signatureKey]: signature = null, value = null }) => ({
    [signatureKey]: signature,
    plaintext: JSON.stringify(value),
  }));
}

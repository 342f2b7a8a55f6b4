import { isObject, type Json, type JsonObject, own } from "../../../model/json.ts";

/**
 * An action in the form in which it is stored: line ends do not count, nor does the order of dependencies. One that does not say so is to
 * be deployed.
 */
export function normalized(args: JsonObject): JsonObject {
  const [code, dependencies] = [own(args, "code"), own(args, "dependencies")];
  return {
    ...args,
    ...(typeof code === "string" && { code: code.replaceAll("\r\n", "\n") }),
    ...(Array.isArray(dependencies) && { dependencies: sorted(dependencies) }),
    deploy: own(args, "deploy") ?? true,
  };
}

function sorted(dependencies: readonly Json[]): readonly Json[] {
  return dependencies.toSorted((a: Json, b: Json) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf(dependency: Json): string {
  return JSON.stringify([own(dependency, "name") ?? "", own(dependency, "version") ?? ""]);
}

/** What an answer shows besides: whether all of it is deployed and runs, and which version. */
export function beside(body: JsonObject): JsonObject {
  const version = own(own(body, "deployed_version"), "id");
  const integration = own(body, "installed_integration_id") ?? own(own(body, "integration"), "id");
  return {
    deploy: own(body, "all_changes_deployed") === true && own(body, "status") !== "failed",
    ...(typeof version === "string" && { deployedVersionId: version }),
    ...(integration !== undefined && integration !== null && { installedIntegrationId: integration }),
  };
}

/**
 * An action as far as it can be compared with what is declared: the service forgets the registry of a dependency once it is built, and
 * one that is not to be deployed may be.
 *
 * @param known what is declared, or was last seen
 */
export function asDeclared(live: JsonObject, known: JsonObject): JsonObject {
  const [now, before] = [own(live, "dependencies"), own(known, "dependencies")];
  const registries = new Map(
    (Array.isArray(before) ? before : []).map((one: Json) => [keyOf(one), own(one, "registryUrl")] as const),
  );
  const withRegistry = (one: Json): Json => {
    const url = registries.get(keyOf(one));
    return isObject(one) && url !== undefined ? { ...one, registryUrl: url } : one;
  };
  return {
    ...live,
    ...(Array.isArray(now) && { dependencies: now.map(withRegistry) }),
    ...(own(known, "deploy") === false && { deploy: false }),
  };
}

import type { TenantClient } from "../../client/index.ts";
import { listInWords } from "../../lifecycle/calls.ts";
import { Taken } from "../../lifecycle/errors.ts";
import { isUsableId } from "../../lifecycle/requests/rest.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { ShapeError } from "../../state/wire.ts";
import { client } from "./definition.ts";

/*
 * Applications that the service registers by a metadata document (CIMD). The document defines most of their properties, and the service refuses an update
 * of these.
 */

const key = "externalClientId";

/** The declared properties that the service lets an update set. It takes the grant types, too, but the document defines them. */
const settable: ReadonlySet<string> = new Set([
  ...[key, "description", "appType", "allowedOrigins", "webOrigins", "oidcConformant", "jwtConfiguration"],
  ...["refreshToken", "clientMetadata", "organizationUsage", "organizationRequireBehavior"],
  ...["organizationDiscoveryMethods", "defaultOrganization", "requireProofOfPossession", "tokenQuota"],
  "skipNonVerifiableCallbackUriConfirmationPrompt",
]);

/** Whether a program declares an application by its metadata document. The outputs of an application that it declares by name can have the URL, too. */
export function isOfDocument(declared: JsonObject): boolean {
  return own(declared, key) !== undefined && own(declared, "name") === undefined;
}

/** The URL of the metadata document alone, which is all that a registration sends. */
export function keyOfDocument(args: JsonObject): JsonObject {
  return { [key]: own(args, key) ?? null };
}

/** The problems of `name` and `externalClientId`, and of properties that a metadata document defines. Values can be unknown. */
export function problemsOfDocument(args: JsonObject): readonly Problem[] {
  const isNamed = own(args, "name") !== undefined;
  if (own(args, key) === undefined) {
    return isNamed ? [] : [{ path: ["name"], says: `is required, except with ${key}` }];
  }
  const defined = Object.keys(client.schema.fields).filter(
    (name) => own(args, name) !== undefined && !settable.has(name),
  );
  return defined.map((name) => ({
    path: [name],
    says:
      name === "name"
        ? `cannot be declared together with ${key}: the metadata document defines the name. Declare exactly one of the two`
        : `cannot be declared together with ${key}: the metadata document defines it, or the service refuses it for such an application`,
  }));
}

/**
 * Registers an application by its metadata document. Returns its id.
 *
 * @param label the resource, for messages
 * @throws Taken if it is registered already. The service has then read its document again
 */
export async function registerDocument(service: TenantClient, args: JsonObject, label: string): Promise<string> {
  const call = { method: "POST", path: [client.route, "cimd", "register"], subject: label, action: "create" } as const;
  const { status, body } = await service.request<Json>({
    ...call,
    body: { external_client_id: own(args, key) ?? null },
  });
  if (status === 200) throw new Taken(label);
  const id = own(body, "client_id");
  if (typeof id !== "string" || !isUsableId(id)) {
    throw new ShapeError(`the tenant's response for ${label} contains no id, or an invalid one`);
  }
  const warnings = own(own(body, "validation"), "warnings");
  const texts = Array.isArray(warnings) ? warnings.filter((text) => typeof text === "string") : [];
  if (texts.length > 0)
    console.warn(`warning: ${label}: the service warns of the metadata document: ${listInWords(texts)}`);
  return id;
}

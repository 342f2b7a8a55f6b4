import { type Service, sanitize } from "../../client/index.ts";
import { type Method, typeOfMethod } from "../../definitions/client.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { isUsableId } from "../../lifecycle/rest.ts";
import { isObject, type Json, type JsonObject, own, stringsIn } from "../../schema/json.ts";
import { ShapeError } from "../../state/wire.ts";

/** A credential of an application at the tenant. */
export interface Credential {
  readonly id: string;
  readonly type: string;
  /** Identifies the key or certificate: the key id, the thumbprint or the subject. */
  readonly key: string;
  readonly name?: string;
  readonly algorithm?: string;
  readonly expiresAt?: string;
}

/** The authentication of an application. */
export interface Application {
  /** The authentication method with credentials. Absent: the application uses its client secret or no authentication. */
  readonly method?: Method;
  /** Ids of the credentials that the method uses. */
  readonly attached: readonly string[];
  /** Ids of credentials that the application uses for purposes other than its authentication. */
  readonly elsewhere: readonly string[];
  /** All credentials of the application. */
  readonly all: readonly Credential[];
  /** The token endpoint method, which an application has instead of credentials. */
  readonly tokenMethod?: string;
  /** The reason why the application must not be changed, as a sentence without a full stop. */
  readonly untouchable?: string;
}

/** `summary`: the properties that every token can read. `secrets`: the properties that only tokens with access to secrets or credentials can read. */
const summary = ["client_id", "app_type", "name", "description"];
const secrets = ["client_secret", "encryption_key", "client_authentication_methods", "signing_keys"];

/**
 * Reads an application, without the list of its credentials; undefined if the application does not exist.
 *
 * @param continues whether an earlier request of the operation has changed something
 */
export async function clientOf(service: Service, id: string, continues = false): Promise<JsonObject | undefined> {
  const body = await getObject(service, ["clients", id], label(id), continues);
  if (body && own(body, "client_id") !== id) {
    throw new ShapeError(`the tenant's response for ${label(id)} contains another object`);
  }
  return body;
}

/** Reads all credentials of an application. */
export async function credentialsOf(service: Service, id: string, continues = false): Promise<readonly Credential[]> {
  const path = ["clients", id, "credentials"];
  const call = { method: "GET", path, subject: `credentials of ${label(id)}`, action: "read", continues } as const;
  const { body } = await service.request<Json>(call);
  if (!Array.isArray(body)) throw new ShapeError(`the tenant's response for ${label(id)} has no list of credentials`);
  return body.map((one: Json) => credentialIn(one, id));
}

/** Reads an application with its credentials; undefined if it does not exist. */
export async function applicationOf(service: Service, id: string, continues = false): Promise<Application | undefined> {
  const body = await clientOf(service, id, continues);
  return body && applicationIn(body, id, await credentialsOf(service, id, continues));
}

/** Extracts the authentication of an application from a response. */
export function applicationIn(body: JsonObject, id: string, all: readonly Credential[]): Application {
  const methods = own(body, "client_authentication_methods");
  const tokenMethod = own(body, "token_endpoint_auth_method");
  const untouchable = untouchableIn(body);
  return {
    ...attachedIn(methods, id),
    elsewhere: ["signed_request_object", "token_vault_privileged_access"].flatMap((name) => idsIn(own(body, name), id)),
    all,
    ...(typeof tokenMethod === "string" && { tokenMethod }),
    ...(untouchable !== undefined && { untouchable }),
  };
}

/** Whether a response contains credentials in use. */
export function showsCredentials(body: JsonObject): boolean {
  return attachedIn(own(body, "client_authentication_methods"), "").attached.length > 0;
}

/** @throws UserError if the token cannot read authentication methods, so that missing credentials cannot be told from hidden ones */
export function refuseHidden(body: JsonObject): void {
  if (secrets.some((name) => own(body, name) !== undefined)) return;
  throw new UserError(
    "This token cannot read the authentication methods of applications. Grant the client the scope read:client_credentials.",
  );
}

/** @throws UserError if the token can read only a summary, so that the previous method could not be restored by a deletion */
export function refuseSummary(body: JsonObject, id: string): void {
  if (Object.keys(body).some((name) => ![...summary, ...secrets].includes(name))) return;
  throw new UserError(
    `${label(id)} was not changed: this token can read only a summary of it, so the previous method could not be restored later. ` +
      "Grant the client the scope read:clients.",
  );
}

/** The name of an application in messages. */
export function label(id: string): string {
  return `application "${sanitize(id)}"`;
}

function untouchableIn(body: JsonObject): string | undefined {
  if (own(body, "global") === true) return "it is the tenant's global application, which belongs to the service";
  const isRegistered = ["external_client_id", "external_metadata_type"].some((name) => {
    const value = own(body, name);
    return value !== undefined && value !== null;
  });
  return isRegistered
    ? "it registered itself, or it is registered by a metadata document that defines its properties"
    : undefined;
}

function attachedIn(methods: Json | undefined, id: string): Pick<Application, "method" | "attached"> {
  if (methods === undefined || methods === null) return { attached: [] };
  if (!isObject(methods))
    throw new ShapeError(`the tenant's response for ${label(id)} has authentication methods in an unexpected form`);
  const method = (Object.keys(typeOfMethod) as Method[]).find((name) => isObject(own(methods, name)));
  return method ? { method, attached: idsIn(own(methods, method), id) } : { attached: [] };
}

/** The ids of the credentials that a property refers to. */
function idsIn(holder: Json | undefined, id: string): readonly string[] {
  const credentials = own(holder, "credentials");
  if (credentials === undefined || credentials === null) return [];
  if (!Array.isArray(credentials))
    throw new ShapeError(`the tenant's response for ${label(id)} has credentials in an unexpected form`);
  const ids = credentials.map((one: Json) => own(one, "id") ?? null);
  if (stringsIn(ids).length === ids.length) return stringsIn(ids);
  throw new ShapeError(`the tenant's response for ${label(id)} has a credential without an id`);
}

/** Extracts a credential from a response. @throws ShapeError if the response is no credential */
export function credentialIn(body: Json, client: string): Credential {
  const text = (name: string) => {
    const value = own(body, name);
    return typeof value === "string" ? value : undefined;
  };
  const [id, type] = [text("id"), text("credential_type")];
  if (id === undefined || !isUsableId(id) || type === undefined) {
    throw new ShapeError(`the tenant's response for ${label(client)} has a credential without an id or a type`);
  }
  const [name, algorithm, expiresAt] = [text("name"), text("alg"), text("expires_at")];
  const subject = text("subject_dn");
  return {
    id,
    type,
    key: text("kid") ?? text("thumbprint_sha256") ?? (subject === undefined ? id : subjectKey(subject)),
    ...(name !== undefined && { name }),
    ...(algorithm !== undefined && { algorithm }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Normalizes the subject of a certificate: its parts can be separated by line breaks or commas. */
export function subjectKey(subject: string): string {
  return subject
    .split(/[,\n]/)
    .map((part) => part.trim())
    .join("\n");
}

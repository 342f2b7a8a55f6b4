import { legible, type Service } from "../../client/index.ts";
import { type Method, typeOfMethod } from "../../definitions/client-authentication.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { isUsableId } from "../../lifecycle/rest.ts";
import { isObject, type Json, type JsonObject, own, stringsIn } from "../../schema/json.ts";
import { ShapeError } from "../../state/wire.ts";

/** A credential of an application, as the tenant has it. */
export interface Credential {
  readonly id: string;
  readonly type: string;
  /** What tells its key or certificate from others: the key id, the thumbprint or the subject. */
  readonly key: string;
  readonly name?: string;
  readonly algorithm?: string;
  readonly expiresAt?: string;
}

/** What an application has to prove who it is. */
export interface Application {
  /** None: it proves that by its secret, or not at all. */
  readonly method?: Method;
  /** The ids of the credentials of the method. */
  readonly attached: readonly string[];
  /** The ids of those that the application uses for something else. */
  readonly elsewhere: readonly string[];
  /** All credentials that it has. */
  readonly all: readonly Credential[];
  /** The method at the token endpoint in place of credentials. */
  readonly tokenMethod?: string;
  /** Why nothing of it can be changed. A sentence without a full stop. */
  readonly untouchable?: string;
}

/** What every token is shown of an application, and what one that sees credentials is shown besides. */
const summary = ["client_id", "app_type", "name", "description"];
const secrets = ["client_secret", "encryption_key", "client_authentication_methods", "signing_keys"];

/**
 * Reads the client of an application, without its credentials.
 *
 * @param continues a call before has changed something
 */
export async function clientOf(service: Service, id: string, continues = false): Promise<JsonObject | undefined> {
  const body = await getObject(service, ["clients", id], label(id), continues);
  if (body && own(body, "client_id") !== id) {
    throw new ShapeError(`the tenant answered for ${label(id)} with another object`);
  }
  return body;
}

/** Reads all credentials of an application. */
export async function credentialsOf(service: Service, id: string, continues = false): Promise<readonly Credential[]> {
  const path = ["clients", id, "credentials"];
  const call = { method: "GET", path, subject: `credentials of ${label(id)}`, action: "read", continues } as const;
  const { body } = await service.request<Json>(call);
  if (!Array.isArray(body)) throw new ShapeError(`the tenant answered for ${label(id)} without a list of credentials`);
  return body.map((one: Json) => credentialIn(one, id));
}

/** The application with its credentials; undefined where there is none. */
export async function applicationOf(service: Service, id: string, continues = false): Promise<Application | undefined> {
  const body = await clientOf(service, id, continues);
  return body && applicationIn(body, id, await credentialsOf(service, id, continues));
}

/** What an answer says of an application. */
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

/** Whether an answer shows that an application has credentials in use. */
export function showsCredentials(body: JsonObject): boolean {
  return attachedIn(own(body, "client_authentication_methods"), "").attached.length > 0;
}

/** @throws UserError where the token hides how applications prove who they are: nothing tells then that one has no credentials */
export function refuseHidden(body: JsonObject): void {
  if (secrets.some((name) => own(body, name) !== undefined)) return;
  throw new UserError(
    "The tenant does not show this token how applications prove who they are. Give the client the scope read:client_credentials.",
  );
}

/** @throws UserError where the token sees too little to tell what has to be put back in the end */
export function refuseSummary(body: JsonObject, id: string): void {
  if (Object.keys(body).some((name) => ![...summary, ...secrets].includes(name))) return;
  throw new UserError(
    `${label(id)} was not changed: the tenant shows this token no more than a summary, so what is there could not be put back. ` +
      "Give the client the scope read:clients.",
  );
}

/** An application for people. */
export function label(id: string): string {
  return `application "${legible(id)}"`;
}

function untouchableIn(body: JsonObject): string | undefined {
  if (own(body, "global") === true) return "it is the tenant's global application, which belongs to the service";
  const isRegistered = ["external_client_id", "external_metadata_type"].some((name) => {
    const value = own(body, name);
    return value !== undefined && value !== null;
  });
  return isRegistered
    ? "it registered itself, or is registered by its metadata document, which says what it is"
    : undefined;
}

function attachedIn(methods: Json | undefined, id: string): Pick<Application, "method" | "attached"> {
  if (methods === undefined || methods === null) return { attached: [] };
  if (!isObject(methods))
    throw new ShapeError(`the tenant answered for ${label(id)} without its authentication methods`);
  const method = (Object.keys(typeOfMethod) as Method[]).find((name) => isObject(own(methods, name)));
  return method ? { method, attached: idsIn(own(methods, method), id) } : { attached: [] };
}

/** The ids in the credentials of what refers to them. */
function idsIn(holder: Json | undefined, id: string): readonly string[] {
  const credentials = own(holder, "credentials");
  if (credentials === undefined || credentials === null) return [];
  if (!Array.isArray(credentials))
    throw new ShapeError(`the tenant answered for ${label(id)} with credentials of another form`);
  const ids = credentials.map((one: Json) => own(one, "id") ?? null);
  if (stringsIn(ids).length === ids.length) return stringsIn(ids);
  throw new ShapeError(`the tenant answered for ${label(id)} with a credential without an id`);
}

/** @throws ShapeError where an answer is no credential */
export function credentialIn(body: Json, client: string): Credential {
  const text = (name: string) => {
    const value = own(body, name);
    return typeof value === "string" ? value : undefined;
  };
  const [id, type] = [text("id"), text("credential_type")];
  if (id === undefined || !isUsableId(id) || type === undefined) {
    throw new ShapeError(`the tenant answered for ${label(client)} with a credential without an id or a type`);
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

/** The subject of a certificate in one form, whether its parts are lines or separated by commas. */
export function subjectKey(subject: string): string {
  return subject
    .split(/[,\n]/)
    .map((part) => part.trim())
    .join("\n");
}

import { sanitize } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { UpdateRequest } from "../../lifecycle/resource-type.ts";
import type { WriteOnlySecrets } from "../../lifecycle/write-only-secrets.ts";
import { equal, isObject, type Json, type JsonObject, own, type Path, toPointer, valueAt } from "../../schema/json.ts";
import type { Fields, Schema } from "../../schema/schema.ts";
import { compose } from "../../state/compose.ts";
import { type Plan, partOf } from "../../state/plan.ts";
import { toWire } from "../../state/wire.ts";

/** A type of objects with code, secrets and a draft: actions, or action modules. */
export interface CodeType {
  readonly schema: Schema;
  /** The properties in the body of a request, without the secrets. */
  readonly bodyFields: Fields;
  /** The property that says whether the draft is put in force. No body contains it. */
  readonly inForce: string;
  label(args: JsonObject): string;
}

/** @throws UserError if this run does not know the value of a secret */
export function bodyOfCreation({ bodyFields, label }: CodeType, args: JsonObject, known: WriteOnlySecrets): JsonObject {
  const secrets = opened(args, label(args), known);
  return { ...toWire(bodyFields, args), ...(own(args, "secrets") !== undefined && { secrets }) };
}

/**
 * The body of an update: the changed properties, and all secrets if one of them changes.
 *
 * @throws UserError if the update would delete undeclared secrets, or if this run does not know the value of a secret
 */
export function bodyOfUpdate(
  { schema, bodyFields, inForce, label }: CodeType,
  { plan, inputs, outputs, secrets }: UpdateRequest,
  live: JsonObject,
): Record<string, Json> {
  const isSecret = ({ path }: { readonly path: Path }) => path[0] === "secrets";
  const others = partOf(plan, ([name]) => name !== "secrets");
  const { [inForce]: _, ...changes } = compose(schema, { plan: others, inputs, now: { live } });
  const body: Record<string, Json> = { ...toWire(bodyFields, changes) };
  const isThere = ({ path }: { readonly path: Path }) => valueAt(live, path) !== undefined;
  if (plan.changed.some(isSecret) || plan.removed.some((leaf) => isSecret(leaf) && isThere(leaf))) {
    refuseForeign(plan, { inputs, outputs, live }, label(inputs));
    body.secrets = opened(inputs, label(inputs), secrets);
  }
  return body;
}

/** The paths (JSON pointers) of the declared secrets: if they are exclusive, they are one value. */
export function pathsOfSecrets(inputs: JsonObject): readonly string[] {
  return own(inputs, "exclusiveSecrets") === true
    ? [toPointer(["secrets"])]
    : Object.keys(membersOf(inputs)).map((name) => toPointer(["secrets", name]));
}

/**
 * The declared secrets with their values, for a request. A request must contain all secrets, because the API replaces the whole set.
 *
 * @param secrets the values that this run knows, by the hashes in the arguments
 * @throws UserError if this run does not know a value
 */
function opened(args: JsonObject, label: string, secrets: WriteOnlySecrets): readonly JsonObject[] {
  return Object.entries(membersOf(args)).map(([name, hash]) => {
    const value = secrets.open(hash);
    if (value !== undefined) return { name, value };
    throw new UserError(
      `${label} was not changed: an update has to send all secrets, and this run does not know the value of secret ${sanitize(name)}. ` +
        "Declare its value, and remove the secret from `ignoreChanges` if the program ignores its changes.",
    );
  });
}

/**
 * Refuses an update that would delete undeclared secrets: the API deletes secrets that an update does not send.
 *
 * @throws UserError that names the secrets
 */
function refuseForeign(
  { removed }: Plan,
  { inputs, outputs, live }: { readonly inputs: JsonObject; readonly outputs: JsonObject; readonly live: JsonObject },
  label: string,
): void {
  if (own(inputs, "exclusiveSecrets") === true) return;
  const leaving = removed.flatMap(({ path }) => (path.length > 1 ? path.slice(1) : Object.keys(membersOf(outputs))));
  const known = new Set([...Object.keys(membersOf(inputs)), ...leaving]);
  const foreign = Object.keys(membersOf(live)).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new UserError(
    `${label} was not changed: at the tenant, it also has the undeclared secrets ${sanitize(foreign.join(", "))}, and an update of secrets would delete them. ` +
      "Declare these secrets, too, or set `exclusiveSecrets: true` to delete them.",
  );
}

/**
 * The end of the message that refuses a replacement because of undeclared secrets: their values cannot be read, so the new object would lack them.
 * Undefined if there are no undeclared secrets, or if `exclusiveSecrets` allows their deletion.
 *
 * @param hints the record's hints: the times at which the declared secrets were sent
 */
export function secretsLostWith(live: JsonObject, args: JsonObject, hints: JsonObject): string | undefined {
  if (own(args, "exclusiveSecrets") === true) return undefined;
  // A secret that this stack has declared before, and that another client has changed since, is that client's.
  const lost = Object.entries(membersOf(live)).flatMap(([name, time]) =>
    own(membersOf(args), name) === undefined && !equal(sentAt(hints, name), time) ? [name] : [],
  );
  if (lost.length === 0) return undefined;
  return (
    `also has the undeclared secrets ${sanitize(lost.join(", "))}, which would be deleted with it, and the API never returns their values. ` +
    "Declare these secrets, too, or set `exclusiveSecrets: true` to delete them."
  );
}

/** The recorded time of the last write of a declared secret. Hints contain the time of each secret, or for exclusive secrets a map of all times. */
export function sentAt(hints: JsonObject, name: string): Json | undefined {
  return own(hints, toPointer(["secrets", name])) ?? own(own(hints, toPointer(["secrets"])), name);
}

function membersOf(of: JsonObject): JsonObject {
  const secrets = own(of, "secrets");
  return isObject(secrets) ? secrets : {};
}

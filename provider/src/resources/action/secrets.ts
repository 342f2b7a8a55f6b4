import { legible } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { seals } from "../../lifecycle/write-only-secrets.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { toPointer } from "../../schema/pointer.ts";
import type { Plan } from "../../state/plan.ts";

/**
 * All declared secrets as the service takes them, with their values: it replaces the whole set.
 *
 * @throws UserError where a value is not known to this run
 */
export function opened(args: JsonObject, label: string): readonly JsonObject[] {
  return Object.entries(membersOf(args)).map(([name, hash]) => {
    const value = seals.open(hash);
    if (value !== undefined) return { name, value };
    throw new UserError(
      `${label} was not changed: the value of its secret ${legible(name)} is not known to this run, and the service takes secrets only all together. ` +
        "Take it out of ignoreChanges, or declare the value.",
    );
  });
}

/**
 * Refuses an update that would delete secrets that nobody declared: the service deletes those that are not sent.
 *
 * @throws UserError that names them
 */
export function refuseForeign(
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
    `${label} was not changed: at the tenant it has the secrets ${legible(foreign.join(", "))} besides, and an update of secrets deletes those that are not declared. ` +
      "Declare them, too, or say `exclusiveSecrets: true` to have them deleted.",
  );
}

/**
 * What a replacement deletes of an action's secrets that the program does not declare, for people: nobody can read their values. Undefined
 * where it deletes none, or may.
 *
 * @param hints those of the record, which has when each declared secret was sent
 */
export function secretsLostWith(live: JsonObject, args: JsonObject, hints: JsonObject): string | undefined {
  if (own(args, "exclusiveSecrets") === true) return undefined;
  const isKnown = (name: string) => own(membersOf(args), name) !== undefined || sentAt(hints, name) !== undefined;
  const lost = Object.keys(membersOf(live)).filter((name) => !isKnown(name));
  if (lost.length === 0) return undefined;
  return (
    `has the secrets ${legible(lost.join(", "))} besides, and the service never shows their values: they would be deleted with it. ` +
    "Declare them, too, or say `exclusiveSecrets: true` to have them deleted."
  );
}

/** When a declared secret was sent, as its record has it: by secret, or where all of them are declared, in one map. */
export function sentAt(hints: JsonObject, name: string): Json | undefined {
  return own(hints, toPointer(["secrets", name])) ?? own(own(hints, toPointer(["secrets"])), name);
}

function membersOf(of: JsonObject): JsonObject {
  const secrets = own(of, "secrets");
  return isObject(secrets) ? secrets : {};
}

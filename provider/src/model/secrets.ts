import { Draft } from "./draft.ts";
import { isObject, type Json, type JsonObject, own, signatureKey } from "./json.ts";
import { secretsKey } from "./keys.ts";
import { leavesOf } from "./leaves.ts";
import { fromPointer, type Path, pointersAbove, toPointer, valueAt } from "./pointer.ts";
import { type Fields, placeOf, secretsOf } from "./table.ts";

const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value in the engine's envelope. It is encrypted in the state, and shown as `[secret]` on the screen. */
export function secretEnvelope(value: Json): JsonObject {
  return { [signatureKey]: secretSignature, value };
}

/** The paths that the program itself marked as secret. */
export function markedSecrets(props: JsonObject): readonly Path[] {
  const marked = own(props, secretsKey);
  return Array.isArray(marked) ? marked.filter((item) => typeof item === "string").map(fromPointer) : [];
}

/** Whether the program marked a property, or a part of it, as secret. */
export function isMarked(props: JsonObject, name: string): boolean {
  return markedSecrets(props).some((path) => path[0] === name);
}

/** The few properties of a table that can hold something secret: every value of a resource is looked through several times. */
const holders = new WeakMap<Fields, Fields>();

function holdersIn(fields: Fields): Fields {
  const known = holders.get(fields);
  if (known) return known;
  const some = Object.entries(fields).filter(([, field]) => field.kind === "document" || secretsOf(field).length > 0);
  const found = Object.fromEntries(some);
  holders.set(fields, found);
  return found;
}

/** The paths of the secret values that are present: those that the table knows, and those that the program `marked`. */
export function secretPaths(fields: Fields, args: JsonObject, marked: readonly Path[] = []): readonly Path[] {
  const holding = holdersIn(fields);
  const known = leavesOf(holding, args)
    .filter(({ field, path }) => placeOf(field, path, args).secret)
    .map(({ path }) => path);
  const given = Object.keys(holding).filter((name) => holding[name]?.computed && holding[name].secret);
  const also = [...given.map((name) => [name]), ...marked];
  const present = also.map((path) => holderOf(args, path)).filter((path) => path !== undefined);
  const all = [...known, ...present];
  const pointers = new Set(all.map(toPointer));
  // An envelope around a value covers everything in it.
  return all.filter((path) => !pointersAbove(path).some((pointer) => pointers.has(pointer)));
}

/** The path itself, or the path of an array on the way to it, as a secret in an array makes the whole array secret. */
function holderOf(args: JsonObject, path: Path): Path | undefined {
  for (let length = 1; length <= path.length; length++) {
    const above = path.slice(0, length);
    const value = valueAt(args, above);
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return above;
  }
  return path;
}

/** The same object with every secret value in the engine's envelope, whether or not the program marked it. */
export function wrapSecrets(fields: Fields, args: JsonObject, marked: readonly Path[] = []): JsonObject {
  const wrapped = new Draft(args);
  for (const path of secretPaths(fields, args, marked)) {
    const value = valueAt(args, path);
    if (value !== undefined) wrapped.put(path, secretEnvelope(value));
  }
  return wrapped.root;
}

/** All texts and numbers that are secret, as an error may quote them. */
export function secretTexts(fields: Fields, args: JsonObject): readonly string[] {
  return secretPaths(fields, args, markedSecrets(args)).flatMap((path) => textsIn(valueAt(args, path) ?? null));
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [`${value}`];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same object without its secret values, and without documents, which may hold secrets that nobody knows of. */
export function dropSecrets(fields: Fields, args: JsonObject): JsonObject {
  const documents = Object.keys(fields).filter((name) => fields[name]?.kind === "document");
  const paths = [...secretPaths(fields, args), ...documents.map((name) => [name])];
  const rest = new Draft(args);
  for (const path of paths) rest.remove(path);
  return rest.root;
}

import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { describePath, holdsUnknown, isObject, type Json, toPointer, unknownValue } from "../schema/json.ts";
import { type DurationUnit, type Hints, hintsAt, identityOf, type Schema } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { leafAt, type Place, wholeOf } from "../state/leaves.ts";
import { setChange } from "../state/plan.ts";
import { definitions } from "../types/registry.ts";
import type { Act, Outcome } from "./outcomes.ts";

/** A value that protects the tenant, and that a plan changes to one that may protect it less. */
export interface WeakerSafeguard {
  /** The class of the resource. */
  readonly type: string;
  /** Untrusted text. */
  readonly name: string;
  readonly urn: string;
  readonly path: string;
  /** Why the value matters, as a sentence. */
  readonly why: string;
  /** The value before. Absent if there is none, and for a secret. */
  readonly was?: Json;
  /** The value after. Absent if there is none, if it is not known, and for a secret. */
  readonly is?: Json;
  readonly secret?: true;
  /** The new value is known only during the run. */
  readonly isUnknown?: true;
  /** Whether the new value is weaker is not known: the values have no order, or the new value is not known. */
  readonly isUnsure?: true;
  /** The unit of a duration. */
  readonly unit?: DurationUnit;
}

/** The acts that change an object which was there before. */
const changing: ReadonlySet<Act> = new Set(["write", "reset", "adopt", "replace"]);

/** The safeguards that a plan weakens, or may weaken: those of which no direction is known, and those whose new value is not known. */
export function weakerSafeguards(outcomes: readonly Outcome[]): readonly WeakerSafeguard[] {
  return outcomes.filter(({ act }) => changing.has(act)).flatMap(weakerIn);
}

function weakerIn(outcome: Outcome): readonly WeakerSafeguard[] {
  const { type, act, plan } = outcome;
  const schema: Schema = definitions[type].schema;
  // A plan has no changes of identities, because no request sends one: a replacement creates an object with the new identity.
  const identity = act === "replace" ? identityOf(schema) : [];
  const identities = identity.flatMap((name) => {
    const field = schema.fields[name];
    return field ? [{ field, path: [name] }] : [];
  });
  const wholes = [...identities, ...[...plan.changed, ...plan.removed].map((place) => wholeOf(schema.fields, place))];
  const places = new Map(wholes.map((place) => [toPointer(place.path), place]));
  return [...places.values()].flatMap((place) => weakerAt(outcome, place) ?? []);
}

function weakerAt({ urn, type, before, after }: Outcome, { field, path }: Place): WeakerSafeguard | undefined {
  if (!before || !after) return undefined;
  const { safeguard: why, weaker, unit } = hintsAt(definitions[type].schema.fields, path, after);
  const [was, is] = [before, after].map((object) => leafAt(field, object, path));
  if (why === undefined || same(field, was, is) || !isWeaker(weaker, was ?? field.absent, is ?? field.absent)) {
    return undefined;
  }
  const isUnsure = weaker === undefined || isSecret(is) || holdsUnknown(is);
  const found = {
    ...{ type: definitions[type].type, name: parseUrn(urn)?.name ?? urn, urn, path: describePath(path), why },
    ...(isUnsure && ({ isUnsure: true } as const)),
    ...(unit !== undefined && { unit }),
  };
  if (isSecret(was) || isSecret(is)) return { ...found, secret: true };
  const known = { ...found, ...(was !== undefined && { was }) };
  if (is !== undefined && holdsUnknown(is)) return { ...known, isUnknown: true };
  return { ...known, ...(is !== undefined && { is }) };
}

/** Whether a new value can be weaker than the one before. */
function isWeaker(weaker: Hints["weaker"], was: Json | undefined, is: Json | undefined): boolean {
  if (weaker === undefined || is === undefined || is === unknownValue) return true;
  if (typeof weaker === "boolean") return is === weaker || typeof is !== "boolean";
  const [less, more] = weaker === "more" ? [was, is] : [is, was];
  if (typeof less === "number" && typeof more === "number") return more > less;
  const [few, many] = [less ?? [], more].map(membersIn);
  return !few || !many || setChange(few, many).add.length > 0;
}

/** The elements of a set as texts, or the keys of a map; undefined for any other value. */
function membersIn(value: Json | undefined): readonly string[] | undefined {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item));
  return isObject(value) && !isSecret(value) ? Object.keys(value) : undefined;
}

import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import type { Change } from "../report/types.ts";
import {
  covers,
  describePath,
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
  unknownValue,
} from "../schema/json.ts";
import { keysOfPath } from "../schema/property-path.ts";
import {
  type DurationUnit,
  type Fields,
  fieldAt,
  type Hints,
  hintsAt,
  identityOf,
  type Schema,
} from "../schema/schema.ts";
import { secrecyOf } from "../schema/secrecy/find.ts";
import { same } from "../state/canonical.ts";
import { leafAt, type Place, wholeOf } from "../state/leaves.ts";
import { setChange } from "../state/plan.ts";
import { secrecyOfFields } from "../state/secrets.ts";
import { definitions } from "../types/registry.ts";
import type { Creations } from "./creations.ts";
import type { Act, Outcome } from "./outcomes.ts";
import { sharingChangesOf } from "./sharing.ts";

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

/** A resource with the changes that the review shows. */
interface ShownResource {
  readonly urn: string;
  readonly isPending?: true;
  readonly changes: readonly (Change & Pick<WeakerSafeguard, "isUnknown" | "isUnsure">)[];
}

/** The acts that change an object which was there before. */
const changing: ReadonlySet<Act> = new Set(["write", "reset", "adopt", "replace"]);

/**
 * The safeguards that a plan weakens, or may weaken: those of which no direction is known, and those whose new value is not known. What a creation
 * gives to an object that exists already is compared with what the object is known to have, or with nothing.
 *
 * @param resources the resources of the review, each with its changes
 */
export function weakerSafeguards(
  outcomes: readonly Outcome[],
  creations: Creations,
  resources: readonly ShownResource[],
): readonly WeakerSafeguard[] {
  const shown = new Map(resources.flatMap(({ urn, changes, isPending }) => (isPending ? [] : [[urn, changes]])));
  return outcomes.flatMap((outcome) => {
    const all = weakerValues(outcome, creations);
    const hidden = hiddenSafeguards(outcome, creations, shown.get(outcome.urn) ?? []);
    // What is inside a hidden value is not known, although the plan seems to lack it.
    const known = all.filter((one) => !hidden.some(({ path }) => path !== one.path && isInside(path, one.path)));
    const added = hidden.filter(({ path }) => !all.some((one) => one.path === path));
    return [...known, ...added, ...openedSets(outcome, creations)];
  });
}

function isInside(whole: string, path: string): boolean {
  return covers(keysOfPath(whole), keysOfPath(path));
}

/**
 * The changes whose new value the review cannot know, because it is a secret or known only during the run. Their values cannot be compared: two
 * secrets look the same, and an unknown object has no properties.
 */
function hiddenSafeguards(
  outcome: Outcome,
  creations: Creations,
  changes: ShownResource["changes"],
): readonly WeakerSafeguard[] {
  const { urn, type, act, after } = outcome;
  if (!after) return [];
  const { fields }: Schema = definitions[type].schema;
  const secrecy = secrecyOfFields(fields, after);
  const judged = changing.has(act) ? () => true : (creations.of(outcome)?.judged ?? (() => false));
  return changes.flatMap(({ path: text, kind, secret, isUnknown, isUnsure, was }) => {
    const path = keysOfPath(text);
    if ((!secret && !isUnknown) || kind === "delete" || !judged(path[0] ?? "")) return [];
    const how = secret && secrecyOf(path, secrecy);
    const isCredential = how === "is secret" || how === "looks secret";
    // A credential stands in each object that has one, so a plan that does not say whether it changes tells nothing.
    if (isCredential && isUnsure) return [];
    const hints = hintsAt(fields, path, after);
    const { weaker, unit } = hints;
    // Without the object, a switch that only protects is off.
    if (act === "create" && weaker === false) return [];
    const why = whyOf(hints) ?? (!isCredential && hasSafeguards(fields, path, after) ? whyInside : undefined);
    if (why === undefined) return [];
    return {
      ...{ type: definitions[type].type, name: parseUrn(urn)?.name ?? urn, urn, path: describePath(path), why },
      ...{ isUnsure: true as const },
      ...(unit !== undefined && { unit }),
      ...(secret ? { secret } : { isUnknown: true as const, ...(was !== undefined && { was }) }),
    };
  });
}

/** Why a value matters; undefined if it does not. */
function whyOf({ safeguard, undocumented }: Hints): string | undefined {
  return (
    safeguard ??
    (undocumented &&
      "This version does not know the property, so the review cannot tell whether it protects the tenant.")
  );
}

/** Why it matters that the whole of an object is hidden. */
const whyInside = "Values inside it can protect the tenant.";

/** Whether there are safeguards inside of an object. The names in a document are not listed anywhere, so one with annotations has some. */
function hasSafeguards(fields: Fields, path: Path, root: JsonObject): boolean {
  const field = fieldAt(fields, path);
  if (field?.kind === "document") return field.hints !== undefined;
  if (field?.kind !== "object") return false;
  return Object.keys(field.fields).some((name) => {
    const inside = [...path, name];
    return hintsAt(fields, inside, root).safeguard !== undefined || hasSafeguards(fields, inside, root);
  });
}

function weakerValues(outcome: Outcome, creations: Creations): readonly WeakerSafeguard[] {
  const given = givenBy(outcome, creations);
  if (!changing.has(outcome.act)) return given;
  const identity = identityOf(definitions[outcome.type].schema);
  // What a replacement gives to another object is new there. Only the identity is compared with the one before.
  const isNewThere = ({ path }: WeakerSafeguard) => !identity.includes(path) && given.some((one) => one.path === path);
  const changed = weakerIn(outcome, outcome.act === "replace").filter((one) => !isNewThere(one));
  return [...changed, ...given.filter(({ path }) => !changed.some((one) => one.path === path))];
}

/** Why it matters that a program begins to share a set. */
const whyExclusive = "Without it, members that others add stay, and no report of drift shows them.";

/** The arguments and properties by which a program begins to share what it declared as a whole. Their values are no weaker, so no mark finds them. */
function openedSets(outcome: Outcome, creations: Creations): readonly WeakerSafeguard[] {
  const { urn, type } = outcome;
  return sharingChangesOf(outcome, creations).flatMap(({ path, was, is, isExclusive }) => {
    if (isExclusive === true) return [];
    return {
      ...{ type: definitions[type].type, name: parseUrn(urn)?.name ?? urn, urn, path, why: whyExclusive },
      ...(was !== undefined && { was }),
      ...(isExclusive === undefined ? ({ isUnknown: true, isUnsure: true } as const) : is !== undefined && { is }),
    };
  });
}

/** What a creation gives to what exists already. */
function givenBy(outcome: Outcome, creations: Creations): readonly WeakerSafeguard[] {
  const { before, judged } = creations.of(outcome) ?? {};
  if (!before || !judged) return [];
  return weakerIn({ ...outcome, act: "create", before }, true).filter(({ path }) => judged(keysOfPath(path)[0] ?? ""));
}

/** @param isNew whether the run creates the object, so that its identity can be another one */
function weakerIn(outcome: Outcome, isNew: boolean): readonly WeakerSafeguard[] {
  const { type, plan } = outcome;
  const schema: Schema = definitions[type].schema;
  // A plan has no changes of identities, because no request sends one: a creation gives the object its identity.
  const identity = isNew ? identityOf(schema) : [];
  const identities = identity.flatMap((name) => {
    const field = schema.fields[name];
    return field ? [{ field, path: [name] }] : [];
  });
  const wholes = [...identities, ...[...plan.changed, ...plan.removed].map((place) => wholeOf(schema.fields, place))];
  const places = new Map(wholes.map((place) => [toPointer(place.path), place]));
  return [...places.values()].flatMap((place) => weakerAt(outcome, place) ?? []);
}

function weakerAt({ urn, type, act, before, after }: Outcome, { field, path }: Place): WeakerSafeguard | undefined {
  if (!before || !after) return undefined;
  const hints = hintsAt(definitions[type].schema.fields, path, after);
  const why = whyOf(hints);
  const { weaker, unit } = hints;
  const [was, is] = [before, after].map((object) => leafAt(field, object, path));
  // A new object has the values that the service gives it, and a switch that is off protects no less than no object does.
  const isFromNothing = act === "create" && was === undefined;
  const base = was ?? field.absent ?? (isFromNothing ? field.initial : undefined);
  if (why === undefined || same(field, base, is) || (isFromNothing && weaker === false)) return undefined;
  if (!isWeaker(weaker, base, is ?? field.absent)) return undefined;
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

import { sanitize } from "../../client/index.ts";
import {
  describePath,
  fromPointer,
  holdsUnknown,
  isAncestor,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
  valueAt,
} from "../../schema/json.ts";
import { isIgnored } from "../../schema/provider-code.ts";
import { type Destination, type Field, fieldAt, pathRulesOf, type Schema } from "../../schema/schema.ts";
import { notShown } from "../../schema/secrecy/find.ts";
import { isRemovedAlong, stayingIn } from "../../state/after-write.ts";
import { same } from "../../state/canonical.ts";
import { destinationsOf, isWithin, secretsFor } from "../../state/destinations.ts";
import { type Leaf, leafAt, undeclaredIn } from "../../state/leaves.ts";
import type { Plan, Removal } from "../../state/plan.ts";
import type { IntendedWrite, Veto } from "./veto.ts";

/**
 * Refuses to lose a secret that the program does not declare, and to send one to another place: the service sends a secret to the address beside it,
 * and a write that changes only the address would send the tenant's secret there.
 */
export const destinations: Veto = async ({ type: { schema } }, write) => {
  const { action, inputs, values } = write;
  if (action !== "update") return [];
  const planned = withoutReleased(schema, write.plan);
  const possible = destinationsOf(schema, { ...values, ...inputs }).filter(
    (place) => mayHaveUndeclared(schema, place, planned, inputs) && addressesIn(place, planned, write).length > 0,
  );
  if (possible.length === 0 && replacedIn(schema, planned).length === 0) return [];
  const now = await write.live();
  if (now === undefined) return [];
  const plan = withoutReleased(schema, write.carriedOut(now));
  const isStaying = stayingIn(plan);
  // The input of a property in `ignoreChanges` can be an old value, so the update does not send it.
  const isOld = ({ field, path, value }: Leaf) =>
    isIgnored(inputs, path) && (leafAt(field, now, path) === notShown || differs(field, path, value, now));
  const isKept = stayingIn({ ...plan, declared: plan.declared.filter((leaf) => !isOld(leaf)) });
  const redirected = possible.flatMap((place) => {
    const addresses = addressesIn(place, plan, write).filter(({ changes }) => changes(now));
    const secrets = secretsFor(schema, place, now).filter(
      (path) => isKept(path) && !isRemovedAlong(schema, plan, now, path),
    );
    return addresses.length === 0 || secrets.length === 0
      ? []
      : [
          redirection(
            addresses.map(({ path }) => path),
            secrets,
            place,
            inputs,
          ),
        ];
  });
  const isKnown = (path: Path) => write.record.paths.includes(toPointer(path));
  const lost = replacedIn(schema, plan, now).flatMap(({ name, cause }) => {
    const hidden = schema.hiddenIn?.(now) ?? [];
    // A secret that is removed together with a change of its object, or of the property beside it, goes. Otherwise the removal only releases it.
    const secrets = hidden.filter(
      (path) => path[0] === name && isStaying(path) && (cause === "anyWrite" || !isKnown(path)),
    );
    return secrets.length === 0 ? [] : [loss(name, cause, secrets)];
  });
  return [...redirected, ...lost];
};

/** A plan without removals from an object that the API cannot clear and of which the program declares nothing else: they send nothing. */
function withoutReleased({ fields }: Schema, plan: Plan): Plan {
  const isReleased = ({ path: [name = ""] }: Removal) =>
    fields[name]?.clear?.how === "release" && !plan.declared.some(({ path }) => path[0] === name);
  return { ...plan, removed: plan.removed.filter((removal) => !isReleased(removal)) };
}

/** A property that a write changes, unless the tenant has the new value already. */
interface Change {
  readonly path: Path;
  readonly changes: (now: JsonObject) => boolean;
}

/** The addresses of a destination that a plan changes. */
function addressesIn({ addresses, isCode }: Destination, plan: Plan, write: IntendedWrite): readonly Change[] {
  const isOwn = (pointer: string) => isCode === true && write.record.paths.includes(pointer);
  return changesIn(plan)
    .filter(({ path }) => isWithin(addresses, path) && !isOwn(toPointer(path)))
    .map(({ path, changes }) => {
      // Code that is only added replaces no code of another client.
      const isReplaced = (now: JsonObject) => isCode !== true || (valueAt(now, path) ?? null) !== null;
      return { path, changes: (now) => isReplaced(now) && changes(now) };
    });
}

/** All changes of a plan. Unknown values, which only a preview has, may equal the tenant's. */
function changesIn({ changed, removed }: Plan): readonly Change[] {
  return [
    ...changed
      .filter(({ value }) => !holdsUnknown(value))
      .map(({ field, path, value }) => ({ path, changes: (now: JsonObject) => differs(field, path, value, now) })),
    ...removed.map((removal) => ({ path: removal.path, changes: (now: JsonObject) => isElsewhere(removal, now) })),
  ];
}

function differs(field: Field, path: Path, value: Json, now: JsonObject): boolean {
  return !same(field, value, leafAt(field, now, path), pathRulesOf(field, path, now));
}

/** Whether a removal makes the service use another value, such as its default. A property that is null is not used. */
function isElsewhere({ field, path, clear }: Removal, now: JsonObject): boolean {
  if ((valueAt(now, path) ?? null) === null || clear.how === "release") return false;
  if (clear.how === "default") return differs(field, path, clear.value, now);
  return field.kind === "document" || clear.how !== "null";
}

/** Whether the tenant can have a secret for a destination that the program does not declare, so that the object has to be read. */
function mayHaveUndeclared(
  { fields }: Schema,
  { secrets }: Destination,
  { declared }: Plan,
  inputs: JsonObject,
): boolean {
  const isUndeclared = undeclaredIn(declared.filter(({ path }) => !isIgnored(inputs, path)));
  const isOpen = (field: Field | undefined, path: Path): boolean => {
    if (field?.kind !== "object") return field?.kind === "document" || field?.kind === "map" || isUndeclared(path);
    return Object.entries(field.fields).some(
      ([name, member]) => (member.secret || member.kind === "object") && isOpen(member, [...path, name]),
    );
  };
  return secrets.map(fromPointer).some((path) => isOpen(fieldAt(fields, path), path));
}

/** A nested object that a write replaces as a whole. */
interface Replaced {
  readonly name: string;
  /** A change of the property with which the service removes the object, a change of a part of it, or any write. */
  readonly cause: { readonly property: string } | "part" | "anyWrite";
}

/**
 * The nested objects that a write replaces: it changes a part of the object, or the property with which the service removes the object, or the service
 * replaces the object with every write.
 *
 * @param now the object at the tenant; undefined for all objects that the plan could replace
 */
function replacedIn({ fields, hiddenIn }: Schema, plan: Plan, now?: JsonObject): readonly Replaced[] {
  if (hiddenIn === undefined) return [];
  const { changed, removed } = plan;
  return Object.entries(fields).flatMap(([name, field]): readonly Replaced[] => {
    if (field.kind !== "object" || field.merges) return [];
    const property = field.removedWith;
    const isRemoved =
      removed.some(({ path }) => path[0] === property) ||
      changed.some(
        ({ field, path, value }) => path[0] === property && (now === undefined || differs(field, path, value, now)),
      );
    if (property !== undefined && isRemoved) return [{ name, cause: { property } }];
    if ([...changed, ...removed].some(({ path }) => isAncestor([name], path))) return [{ name, cause: "part" }];
    const isSent = field.replacedAlways && changesIn(plan).some(({ changes }) => now === undefined || changes(now));
    return isSent ? [{ name, cause: "anyWrite" }] : [];
  });
}

function redirection(
  addresses: readonly Path[],
  secrets: readonly Path[],
  { isCode }: Destination,
  inputs: JsonObject,
): string {
  const [place, names] = [listOf(addresses), listOf(secrets)];
  const [lacks, declare] = secrets.some((path) => isIgnored(inputs, path))
    ? ["does not declare it, or ignores its changes", " and without `ignoreChanges`"]
    : ["does not declare it", ""];
  const sends = isCode ? `give ${names} to the new code` : `send ${names} to the new address`;
  return (
    `${place} would change, and the service would ${sends}. The tenant has ${names}, and the program ${lacks}. Declare ${names} ` +
    `with its value${declare}, or remove it at the tenant first, for example in the dashboard.`
  );
}

function loss(name: string, cause: Replaced["cause"], secrets: readonly Path[]): string {
  const names = listOf(secrets);
  const [why, declare] =
    typeof cause === "object"
      ? [
          `a change of ${cause.property} makes the service remove ${name}, so ${names} would be lost`,
          `Leave ${cause.property} as it is, or first declare ${names} with its value and the present ${cause.property}`,
        ]
      : [
          cause === "part"
            ? `an update of ${name} replaces all of it, so ${names} would be lost`
            : `an update that does not send ${name} can remove it, so ${names} could be lost`,
          `Declare ${names} with its value`,
        ];
  return (
    `${why}. The tenant has ${names}, the program does not declare it, and the API never returns it. ${declare}, or ` +
    "remove it at the tenant first, for example in the dashboard."
  );
}

function listOf(paths: readonly Path[]): string {
  return sanitize([...new Set(paths.map(describePath))].join(", "), 1_000);
}

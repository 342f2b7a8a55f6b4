import fc from "fast-check";
import { isObject, type Json, type JsonObject, own } from "../../../provider/src/model/json.ts";
import { fromPointer, type Path, without } from "../../../provider/src/model/pointer.ts";
import { type Exception, exceptions } from "../../lifecycle/exceptions.ts";
import { resourceServerProperties } from "../../model/arbitraries.ts";
import { connectionOptions, connectionProperties } from "../../model/connection-arbitraries.ts";
import type { Program } from "../mini-engine.ts";
import type { KindName } from "./runtime.ts";

/** A resource that programs may declare. Each has identities of its own, so that no two ever want the same object. */
export interface Slot {
  readonly name: string;
  readonly kind: KindName;
}

export const slots: readonly Slot[] = [
  { name: "api-a", kind: "resourceServer" },
  { name: "api-b", kind: "resourceServer" },
  { name: "login-a", kind: "connection" },
  { name: "login-b", kind: "connection" },
  { name: "roles-a", kind: "organizationMemberRoles" },
  { name: "roles-b", kind: "organizationMemberRoles" },
];

/** The kind of a slot. */
export function kindOf(name: string): KindName {
  const slot = slots.find((one) => one.name === name);
  if (!slot) throw new RangeError(`there is no slot ${name}`);
  return slot.kind;
}

export const organizations = ["org_000000000000000a", "org_000000000000000b"] as const;
/** What roles there are. */
export const roleIds = Array.from({ length: 8 }, (_, n) => `rol_${String(n).padStart(16, "0")}`);
/** The user of a slot. */
export const userOf = (slot: string) => `auth0|${slot}`;

const identifiers = (slot: string) => [`https://${slot}.example.com`, `https://${slot}.example.com/v2?x=1`];
const names = (slot: string) => [slot, `${slot}-2`];

/** The identities, as the tenant's collections take them for keys, that a slot may have. */
export function keysOf(slot: string): readonly string[] {
  return kindOf(slot) === "resourceServer" ? identifiers(slot) : names(slot);
}

const resources = {
  resourceServer: "ResourceServer",
  connection: "Connection",
  organizationMemberRoles: "OrganizationMemberRoles",
} as const;

/** Whether the documentation excepts a path of a slot's object from a law. */
export function isExcepted(
  slot: string,
  { strategy }: JsonObject,
  law: Exception["law"],
  how: Exception["how"],
  path: Path,
): boolean {
  return exceptions.some(
    (one) =>
      one.resource === resources[kindOf(slot)] &&
      (one.strategies?.includes(String(strategy)) ?? true) &&
      one.law === law &&
      one.how === how &&
      one.paths.some((pointer) => fromPointer(pointer).every((key, n) => key === path[n])),
  );
}

/** Options without those that a later version of a program may not change: a case is about faults, not about these. */
function possible(options: JsonObject): JsonObject {
  const refused = exceptions.filter(({ law, how }) => law === "convergence" && how === "refused");
  const paths = refused.flatMap((one) => one.paths.map((pattern) => fromPointer(pattern).slice(1)));
  return paths.reduce((rest, path) => (path.length > 0 ? without(rest, path) : rest), options);
}

/** The strategies of connections, with and without options that are secret, opaque or derived. */
const strategies = ["oidc", "samlp", "github", "auth0", "sms", "free-strategy"];

/** Mostly the first, as identities change rarely. */
function mostly<T>(first: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(first), weight: 6 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}

/** @param strategy what the slot's connection mostly is */
function argsOf(slot: Slot, strategy: string): fc.Arbitrary<JsonObject> {
  const declared = (args: JsonObject) => withoutPrototypes(args) as JsonObject;
  switch (slot.kind) {
    case "resourceServer": {
      const [first, ...others] = identifiers(slot.name) as [string, string];
      return fc
        .tuple(mostly(first, ...others), resourceServerProperties)
        .map(([identifier, properties]) => declared({ ...properties, identifier }));
    }
    case "connection": {
      const [first, ...others] = names(slot.name) as [string, string];
      return mostly(strategy, ...strategies)
        .chain((now) =>
          fc.tuple(mostly(first, ...others), fc.constant(now), connectionProperties, connectionOptions(now)),
        )
        .map(([name, now, properties, options]) =>
          declared({ ...properties, name, strategy: now, options: possible(options) }),
        );
    }
    case "organizationMemberRoles":
      return fc
        .tuple(mostly(...organizations), fc.uniqueArray(fc.constantFrom(...roleIds), { maxLength: 5 }))
        .map(([organizationId, roles]) => ({ organizationId, userId: userOf(slot.name), roles }));
  }
}

/** Without a key that the SDK's own marshalling loses, and without a scope that would become one. */
function withoutPrototypes(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => own(item, "value") !== "__proto__").map(withoutPrototypes);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutPrototypes(item)]));
}

/**
 * Three versions of a program. Most of one is as it was in the one before: people edit little at a time.
 *
 * @param strategiesOf what the connections mostly are
 */
function programsWith(strategiesOf: readonly string[]): fc.Arbitrary<readonly Program[]> {
  const argsBySlot = Object.fromEntries(slots.map((slot, n) => [slot.name, argsOf(slot, strategiesOf[n % 2] ?? "")]));
  const edition = fc.tuple(
    ...slots.map(({ name }) =>
      fc.oneof(
        { arbitrary: fc.constant("as it was" as const), weight: 3 },
        { arbitrary: fc.constant(undefined), weight: 1 },
        { arbitrary: argsBySlot[name] as fc.Arbitrary<JsonObject>, weight: 4 },
      ),
    ),
  );
  return fc.tuple(fc.record(argsBySlot, { requiredKeys: [] }), edition, edition).map(([first, ...editions]) => {
    const versions: Program[] = [first as Program];
    for (const values of editions) {
      const before = versions.at(-1) ?? {};
      const entries = slots.map(({ name }, n) => [name, values[n] === "as it was" ? before[name] : values[n]] as const);
      versions.push(Object.fromEntries(entries.filter(([, args]) => args !== undefined)) as Program);
    }
    return versions;
  });
}

/** Any three versions of a program. */
export const programs: fc.Arbitrary<readonly Program[]> = fc
  .tuple(fc.constantFrom(...strategies), fc.constantFrom(...strategies))
  .chain(programsWith);

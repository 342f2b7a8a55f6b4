import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { identityOf, pathRulesOf } from "../../provider/src/schema/schema.ts";
import { pathOf } from "../../provider/src/schema/service.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { compositeId, partsOfId } from "../../provider/src/state/references.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import type { TypeName } from "./kinds.ts";
import { isSegment } from "./objects.ts";
import type { ScopeCase, Subject } from "./subject.ts";

/** What a singleton's objects are at a new tenant, without their ids, by their paths. */
const fresh = new Map<string, JsonObject>();

type Common =
  | "name"
  | "resource"
  | "path"
  | "keyOf"
  | "prepare"
  | "foreign"
  | "identity"
  | "held"
  | "answered"
  | "edit";

/**
 * What the generic tests need to know of a singleton: a tenant has it exactly once, so it has no identity. Programs must say
 * `resetOnDestroy: true`, as then nothing of theirs is left after a destroy.
 *
 * @param identities the identities of a type of which a tenant has an object for each; programs of slots declare two of them
 * @param live makes properties of the stored ones that the provider makes, too. Default: none
 * @param stays properties (JSON pointers) that nothing clears
 * @param fromBody the stored object with its properties side by side, if the service has some inside others
 * @param toBody makes a change at the tenant of such properties
 */
export function settingOf<Name extends TypeName>(
  name: Name,
  {
    identities = [{}],
    live: complete = (live) => live,
    stays = [],
    fromBody = (body) => body,
    toBody = (body) => body,
  }: {
    readonly identities?: readonly JsonObject[];
    readonly live?: (live: JsonObject, tenant: Emulator) => JsonObject;
    readonly stays?: readonly string[];
    readonly fromBody?: (body: JsonObject) => JsonObject;
    readonly toBody?: (body: JsonObject, stored: JsonObject) => JsonObject;
  } = {},
): Pick<Subject<Name>, Common | "remove" | "isEmpty" | "slots" | "keys"> {
  const { type, route, schema } = definitions[name];
  const { fields } = schema;
  const ids = identities.map((identity) => idOf(name, identity));
  const pathAt = (key: string) => pathOf(route, identityIn(name, key)).join("/");
  const stored = (tenant: Emulator, path: string) =>
    (tenant.export("settings").settings?.find((one) => one.id === path) ??
      tenant.settings.get(path) ??
      {}) as JsonObject;
  const liveOf = (tenant: Emulator, key: string) => ({
    ...complete(fromWire(fields, fromBody(stored(tenant, pathAt(key)))), tenant),
    ...identityIn(name, key),
  });
  /** What is not as good as absent, and what something clears. */
  const notable = (live: JsonObject) =>
    leavesOf(fields, live)
      .filter(({ field, path, pointer, value }) => {
        const { clear } = pathRulesOf(field, path, live);
        const defaults = [field.absent, clear?.how === "default" ? clear.value : undefined];
        const isDefault = defaults.some((one) => one !== undefined && same(field, value, one));
        // The service shows some values of others here, too, which no property has.
        return !isDefault && !stays.includes(pointer) && path[0] !== "undocumented" && !field.forceNew;
      })
      .map(({ pointer, value }) => [pointer, sorted(value)]);
  return {
    name,
    resource: type,
    path: `/api/v2/${route.replace(/\/\{.*/, "")}`,
    keyOf: (args) => idOf(name, args),
    prepare: (tenant) => void ids.map((id) => fresh.set(name, liveOf(tenant, id))),
    foreign: () => undefined,
    identity: (_, n) => identities[n % identities.length] ?? {},
    held: (tenant, key) => (ids.includes(key) ? { id: key, live: liveOf(tenant, key) } : undefined),
    answered: (tenant, key) =>
      ids.includes(key) ? fromBody(tenant.settings.get(pathAt(key)) as JsonObject) : undefined,
    edit: (tenant, key, property, value) =>
      void tenant.settings.update(
        pathAt(key),
        toBody(toWire(fields, { [property]: value }), stored(tenant, pathAt(key))),
      ),
    remove: (tenant, key) => tenant.settings.delete(pathAt(key)),
    isEmpty: (live) => isDeepStrictEqual(notable(live), notable(fresh.get(name) ?? {})),
    slots: ids.slice(0, 2),
    keys: (slot) => [slot],
  };
}

function idOf(name: TypeName, args: JsonObject): string {
  const { schema } = definitions[name];
  if (typeof schema.singleton === "string") return schema.singleton;
  return compositeId(identityOf(schema).map((one) => String(args[one])));
}

/** The identity in an id; empty for a singleton without one. */
export function identityIn(name: TypeName, id: string): JsonObject {
  const identity = identityOf(definitions[name].schema);
  const parts = partsOfId(id, identity.length) ?? [];
  return Object.fromEntries(identity.map((one, at) => [one, parts[at] ?? ""]));
}

/** A value with its arrays in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).toSorted();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)]));
}

/** The table of scopes of a singleton. */
export function scopesOf(objects: string, one: JsonObject, other: JsonObject): readonly ScopeCase[] {
  const [read, update] = [`read:${objects}`, `update:${objects}`];
  return [
    { operation: "create", scopes: [read, update], run: one },
    { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
    { operation: "update", scopes: [read, update], before: one, run: other },
    { operation: "delete", scopes: [], before: one, run: undefined },
    {
      operation: "delete with `resetOnDestroy`",
      scopes: [read, update],
      before: { ...one, resetOnDestroy: true },
      run: undefined,
    },
  ];
}

/** What hostile answers and ids have to do with a singleton: its only id asks for its only path. */
export function readOnly(name: TypeName): Pick<Subject["hostile"], "targets" | "ids" | "asked"> {
  const { route, schema } = definitions[name];
  const identity = identityOf(schema);
  const isId = (id: string) =>
    identity.length > 0 ? partsOfId(id, identity.length)?.every(isSegment) === true : id === schema.singleton;
  return {
    targets: new RegExp(`^/api/v2/${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    ids: (text) => (identity.length > 1 ? fc.oneof(text, fc.tuple(text, text).map(compositeId)) : text),
    asked: (id) => (isId(id) ? pathOf(route, identityIn(name, id)) : undefined),
  };
}

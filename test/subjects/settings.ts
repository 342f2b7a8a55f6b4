import { isDeepStrictEqual } from "node:util";
import { definitions } from "../../provider/src/definitions/registry.ts";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { pathRulesOf } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import type { TypeName } from "./kinds.ts";
import type { ScopeCase, Subject } from "./subject.ts";

/** What a singleton's object is at a new tenant, without its id. */
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
 * @param live makes properties of the stored ones that the provider makes, too. Default: none
 * @param stays properties (JSON pointers) that nothing clears
 */
export function settingOf<Name extends TypeName>(
  name: Name,
  {
    live: complete = (live) => live,
    stays = [],
  }: { readonly live?: (live: JsonObject, tenant: Emulator) => JsonObject; readonly stays?: readonly string[] } = {},
): Pick<Subject<Name>, Common | "remove" | "isEmpty" | "slots" | "keys"> {
  const { type, route, schema } = definitions[name];
  const { fields, singleton: id = "" } = schema;
  const stored = (tenant: Emulator) =>
    (tenant.export().settings?.find((one) => one.id === route) ?? tenant.settings.get(route) ?? {}) as JsonObject;
  const liveOf = (tenant: Emulator) => complete(fromWire(fields, stored(tenant)), tenant);
  /** What is not as good as absent, and what something clears. */
  const notable = (live: JsonObject) =>
    leavesOf(fields, live)
      .filter(({ field, path, pointer, value }) => {
        const { clear } = pathRulesOf(field, path, live);
        const defaults = [field.absent, clear?.how === "default" ? clear.value : undefined];
        const isDefault = defaults.some((one) => one !== undefined && same(field, value, one));
        // The service shows some values of others here, too, which no property has.
        return !isDefault && !stays.includes(pointer) && path[0] !== "undocumented";
      })
      .map(({ pointer, value }) => [pointer, sorted(value)]);
  return {
    name,
    resource: type,
    path: `/api/v2/${route}`,
    keyOf: () => id,
    prepare: (tenant) => void fresh.set(name, liveOf(tenant)),
    foreign: () => undefined,
    identity: () => ({}),
    held: (tenant, key) => (key === id ? { id, live: liveOf(tenant) } : undefined),
    answered: (tenant, key) => (key === id ? (tenant.settings.get(route) as JsonObject) : undefined),
    edit: (tenant, _, property, value) => void tenant.settings.update(route, toWire(fields, { [property]: value })),
    remove: (tenant) => tenant.settings.delete(route),
    isEmpty: (live) => isDeepStrictEqual(notable(live), notable(fresh.get(name) ?? {})),
    slots: [id],
    keys: () => [id],
  };
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
  return {
    targets: new RegExp(`^/api/v2/${route}$`),
    ids: (text) => text,
    asked: (id) => (id === schema.singleton ? route.split("/") : undefined),
  };
}

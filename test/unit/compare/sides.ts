import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import type { Replacement } from "../../../provider/src/compare/expected.ts";
import { comparedLeaves } from "../../../provider/src/compare/leaves.ts";
import { keyProperties, readSide, type Side } from "../../../provider/src/compare/side.ts";
import { type Seed, startEmulator } from "../../../provider/src/emulator/index.ts";
import { describePath, type Json, type JsonObject, valueAt } from "../../../provider/src/schema/json.ts";
import { Draft } from "../../../provider/src/state/leaves.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../../provider/src/types/tenant-object.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";

/**
 * Reads a seed as one side.
 *
 * @param types types besides those that are read by default
 * @param scopes what the token may do. Default: everything
 */
export async function sideOfSeed(
  seed: Seed,
  name: string,
  types: readonly TypeName[] = [],
  scopes?: readonly string[],
): Promise<Side> {
  const reader = { clientId: "reader", clientSecret: "of the reader", ...(scopes && { scopes }) };
  const emulator = await startEmulator({ seed, ...(scopes && { clients: [reader] }) });
  const { clientId, clientSecret } = scopes ? reader : emulator;
  const env = { TENANT_DOMAIN: emulator.domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const settings = resolveSettings({ config: () => undefined, env });
  const client = new TenantClient(settings);
  try {
    return await readSide(client, { access: { audience: settings.audience, clientId }, name, types: types });
  } finally {
    await client.close();
    await emulator.close();
  }
}

/** The types that nothing refers to, so that the lack of an object is the only difference. */
const leaves: readonly TypeName[] = [
  "rolePermissions",
  "organizationConnection",
  "organizationDiscoveryDomain",
  "logStream",
  "networkAcl",
];

/** How a tenant is made of another one. */
export interface Plan {
  /** How many objects there are of each object of the model, unless a tenant has only one of it. */
  readonly copies: number;
  readonly replacements: readonly Replacement[];
  /** Which differences are planted: each is a choice among all that are possible. */
  readonly planted: readonly number[];
  readonly removed: readonly number[];
}

const separator = fc.constantFrom("-", ".", "_");

/** Replacements of texts that stand in the names of the first tenant; some lead to others. */
const replacements = fc
  .array(
    fc.record({ before: separator, after: fc.constantFrom("", "prod-", "live.", "München "), nests: fc.boolean() }),
    {
      maxLength: 4,
    },
  )
  .map((all) =>
    all.map(({ before, after, nests }, index) => {
      const inner = nests && index + 1 < all.length ? tokenOf(index + 1, all[index + 1]?.before) : "";
      return { from: tokenOf(index, before), to: after + inner };
    }),
  );

function tokenOf(index: number, after = "-"): string {
  return `dev${index}q${after}`;
}

export const plans: fc.Arbitrary<Plan> = fc.record({
  copies: fc.integer({ min: 1, max: 3 }),
  replacements,
  planted: fc.uniqueArray(fc.nat(1e9), { maxLength: 6 }),
  removed: fc.uniqueArray(fc.nat(1e9), { maxLength: 2 }),
});

/** What was planted: `type id path`, or `type id` for a missing object. */
export interface Tenants {
  readonly a: Side;
  readonly b: Side;
  readonly differences: readonly string[];
  readonly missing: readonly string[];
}

/** A tenant of the model's objects, and its twin with other names and ids, and with the planted differences. */
export function tenantsOf(model: readonly ExistingObject[], plan: Plan): Tenants {
  const a = multiplied(model, plan);
  const renewed = withNewIds(a, (text) => renamed(text, plan.replacements));
  const missing: string[] = [];
  const differences = new Set<string>();
  const removable = a.flatMap((object, at) => (leaves.includes(object.type) ? [at] : []));
  const gone = new Set<number>();
  for (const choice of plan.removed) {
    const at = removable[choice % removable.length];
    if (at === undefined || gone.has(at)) continue;
    gone.add(at);
    missing.push(`${a[at]?.type} ${a[at]?.id}`);
  }
  const places = a.flatMap((object, at) => (gone.has(at) ? [] : placesOf(object).map((place) => ({ at, ...place }))));
  const changed = new Map<number, Draft>();
  for (const choice of plan.planted) {
    const place = places[choice % places.length];
    const object = place && renewed[place.at];
    if (!place || !object) continue;
    const said = `${a[place.at]?.type} ${a[place.at]?.id} ${describePath(place.path)}`;
    if (differences.has(said)) continue;
    differences.add(said);
    const draft = changed.get(place.at) ?? new Draft(object.properties);
    changed.set(place.at, draft);
    draft.put(place.path, other(valueAt(object.properties, place.path) ?? place.value));
  }
  const b = renewed
    .map((object, at) => ({ ...object, properties: changed.get(at)?.root ?? object.properties }))
    .filter((_, at) => !gone.has(at));
  return { a: side("dev", a), b: side("prod", b), differences: [...differences].sort(), missing: missing.sort() };
}

function side(name: string, objects: readonly ExistingObject[]): Side {
  return { name, hosts: [hostOf(name)], objects, unread: new Map() };
}

function hostOf(name: string): string {
  return `${name}.tenants.example.com`;
}

/** The values that can be changed without an effect on names and references. */
function placesOf(object: ExistingObject) {
  const keys = keyProperties(object.type).map(([name]) => name);
  return [...comparedLeaves(object).values()].filter(
    ({ path, field, value, secret }) =>
      secret !== "hidden" &&
      !keys.includes(path[0] ?? "") &&
      // A lifetime has the same value in both units, so it cannot differ in one of them alone.
      tools[object.type].importRules?.otherUnitOf?.(path[0] ?? "") === undefined &&
      // The defaults of other properties depend on these.
      !field.forceNew &&
      !["idOf", "refersTo", "oneOf"].some((name) => name in field) &&
      (field.kind === "set" || typeof value !== "object"),
  );
}

function other(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, "planted"];
  return typeof value === "number" ? value + 1 : `${value} planted`;
}

/** The objects several times, each time with names and ids of their own. */
function multiplied(model: readonly ExistingObject[], { copies, replacements: all }: Plan): readonly ExistingObject[] {
  const once = model.filter(({ type }) => isOnce(type));
  const many = model.filter(({ type }) => !isOnce(type));
  const names = new Set(
    model.flatMap(({ type, properties }) =>
      type === "triggerActions" || definitions[type].schema.singleton !== undefined
        ? []
        : keyProperties(type).flatMap(([name]) => properties[name] ?? []),
    ),
  );
  const copied = Array.from({ length: copies }, (_, n) => {
    const token = all[n % Math.max(1, all.length)]?.from ?? "";
    // The second half of the names has its token in the middle, as a URL or an address would.
    const named = (text: string) =>
      /^https?:/.test(text) ? text.replace("//", `//${token}c${n}.`) : `${token}${text} ${n}`;
    const numbered = many.map((object) => {
      const { priority } = object.properties;
      return typeof priority === "number"
        ? { ...object, properties: { ...object.properties, priority: priority + n } }
        : object;
    });
    // The objects of which a tenant has one refer to the first copy.
    return withNewIds(n === 0 ? [...numbered, ...once] : numbered, (text) =>
      names.has(text) && !isWord(text) ? named(text) : text.replaceAll("TOKEN", `${token}n${n}`),
    );
  });
  return copied.flat();
}

function isOnce(type: TypeName): boolean {
  return definitions[type].schema.singleton !== undefined || ["triggerActions", "customDomain"].includes(type);
}

/** The service's own words, which are no names. */
function isWord(text: string): boolean {
  return ["client", "user", "third_party_clients"].includes(text);
}

function renamed(text: string, all: readonly Replacement[]): string {
  const moved = text.replaceAll(hostOf("dev"), hostOf("prod"));
  return all.reduce((rest, { from, to }) => rest.replaceAll(from, to), moved);
}

/** The objects with other ids everywhere, and with other texts. */
function withNewIds(objects: readonly ExistingObject[], change: (text: string) => string): readonly ExistingObject[] {
  const ids = new Map<string, string>();
  for (const { type, id } of objects) {
    for (const part of id.split("::")) {
      // Users are none of the compared objects: their ids stay.
      if (isOnce(type) || /^https?:|[|]/.test(part) || ids.has(part)) continue;
      const [, prefix = ""] = /^([a-z]+_)/.exec(part) ?? [];
      ids.set(part, prefix + randomUUID().replaceAll("-", "").slice(0, 24));
    }
  }
  const pattern = new RegExp([...ids.keys()].toSorted((x, y) => y.length - x.length).join("|"), "g");
  const text = (value: string) =>
    value
      .split(pattern)
      .map(change)
      .reduce((whole, part, at) => whole + (at === 0 ? "" : ids.get(value.match(pattern)?.[at - 1] ?? "")) + part, "");
  const walk = (value: Json): Json => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), walk(item as Json)]));
  };
  return objects.map(({ type, id, properties }) => {
    return { type, id: text(id), properties: walk(properties) as JsonObject };
  });
}

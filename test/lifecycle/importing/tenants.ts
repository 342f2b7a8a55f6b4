import fc from "fast-check";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { namedImport, selectionOf } from "../../../provider/src/commands/import-text.ts";
import { accessOf } from "../../../provider/src/commands/tenant.ts";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { bodyOf } from "../../../provider/src/emulator/shared/interface.ts";
import type { StringSchema } from "../../../provider/src/emulator/shared/validation.ts";
import { outsideNames } from "../../../provider/src/import/elsewhere.ts";
import type { Inventory, InventoryItem } from "../../../provider/src/import/inventory.ts";
import type { OtherTool } from "../../../provider/src/import/names-from/select.ts";
import { type Layout, programOf } from "../../../provider/src/import/program.ts";
import { Importer } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { canonical } from "../../../provider/src/state/canonical.ts";
import { toWire } from "../../../provider/src/state/wire.ts";
import { awkwardName, resourceServerProperties } from "../../model/arbitraries.ts";
import { connectionProperties, optionStrategies, refusableOptions } from "../../model/connection-arbitraries.ts";
import { kinds, type TypeName } from "../../subjects/kinds.ts";
import { organizationProperties } from "../../subjects/organization.ts";
import { linkProperties } from "../../subjects/organization-connection.ts";

const { oneOf: strategies = [] } = bodyOf("POST /connections").properties.strategy as StringSchema;

/** What a tenant holds, under the names that programs use. */
export interface Content {
  readonly apis: readonly JsonObject[];
  readonly connections: readonly JsonObject[];
  readonly profiles: readonly JsonObject[];
  readonly organizations: readonly JsonObject[];
  /** For each connection, what the first organization makes of it; undefined where it does not have it. */
  readonly links: readonly (JsonObject | undefined)[];
  /** How many permissions the first role has on each API. */
  readonly permissions: number;
  readonly members: readonly { readonly user: string; readonly name: string; readonly roles: number }[];
}

/** Names in several scripts, of which some are the same once they are slugs. */
const humanName = fc.oneof(
  fc.constantFrom(
    "Orders",
    "orders",
    "ORDERS!",
    "Bestellungen für Köln",
    "注文",
    "заказы",
    "הזמנות",
    "class",
    "tenant",
    "1st",
  ),
  awkwardName,
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
);

const api = fc
  .tuple(resourceServerProperties, fc.option(humanName))
  .map(([rest, name]): JsonObject => ({ ...rest, ...(name !== null && !/[<>]/.test(name) && { name }) }));

const connection = fc
  .oneof(fc.constantFrom(...optionStrategies), fc.constantFrom(...strategies))
  .chain((strategy) =>
    fc.tuple(
      fc.constant(strategy),
      connectionProperties(strategy),
      optionStrategies.includes(strategy) ? refusableOptions(strategy) : fc.constant({}),
    ),
  )
  .map(([strategy, rest, options]): JsonObject => ({ ...rest, strategy, options }));

const profile = humanName.map((name) => ({ name, type: "custom_authentication", actionId: "act-1" }));
const member = fc.record({
  user: fc.constantFrom("auth0|1", "google-oauth2|2", "samlp|corp|a b/ü", "waad|*/"),
  name: humanName,
  roles: fc.constantFrom(0, 1, 2, 50),
});

const organization = organizationProperties.map(({ name: _, ...rest }): JsonObject => rest);

/** Tenants with everything that the emulator can hold. */
export const contents: fc.Arbitrary<Content> = fc.record({
  apis: fc.array(api, { maxLength: 6 }),
  connections: fc.array(connection, { maxLength: 8 }),
  profiles: fc.array(profile, { maxLength: 2 }),
  organizations: fc.array(organization, { maxLength: 4 }),
  links: fc.array(fc.option(linkProperties, { nil: undefined }), { maxLength: 4 }),
  permissions: fc.nat(3),
  members: fc.uniqueArray(member, { maxLength: 3, selector: ({ user }) => user }),
});

/** A tenant with as little as there can be. */
export const empty: Content = {
  apis: [],
  connections: [],
  profiles: [],
  organizations: [],
  links: [],
  permissions: 0,
  members: [],
};

/** Puts all that the service admits into a tenant. */
export function fill(tenant: Emulator, content: Content): void {
  const { apis, connections, profiles, organizations, links, permissions, members } = content;
  const attempt = (create: () => unknown) => {
    try {
      create();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "ServiceError") throw error;
    }
  };
  const wire = (type: TypeName, args: JsonObject) => {
    const { fields } = kinds[type].schema;
    const { enabledClients: _, ...rest } = canonical(fields, args, undefined);
    return toWire(fields, rest);
  };
  for (const [n, args] of apis.entries()) {
    const identifier = `https://api-${n}.example.com`;
    attempt(() => tenant.resourceServers.create(wire("resourceServer", { ...args, identifier })));
  }
  for (const [n, args] of connections.entries()) {
    const name = `connection-${n}`;
    attempt(() => {
      tenant.connections.create(wire("connection", { ...args, name }));
      const { enabledClients } = args;
      if (Array.isArray(enabledClients)) tenant.connections.setClients(name, enabledClients as string[]);
    });
  }
  for (const [n, args] of profiles.entries()) {
    attempt(() =>
      tenant.tokenExchangeProfiles.create(
        wire("tokenExchangeProfile", { ...args, subjectTokenType: `urn:example:type-${n}` }),
      ),
    );
  }
  // A tenant without members has no use for roles.
  for (let n = 0; members.length > 0 && n < 50; n++) tenant.roles.create({ name: `@ts-ignore */ \u2028 "role ${n}` });
  const ids = tenant.roles.list().map(({ id }) => String(id));
  tenant.organizations.create({ name: "north" });
  for (const { user, name, roles: count } of members) {
    tenant.organizationMembers.add("north", user, { name, roles: ids.slice(0, count) });
  }
  for (const [n, args] of organizations.entries()) {
    attempt(() => tenant.organizations.create(wire("organization", { ...args, name: `customer-${n}` })));
  }
  for (const [n, args] of links.entries()) {
    if (args)
      attempt(() =>
        tenant.organizationConnections.add("north", `connection-${n}`, wire("organizationConnection", args)),
      );
  }
  for (const { identifier, scopes, is_system } of ids.length > 0 ? tenant.resourceServers.list() : []) {
    const given = is_system ? [] : ((scopes ?? []) as readonly JsonObject[]).slice(0, permissions);
    const pairs = given.map(({ value }) => ({ resource_server_identifier: identifier, permission_name: value }));
    if (pairs.length > 0) tenant.rolePermissions.add(ids[0] ?? "", pairs);
  }
}

type Taken = (inventory: Inventory) => readonly InventoryItem[];

/**
 * A tenant with this content, and what an import makes of it.
 *
 * @param taken which objects are imported
 */
export async function imported(content: Content, all: boolean, taken?: Taken) {
  const tenant = await startEmulator();
  fill(tenant, content);
  return importedOf(tenant, all, taken);
}

/**
 * What an import makes of a tenant.
 *
 * @param tool what another tool's file has: only that is imported, under the names of there
 * @param kinds the types that are imported. Default: those whose objects a tool has created
 * @param layout where the files of the program are
 */
export async function importedOf(
  tenant: Emulator,
  all: boolean,
  taken: Taken = ({ items }) => items,
  tool: OtherTool | undefined = undefined,
  only: readonly TypeName[] | undefined = undefined,
  layout: Layout = { main: "imported", isEntry: false, ending: ".ts" },
) {
  const env = {
    TENANT_DOMAIN: tenant.domain,
    TENANT_CLIENT_ID: tenant.clientId,
    TENANT_CLIENT_SECRET: tenant.clientSecret,
  };
  const config = { domain: tenant.domain, clientId: tenant.clientId, clientSecret: tenant.clientSecret };
  const settings = resolveSettings({ config: () => undefined, env });
  const client = new TenantClient(settings);
  const before = JSON.stringify(tenant.export());
  tenant.clearRequests();
  const selection = tool && selectionOf(tool, {});
  const inventory = await takeInventory(client, {
    access: accessOf(settings),
    all,
    ...selection,
    ...(only && { types: only }),
  });
  const other = tool && namedImport(tool.named(inventory), inventory);
  const importer = new Importer({
    client,
    target: settings,
    all,
    config: (key: string) => config[key as keyof typeof config],
  });
  const resources = await Promise.all((other?.items ?? taken(inventory)).map((item) => importer.import(item)));
  const known = new Map([...inventory.names, ...(await outsideNames(client, resources))]);
  const given = { names: [], keys: [], chosen: other?.chosen ?? new Map(), known, keywords: tool?.keywords };
  const program = programOf(resources, layout, given);
  const flat = programOf(resources, layout, { ...given, isFlat: true });
  const { notTaken = [], partsNotTaken = [] } = other ?? {};
  return { tenant, client, program, flat, before, notTaken, partsNotTaken };
}

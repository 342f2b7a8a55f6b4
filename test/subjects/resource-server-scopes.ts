import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { isObject, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { resourceServerScopesSchema } from "../../provider/src/types/resource-server/definition.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { readById } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const { fields } = resourceServerScopesSchema;

const slots = ["scopes-a"];
const keys = (slot: string) => [`https://${slot}.example.com`, `https://${slot}.example.com/v2?x=1`];
const orders = "https://shared.example.com";
const foreign = "https://foreign-scopes.example.com";
const foreigner = "foreign:scope";

/** Makes an API with a scope of another team. */
function made({ resourceServers }: Emulator, identifier: string): JsonObject {
  const scopes = [{ value: foreigner, description: "Foreign" }];
  resourceServers.create({ identifier, name: "Shared", scopes });
  return { identifier };
}

function heldScopes({ resourceServers }: Emulator, identifier: string): JsonObject | undefined {
  const found = resourceServers.get(identifier);
  const scopes = found && own(fromWire(fields, found as JsonObject), "scopes");
  return isObject(scopes) ? scopes : undefined;
}

const names = ["read:a", "read:b", "a/b", "a~1b", "ü scope", "constructor", "https://example.com/scope"];
const description = fc.constantFrom("", "one", "two", "𝒳".repeat(500));
const scopesOf = fc.dictionary(fc.constantFrom(...names), description, { noNullPrototype: true });
const properties = scopesOf.map((scopes) => ({ scopes }));

const reading = { identifier: orders, scopes: { "read:refunds": "Read" } };
const writing = { identifier: orders, scopes: { "write:refunds": "" } };
const [read, update] = ["read:resource_servers", "update:resource_servers"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, update], run: reading },
  { operation: "refresh, drift", scopes: [read], before: reading, run: "refresh" },
  { operation: "update", scopes: [read, update], before: reading, run: writing },
  { operation: "delete", scopes: [read, update], before: reading, run: undefined },
];

/** Scopes of an API of another team: the API is always there, and others have their scopes in it, too. */

export const resourceServerScopes: Subject<"resourceServerScopes"> = {
  name: "resourceServerScopes",
  resource: "ResourceServerScopes",
  path: "/api/v2/resource-servers",
  keyOf: ({ identifier }) => String(identifier),

  prepare(tenant) {
    for (const identifier of [...slots.flatMap(keys), orders, foreign]) made(tenant, identifier);
  },
  foreign: (tenant) => [
    tenant.resourceServers.get(foreign),
    slots.flatMap(keys).map((identifier) => own(heldScopes(tenant, identifier), foreigner)),
  ],
  identity: (tenant, n) => made(tenant, `https://api-${n}.example.com/a b/ü?x=%2F`),
  held(tenant, identifier) {
    const found = heldScopes(tenant, identifier);
    return found && { id: identifier, live: { identifier, scopes: found } };
  },
  answered: ({ resourceServers }, key) => resourceServers.get(key) as JsonObject | undefined,
  edit(tenant, identifier, _, value) {
    const all = { ...heldScopes(tenant, identifier), ...(isObject(value) && value) };
    tenant.resourceServers.update(identifier, toWire(fields, { scopes: all }));
  },
  remove: ({ resourceServers }, key) => resourceServers.delete(key),
  isEmpty: (live) => Object.keys(own(live, "scopes") ?? {}).every((name) => name === foreigner),

  exceptions: [],
  laws: [casesOf(properties, properties, 1, fc.boolean())],
  writes: 1,

  slots,
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(mostly(keys(slot)), scopesOf).map(([identifier, some]) => ({ identifier, scopes: some }))),
  edits: () => [{ weight: 1, values: properties }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/(resource-servers(\/[^/?]+)?|roles(\/[^/?]+\/permissions)?)(\?.*)?$/,
    versions(tenant, n) {
      const identity = made(tenant, `https://api-${n}.example.com`);
      return [
        { ...identity, scopes: { "read:orders": "Read", "write:orders": "" } },
        { ...identity, scopes: { "write:orders": "Write" } },
      ];
    },
    misshapen: ["[]", '{"id":"another","identifier":"https://another.example.com"}'].map((body) => ({
      path: /./,
      body,
    })),
    ...readById("resource-servers"),
    programs: (text) =>
      fc.tuple(text, fc.uuid()).map(([begin, end]) => {
        const identifier = `${begin}${end}`;
        return { args: { identifier, scopes: { read: "" } }, mayAsk: [["resource-servers", identifier]] };
      }),
  },
  bench: [reading, writing],
  unlikeTable: [["*", "A set of the scopes of an API, which the API's routes contain."]],
  sample: {
    identity: "identifier",
    owner: "identifier",
    needs: {
      identifier: { type: "resourceServer", property: "identifier" },
      other: { type: "resourceServer", property: "identifier" },
    },
    program: ({ needed: { identifier = "", other = "" } }) => ({
      args: { identifier, scopes: { "read:samples": "Read" } },
      values: {
        identifier: [other],
        scopes: [{ "read:samples": "Read", "write:samples": "Write" }, { "read:samples": "Read all" }],
      },
    }),
  },
  elsewhere: [
    [
      "auth0_resource_server_scopes",
      "of_orders",
      {
        id: at.orders,
        resource_server_identifier: at.orders,
        scopes: [{ name: "read:orders", description: "Read orders" }],
      },
    ],
    [
      "auth0_resource_server_scope",
      "stock_read",
      { id: `${at.stock}::read:stock`, resource_server_identifier: at.stock, scope: "read:stock" },
    ],
  ],
  namesElsewhere: ["stock_read"],
};

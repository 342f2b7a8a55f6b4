import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const path = ["flows", "vault", "connections"];
const appId = "HTTP";
const bearer = (token: string) => ({ type: "BEARER", token });
const objects = objectsOf("vaultConnection", (name) => ({ name, app_id: appId, setup: bearer("by-hand") }));

const theirs = { id: "ac_0000000000000000000000", name: "Foreign", app_id: "SLACK" };
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];

const setups = fc.constantFrom(
  bearer("token-1"),
  bearer("token-2"),
  { type: "BASIC_AUTH", username: "shop", password: "password-1" },
  { type: "API_KEY", in: "HEADER", name: "X-Key", value: "value-1" },
);
const name = fc.constantFrom("Orders", "Orders ü𝒳", "  two  words ", "𝒳".repeat(150));
const properties = fc.record({ name, setup: setups }, { requiredKeys: [] });
const declared = fc.record({ name, setup: setups }, { requiredKeys: ["setup"] });
const edits = fc.record({ name, setup: fc.constantFrom(bearer("theirs-1"), bearer("theirs-2")) }, { requiredKeys: [] });

const orders = { name: "Orders", appId, setup: bearer("token-1") };
const renamed = { ...orders, name: "Orders, new" };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:flows_vault_connections`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: orders },
  { operation: "refresh, drift", scopes: [read], before: orders, run: "refresh" },
  { operation: "update", scopes: [read, update], before: orders, run: renamed },
  { operation: "delete", scopes: [remove], before: orders, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...orders, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: orders, run: { ...orders, adopt: true }, adopted: true },
];

export const vaultConnection: Subject<"vaultConnection"> = {
  name: "vaultConnection",
  resource: "VaultConnection",
  path: `/api/v2/${path.join("/")}`,
  keyOf: ({ name: key }) => String(key),

  prepare: (tenant) => void (tenant.vaultConnections.get(theirs.id) ?? tenant.vaultConnections.create(theirs)),
  foreign: (tenant) => tenant.vaultConnections.get(theirs.id),
  identity: (_, n) => ({ name: `vault-${n}`, appId }),
  ...objects,
  // Every write changes the fingerprint, also one with the same values.
  held(tenant, key) {
    const found = objects.held(tenant, key);
    if (!found) return undefined;
    const { fingerprint: _, ...live } = found.live;
    return { ...found, live };
  },

  exceptions: [
    {
      law: "preservation",
      how: "shown",
      paths: ["/setup"],
      why: "The fingerprint, which alone shows a change of the setup, changes with every write.",
      documented: "any change of a vault connection outside Pulumi shows as drift of its setup",
      examples: [
        [
          { program: { setup: bearer("token-1") } },
          { program: { setup: bearer("token-1") }, edit: { undocumented: { new_a: 1 } } },
        ],
      ],
    },
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/setup"],
      why: "The service has no request that clears the setup.",
      documented: "The setup cannot be cleared: it stays at the tenant",
      examples: [[{ program: { setup: bearer("token-1") } }, { program: {} }]],
    },
  ],
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.2 },
    { root: {}, steps: sequencesOf({ program: declared, edit: edits, unseen: fc.constant(false) }), share: 0.1 },
  ],
  writes: 1,
  share: 0.3,

  slots: ["vault-a", "vault-b"],
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(setups, mostly(keys(slot))).map(([setup, key]) => ({ name: key, appId, setup, adopt: true }))),
  edits: (slot) => [{ weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/flows\/vault\/connections(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `vault-${n}`, appId, setup: bearer("s3cr3t-of-a-vault") };
      return [first, { ...first, name: `vault-${n}, new` }];
    },
    secrets: ["s3cr3t-of-a-vault"],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","app_id":"HTTP"}'].map((body) => ({
      path: /connections.[^/]+$/,
      body,
    })),
    ...readById("connections"),
    asked: (id) => {
      const [, segment] = readById("connections").asked(id) ?? [];
      return segment === undefined ? undefined : [...path, segment];
    },
    programs: (text) => text.map((end) => ({ args: { ...orders, name: `vault ${end}` }, mayAsk: [path] })),
    loud: { ...orders, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [orders, renamed],
  noReferences: { "/appId": "one of the applications that the service can call" },
  unlikeTable: [["PATCH app_id: only the definition has it", "No update can change it."]],
  sample: "it needs the credentials of another service",
  elsewhere: [
    ["auth0_flow_vault_connection", "order_service", { id: at.vault, name: "Order service", app_id: "HTTP" }],
  ],
  namesElsewhere: ["order_service"],
};

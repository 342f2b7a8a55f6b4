import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, namesOf, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const appId = "HTTP";
const bearer = (token: string) => ({ type: "BEARER", token });
const theirs = { id: "ac_0000000000000000000000", name: "Foreign", app_id: "SLACK" };
const objects = objectsOf("vaultConnection", {
  byHand: (name) => ({ name, app_id: appId, setup: bearer("by-hand") }),
  theirs,
});

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

export const vaultConnection: Subject<"vaultConnection"> = {
  ...objects,
  identity: (_, n) => ({ name: `vault-${n}`, appId }),
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
  laws: [casesOf(properties, edits, 0.2), casesOf(declared, edits, 0.1)],
  writes: 1,
  share: 0.3,

  ...slotsOf("vault", fc.record({ setup: setups }), { appId, adopt: true }),
  edits: (slot) => [{ weight: 1, values: fc.record({ name: fc.constantFrom(...namesOf(slot)) }) }],

  scopes: scopesOfObjects(
    "flows_vault_connections",
    orders,
    { ...orders, setup: bearer("token-2") },
    { update: ["read", "update"] },
  ),
  hostile: {
    ...hostileTo("flows/vault/connections", orders, [
      '{"id":"another","name":7}',
      '{"id":"another","name":"another","app_id":"HTTP"}',
    ]),
    versions(_, n) {
      const first = { name: `vault-${n}`, appId, setup: bearer("s3cr3t-of-a-vault") };
      return [first, { ...first, name: `vault-${n}, new` }];
    },
    secrets: ["s3cr3t-of-a-vault"],
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

import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { sampleApi, sampleScopes } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { awkwardName } from "../model/arbitraries.ts";
import { kinds } from "./kinds.ts";
import { hostileTo, scopesOfObjects, terminalText } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

const orders = "https://orders.example.com";
const loud = `urn:${terminalText}`;
const other = "https://other.example.com/ü?x=%2F#1";
const clients = ["client-of-grants", "another-client"];
const [client = "", another = ""] = clients;
const stranger = "client-of-others";
const { fields } = kinds.clientGrant.schema;

/** What no two grants share, as one text. */
const textOf = (args: JsonObject) =>
  JSON.stringify(["clientId", "defaultFor", "audience"].map((name) => own(args, name) ?? null)) +
  String(own(args, "subjectType") ?? "client");

const argsOf = (grant: WireObject) => fromWire(fields, grant as JsonObject);
const grantAt = (tenant: Emulator, key: string) =>
  tenant.clientGrants.list().find((grant) => grant.id === key || textOf(argsOf(grant)) === key) as
    | JsonObject
    | undefined;

/** A client that is there, whatever its number. */
function clientOf(tenant: Emulator, id: string): string {
  if (!tenant.clients.get(id)) tenant.clients.create({ client_id: id, name: id });
  return id;
}

const scopeNames = fc.oneof(
  awkwardName.filter((name) => name !== "__proto__").map((name) => `read:${name}`),
  fc.constant("x".repeat(280)),
);
const scope = fc.uniqueArray(scopeNames, { maxLength: 4 });
const usage = fc.constantFrom("deny", "allow", "require");
const properties = fc.record(
  {
    scope: fc.option(scope, { freq: 12 }),
    organizationUsage: fc.option(usage, { freq: 12 }),
    allowAnyOrganization: fc.boolean(),
  },
  { requiredKeys: [] },
);
const all = fc.record({ allowAllScopes: fc.boolean(), organizationUsage: usage }, { requiredKeys: ["allowAllScopes"] });

const grant = { clientId: client, audience: orders, scope: ["read:orders"] };
const changed = { ...grant, scope: ["read:orders", "write:orders"] };
/** The identities that a grant of a slot may have. */
const identities = (slot: string): readonly JsonObject[] => [
  { clientId: client, audience: `urn:${slot}` },
  { clientId: client, audience: `urn:${slot}`, subjectType: "user" },
  { clientId: another, audience: `urn:${slot}` },
];
const slots = ["grant-a", "grant-b"];

export const clientGrant: Subject<"clientGrant"> = {
  name: "clientGrant",
  resource: "ClientGrant",
  path: "/api/v2/client-grants",
  keyOf: textOf,

  prepare(tenant) {
    for (const id of [...clients, stranger]) clientOf(tenant, id);
    for (const identifier of [orders, other, loud, ...slots.map((slot) => `urn:${slot}`)]) {
      tenant.resourceServers.create({ identifier });
    }
    for (const audience of [orders, other]) tenant.clientGrants.create({ client_id: stranger, audience, scope: ["a"] });
  },
  foreign: (tenant) => tenant.clientGrants.list().filter(({ client_id }) => client_id === stranger),
  identity: (tenant, n) => ({ clientId: clientOf(tenant, `client-${n}`), audience: n % 2 === 0 ? orders : other }),

  held(tenant, key) {
    const found = grantAt(tenant, key);
    return found && { id: String(found.id), live: argsOf(found) };
  },
  answered: grantAt,
  edit(tenant, key, name, value: Json) {
    tenant.clientGrants.update(String(grantAt(tenant, key)?.id), {
      ...toWire(fields, { [name]: value }),
      ...(name === "allowAllScopes" && { scope: [] }),
    });
  },
  make(tenant, key) {
    const [parts = "", subject] = key.split(/(?<=\])/);
    const [clientId, , audience] = JSON.parse(parts) as [string, null, string];
    tenant.clientGrants.create({ client_id: clientId, audience, subject_type: subject, scope: ["by:hand"] });
  },
  remove: (tenant, key) => tenant.clientGrants.delete(String(grantAt(tenant, key)?.id)),

  exceptions: [],
  laws: [casesOf(properties, properties, 0.5), casesOf(fc.oneof(all, properties), fc.constant({}), 0.3)],
  writes: 2,

  slots,
  keys: (slot) => identities(slot).map(textOf),
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(fc.oneof({ weight: 3, arbitrary: properties }, { weight: 1, arbitrary: all }), mostly(identities(slot)))
        .map(([rest, identity]) => ({ ...rest, ...identity })),
    ),
  edits: () => [
    { weight: 2, values: fc.record({ scope: fc.tuple(fc.constantFrom("foreign-1", "foreign-2"), fc.boolean()) }) },
    // With all scopes, the service takes no single ones.
    { weight: 1, values: fc.record({ allowAllScopes: fc.constant(false) }) },
    { weight: 1, values: fc.record({ organizationUsage: usage }) },
  ],

  scopes: scopesOfObjects(
    "client_grants",
    grant,
    { ...grant, organizationUsage: "deny" },
    {
      further: [
        {
          operation: "update away from `allowAllScopes`",
          scopes: ["read:client_grants", "update:client_grants"],
          before: { clientId: client, audience: orders, allowAllScopes: true },
          run: grant,
        },
      ],
    },
  ),
  hostile: {
    ...hostileTo(
      "client-grants",
      { ...grant, audience: "urn:" },
      [`{"id":"cgr_0000000000000000","client_id":"another","audience":"${orders}"}`],
      "audience",
    ),
    versions(tenant, n) {
      const first = { clientId: clientOf(tenant, `client-${n}`), audience: orders, scope: ["read:orders"] };
      return [first, { ...first, scope: ["write:orders"] }];
    },
  },
  bench: [grant, changed],
  answeredOnly: ["is_system"],
  noReferences: { "/allowAnyOrganization": "a flag" },
  unlikeTable: [["PATCH *: only the definition has it", "No update can change it."]],
  inCases: (name, { defaultFor, allowAllScopes }) => ({
    args: { audience: `https://${name}.example.com`, ...(allowAllScopes !== true && { scope: [] }) },
    ...(defaultFor === undefined && { idsOf: { clientId: `${name}-client` } }),
  }),
  sample: {
    key: "audience",
    identity: "clientId",
    needs: { client: { type: "client" }, other: { type: "client" }, api: sampleApi },
    program: ({ needed: { client = "", other = "", api: audience = "" } }) => ({
      args: { clientId: client, audience },
      values: { clientId: [other], scope: sampleScopes, authorizationDetailsTypes: "only grants for users have it" },
    }),
  },
  elsewhere: [
    [
      "auth0_client_grant",
      "job_reads_orders",
      { id: at.grant, client_id: at.job, audience: at.orders, scopes: ["read:orders"], subject_type: "client" },
    ],
  ],
  namesElsewhere: ["job_reads_orders"],
};

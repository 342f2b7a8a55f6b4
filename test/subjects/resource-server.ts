import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { valueAt } from "../../provider/src/schema/json.ts";
import { Draft } from "../../provider/src/state/leaves.ts";
import { needsOther, neverBack, oneKey, otherKey } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { resourceServerProperties } from "../model/arbitraries.ts";
import { objectsOf, readById, scopesOfObjects } from "./objects.ts";
import { exceptions } from "./resource-server-exceptions.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";
import { withoutPrototypes } from "./without-prototypes.ts";

const theirs = {
  identifier: "https://foreign.example.com",
  name: "Foreign",
  scopes: [{ value: "read" }],
  token_lifetime: 60,
  token_lifetime_for_web: 60,
};
const objects = objectsOf("resourceServer", {
  key: "identifier",
  byHand: (identifier) => ({ identifier, name: "By hand" }),
  theirs,
});

const keys = (slot: string) => [`https://${slot}.example.com`, `https://${slot}.example.com/v2?x=1`];

/** The lifetimes are tied to each other: an edit of one could make a program that declares the other impossible. */
const foreignProperties = resourceServerProperties.map(
  ({ tokenLifetime: _, tokenLifetimeForWeb: __, ...rest }) => rest,
);

const orders = { identifier: "https://orders.example.com", name: "Orders" };
const read = "read:resource_servers";
export const resourceServer: Subject<"resourceServer"> = {
  ...objects,
  foreign: ({ resourceServers }) => [
    resourceServers.get(theirs.identifier),
    ...resourceServers.list().filter(({ is_system }) => is_system),
  ],
  identity: (_, n) => ({ identifier: `https://api-${n}.example.com/a b/ü?x=%2F` }),
  held(tenant: Emulator, key: string) {
    const held = objects.held(tenant, key);
    // Of an encryption key the tenant keeps the thumbprint, which represents the key here.
    const path = ["tokenEncryption", "encryptionKey"];
    const thumbprint = held && valueAt(held.live, [...path, "thumbprintSha256"]);
    if (!held || thumbprint === undefined) return held;
    const live = new Draft(held.live);
    live.put([...path, "pem"], thumbprint);
    return { ...held, live: live.root };
  },

  exceptions,
  laws: [
    {
      root: {},
      steps: sequencesOf({
        program: resourceServerProperties,
        edit: resourceServerProperties,
        unseen: fc.constant(false),
      }),
      share: 1,
    },
    {
      root: { exclusiveScopes: false },
      steps: sequencesOf({
        program: resourceServerProperties,
        edit: resourceServerProperties,
        unseen: fc.constant(false),
      }),
      share: 1 / 4,
    },
  ],
  writes: 1,

  slots: ["api-a", "api-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(mostly(keys(slot)), resourceServerProperties)
        .map(([identifier, properties]) => withoutPrototypes({ ...properties, identifier })),
    ),
  edits: () => [{ weight: 1, values: foreignProperties }],

  scopes: scopesOfObjects(
    "resource_servers",
    orders,
    { ...orders, name: "New" },
    {
      further: [
        {
          operation: "update of a nested object or of `authorizationDetails`",
          scopes: [read, "update:resource_servers"],
          before: { ...orders, proofOfPossession: { mechanism: "dpop", required: false } },
          run: { ...orders, proofOfPossession: { mechanism: "dpop", required: true } },
        },
        {
          operation: "update of scopes with `exclusiveScopes: false`",
          scopes: [read, "update:resource_servers"],
          before: { ...orders, exclusiveScopes: false, scopes: { "read:orders": "" } },
          run: { ...orders, exclusiveScopes: false, scopes: { "read:orders": "Read" } },
        },
        {
          operation: "update that drops `scopes`",
          scopes: [read, "update:resource_servers"],
          before: { ...orders, scopes: { "read:orders": "" } },
          run: orders,
        },
      ],
    },
  ),
  hostile: {
    targets: /^\/api\/v2\/resource-servers(\/[^/?]+)?$/,
    versions(_, n) {
      const identifier = `https://api-${n}.example.com`;
      return [
        { identifier, name: "Orders", scopes: { "read:orders": "Read" }, tokenLifetime: 60 },
        { identifier, name: "Orders, new", scopes: { "write:orders": "" }, allowOfflineAccess: true },
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
        return { args: { identifier }, mayAsk: [["resource-servers"], ["resource-servers", identifier]] };
      }),
    loud: { identifier: "urn:\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [
    { identifier: "https://orders.example.com", scopes: { "read:orders": "Read", "write:orders": "Write" } },
    { identifier: "https://orders.example.com", scopes: { "read:orders": "Read" } },
  ],
  harmless: { "names and descriptions": "name" },
  answeredOnly: ["client_id", "is_system"],
  noReferences: {
    "/identifier": "what the API itself is known by",
    "/clientId": "the service gives it: the application that it makes for an API of its own",
    "/skipConsentForVerifiableFirstPartyClients": "a flag",
    "/tokenEncryption/encryptionKey/kid": "what the API's own key is called",
    "/subjectTypeAuthorization/user": "a group of settings",
    "/subjectTypeAuthorization/client": "a group of settings",
    "/subjectTypeAuthorization/anonymousUser": "a group of settings",
    "/authorizationPolicy/policyId": "policies are not managed here",
  },
  unlikeTable: [
    ["* token_encryption.encryption_key.pem: max *", "The table has no bound: nobody has seen it refused."],
  ],
  // An identifier of a case can be that of the management API, whose name is the service's.
  inCases: (name, { identifier = `https://${name}.example.com` }) => ({
    args: { identifier, ...(String(identifier).endsWith("/api/v2/") ? {} : { name }) },
  }),
  sample: {
    key: "identifier",
    identity: "identifier",
    follow: { tokenLifetime: ["tokenLifetimeForWeb"] },
    program: ({ key }) => ({
      args: { identifier: `https://${key}.example.com` },
      values: {
        name: ["Verify one", "Verify two"],
        scopes: [{ "read:samples": "Read" }, { "read:samples": "Read all", "write:samples": "" }],
        tokenEncryption: [oneKey, otherKey].map((pem) => ({
          format: "compact-nested-jwe",
          encryptionKey: { alg: "RSA-OAEP-256", pem },
        })),
        authorizationPolicy: needsOther,
        accessToken: ["country", "city"].map((name) => ({
          claimsMapping: { customClaims: [{ name, expression: `anonymous_session.metadata.${name}` }] },
        })),
        signingSecret: neverBack,
        proofOfPossession: [
          { mechanism: "dpop", required: false },
          { mechanism: "mtls", required: true },
        ],
      },
    }),
  },
  elsewhere: [
    ["auth0_resource_server", "orders_api", { id: "000000000000000000000001", identifier: at.orders, name: "Orders" }],
  ],
  namesElsewhere: ["orders_api"],
};

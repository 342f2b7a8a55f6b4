import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const objects = objectsOf("connectionProfile", (name) => ({ name, enabled_features: ["scim"] }));

const theirs = { id: "cop_0000000000000000000000", name: "Foreign" };
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];

const choices = fc.constantFrom("none", "optional", "required");
const features = fc.uniqueArray(fc.constantFrom("scim", "universal_logout"));
const organizations = fc.record({ showAsButton: choices, assignMembershipOnLogin: choices }, { requiredKeys: [] });
const properties = fc.record(
  {
    organization: organizations,
    connectionNamePrefixTemplate: fc.constantFrom("", "{org_id}", "a-{org_name}"),
    enabledFeatures: features,
    connectionConfig: fc.constant({}),
    provisioning: fc.record({
      scim: fc.record({
        tokens: fc.record(
          {
            scopes: fc.uniqueArray(fc.constantFrom("get:users", "post:users")),
            defaultExpiry: fc.constantFrom(3600, 86_400),
            maxAllowedExpiry: fc.constantFrom(86_400, 604_800),
          },
          { requiredKeys: ["scopes"] },
        ),
      }),
    }),
    crossAppAccessResourceApp: fc.record({
      status: fc.record(
        {
          defaultValue: fc.constantFrom("enabled", "disabled"),
          allowedValues: fc.uniqueArray(fc.constantFrom("enabled", "disabled")),
        },
        { requiredKeys: ["defaultValue"] },
      ),
    }),
    strategyOverrides: fc.record(
      { okta: fc.record({ enabledFeatures: features }), "google-apps": fc.record({ enabledFeatures: features }) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const edits = fc.record(
  {
    organization: organizations,
    connectionNamePrefixTemplate: fc.constantFrom("theirs"),
    enabledFeatures: features,
    strategyOverrides: fc.record({ waad: fc.record({ enabledFeatures: features }) }),
  },
  { requiredKeys: [] },
);

const customers = { name: "Customers", enabledFeatures: ["scim"] };
const changed = { ...customers, enabledFeatures: ["scim", "universal_logout"] };
const joined = { ...customers, organization: { showAsButton: "none" } };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:connection_profiles`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: customers },
  { operation: "refresh, drift", scopes: [read], before: customers, run: "refresh" },
  { operation: "update", scopes: [update], before: customers, run: changed },
  {
    operation: "update of `organization` or `strategyOverrides`",
    scopes: [read, update],
    before: joined,
    run: { ...joined, organization: { showAsButton: "required" } },
  },
  { operation: "delete", scopes: [remove], before: customers, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...customers, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: customers, run: { ...changed, adopt: true }, adopted: true },
];

export const connectionProfile: Subject<"connectionProfile"> = {
  name: "connectionProfile",
  resource: "ConnectionProfile",
  path: "/api/v2/connection-profiles",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) => void (tenant.connectionProfiles.get(theirs.id) ?? tenant.connectionProfiles.create(theirs)),
  foreign: (tenant) => tenant.connectionProfiles.get(theirs.id),
  identity: (_, n) => ({ name: `profile-${n}` }),
  ...objects,

  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/crossAppAccessResourceApp/status/defaultValue"],
      why: "the service accepts no status without it, and it is not known whether it accepts null in place of the whole",
      documented: "The usual status of cross-app access in a connection profile stays",
      examples: [
        [{ program: { crossAppAccessResourceApp: { status: { defaultValue: "enabled" } } } }, { program: {} }],
      ],
    },
  ],
  share: 0.3,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.3 },
  ],
  writes: 1,

  slots: ["connections-a", "connections-b"],
  keys,
  programs: (slot) => fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, name]) => ({ ...rest, name }))),
  edits: (slot) => [
    { weight: 1, values: fc.record({ connectionNamePrefixTemplate: fc.constantFrom("theirs-1", "theirs-2") }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/connection-profiles(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `profile-${n}`, enabledFeatures: ["scim"] };
      return [first, { ...first, name: `profile-${n}-new` }];
    },
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","enabled_features":{}}'].map(
      (body) => ({ path: /profiles.[^/]+$/, body }),
    ),
    ...readById("connection-profiles"),
    programs: (text) =>
      text.map((end) => ({ args: { ...customers, name: `profile ${end}` }, mayAsk: [["connection-profiles"]] })),
    loud: { ...customers, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [customers, changed],
  harmless: {
    "names and descriptions": "connectionNamePrefixTemplate",
    "the looks of pages": "organization.showAsButton",
  },
  noReferences: { "/organization": "a group of settings" },
  sample: "not every tenant has connection profiles",
  elsewhere: [["auth0_connection_profile", "connections_of_customers", { id: at.connections, name: "Customers" }]],
  namesElsewhere: ["connections_of_customers"],
};

import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const theirs = { id: "cop_0000000000000000000000", name: "Foreign" };
const objects = objectsOf("connectionProfile", { byHand: (name) => ({ name, enabled_features: ["scim"] }), theirs });

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

export const connectionProfile: Subject<"connectionProfile"> = {
  ...objects,
  identity: (_, n) => ({ name: `profile-${n}` }),

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
  laws: [casesOf(properties, edits, 0.3)],
  writes: 1,

  ...slotsOf("connections", properties),
  edits: (slot) => [
    { weight: 1, values: fc.record({ connectionNamePrefixTemplate: fc.constantFrom("theirs-1", "theirs-2") }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes: scopesOfObjects("connection_profiles", customers, changed, {
    further: [
      {
        operation: "update of `organization` or `strategyOverrides`",
        scopes: ["read:connection_profiles", "update:connection_profiles"],
        before: joined,
        run: { ...joined, organization: { showAsButton: "required" } },
      },
    ],
  }),
  hostile: {
    ...hostileTo("connection-profiles", customers, [
      '{"id":"another","name":7}',
      '{"id":"another","name":"another","enabled_features":{}}',
    ]),
    versions(_, n) {
      const first = { name: `profile-${n}`, enabledFeatures: ["scim"] };
      return [first, { ...first, name: `profile-${n}-new` }];
    },
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

import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const attribute = (label: string): JsonObject => ({
  ...{ description: `The ${label}`, label, profileRequired: true, auth0Mapping: "email" },
});
const onWire = { description: "By hand", label: "By hand", profile_required: false, auth0_mapping: "nickname" };
const objects = objectsOf("userAttributeProfile", (name) => ({ name, user_attributes: { nickname: onWire } }));

const theirs = { id: "uap_0000000000000000000000", name: "Foreign", user_attributes: { nickname: onWire } };
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];

const claims = fc.constantFrom(["http://example.com/claims/a"], ["b", "a"], ["ü"]);
const words = fc.constantFrom("externalId", "emails[primary eq true].value", "ü");
const overrides = fc.record(
  {
    okta: fc.record({ oidcMapping: fc.constantFrom("sub", "email"), scimMapping: words }, { requiredKeys: [] }),
    "google-apps": fc.record({ samlMapping: claims }),
  },
  { requiredKeys: [] },
);
const userIds = fc.record(
  { oidcMapping: fc.constant("sub"), samlMapping: claims, scimMapping: words, strategyOverrides: overrides },
  { requiredKeys: [] },
);
const attributes = fc.record(
  {
    description: fc.constantFrom("The address", "Die Adresse"),
    label: fc.constantFrom("E-mail", "𝒳"),
    profileRequired: fc.boolean(),
    auth0Mapping: fc.constantFrom("email", "nickname"),
    oidcMapping: fc.record(
      { mapping: fc.constantFrom("email", "mail"), displayName: fc.constant("Mail") },
      { requiredKeys: ["mapping"] },
    ),
    samlMapping: claims,
    scimMapping: words,
    strategyOverrides: fc.record({ waad: fc.record({ scimMapping: words }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ["description", "label", "profileRequired", "auth0Mapping"] },
);
const properties = fc.record(
  {
    userId: userIds,
    userAttributes: fc.record({ email: attributes, "a.b": attributes }, { requiredKeys: ["email"] }),
  },
  { requiredKeys: ["userAttributes"] },
);
const edits = fc.record(
  {
    userId: fc.record({ scimMapping: words, samlMapping: claims }, { requiredKeys: [] }),
    userAttributes: fc.record({ theirs: attributes }),
  },
  { requiredKeys: [] },
);

const customers = { name: "Customers", userAttributes: { email: attribute("E-mail") } };
const changed = { ...customers, userAttributes: { email: attribute("Mail") } };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:user_attribute_profiles`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: customers },
  { operation: "refresh, drift", scopes: [read], before: customers, run: "refresh" },
  { operation: "update", scopes: [read, update], before: customers, run: changed },
  { operation: "delete", scopes: [remove], before: customers, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...customers, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: customers, run: { ...changed, adopt: true }, adopted: true },
];

export const userAttributeProfile: Subject<"userAttributeProfile"> = {
  name: "userAttributeProfile",
  resource: "UserAttributeProfile",
  path: "/api/v2/user-attribute-profiles",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) =>
    void (tenant.userAttributeProfiles.get(theirs.id) ?? tenant.userAttributeProfiles.create(theirs)),
  foreign: (tenant) => tenant.userAttributeProfiles.get(theirs.id),
  identity: (_, n) => ({ name: `profile-${n}`, userAttributes: { email: attribute("E-mail") } }),
  ...objects,

  exceptions: [],
  share: 0.3,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.3 },
  ],
  writes: 1,

  slots: ["attributes-a", "attributes-b"],
  keys,
  programs: (slot) => fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, name]) => ({ ...rest, name }))),
  edits: (slot) => [
    { weight: 1, values: fc.record({ userId: fc.record({ scimMapping: fc.constantFrom("theirs-1", "theirs-2") }) }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/user-attribute-profiles(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `profile-${n}`, userAttributes: { email: attribute("E-mail") } };
      return [first, { ...first, name: `profile-${n}-new`, userId: { scimMapping: "userName" } }];
    },
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","user_attributes":[]}'].map(
      (body) => ({ path: /profiles.[^/]+$/, body }),
    ),
    ...readById("user-attribute-profiles"),
    programs: (text) =>
      text.map((end) => ({ args: { ...customers, name: `profile ${end}` }, mayAsk: [["user-attribute-profiles"]] })),
    loud: { ...customers, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [customers, changed],
  noReferences: { "/userId": "a group of settings: where the ids of users come from" },
  sample: "not every tenant has user attribute profiles, which are in early access",
  elsewhere: [["auth0_user_attribute_profile", "attributes", { id: at.attributes, name: "Customers" }]],
  namesElsewhere: ["attributes"],
};

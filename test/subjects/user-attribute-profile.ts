import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const attribute = (label: string): JsonObject => ({
  ...{ description: `The ${label}`, label, profileRequired: true, auth0Mapping: "email" },
});
const onWire = { description: "By hand", label: "By hand", profile_required: false, auth0_mapping: "nickname" };
const theirs = { id: "uap_0000000000000000000000", name: "Foreign", user_attributes: { nickname: onWire } };
const objects = objectsOf("userAttributeProfile", {
  byHand: (name) => ({ name, user_attributes: { nickname: onWire } }),
  theirs,
});

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

export const userAttributeProfile: Subject<"userAttributeProfile"> = {
  ...objects,
  identity: (_, n) => ({ name: `profile-${n}`, userAttributes: { email: attribute("E-mail") } }),

  exceptions: [],
  share: 0.3,
  laws: [casesOf(properties, edits, 0.3)],
  writes: 1,

  ...slotsOf("attributes", properties),
  edits: (slot) => [
    { weight: 1, values: fc.record({ userId: fc.record({ scimMapping: fc.constantFrom("theirs-1", "theirs-2") }) }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes: scopesOfObjects("user_attribute_profiles", customers, changed, { update: ["read", "update"] }),
  hostile: {
    ...hostileTo("user-attribute-profiles", customers, [
      '{"id":"another","name":7}',
      '{"id":"another","name":"another","user_attributes":[]}',
    ]),
    versions(_, n) {
      const first = { name: `profile-${n}`, userAttributes: { email: attribute("E-mail") } };
      return [first, { ...first, name: `profile-${n}-new`, userId: { scimMapping: "userName" } }];
    },
  },
  bench: [customers, changed],
  noReferences: { "/userId": "a group of settings: where the ids of users come from" },
  sample: "not every tenant has user attribute profiles, which are in early access",
  elsewhere: [["auth0_user_attribute_profile", "attributes", { id: at.attributes, name: "Customers" }]],
  namesElsewhere: ["attributes"],
};

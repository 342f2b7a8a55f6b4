import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { isSegment, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const { fields } = kinds.selfServiceProfile.schema;
const route = "self-service-profiles";

/** Only one of the two kinds of attributes can be there: whoever sets one in the dashboard takes the other away. */
function change({ selfServiceProfiles }: Emulator, key: string, wire: WireObject): void {
  const { id } = selfServiceProfiles.list().find(({ name }) => name === key) ?? selfServiceProfiles.get(key) ?? {};
  const other = { user_attributes: "user_attribute_profile_id", user_attribute_profile_id: "user_attributes" } as const;
  const taken = Object.entries(other).flatMap(([name, one]) =>
    own(wire as JsonObject, name) === undefined ? [] : [one],
  );
  selfServiceProfiles.update(String(id), { ...wire, ...Object.fromEntries(taken.map((name) => [name, null])) });
}
/** The profile as the tenant has it, with its texts. */
function stored(tenant: Emulator, key: string): JsonObject {
  const id = objects.held(tenant, key)?.id;
  const { selfServiceProfiles: rows = [] } = tenant.export("selfServiceProfiles");
  return (rows as readonly JsonObject[]).find((row) => row.id === id) ?? {};
}

function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  if (name !== "introduction") {
    objects.edit(tenant, key, name, value);
    return;
  }
  const row = stored(tenant, key);
  const [texts, id] = [own(row, "texts"), String(row.id)];
  tenant.selfServiceProfiles.setTexts(id, { ...(isObject(texts) && texts), introduction: value });
}

const theirs = { id: "ssp_0000000000000000000000", name: "Foreign" };
const objects = objectsOf("selfServiceProfile", {
  byHand: (name) => ({ name, description: "By hand" }),
  theirs,
  change,
});

const profile = "uap_0000000000000000000001";
const attributes = fc.constantFrom(
  [],
  [{ name: "email", description: "The address", isOptional: false }],
  [
    { name: "email", description: "The address", isOptional: false },
    { name: "nickname", description: "ü", isOptional: true },
  ],
);
const common = {
  description: fc.constantFrom("Customers", "𝒳".repeat(140)),
  branding: fc.record(
    {
      logoUrl: fc.constantFrom("https://www.example.com/logo.png", "https://www.example.com/ü?x=%2F"),
      colors: fc.constantFrom({ primary: "#19aecc" }, { primary: "#FFF" }),
    },
    { requiredKeys: [] },
  ),
  allowedStrategies: fc.uniqueArray(fc.constantFrom("oidc", "samlp", "okta"), { minLength: 1 }),
  introduction: fc.constantFrom("Welcome", "<b>ü</b>"),
};
const either = fc.oneof(
  fc.constant({}),
  fc.record({ userAttributes: attributes }),
  fc.record({ userAttributeProfileId: fc.constantFrom(profile, "uap_0000000000000000000002") }),
);
const some = fc
  .tuple(fc.record(common, { requiredKeys: [] }), either)
  .map(([rest, one]): JsonObject => ({ ...rest, ...one }));

const [customers, changed] = [{ name: "Customers" }, { name: "Customers", description: "New" }];
const introduced = { ...customers, introduction: "Welcome" };
const listed = { ...customers, userAttributes: [{ name: "email", description: "Address", isOptional: false }] };
const [readTexts, updateTexts] = ["read:self_service_profile_custom_texts", "update:self_service_profile_custom_texts"];

export const selfServiceProfile: Subject<"selfServiceProfile"> = {
  ...objects,
  identity: (_, n) => ({ name: `profile-${n}` }),
  held(tenant, key) {
    const { id, texts = null, ...row } = stored(tenant, key);
    if (id === undefined) return undefined;
    const introduction = own(texts, "introduction");
    return {
      id: String(id),
      live: { ...fromWire(fields, row), ...(introduction !== undefined && { introduction }) },
    };
  },
  edit,
  carries: { userAttributes: ["userAttributeProfileId"], userAttributeProfileId: ["userAttributes"] },

  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/allowedStrategies"],
      why: "the service accepts no profile without a strategy",
      documented: "The strategies of a self-service profile stay",
      examples: [[{ program: { allowedStrategies: ["oidc"] } }, { program: {} }]],
    },
    {
      law: "preservation",
      how: "lost",
      paths: ["/userAttributes", "/userAttributeProfileId"],
      by: ["/userAttributes", "/userAttributeProfileId"],
      why: "the service accepts only one of the two",
      documented: "takes the other one away",
      examples: [
        [
          { program: {} },
          { program: {}, edit: { userAttributeProfileId: profile } },
          { program: { userAttributes: [{ name: "email", description: "Address", isOptional: true }] } },
        ],
        [
          { program: {} },
          { program: {}, edit: { userAttributes: [{ name: "email", description: "Address", isOptional: true }] } },
          { program: { userAttributeProfileId: profile } },
        ],
        [
          { program: { userAttributes: [{ name: "email", description: "Address", isOptional: true }] } },
          {
            program: { userAttributes: [{ name: "email", description: "Address", isOptional: true }] },
            edit: { userAttributeProfileId: profile },
          },
        ],
      ],
    },
  ],
  share: 0.3,
  laws: [casesOf(some, some, 0.3)],
  writes: 3,

  ...slotsOf("service", some, { adopt: true }),
  edits: () => [{ weight: 1, values: fc.record({ description: fc.constantFrom("Theirs 1", "Theirs 2") }) }],

  scopes: scopesOfObjects("self_service_profiles", customers, changed, {
    further: [
      {
        operation: "create with `introduction`",
        scopes: ["create:self_service_profiles", updateTexts],
        run: introduced,
      },
      {
        operation: "refresh with `introduction`",
        scopes: ["read:self_service_profiles", readTexts],
        before: introduced,
        run: "refresh",
      },
      {
        operation: "update of `branding`, `userAttributes` or `userAttributeProfileId`",
        scopes: ["read:self_service_profiles", "update:self_service_profiles"],
        before: listed,
        run: { ...customers, userAttributeProfileId: profile },
      },
      {
        operation: "update of `introduction`",
        scopes: [readTexts, updateTexts],
        before: introduced,
        run: { ...introduced, introduction: "Hello" },
      },
    ],
  }),
  hostile: {
    targets: /^\/api\/v2\/self-service-profiles(\/[^/?]+(\/custom-text\/en\/get-started)?)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `profile-${n}`, userAttributeProfileId: profile, introduction: "One" };
      return [first, { ...first, name: `profile-${n}-new`, introduction: "Two" }];
    },
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","user_attributes":{}}'].map(
      (body) => ({ path: /profiles.[^/]+$/, body }),
    ),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? [route, id] : undefined),
    programs: (text) => text.map((end) => ({ args: { ...customers, name: `profile ${end}` }, mayAsk: [[route]] })),
    loud: { ...customers, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [customers, changed],
  harmless: {
    "names and descriptions": "description",
    "the looks of pages": "branding.logoUrl branding.colors.*",
    "texts without links, and their languages": "introduction",
  },
  sample: "a tenant has room for 20 of them only, so that a run could fill it up",
  elsewhere: [
    ["auth0_self_service_profile", "setup_pages", { id: at.pages, name: "Customers" }],
    [
      "auth0_self_service_profile_custom_text",
      "setup_texts",
      { sso_id: at.pages, language: "en", page: "get-started" },
    ],
  ],
  namesElsewhere: ["setup_pages"],
};

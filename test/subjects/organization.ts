import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { texts } from "../model/arbitraries.ts";
import type { Exception } from "./exception.ts";
import { objectsOf, readById, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";
import { quotaSwitch } from "./switches.ts";
import { withoutPrototypes } from "./without-prototypes.ts";

const theirs = {
  name: "foreign",
  display_name: "Somebody else's",
  branding: { logo_url: "https://foreign.example.com/logo.png" },
  metadata: { plan: "free" },
};
const objects = objectsOf("organization", { byHand: (name) => ({ name, display_name: "By hand" }), theirs });

const keys = (slot: string) => [slot, `${slot}_renamed`];
const colour = fc.constantFrom("#000000", "#fff", "#0059D6");
const quota = fc.integer({ min: 1, max: 2_147_483_647 });
/** What an organization can have. */
export const organizationProperties = fc.record(
  {
    name: fc.constantFrom("a", "north-1", "x".repeat(50)),
    displayName: texts(255).filter((text) => text !== ""),
    branding: fc.record(
      {
        logoUrl: fc.constantFrom("https://example.com/a.png", "https://example.com/b.png?x=%2F"),
        colors: fc.record({ primary: colour, pageBackground: colour }),
      },
      { requiredKeys: [] },
    ),
    metadata: fc.dictionary(fc.constantFrom("plan", "region", "a.b", "ü", "__proto__"), texts(255), { maxKeys: 5 }),
    tokenQuota: fc.record({
      clientCredentials: fc
        .record({ enforce: fc.boolean(), perDay: quota, perHour: quota }, { requiredKeys: [] })
        .filter((parts) => Object.keys(parts).length > 0),
    }),
    thirdPartyClientAccess: fc.constantFrom("allow", "block"),
    isAppEntitlementActive: fc.boolean(),
  },
  { requiredKeys: [] },
);

const exceptions: readonly Exception[] = [
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/displayName", "/branding/logoUrl", "/branding/colors"],
    why: "the service takes neither null nor an empty value for it",
    documented: "cannot clear the display name and the branding of an organization",
    examples: [
      [{ program: { displayName: "North" } }, { program: {} }],
      [{ program: { branding: { logoUrl: "https://example.com/a.png" } } }, { program: {} }],
      [{ program: { branding: { colors: { primary: "#000000", pageBackground: "#fff" } } } }, { program: {} }],
    ],
  },
];

const north = { name: "north", displayName: "North" };
const changed = { ...north, displayName: "North, new" };
const branded = { ...north, metadata: { plan: "free" } };

const brandingOf = (pageBackground: string) => ({
  logoUrl: "https://app.example.com/logo.png",
  colors: { primary: "#0059d6", pageBackground },
});

export const organization: Subject<"organization"> = {
  ...objects,
  identity: (_, n) => ({ name: `org${n}` }),

  exceptions,
  laws: [casesOf(organizationProperties, organizationProperties, 1)],
  writes: 1,

  slots: ["org-a", "org-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc.tuple(organizationProperties, mostly(keys(slot))).map(([rest, name]) => withoutPrototypes({ ...rest, name })),
    ),
  edits: (slot) => [
    { weight: 2, values: fc.record({ displayName: fc.constantFrom("Foreign 1", "Foreign 2") }) },
    { weight: 2, values: fc.record({ metadata: fc.record({ plan: fc.constantFrom("gold", "silver") }) }) },
    { weight: 1, values: fc.record({ name: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes: scopesOfObjects("organizations", north, changed, {
    further: [
      {
        operation: "update of `branding`, `metadata` or `tokenQuota`",
        scopes: ["read:organizations", "update:organizations"],
        before: branded,
        run: { ...branded, metadata: { plan: "enterprise" } },
      },
    ],
  }),
  hostile: {
    targets: /^\/api\/v2\/organizations(\/(name\/)?[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `org${n}`, displayName: "North", metadata: { plan: "free" } };
      return [first, { ...first, name: `org${n}-new`, metadata: { plan: "enterprise" } }];
    },
    misshapen: ["[]", '{"id":"another"}', '{"id":"another","name":"another"}'].map((body) => ({
      path: /organizations.[^/]+$/,
      body,
    })),
    ...readById("organizations"),
    programs: (text) =>
      text.map((end) => ({
        args: { ...north, displayName: `North ${end}` },
        mayAsk: [["organizations"], ["organizations", "name", north.name]],
      })),
    loud: { ...north, displayName: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [branded, { ...branded, displayName: "North, new", metadata: { plan: "enterprise" } }],
  harmless: {
    "names and descriptions": "displayName",
    "the looks of pages": "branding.logoUrl branding.colors.*",
    "quotas: beyond them, an application gets no tokens": "tokenQuota.clientCredentials.*",
  },
  answeredOnly: ["client", "enabled_connections"],
  inCases: (name) => ({ args: { name } }),
  sample: {
    key: "name",
    program: ({ key }) => ({ args: { name: key }, values: { branding: ["#000000", "#ffffff"].map(brandingOf) } }),
  },
  switches: [quotaSwitch(["tokenQuota"], { displayName: "Another name" })],
  elsewhere: [
    ["auth0_organization", "customer_north", { id: at.north, name: "north" }],
    ["auth0_organization", "customer_south", { id: at.south, name: "south" }],
  ],
  namesElsewhere: ["customer_north", "customer_south"],
};

import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { awkwardName } from "../model/arbitraries.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const type = "custom_authentication";
/** Two texts that can change are through their combinations in a few cases. */
const share = 0.3;

const objects = objectsOf("tokenExchangeProfile", (subject_token_type) => ({
  name: "By hand",
  subject_token_type,
  action_id: "theirs",
  type,
}));

const theirs = { name: "Foreign", subject_token_type: "urn:example:foreign", action_id: "foreign", type };

const keys = (slot: string) => [`urn:example:${slot}`, `https://${slot}.example.com/ü?x=%2F#1`];
const actions = ["action-a", "action-b"];

const names = fc.oneof(
  awkwardName.map((word) => `Log in with ${word}`),
  fc.constantFrom("abc", "𝒳".repeat(50), "  two  words ", "Token Exchange Profile 1"),
);
/** No two objects with one of these are there at the same time, so any of them may get any. */
const tokenTypes = fc.constantFrom(
  "urn:a:bc",
  "urn:example:token",
  `https://example.com/${"x".repeat(80)}`,
  "a:ü/%2F#?",
);
const properties = fc.record(
  { name: fc.option(names, { freq: 12 }), subjectTokenType: tokenTypes },
  { requiredKeys: [] },
);

const partner = { name: "Partner", subjectTokenType: "urn:example:partner", actionId: "action-a", type };
const renamed = { ...partner, name: "New", subjectTokenType: "urn:example:partner:2" };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:token_exchange_profiles`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: partner },
  { operation: "refresh, drift", scopes: [read], before: partner, run: "refresh" },
  { operation: "update", scopes: [update], before: partner, run: renamed },
  { operation: "delete", scopes: [remove], before: partner, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...partner, adopt: true } },
  {
    operation: "adopt",
    scopes: [read, update],
    before: partner,
    run: { ...partner, name: "New", adopt: true },
    adopted: true,
  },
];

export const tokenExchangeProfile: Subject<"tokenExchangeProfile"> = {
  name: "tokenExchangeProfile",
  resource: "TokenExchangeProfile",
  path: "/api/v2/token-exchange-profiles",
  keyOf: ({ subjectTokenType }) => String(subjectTokenType),

  prepare: (tenant) => void tenant.tokenExchangeProfiles.create(theirs),
  foreign: (tenant) => tenant.tokenExchangeProfiles.get(theirs.subject_token_type),
  identity: (_, n) => ({ subjectTokenType: `urn:example:token-${n}`, actionId: `action-${n}`, type }),
  ...objects,

  exceptions: [],
  share,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: properties, unseen: fc.constant(false) }), share },
  ],
  writes: 1,

  slots: ["exchange-a", "exchange-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(fc.record({ name: names }, { requiredKeys: [] }), mostly(keys(slot)), mostly(actions))
        .map(([rest, subjectTokenType, actionId]) => ({ ...rest, subjectTokenType, actionId, type })),
    ),
  edits: (slot) => [
    { weight: 1, values: fc.record({ name: fc.constantFrom("foreign-1", "foreign-2") }) },
    { weight: 1, values: fc.record({ subjectTokenType: fc.constantFrom(...keys(slot)) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/token-exchange-profiles(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: "Partner", subjectTokenType: `urn:example:token-${n}`, actionId: "action-a", type };
      return [first, { ...first, name: "Partner, new", subjectTokenType: `urn:example:token-${n}:new` }];
    },
    misshapen: [
      "[]",
      `{"id":"another","subject_token_type":"urn:example:another","action_id":"another","type":"${type}"}`,
    ].map((body) => ({ path: /profiles.[^/]+$/, body })),
    ...readById("token-exchange-profiles"),
    programs: (text) =>
      text.map((end) => ({
        args: { ...partner, subjectTokenType: `urn:example:${end}` },
        mayAsk: [["token-exchange-profiles"]],
      })),
    loud: { ...partner, subjectTokenType: "urn:\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [partner, { ...partner, name: "New" }],
  harmless: { "names and descriptions": "name" },
  unlikeTable: [["PATCH *: only the definition has it", "No update can change it."]],
  inCases: (name) => ({
    args: { name, subjectTokenType: "urn:example:token", type: "custom_authentication" },
    idsOf: { actionId: `${name}-action` },
  }),
  sample: {
    key: "subjectTokenType",
    identity: "actionId",
    needs: { action: { type: "action", with: { deploy: true } }, other: { type: "action", with: { deploy: true } } },
    program: ({ key, needed: { action = "", other = "" } }) => ({
      args: { subjectTokenType: `urn:${key}`, actionId: action, type: "custom_authentication" },
      values: { actionId: [other] },
    }),
  },
  elsewhere: [
    ["auth0_token_exchange_profile", "old_sessions", { id: at.profile, subject_token_type: "urn:example:session" }],
  ],
  namesElsewhere: ["old_sessions"],
};

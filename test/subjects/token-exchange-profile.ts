import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { awkwardName } from "../model/arbitraries.ts";
import { hostileTo, objectsOf, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

const type = "custom_authentication";
/** Two texts that can change are through their combinations in a few cases. */
const share = 0.3;

const theirs = { name: "Foreign", subject_token_type: "urn:example:foreign", action_id: "foreign", type };
const objects = objectsOf("tokenExchangeProfile", {
  key: "subjectTokenType",
  byHand: (subject_token_type) => ({
    name: "By hand",
    subject_token_type,
    action_id: "theirs",
    type,
  }),
  theirs,
});

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

export const tokenExchangeProfile: Subject<"tokenExchangeProfile"> = {
  ...objects,
  identity: (_, n) => ({ subjectTokenType: `urn:example:token-${n}`, actionId: `action-${n}`, type }),

  exceptions: [],
  share,
  laws: [casesOf(properties, properties, share)],
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

  scopes: scopesOfObjects("token_exchange_profiles", partner, { ...partner, name: "New" }),
  hostile: {
    ...hostileTo(
      "token-exchange-profiles",
      partner,
      [`{"id":"another","subject_token_type":"urn:example:another","action_id":"another","type":"${type}"}`],
      "subjectTokenType",
    ),
    versions(_, n) {
      const first = { name: "Partner", subjectTokenType: `urn:example:token-${n}`, actionId: "action-a", type };
      return [first, { ...first, name: "Partner, new", subjectTokenType: `urn:example:token-${n}:new` }];
    },
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

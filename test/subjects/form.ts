import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const page = (id: string, next_node: string, ...components: readonly JsonObject[]): JsonObject => ({
  id,
  type: "STEP",
  coordinates: { x: 0, y: 0 },
  config: { components, next_node },
});
const text = { id: "nickname", category: "FIELD", type: "TEXT", label: "Nickname ü", required: true, config: {} };
const next = { id: "next", category: "BLOCK", type: "NEXT_BUTTON", config: { text: "Next" } };
const captcha = {
  id: "robot",
  category: "WIDGET",
  type: "RECAPTCHA",
  config: { site_key: "site", secret_key: "key-1" },
};
const flowNode = { id: "save", type: "FLOW", config: { flow_id: "af_0000000000000000000001", next_node: "$ending" } };
const router = {
  id: "route",
  type: "ROUTER",
  config: { rules: [{ id: "rule_1", condition: {}, next_node: "$ending" }], fallback: "ask" },
};
const started = (next_node: string) => ({ next_node, coordinates: { x: 0, y: 0 } });

const hidden = "s3cr3t-of-a-form";
const theirs = { id: "ap_0000000000000000000000", name: "Foreign" };
const objects = objectsOf("form", { byHand: (name) => ({ name, nodes: [page("by_hand", "$ending", next)] }), theirs });

/** Parts that refer to each other. All have nodes with the same ids, so that any start fits any of them. */
const graphs = fc.constantFrom(
  {},
  { nodes: [page("ask", "$ending", text, next), router, flowNode], start: started("ask") },
  { nodes: [page("ask", "save", text), router, flowNode], start: started("ask"), ending: { resume_flow: true } },
  { nodes: [page("ask", "$ending", captcha), flowNode, router], start: started("route") },
  {
    nodes: [page("ask", "$ending"), router, flowNode],
    ending: { redirection: { delay: 3, target: "https://app.example.com/ü" } },
  },
);
const texts = {
  languages: fc.constantFrom({ primary: "en" }, { primary: "en", default: "de" }),
  messages: fc.constantFrom({ errors: { ERR_REQUIRED_PROPERTY: "Needed" } }, { custom: { hello: "Hello ü" } }),
  translations: fc.constantFrom({ de: { messages: { custom: { hello: "Hallo" } } } }, { fr: {} }),
  style: fc.constantFrom({ css: "a { color: red }" }, { css: "𝒳" }),
};
const properties = fc
  .tuple(graphs, fc.record(texts, { requiredKeys: [] }))
  .map(([graph, others]) => ({ ...graph, ...others }));
const edits = fc.record(
  {
    languages: fc.constantFrom({ default: "fr" }),
    style: fc.constantFrom({ css: "b {}" }),
    messages: fc.constantFrom({ custom: { theirs: "Theirs" } }),
    ending: fc.constantFrom({ after_submit: { flow_id: "af_0000000000000000000002" } }),
    nodes: fc.constantFrom([page("ask", "$ending", next), page("route", "ask"), page("save", "ask")]),
  },
  { requiredKeys: [] },
);

const profile = { name: "Profile", nodes: [page("ask", "$ending", text)], start: started("ask") };
const changed = { ...profile, nodes: [page("ask", "$ending", text, next)] };

export const form: Subject<"form"> = {
  ...objects,
  identity: (_, n) => ({ name: `form-${n}` }),

  exceptions: [],
  laws: [casesOf(properties, edits, 0.3)],
  writes: 1,
  share: 0.3,

  ...slotsOf("form", properties, { adopt: true }),
  edits: () => [{ weight: 1, values: fc.record({ style: fc.constantFrom({ css: "b {}" }) }) }],

  scopes: scopesOfObjects("forms", profile, changed, { update: ["read", "update"] }),
  hostile: {
    ...hostileTo("forms", profile, ['{"id":"another","name":7}', '{"id":"another","name":"another","nodes":{}}']),
    versions(_, n) {
      const secret = { ...captcha, config: { site_key: "site", secret_key: hidden } };
      const first = { name: `form-${n}`, nodes: [page("ask", "$ending", secret)], start: started("ask") };
      return [first, { ...first, style: { css: "b {}" } }];
    },
    secrets: [hidden],
  },
  bench: [profile, changed],
  harmless: {
    "the looks of pages": "style",
    "texts without links, and their languages": "languages messages translations",
  },
  sample: "its documents are free values, of which the service accepts only some together",
  elsewhere: [["auth0_form", "profile_page", { id: at.form, name: "Profile", nodes: "[]" }]],
  namesElsewhere: ["profile_page"],
};

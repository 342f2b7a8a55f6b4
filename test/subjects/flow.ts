import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const objects = objectsOf("flow", (name) => ({ name, actions: [request("by-hand")] }));

const hidden = "s3cr3t-of-a-flow";
const theirs = { id: "af_0000000000000000000000", name: "Foreign" };
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];

function request(id: string, params = {}) {
  return {
    id,
    type: "HTTP",
    action: "SEND_REQUEST",
    params: { connection_id: "ac_0000000000000000000001", url: "https://api.example.com/ü", method: "GET", ...params },
  };
}

const signing = {
  id: "sign",
  type: "JWT",
  action: "SIGN_JWT",
  params: { connection_id: "ac_0000000000000000000002", payload: { sub: "{{fields.email}}" } },
};
const condition = {
  id: "if_new",
  type: "FLOW",
  action: "BOOLEAN_CONDITION",
  params: { if: { operator: "AND", operands: [] }, else: [request("nested")] },
};
const actions = fc.constantFrom(
  [],
  [request("one")],
  [signing, request("one", { method: "POST" })],
  [condition],
  [request("one", { basic: { username: "shop", password: "password-1" } })],
);
const properties = fc.record({ actions: fc.option(actions, { freq: 12 }) }, { requiredKeys: [] });
const edits = fc.record({ actions: fc.constantFrom([request("theirs")], []) }, { requiredKeys: [] });

const orders = { name: "Orders", actions: [request("one")] };
const changed = { ...orders, actions: [request("one"), signing] };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map((verb) => `${verb}:flows`) as [
  string,
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: orders },
  { operation: "refresh, drift", scopes: [read], before: orders, run: "refresh" },
  { operation: "update", scopes: [update], before: orders, run: changed },
  { operation: "delete", scopes: [remove], before: orders, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...orders, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: orders, run: { ...changed, adopt: true }, adopted: true },
];

export const flow: Subject<"flow"> = {
  name: "flow",
  resource: "Flow",
  path: "/api/v2/flows",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) => void (tenant.flows.get(theirs.id) ?? tenant.flows.create(theirs)),
  foreign: (tenant) => tenant.flows.get(theirs.id),
  identity: (_, n) => ({ name: `flow-${n}` }),
  ...objects,

  exceptions: [],
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.2 },
  ],
  writes: 1,
  share: 0.3,

  slots: ["flow-a", "flow-b"],
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, name]) => ({ ...rest, name, adopt: true }))),
  edits: () => [{ weight: 1, values: fc.record({ actions: fc.constantFrom([request("theirs")], []) }) }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/flows(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const basic = { username: "shop", password: hidden };
      const first = { name: `flow-${n}`, actions: [request("one", { basic })] };
      return [first, { ...first, actions: [] }];
    },
    secrets: [hidden],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","actions":{}}'].map((body) => ({
      path: /flows.[^/]+$/,
      body,
    })),
    ...readById("flows"),
    programs: (text) => text.map((end) => ({ args: { ...orders, name: `flow ${end}` }, mayAsk: [["flows"]] })),
    loud: { ...orders, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [orders, changed],
  noReferences: { "/actions": "a list of documents, whose ids refer" },
  sample: "its actions are one free value, and the name alone says little",
  elsewhere: [["auth0_flow", "save_profile", { id: at.flow, name: "Save profile", actions: "[]" }]],
  namesElsewhere: ["save_profile"],
};

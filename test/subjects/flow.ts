import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const hidden = "s3cr3t-of-a-flow";
const theirs = { id: "af_0000000000000000000000", name: "Foreign" };
const objects = objectsOf("flow", { byHand: (name) => ({ name, actions: [request("by-hand")] }), theirs });

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

export const flow: Subject<"flow"> = {
  ...objects,
  identity: (_, n) => ({ name: `flow-${n}` }),

  exceptions: [],
  laws: [casesOf(properties, edits, 0.2)],
  writes: 1,
  share: 0.3,

  ...slotsOf("flow", properties, { adopt: true }),
  edits: () => [{ weight: 1, values: fc.record({ actions: fc.constantFrom([request("theirs")], []) }) }],

  scopes: scopesOfObjects("flows", orders, changed),
  hostile: {
    ...hostileTo("flows", orders, ['{"id":"another","name":7}', '{"id":"another","name":"another","actions":{}}']),
    versions(_, n) {
      const basic = { username: "shop", password: hidden };
      const first = { name: `flow-${n}`, actions: [request("one", { basic })] };
      return [first, { ...first, actions: [] }];
    },
    secrets: [hidden],
  },
  bench: [orders, changed],
  noReferences: { "/actions": "a list of documents, whose ids refer" },
  sample: "its actions are one free value, and the name alone says little",
  elsewhere: [["auth0_flow", "save_profile", { id: at.flow, name: "Save profile", actions: "[]" }]],
  namesElsewhere: ["save_profile"],
};

import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const path = ["keys", "network-acls"];
const encoded = (text: string) => createHash("sha256").update(text).digest("base64");
const byHand = (name: string): WireObject => ({ name, alg: "hmac-sha256", value: encoded("by hand") });
const objects = objectsOf("networkAclKey", byHand);

const theirs = { id: "key_0000000000000000000000", ...byHand("Foreign") };
const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];
/** One value: an object that another team has made with another one cannot be adopted. */
const value = encoded("one");
const gateway = { name: "gateway", value };

const [create, read, remove] = ["create", "read", "delete"].map((verb) => `${verb}:network_acl_keys`) as [
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: gateway },
  { operation: "refresh, drift", scopes: [read], before: gateway, run: "refresh" },
  { operation: "delete", scopes: [remove], before: gateway, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...gateway, adopt: true } },
  { operation: "adopt", scopes: [read], before: gateway, run: { ...gateway, adopt: true }, adopted: true },
];

export const networkAclKey: Subject<"networkAclKey"> = {
  name: "networkAclKey",
  resource: "NetworkAclKey",
  path: `/api/v2/${path.join("/")}`,
  keyOf: ({ name }) => String(name),

  prepare: (tenant: Emulator) => void (tenant.networkAclKeys.get(theirs.id) ?? tenant.networkAclKeys.create(theirs)),
  foreign: (tenant) => tenant.networkAclKeys.get(theirs.id),
  identity: (_, n) => ({ name: `key-${n}`, value }),
  ...objects,
  make: (tenant, key) => void tenant.networkAclKeys.create({ ...byHand(key), value }),

  exceptions: [],
  share: 0.3,
  laws: [
    {
      root: {},
      steps: sequencesOf({ program: fc.constant({}), edit: fc.constant({}), unseen: fc.constant(false) }),
      share: 0.1,
    },
  ],
  writes: 1,

  slots: ["key-a", "key-b"],
  keys,
  programs: (slot) => fc.constant(mostly(keys(slot)).map((name) => ({ name, value }))),
  edits: () => [],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/keys\/network-acls(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { name: `key-${n}`, value };
      return [first, { name: `key-${n}, new`, value: encoded("two") }];
    },
    secrets: [value, encoded("two")],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another"}'].map((body) => ({
      path: /network-acls.[^/]+$/,
      body,
    })),
    ...readById("network-acls"),
    asked: (id) => {
      const [, segment] = readById("network-acls").asked(id) ?? [];
      return segment === undefined ? undefined : [...path, segment];
    },
    programs: (text) => text.map((end) => ({ args: { ...gateway, name: `key ${end}` }, mayAsk: [path] })),
    loud: { ...gateway, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [gateway, { ...gateway, value: encoded("two") }],
  unlikeTable: [["POST value: max *", "A key has at most 512 bytes, which the pattern says in characters of base64."]],
  sample: "not every tenant has the keys, which are in early access",
  elsewhere: [["auth0_network_acl_key", "of_gateway", { id: at.signatures, name: "Gateway", alg: "hmac-sha256" }]],
  namesElsewhere: ["of_gateway"],
};

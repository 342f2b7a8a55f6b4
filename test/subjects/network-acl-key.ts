import { createHash } from "node:crypto";
import fc from "fast-check";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { ScopeCase, Subject } from "./subject.ts";

const encoded = (text: string) => createHash("sha256").update(text).digest("base64");
const byHand = (name: string): WireObject => ({ name, alg: "hmac-sha256", value: encoded("by hand") });
const theirs = { id: "key_0000000000000000000000", ...byHand("Foreign") };
const objects = objectsOf("networkAclKey", { byHand, theirs });

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
  ...objects,
  identity: (_, n) => ({ name: `key-${n}`, value }),
  make: (tenant, key) => void tenant.networkAclKeys.create({ ...byHand(key), value }),

  exceptions: [],
  share: 0.3,
  laws: [casesOf(fc.constant({}), fc.constant({}), 0.1)],
  writes: 1,

  ...slotsOf("key", fc.constant({}), { value }),
  edits: () => [],

  scopes,
  hostile: {
    ...hostileTo("keys/network-acls", gateway, ['{"id":"another","name":7}', '{"id":"another","name":"another"}']),
    versions(_, n) {
      const first = { name: `key-${n}`, value };
      return [first, { name: `key-${n}, new`, value: encoded("two") }];
    },
    secrets: [value, encoded("two")],
  },
  bench: [gateway, { ...gateway, value: encoded("two") }],
  unlikeTable: [["POST value: max *", "A key has at most 512 bytes, which the pattern says in characters of base64."]],
  sample: "not every tenant has the keys, which are in early access",
  elsewhere: [["auth0_network_acl_key", "of_gateway", { id: at.signatures, name: "Gateway", alg: "hmac-sha256" }]],
  namesElsewhere: ["of_gateway"],
};

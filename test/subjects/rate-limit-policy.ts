import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { type LockOutCases, mostly, type ScopeCase, type Subject } from "./subject.ts";

const { fields } = kinds.rateLimitPolicy.schema;
const inside = ["action", "limit", "redirect_uri"];

/** The configuration side by side with the other properties, as programs have it. */
const flat = ({ configuration, ...others }: JsonObject): JsonObject => ({
  ...others,
  ...(isObject(configuration) && configuration),
});
/** The configuration as the service has it. */
function nested(row: JsonObject): JsonObject {
  const entries = Object.entries(row);
  const isInside = ([name]: (typeof entries)[number]) => inside.includes(name);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isInside(entry))),
    configuration: Object.fromEntries(entries.filter(isInside)),
  };
}

const byHand = (selector: string): WireObject => ({
  ...{ resource: "oauth_authentication_api", consumer: "client", consumer_selector: selector },
  configuration: { action: "log", limit: 3 },
});
const theirs = { id: "rlp_0000000000000000000000", ...byHand("client_id:foreign") };

function found({ rateLimitPolicies: all }: Emulator, key: string): JsonObject | undefined {
  return all.get(key) as JsonObject | undefined;
}

function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  const row = found(tenant, key) ?? {};
  const { configuration: changed, ...others } = nested(toWire(fields, { [name]: value }));
  const configuration = { ...(row.configuration as JsonObject), ...(changed as JsonObject) };
  tenant.rateLimitPolicies.update(String(row.id), { ...others, configuration });
}

const limit = fc.integer({ min: 1, max: 10_000 });
const properties: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ action: fc.constantFrom("block", "log"), limit }),
  fc.record({
    action: fc.constant("redirect"),
    limit,
    redirectUri: fc.constantFrom("https://www.example.com/a", "https://www.example.com/b?x=%2F"),
  }),
);
const limited = fc.record({ action: fc.constantFrom("block", "log"), limit });

/** Policies for all applications without one, which a stack may leave without a limit of its own. */
const forAll = fc.record({
  selector: fc.constant("default"),
  action: fc.constantFrom("block", "log"),
  limit: fc.constantFrom(0, 50),
});
const lockOuts: LockOutCases = {
  programs: (stack) =>
    stack === "one"
      ? fc.record({ a: forAll }, { requiredKeys: [] })
      : fc.record({ b: limited.map((rest) => ({ ...rest, selector: "client_id:b" })) }),
  isLockedOut: (tenant) =>
    tenant.rateLimitPolicies.list().some(({ consumer_selector, configuration }) => {
      const { action, limit } = configuration as JsonObject;
      return consumer_selector === "default" && action !== "log" && limit === 0;
    }),
};

const keys = (slot: string) => [`client_id:${slot}-1`, `client_id:${slot}-2`];
const shop = { selector: "client_id:shop", action: "block", limit: 50 };
const changed = { ...shop, limit: 60 };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:rate_limit_policies`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: shop },
  { operation: "refresh, drift", scopes: [read], before: shop, run: "refresh" },
  { operation: "update", scopes: [read, update], before: shop, run: changed },
  { operation: "delete", scopes: [read, remove], before: shop, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...shop, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: shop, run: { ...changed, adopt: true }, adopted: true },
];

export const rateLimitPolicy: Subject<"rateLimitPolicy"> = {
  name: "rateLimitPolicy",
  resource: "RateLimitPolicy",
  path: "/api/v2/rate-limit-policies",
  keyOf: ({ selector }) => String(selector),

  prepare: (tenant) => void (tenant.rateLimitPolicies.get(theirs.id) ?? tenant.rateLimitPolicies.create(theirs)),
  foreign: (tenant) => tenant.rateLimitPolicies.get(theirs.id),
  identity: (_, n) => ({ selector: `client_id:of-${n}`, action: "log", limit: 1 }),
  held(tenant, key) {
    const row = found(tenant, key);
    return row && { id: String(row.id), live: fromWire(fields, flat(row)) };
  },
  answered(tenant, key) {
    const row = found(tenant, key);
    return row && flat(row);
  },
  read: (row) => nested(row),
  edit,
  make: (tenant, key) => void tenant.rateLimitPolicies.create(byHand(key)),
  remove: (tenant, key) => tenant.rateLimitPolicies.delete(String(found(tenant, key)?.id ?? key)),

  exceptions: [],
  share: 0.3,
  laws: [
    { root: {}, steps: sequencesOf({ program: limited, edit: limited, unseen: fc.constant(false) }), share: 0.2 },
    {
      root: {},
      steps: sequencesOf({ program: properties, edit: fc.constant({}), unseen: fc.constant(false) }),
      share: 0.2,
    },
  ],
  lockOuts,
  writes: 1,

  slots: ["policy-a", "policy-b"],
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(limited, mostly(keys(slot))).map(([rest, selector]) => ({ ...rest, selector }))),
  edits: () => [{ weight: 1, values: fc.record({ limit: fc.constantFrom(2, 4) }) }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/rate-limit-policies(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { selector: `client_id:of-${n}`, action: "block", limit: 10 };
      return [first, { ...first, limit: 20 }];
    },
    misshapen: ["[]", '{"id":"another","consumer_selector":"default"}'].map((body) => ({
      path: /rate-limit-policies.[^/]+$/,
      body,
    })),
    ...readById("rate-limit-policies"),
    programs: (text) =>
      text.map((end) => ({ args: { ...shop, selector: `client_id:${end}` }, mayAsk: [["rate-limit-policies"]] })),
    loud: { ...shop, selector: "client_id:\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [shop, changed],
  noReferences: { "/action": "a word: what happens to a request" },
  unlikeTable: [
    [
      "*: only the definition has it",
      "In the API, all but the selector is in the configuration, and no update can change the selector.",
    ],
  ],
  sample: "not every tenant has policies, which are in early access",
  switches: [
    {
      at: ["action"],
      on: "block",
      offValue: "log",
      off: { action: "log", limit: 50 },
      foreign: [],
      isWhole: true,
      declared: [["limit", 2]],
    },
    {
      at: ["action"],
      on: "redirect",
      offValue: "log",
      off: { action: "log", limit: 50 },
      needed: { redirectUri: "https://www.example.com/wait" },
      foreign: [],
      isWhole: true,
      declared: [["limit", 2]],
    },
  ],
  elsewhere: [
    [
      "auth0_rate_limit_policy",
      "of_portal",
      { id: at.policy, consumer_selector: `client_id:${at.portal}`, resource: "oauth_authentication_api" },
    ],
  ],
  namesElsewhere: ["of_portal"],
};

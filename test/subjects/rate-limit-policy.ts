import fc from "fast-check";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type JsonObject } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { type LockOutCases, mostly, type Subject } from "./subject.ts";

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
const objects = objectsOf("rateLimitPolicy", { key: "selector", byHand, theirs, fromBody: flat, toBody: changed });

/** A change of a policy, whose configuration is saved as a whole. */
function changed(change: JsonObject, { configuration: before }: JsonObject): JsonObject {
  const { configuration: after, ...others } = nested(change);
  return { ...others, configuration: { ...(before as JsonObject), ...(after as JsonObject) } };
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
const higher = { ...shop, limit: 60 };

export const rateLimitPolicy: Subject<"rateLimitPolicy"> = {
  ...objects,
  identity: (_, n) => ({ selector: `client_id:of-${n}`, action: "log", limit: 1 }),

  exceptions: [],
  share: 0.3,
  laws: [casesOf(limited, limited, 0.2), casesOf(properties, fc.constant({}), 0.2)],
  lockOuts,
  writes: 1,

  slots: ["policy-a", "policy-b"],
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(limited, mostly(keys(slot))).map(([rest, selector]) => ({ ...rest, selector }))),
  edits: () => [{ weight: 1, values: fc.record({ limit: fc.constantFrom(2, 4) }) }],

  scopes: scopesOfObjects("rate_limit_policies", shop, higher, {
    update: ["read", "update"],
    remove: ["read", "delete"],
  }),
  hostile: {
    ...hostileTo("rate-limit-policies", shop, ['{"id":"another","consumer_selector":"default"}'], "selector"),
    versions(_, n) {
      const first = { selector: `client_id:of-${n}`, action: "block", limit: 10 };
      return [first, { ...first, limit: 20 }];
    },
  },
  bench: [shop, higher],
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

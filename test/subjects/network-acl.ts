import fc from "fast-check";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { hostileTo, objectsOf, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { type LockOutCases, mostly, type Subject } from "./subject.ts";

const rule = { action: "block", scope: "authentication", match: { geoCountryCodes: ["CA"] } };
const onWire = { action: { block: true }, scope: "authentication", match: { geo_country_codes: ["CA"] } };

const byHand = (key: string): WireObject => ({
  description: "By hand",
  active: false,
  priority: Number(key),
  rule: onWire,
});
const theirs = { id: "acl_0000000000000000000000", ...byHand("100"), description: "Foreign", active: true };
const objects = objectsOf("networkAcl", { key: "priority", byHand, theirs });

const keys = (slot: string) => (slot === "acl-a" ? ["11", "12"] : ["21", "22"]);

const texts = (...all: readonly string[]) => fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 3 });
const asns = fc.uniqueArray(fc.constantFrom(64_496, 64_497, 4_200_000_000), { minLength: 1, maxLength: 3 });
const signals = fc.record(
  { ipv4Cidrs: texts("198.51.100.0/24", "203.0.113.7"), asns, userAgents: texts("curl", "ü 𝒳") },
  { requiredKeys: ["ipv4Cidrs"] },
);
const scopeOf = fc.constantFrom("authentication", "dynamic_client_registration");
const rules = fc.oneof(
  fc.record(
    { action: fc.constantFrom("block", "allow", "log"), scope: scopeOf, match: signals, notMatch: signals },
    { requiredKeys: ["action", "scope", "match"] },
  ),
  fc.record({
    action: fc.constant("redirect"),
    redirectUri: fc.constantFrom("https://www.example.com/a", "https://www.example.com/b"),
    scope: scopeOf,
    match: signals,
  }),
);
const descriptions = fc.constantFrom("Rule", "x".repeat(255), "ü 𝒳  two words");
const properties = fc.record({ description: descriptions, active: fc.boolean(), rule: rules });
const edits = fc.record(
  { description: fc.constantFrom("foreign-1", "foreign-2"), active: fc.boolean() },
  { requiredKeys: [] },
);

const block = { description: "Block", active: true, priority: 30, rule };
const changed = { ...block, rule: { ...rule, match: { geoCountryCodes: ["CA", "US"] } } };
/** Rules of two stacks that block and allow requests by their form. Rules that differ only by number come before and after each other. */
const guarding = (priorities: readonly number[]) =>
  fc.record({
    description: fc.constant("Rule"),
    active: fc.boolean(),
    priority: fc.constantFrom(...priorities),
    rule: fc.record({
      action: fc.constantFrom("allow", "block"),
      scope: fc.constantFrom("management", "tenant"),
      match: fc.constant({ ipv4Cidrs: ["198.51.100.0/24"] }),
    }),
  });
const lockOuts: LockOutCases = {
  programs: (stack) =>
    stack === "one"
      ? fc.record({ a: guarding([2, 12]), b: guarding([4, 6]), c: guarding([8, 1]) }, { requiredKeys: [] })
      : fc.record({ d: guarding([3, 13]), e: guarding([5, 7]) }, { requiredKeys: [] }),
  async isLockedOut({ url }) {
    const answers = await Promise.all([
      fetch(`${url}/api/v2/network-acls`),
      fetch(`${url}/oauth/token`, { method: "POST" }),
    ]);
    return answers.some(({ status }) => status === 403);
  },
};

/** Priorities are few: no test has more than these many rules at once. */
const priorityOf = (n: number) => 1 + (n % 99);

const ruleOf = (action: string, ...ipv4Cidrs: readonly string[]) => ({
  action,
  scope: "authentication",
  match: { ipv4Cidrs },
});

export const networkAcl: Subject<"networkAcl"> = {
  ...objects,
  identity: (_, n) => ({ description: "Rule", active: true, priority: priorityOf(n), rule }),
  held(tenant, key) {
    const found = objects.held(tenant, key);
    // The order of numbers of autonomous systems has no meaning.
    return found && { ...found, live: kinds.networkAcl.normalize(found.live) };
  },

  exceptions: [],
  share: 0.5,
  laws: [casesOf(properties, edits, 0.3)],
  lockOuts,
  writes: 1,

  slots: ["acl-a", "acl-b"],
  keys,
  programs: (slot) =>
    fc.constant(
      fc.tuple(properties, mostly(keys(slot))).map(([rest, priority]) => ({ ...rest, priority: Number(priority) })),
    ),
  edits: () => [
    { weight: 2, values: fc.record({ active: fc.boolean() }) },
    { weight: 1, values: fc.record({ description: fc.constantFrom("foreign-1", "foreign-2") }) },
  ],

  scopes: scopesOfObjects("network_acls", block, changed, { update: ["read", "update"], remove: ["read", "delete"] }),
  hostile: {
    ...hostileTo(
      "network-acls",
      block,
      [
        '{"id":"another","priority":7,"rule":7}',
        '{"id":"another","priority":7,"description":"another","active":true,"rule":{"action":{}}}',
      ],
      "description",
    ),
    versions(_, n) {
      const first = { description: `rule ${n}`, active: true, priority: priorityOf(n), rule };
      return [first, { ...first, description: `rule ${n}, new` }];
    },
  },
  bench: [block, changed],
  harmless: { "names and descriptions": "description" },
  answeredOnly: ["deleted_at", "tenant_id"],
  noReferences: { "/rule/action": "a word: what happens to a request" },
  unlikeTable: [["* rule.*: *", "The program has the action as one text, with its target beside it."]],
  // An active rule that blocks all requests is refused.
  besides: { active: false },
  inCases: (name) => ({ args: { description: name, priority: 1 + Number(/\d/.exec(name)?.[0]) } }),
  sample: {
    key: "description",
    unique: "priority",
    // The rule affects no request: it is inactive, and matches only addresses that are reserved for documentation.
    program: ({ key, free: priority }) => ({
      args: { description: key, priority, active: false, rule: ruleOf("log", "198.51.100.0/24") },
      values: {
        active: "an active rule can lock users out",
        priority: "another rule of the tenant may already have the priority",
        rule: [ruleOf("log", "203.0.113.0/24"), ruleOf("block", "203.0.113.0/24", "198.51.100.0/24")],
      },
    }),
  },
  switches: [
    {
      at: ["active"],
      on: true,
      off: { active: false, rule },
      unrelated: { description: "Another description" },
      dropped: [
        [{ rule: { ...rule, notMatch: { asns: [64_496] } } }, "rule", { ...rule, notMatch: { asns: [64_497] } }],
      ],
      foreign: [
        ["rule", { ...rule, notMatch: { asns: [64_496] } }, "rule.notMatch.asns"],
        ["rule", { ...rule, match: { ...rule.match, ipv4Cidrs: ["0.0.0.0/0"] } }, "rule.match.ipv4Cidrs"],
      ],
      declared: [
        ["rule", { ...rule, scope: "tenant" }],
        ["rule", { ...rule, match: { geoCountryCodes: ["CA", "US"] } }],
      ],
    },
  ],
  elsewhere: [
    ["auth0_network_acl", "no_proxies", { id: at.acl, description: "Block anonymizing proxies", priority: 10 }],
  ],
  namesElsewhere: ["no_proxies"],
};

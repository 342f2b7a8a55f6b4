import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { revealed } from "../harness/mini-engine.ts";
import { importedOf } from "./importing/tenants.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

const warnings = gatherWarnings();
let world: World;
beforeEach(async () => {
  world = await startWorld({}, resourceTypes.networkAcl);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.close();
});

const rule = { action: "block", scope: "authentication", match: { geoCountryCodes: ["CA"], asns: [64_497, 64_496] } };
const block: JsonObject = { description: "Block", active: true, priority: 10, rule };
const ruleWith = (more: object): JsonObject => ({ ...block, rule: { ...rule, ...more } });

const failureOf = async (acl?: JsonObject) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(acl ? { acl } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (acl?: JsonObject) => expect(await failureOf(acl)).toBe("");
const stored = () => world.tenant.networkAcls.list()[0] ?? {};
const methods = () => world.calls().map((call) => call.split(" ")[0]);
const settled = async (acl: JsonObject) => {
  expect(await world.engine.refresh()).toEqual([{ name: "acl", op: "same" }]);
  expect(await world.engine.changes({ acl })).toEqual([]);
};

test("the action is sent in the service's form, and read back", async () => {
  await up(block);
  expect(stored().rule).toMatchObject({ action: { block: true }, match: { asns: [64_496, 64_497] } });
  await settled(block);
  const redirect = ruleWith({ action: "redirect", redirectUri: "https://www.example.com/sorry" });
  await up(redirect);
  expect(stored().rule).toMatchObject({ action: { redirect: true, redirect_uri: "https://www.example.com/sorry" } });
  await settled(redirect);
  await up(block);
  expect(stored().rule).toMatchObject({ action: { block: true } });
  await settled(block);
});

describe("a rule for all requests of its scope", () => {
  const { match: _match, ...bare } = rule;
  const everywhere: JsonObject = { ...block, rule: { ...bare, action: "log", matchAll: true } };

  test("is sent, read back, and imported", async () => {
    await up(everywhere);
    expect(stored().rule).toEqual({ action: { log: true }, scope: "authentication", match_all: true });
    await settled(everywhere);
    const { client, program } = await importedOf(world.tenant, false);
    await client.close();
    expect(program.resources.map(({ args }) => args)).toEqual([everywhere]);
  });

  test("replaces signals and is replaced by them, including those of another client", async () => {
    const signals = ruleWith({ action: "log", match: { geoCountryCodes: ["CA"] } });
    await up(signals);
    const { rule: now, id } = stored() as { rule: { match: object }; id: string };
    world.tenant.networkAcls.update(id, { rule: { ...now, match: { ...now.match, user_agents: ["curl"] } } });
    await up(everywhere);
    expect(stored().rule).toEqual({ action: { log: true }, scope: "authentication", match_all: true });
    await settled(everywhere);
    await up(signals);
    expect(stored().rule).toEqual({
      ...{ action: { log: true }, scope: "authentication", match: { geo_country_codes: ["CA"] } },
    });
    await settled(signals);
    world.tenant.networkAcls.update(id, { rule: { action: { log: true }, scope: "authentication", match_all: true } });
    await world.engine.refresh();
    await up(signals);
    expect(stored().rule).toMatchObject({ match: { geo_country_codes: ["CA"] } });
    await settled(signals);
  });

  test("causes a warning if it blocks logins", async () => {
    warnings.length = 0;
    await up({ ...block, rule: { ...bare, matchAll: true } });
    expect(warnings.join("\n")).toContain('matchAll with scope "authentication" and action "block"');
  });
});

test("a rule can match requests by their signature keys", async () => {
  const signed = ruleWith({ match: undefined, notMatch: { httpMessageSignature: { keys: ["key_1", "key_2"] } } });
  await up(signed);
  expect(stored().rule).toMatchObject({
    not_match: { http_message_signature: { keys: [{ id: "key_1" }, { id: "key_2" }] } },
  });
  await settled(signed);
});

describe("an update", () => {
  test("replaces the rule by one PUT: removed signals are deleted, another client's stay", async () => {
    const before = ruleWith({ notMatch: { ipv4Cidrs: ["198.51.100.0/24"] } });
    await up(before);
    const { rule: now, id } = stored() as { rule: { match: object }; id: string };
    world.tenant.networkAcls.update(id, { rule: { ...now, match: { ...now.match, user_agents: ["curl"] } } });
    const after = { ...block, rule: { ...rule, match: { geoCountryCodes: ["US"] } } };
    await up(after);
    expect(methods()).toEqual(["GET", "GET", "PUT"]);
    expect(stored()).toMatchObject({ description: "Block", active: true, priority: 10 });
    expect(stored().rule).toEqual({
      action: { block: true },
      scope: "authentication",
      match: { geo_country_codes: ["US"], user_agents: ["curl"] },
    });
    await settled(after);
  });

  test("sends nothing for another order of the same values", async () => {
    const several = ruleWith({ match: { geoCountryCodes: ["CA", "US"], asns: [1, 2] } });
    await up(several);
    expect(
      await world.engine.changes({ acl: ruleWith({ match: { geoCountryCodes: ["US", "CA"], asns: [2, 1] } }) }),
    ).toEqual([]);
  });

  test("to another rule's priority is refused with the remedy, and changes nothing", async () => {
    const { engine } = world;
    await engine.up({ one: block, two: { ...block, description: "Two", priority: 20 } });
    const steps = await engine.up({
      one: { ...block, priority: 20 },
      two: { ...block, description: "Two", priority: 20 },
    });
    expect(steps.flatMap(({ failure }) => failure?.message ?? []).join("\n")).toContain("priority");
    const swapped = await engine.up({
      one: { ...block, priority: 20 },
      two: { ...block, description: "Two", priority: 10 },
    });
    const messages = swapped.flatMap(({ failure }) => failure?.message ?? []).join("\n");
    expect(messages).toContain('Could not update network ACL "Block" (priority 20)');
    expect(messages).toContain("first give one of them an unused value");
    expect(world.tenant.networkAcls.list()).toMatchObject([{ priority: 10 }, { priority: 20 }]);
  });
});

describe("a rule that can lock out the tool", () => {
  const warned = async (acl: JsonObject) => {
    warnings.length = 0;
    await world.port.check({}, { ...acl, [previewKey]: true });
    return warnings.join("\n");
  };

  test.each(["management", "tenant"])("with the scope %s that blocks warns in the preview, by name", async (scope) => {
    const said = await warned(ruleWith({ scope }));
    expect(said).toContain('network ACL "Block" (priority 10)');
    expect(said).toContain(`scope "${scope}" with action "block"`);
    expect(said).toContain("active: false");
  });

  test("causes no warning while it is inactive, allows, logs, or concerns only logins", async () => {
    expect(await warned({ ...ruleWith({ scope: "management" }), active: false })).toBe("");
    expect(await warned(ruleWith({ scope: "tenant", action: "log" }))).toBe("");
    expect(await warned(block)).toBe("");
  });

  test("causes a warning when it is activated", async () => {
    const inactive = { ...ruleWith({ scope: "management" }), active: false };
    await up(inactive);
    vi.stubEnv("TENANT_ALLOW_LOCKOUT", "true");
    warnings.length = 0;
    await up({ ...inactive, active: true });
    expect(warnings.join("\n")).toContain('scope "management"');
  });
});

describe("a rule that blocks the Management API or the tenant, and the allow rule before it", () => {
  const ruleOf = (action: string, scope: string) => ({ action, scope, match: { ipv4Cidrs: ["198.51.100.0/24"] } });
  const allow = (more: JsonObject = {}, scope = "management"): JsonObject => ({
    ...{ description: "Allow", active: true, priority: 1, rule: ruleOf("allow", scope) },
    ...more,
  });
  const blocking = (more: JsonObject = {}, scope = "management", action = "block"): JsonObject => {
    const redirectUri = action === "redirect" && { redirectUri: "https://www.example.com" };
    return {
      description: "Block",
      active: true,
      priority: 2,
      rule: { ...ruleOf(action, scope), ...redirectUri },
      ...more,
    };
  };
  const failuresOf = async (program: Readonly<Record<string, JsonObject>>) => {
    const steps = await world.engine.up(program);
    return steps.flatMap(({ failure }) => failure?.message ?? []);
  };
  const inForce = () => world.tenant.networkAcls.list().map(({ description, active }) => [description, active]);
  const refusal = (verb: string, label: string) =>
    expect.stringMatching(
      new RegExp(
        `^network ACL "${label}" \\(priority \\d+\\) was not ${verb}: .*network ACL "Block".*dependsOn: \\[allow\\].*TENANT_ALLOW_LOCKOUT=true`,
      ),
    );
  const onWire = (description: string, active: boolean, priority: number, action: string, scope = "management") =>
    world.tenant.networkAcls.create({
      ...{ description, active, priority },
      rule: { action: { [action]: true }, scope, match: { ipv4_cidrs: ["198.51.100.0/24"] } },
    });

  test("a creation without the allow rule is refused, and the next run completes it", async () => {
    expect(await failuresOf({ block: blocking(), allow: allow() })).toEqual([refusal("created", "Block")]);
    expect(inForce()).toEqual([["Allow", true]]);
    expect(await failuresOf({ block: blocking(), allow: allow() })).toEqual([]);
  });

  test("an activation is judged by all rules at the tenant, including those of others", async () => {
    expect(await failuresOf({ block: blocking({ active: false }) })).toEqual([]);
    expect(await failuresOf({ block: blocking() })).toEqual([refusal("changed", "Block")]);
    const id = String(onWire("Theirs", false, 1, "allow").id);
    expect(await failuresOf({ block: blocking() })).toEqual([refusal("changed", "Block")]);
    world.tenant.networkAcls.update(id, { active: true });
    expect(await failuresOf({ block: blocking() })).toEqual([]);
  });

  test.each([
    ["the same scope", "management", "management", true],
    ["the scope of the tenant", "tenant", "management", true],
    ["a narrower scope", "management", "tenant", false],
    ["the scope of logins", "authentication", "management", false],
  ])("an allow rule of %s", async (_, allowed, blocked, isEnough) => {
    const failures = await failuresOf({ allow: allow({}, allowed), block: blocking({}, blocked) });
    expect(failures).toEqual(isEnough ? [] : [refusal("created", "Block")]);
  });

  test("a redirection counts as blocking, and a later allow rule does not protect", async () => {
    const late = allow({ priority: 3 });
    expect(await failuresOf({ allow: late, block: blocking({}, "management", "redirect") })).toEqual([
      refusal("created", "Block"),
    ]);
  });

  test.each([
    ["deleted", undefined],
    ["changed", allow({ active: false })],
    ["changed", allow({ priority: 3 })],
    ["changed", allow({}, "authentication")],
    ["changed", allow({ rule: ruleOf("log", "management") })],
  ])("an allow rule on which an active rule depends is not %s", async (verb, next) => {
    const block = blocking();
    expect(await failuresOf({ allow: allow(), block })).toEqual([]);
    const program = { block, ...(next && { allow: next }) };
    expect(await failuresOf(program)).toEqual([expect.stringMatching(`was not ${verb}: .*network ACL "Block"`)]);
    expect(inForce()).toEqual([
      ["Allow", true],
      ["Block", true],
    ]);
    expect(await failuresOf({ allow: allow(), block: { ...block, active: false } })).toEqual([]);
    expect(await failuresOf({ ...program, block: { ...block, active: false } })).toEqual([]);
  });

  test("a destroy in the wrong order leaves the allow rule to the next destroy", async () => {
    expect(await failuresOf({ allow: allow(), block: blocking() })).toEqual([]);
    expect(await failuresOf({})).toEqual([refusal("deleted", "Allow")]);
    expect(inForce()).toEqual([["Allow", true]]);
    expect(await failuresOf({})).toEqual([]);
    expect(inForce()).toEqual([]);
  });

  test("the deletion of an allow rule waits for a running deletion of the blocking rule", async () => {
    expect(await failuresOf({ allow: allow(), block: blocking() })).toEqual([]);
    const entries = ["allow", "block"].map((name) => world.engine.state.get(name));
    await Promise.all(entries.map((entry) => entry && world.port.delete(entry.id, revealed(entry.outputs))));
    expect(inForce()).toEqual([]);
  });

  test("two allow rules that are deleted at the same time are not both deleted", async () => {
    const program = { allow: allow(), second: allow({ priority: 2 }), block: blocking({ priority: 3 }) };
    expect(await failuresOf(program)).toEqual([]);
    const entries = ["allow", "second"].map((name) => world.engine.state.get(name));
    const results = await Promise.allSettled(
      entries.map((entry) => entry && world.port.delete(entry.id, revealed(entry.outputs))),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("a rule that was already active is adopted and changed, but not extended to the whole tenant", async () => {
    onWire("Block", true, 2, "block");
    expect(await failuresOf({ block: { ...blocking(), adopt: true } })).toEqual([]);
    const match = { ipv4Cidrs: ["203.0.113.0/24"] };
    const other = (scope: string) => blocking({ rule: { ...ruleOf("block", scope), match } });
    expect(await failuresOf({ block: other("management") })).toEqual([]);
    expect(await failuresOf({ block: other("tenant") })).toEqual([refusal("changed", "Block")]);
  });

  test("a lost response to the activation is settled, and so is a rollback after it", async () => {
    expect(await failuresOf({ allow: allow(), block: blocking({ active: false }) })).toEqual([]);
    world.tenant.inject({ kind: "reset-after", method: "PUT", path: /network-acls/, times: 1 });
    world.tenant.inject({ kind: "status", status: 500, method: "PUT", path: /network-acls/, times: 9 });
    expect(await failuresOf({ allow: allow(), block: blocking() })).toHaveLength(1);
    world.tenant.clearFaults();
    expect(await failuresOf({ allow: allow({ active: false }), block: blocking() })).toEqual([
      refusal("changed", "Allow"),
    ]);
    expect(await failuresOf({ allow: allow(), block: blocking({ active: false }) })).toEqual([]);
    expect(await failuresOf({ allow: allow({ active: false }), block: blocking({ active: false }) })).toEqual([]);
  });

  describe.each([
    ["up", [10, "management"], [20, "management"], [30, "management"], [40, "management"]],
    ["down", [30, "management"], [40, "management"], [10, "management"], [20, "management"]],
    ["to the whole tenant", [10, "management"], [20, "management"], [10, "tenant"], [20, "tenant"]],
    ["from the whole tenant", [10, "tenant"], [20, "tenant"], [10, "management"], [20, "management"]],
    ["to a smaller scope and down", [10, "tenant"], [20, "tenant"], [5, "management"], [8, "management"]],
    ["to a larger scope and up", [5, "management"], [8, "management"], [10, "tenant"], [20, "tenant"]],
  ] as const)("both rules are moved %s", (_, allowed, blocked, allowedThen, blockedThen) => {
    type Place = readonly [number, string];
    const both = ([one, inScope]: Place, [two, outScope]: Place) => ({
      allow: allow({ priority: one }, inScope),
      block: blocking({ priority: two }, outScope),
    });
    const [first, second] = [both(allowed, blocked), both(allowedThen, blockedThen)];
    const backwards = ({ allow, block }: typeof first) => ({ block, allow });
    /** Whether the writes are safe one after the other, in the order of the program. */
    const isSafe = async (order: (program: typeof first) => Readonly<Record<string, JsonObject>>) => {
      const other = await startWorld({}, resourceTypes.networkAcl);
      try {
        await other.engine.up(first);
        return (await other.engine.up(order(second))).every(({ failure }) => failure === undefined);
      } finally {
        await other.close();
      }
    };

    test.each(["allow", "block"])("in one run without an order, beginning with the rule %s", async (begin) => {
      const isPossible = (await isSafe((program) => program)) || (await isSafe(backwards));
      expect(await failuresOf(first)).toEqual([]);
      const names = begin === "allow" ? (["allow", "block"] as const) : (["block", "allow"] as const);
      const results = await Promise.allSettled(
        names.map(async (name) => {
          const { id = "", inputs = {}, outputs = {} } = world.engine.state.get(name) ?? {};
          return world.port.update(id, revealed(outputs), { ...revealed(inputs), ...second[name] });
        }),
      );
      const reasons = results.flatMap((result) => (result.status === "rejected" ? String(result.reason) : []));
      expect(reasons.filter((reason) => !reason.includes("use two runs"))).toEqual([]);
      expect(reasons.length === 0).toBe(isPossible);
    });

    test("in one run with dependsOn, or in two runs as the message says", async () => {
      expect(await failuresOf(first)).toEqual([]);
      const failures = await failuresOf(second);
      if (failures.length > 0) {
        expect(failures.join()).toContain("use two runs: first only move or deactivate the blocking rule");
        const { allow, block } = first;
        expect(await failuresOf({ allow, block: { ...block, active: false } })).toEqual([]);
        expect(await failuresOf(second)).toEqual([]);
      }
      expect(inForce()).toEqual([
        ["Allow", true],
        ["Block", true],
      ]);
    });
  });

  test("a listing that lags behind does not hide a rule that this run created", async () => {
    await world.close();
    world = await startWorld({ listingsBehindMs: 60_000 }, resourceTypes.networkAcl);
    expect(await failuresOf({ allow: allow(), block: blocking() })).toEqual([]);
  });

  test("TENANT_ALLOW_LOCKOUT permits a lock-out for one run", async () => {
    vi.stubEnv("TENANT_ALLOW_LOCKOUT", "true");
    expect(await failuresOf({ block: blocking() })).toEqual([]);
    vi.unstubAllEnvs();
    expect(await failuresOf({ block: blocking(), more: blocking({ priority: 3 }) })).toEqual([
      refusal("created", "Block"),
    ]);
  });
});

describe("refused before anything is sent", () => {
  test.each([
    ["no signals at all", { match: undefined }, "rule: must have match, notMatch or both, or matchAll: true"],
    ["signals beside all requests", { matchAll: true }, "rule.matchAll: cannot be true together with match"],
    ["a number twice", { match: { asns: [1, 2, 1] } }, "rule.match.asns: has the number 1 twice"],
    [
      "a signature by no key",
      { match: { httpMessageSignature: { keys: [] } } },
      "rule.match.httpMessageSignature.keys: must have at least 1 element",
    ],
    ["an empty signal", { match: { asns: [] } }, "rule.match.asns: must have at least 1 element"],
    ["a redirection to nowhere", { action: "redirect" }, 'rule.redirectUri: is required with the action "redirect"'],
    [
      "an address without a redirection",
      { redirectUri: "https://www.example.com" },
      "rule.redirectUri: can be declared",
    ],
  ])("%s", async (_, more, message) => {
    const { match: given = rule.match, ...others } = more as JsonObject;
    const { match: _match, ...bare } = rule;
    const declared = { ...bare, ...others, ...("match" in more && more.match === undefined ? {} : { match: given }) };
    expect(await failureOf({ ...block, rule: declared })).toContain(message);
    expect(world.calls()).toEqual([]);
  });
});

test("a tenant whose plan has no network rules is named as such, and no rule counts as deleted", async () => {
  await up(block);
  const message = "Please upgrade your subscription to enable Tenant ACL Management.";
  const body = JSON.stringify({ statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_entitlement" });
  world.tenant.inject({ kind: "status", status: 403, path: /network-acls/, times: Number.POSITIVE_INFINITY, body });
  expect(await world.engine.refresh()).toEqual([{ name: "acl", op: "same" }]);
  expect(warnings.join("\n")).toContain(message);
  expect(await failureOf({ ...block, active: false })).toContain(
    "The tenant's plan or settings do not include this feature",
  );
  expect(world.engine.state.has("acl")).toBe(true);
});

test("a rule is adopted by its priority, and its deletion accepts status 200", async () => {
  world.tenant.networkAcls.create({
    description: "Theirs",
    active: false,
    priority: 10,
    rule: { action: { log: true }, scope: "tenant", match: { asns: [1] } },
  });
  // The message named only the declared rule, as if it were the one at the tenant.
  expect(await failureOf(block)).toMatch(/as network ACL "Theirs" \(priority 10\)\).* set `adopt: true`/);
  await up({ ...block, adopt: true });
  expect(world.tenant.networkAcls.list()).toMatchObject([{ description: "Block", active: true }]);
  await up();
  expect(world.tenant.networkAcls.list()).toEqual([]);
});

test("an imported rule becomes a program that changes nothing", async () => {
  world.tenant.networkAcls.create({
    description: "Redirect",
    active: true,
    priority: 7,
    rule: {
      action: { redirect: true, redirect_uri: "https://www.example.com/sorry" },
      scope: "authentication",
      not_match: { ipv4_cidrs: ["198.51.100.0/24"] },
    },
  });
  const { client, program } = await importedOf(world.tenant, false);
  await client.close();
  expect(program.resources.map(({ args }) => args)).toEqual([
    {
      ...{ description: "Redirect", active: true, priority: 7 },
      rule: {
        ...{ action: "redirect", redirectUri: "https://www.example.com/sorry", scope: "authentication" },
        notMatch: { ipv4Cidrs: ["198.51.100.0/24"] },
      },
    },
  ]);
});

import { expect, test } from "vitest";
import { stack, tenant, withStack } from "./world.ts";

const path = "attack-protection/brute-force-protection";

withStack({ seed: { settings: [{ id: path, mode: "count_per_identifier" }] } });

const program = { guard: { kind: "BruteForceProtection" as const, args: { enabled: true, maxAttempts: 5 } } };
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

test("a singleton: the preview shows the changes, a run writes only these, and a destroy keeps the values", async () => {
  await stack.declare(program);
  const preview = await stack.run(["preview"]);
  expect(preview.stdout + preview.stderr).toMatch(/adopts it and changes:\s+maxAttempts: 10 → 5/);
  expect(writes()).toEqual([]);

  await stack.up(program);
  expect(writes().map(({ body }) => body)).toEqual([{ max_attempts: 5 }]);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);

  tenant.clearRequests();
  const destroy = await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect(destroy.stdout + destroy.stderr).toMatch(/nothing was sent. The tenant keeps all values/);
  expect(writes()).toEqual([]);
  expect(tenant.settings.get(path)).toMatchObject({ max_attempts: 5, mode: "count_per_identifier" });
});

test("a network rule edited while inactive is not activated before the program declares the edit", async () => {
  const rule = { action: "block", scope: "authentication", match: { geoCountryCodes: ["CA"] } };
  const acl = (active: boolean, more = {}) => ({
    acl: {
      kind: "NetworkAcl" as const,
      args: { description: "Block", active, priority: 7, rule: { ...rule, ...more } },
    },
  });
  await stack.up(acl(false));
  const [made] = tenant.networkAcls.list();
  const theirs = {
    action: { block: true },
    scope: "authentication",
    match: { geo_country_codes: ["CA"], ipv4_cidrs: ["0.0.0.0/0"] },
  };
  tenant.networkAcls.update(String(made?.id), { rule: theirs });

  await stack.declare(acl(true));
  const preview = await stack.run(["preview"]);
  expect(preview.stdout + preview.stderr).toMatch(/will fail: .*active would put rule\.match\.ipv4Cidrs into force/);
  tenant.clearRequests();
  const { code, stdout, stderr } = await stack.run(["up", "--yes", "--skip-preview"], { expect: "any" });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(
    /active would put rule\.match\.ipv4Cidrs into force.*declare rule\.match\.ipv4Cidrs/s,
  );
  expect(writes()).toEqual([]);
  expect(tenant.networkAcls.get(String(made?.id))).toMatchObject({ active: false, rule: theirs });

  const match = { ...rule.match, ipv4Cidrs: ["198.51.100.0/24"] };
  await stack.up(acl(true, { match }));
  expect(tenant.networkAcls.get(String(made?.id))).toMatchObject({
    active: true,
    rule: { match: { geo_country_codes: ["CA"], ipv4_cidrs: ["198.51.100.0/24"] } },
  });
});

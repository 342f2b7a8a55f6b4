import { beforeAll, expect, test } from "vitest";
import { rules } from "../../provider/src/baseline/audit.ts";
import { type Json, own } from "../../provider/src/schema/json.ts";
import { type Pack, policyPack } from "../harness/policy-pack.ts";
import { breakingPrograms } from "./breaking.ts";
import { packOf, secret, violationsIn, weak } from "./policies.ts";
import { type Program, upNow } from "./project.ts";
import { stack, tenant, withStack } from "./world.ts";

// The policy pack in Pulumi's own engine.

let mandatory: Pack;
withStack();
beforeAll(async () => {
  mandatory = await policyPack(stack, "mandatory", packOf({ mandatory: "high" }));
});

test("a preview fails on a mandatory rule, and an up stops before the resource is made; no value is quoted", async () => {
  await stack.declare(weak);
  const options = { expect: 1, env: mandatory.env };
  const preview = await stack.events(["preview", "--policy-pack", mandatory.folder], options);
  expect(violationsIn(preview.events)).toEqual(
    expect.arrayContaining([
      "mandatory client-no-implicit-grant: app",
      "advisory client-metadata-no-secrets: app",
      expect.stringMatching(/^advisory baseline-unknown/),
    ]),
  );
  const up = await stack.run([...upNow, "--policy-pack", mandatory.folder], options);
  // Others that the engine makes at the same time can be there already.
  const made = tenant.requests.filter(({ operation }) => operation === "clients.create");
  expect(made.filter(({ body }) => own(body as Json, "name") === "app")).toEqual([]);
  for (const { stdout, stderr } of [preview, up]) {
    expect(stdout + stderr).toContain("Declare grantTypes without `implicit`");
    expect(stdout + stderr).not.toContain(secret);
  }
});

test("every rule that a program can break finds its resource in a preview, new references included", async () => {
  const pack = await policyPack(stack, "all", packOf({ profiles: ["strict", "hardened"] }));
  const programs = breakingPrograms(rules);
  expect(programs.length).toBeLessThanOrEqual(2);
  for (const { program, broken } of programs) {
    const text = JSON.stringify(program).replaceAll("tenant.example.com", new URL(tenant.url).host);
    await stack.declare(JSON.parse(text));
    const { events } = await stack.events(["preview", "--policy-pack", pack.folder], { env: pack.env });
    const found = new Set(violationsIn(events));
    expect([...broken].filter(([id, name]) => !found.has(`advisory ${id}: ${name}`))).toEqual([]);
  }
});

test("a rule about several objects stops a preview, and judges an up after it", async () => {
  const orders = { args: { identifier: "https://orders.example.com", name: "Orders" } };
  const program = { orders, keys: weak.keys, grant: { ...weak.grant, dependsOn: ["orders"] } } as Program;
  const pack = await policyPack(stack, "unusable", packOf({ levels: { "grant-unusable": "mandatory" } }));
  const options = { expect: 1, env: pack.env };
  await stack.declare(program);
  const preview = await stack.events(["preview", "--policy-pack", pack.folder], options);
  expect(violationsIn(preview.events)).toContain("mandatory grant-unusable: grant");
  const up = await stack.events([...upNow, "--policy-pack", pack.folder], options);
  expect(violationsIn(up.events)).toContain("mandatory grant-unusable: grant");
  expect(tenant.clientGrants.list()).toHaveLength(1);
});

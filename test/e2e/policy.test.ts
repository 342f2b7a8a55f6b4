import { beforeAll, expect, test } from "vitest";
import { type Json, own } from "../../provider/src/schema/json.ts";
import { type Pack, policyPack } from "../harness/policy-pack.ts";
import { packOf, secret, violationsIn, weak } from "./policies.ts";
import { type Program, upNow } from "./project.ts";
import { stack, tenant, withStack } from "./world.ts";

// The policy pack in Pulumi's own engine. `test/scenes` has all its rules, and its configuration.

let mandatory: Pack;
withStack();
beforeAll(async () => {
  mandatory = await policyPack(stack, "mandatory", packOf({ mandatory: "high" }));
});

test("a mandatory rule fails a preview, and stops an up before the resource is created; no value is quoted", async () => {
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

test("a rule about several objects fails a preview, and fails an up after its writes", async () => {
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

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { rules } from "../../provider/src/baseline/audit.ts";
import { breakingPrograms } from "../e2e/breaking.ts";
import { packOf, violationsIn, weak } from "../e2e/policies.ts";
import type { Program } from "../e2e/project.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";
import { type Pack, policyPack } from "../harness/policy-pack.ts";
import { later } from "../unit/helpers/days.ts";

// The configuration of the policy pack and all its rules, in Pulumi's own engine.

let mandatory: Pack;
withStack();
beforeAll(async () => {
  mandatory = await policyPack(stack, "mandatory", packOf({ mandatory: "high" }));
});

test("the configuration of the pack changes levels, and the error for wrong arguments names them", async () => {
  await stack.declare({ app: weak.app } as Program);
  const config = join(stack.folder, "config.json");
  const levels = { "client-no-implicit-grant": "disabled", "client-metadata-no-secrets": "mandatory" };
  // Pulumi hands the pack no names that none of its policies has.
  await writeFile(config, JSON.stringify({ ...levels, "no-such-rule": "mandatory" }));
  const configured = ["preview", "--policy-pack", mandatory.folder, "--policy-pack-config", config];
  const { events } = await stack.events(configured, { expect: 1, env: mandatory.env });
  const violations = violationsIn(events).filter((text) => !text.includes("baseline-unknown"));
  expect(violations).toEqual(["mandatory client-metadata-no-secrets: app"]);

  const wrong = await policyPack(stack, "wrong", packOf({ levels: { "client-no-implicit-grants": "disabled" } }));
  const { stdout, stderr } = await stack.run(["preview", "--policy-pack", wrong.folder], {
    expect: "any",
    env: wrong.env,
  });
  expect(stdout + stderr).toContain(
    'unknown value "client-no-implicit-grants". Did you mean "client-no-implicit-grant"?',
  );
});

test("waivers permit failures in the pack; its arguments or its configuration name their file", async () => {
  await stack.declare({ app: weak.app } as Program);
  const pack = await policyPack(stack, "waiving", packOf({ mandatory: "medium" }));
  const [file, config] = ["tenant-baseline.yaml", "waivers.json"].map((name) => join(stack.folder, name)) as [
    string,
    string,
  ];
  const waiver = (rule: string, resource: string, until: string) =>
    `  - { rule: ${rule}, resource: ${resource}, reason: The old portal moves., until: ${until} }\n`;
  await writeFile(
    file,
    `waivers:\n${waiver("client-no-implicit-grant", '"ap?"', later)}${waiver("client-metadata-no-secrets", "app", "2020-01-31")}` +
      waiver("client-oidc-conformant", "gone", later),
  );
  await writeFile(config, JSON.stringify({ "baseline-waivers": { file: "../../tenant-baseline.yaml" } }));
  const command = (name: string) => ["preview", "--policy-pack", name, "--policy-pack-config", config];
  const { events, stdout, stderr } = await stack.events(command(pack.folder), { expect: 1, env: pack.env });
  const found = violationsIn(events);
  expect(found.filter((text) => text.startsWith("mandatory"))).toEqual(["mandatory client-metadata-no-secrets: app"]);
  expect(found).toContain("advisory baseline-waived: app");
  const output = stdout + stderr;
  expect(output).toContain(`client-no-implicit-grant is waived until ${later}: The old portal moves.`);
  expect(output).toContain('client-metadata-no-secrets of "app" ended on 2020-01-31 and no longer applies');
  expect(output).not.toContain('"gone"');

  const twice = await policyPack(stack, "twice", packOf({ waivers: "../../tenant-baseline.yaml" }));
  const refused = await stack.run(command(twice.folder), { expect: "any", env: twice.env });
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain("Remove one of the two.");
});

test("the example's pack applies the baseline and a rule of its own", async () => {
  const { app } = weak;
  const owned = { kind: "Client", args: { name: "owned", clientMetadata: { owner: "identity" } } } as const;
  await stack.declare({ app, owned } as Program);
  const pack = await policyPack(stack, "example", { folder: "examples/policy" });
  const { events } = await stack.events(["preview", "--policy-pack", pack.folder], { expect: 1, env: pack.env });
  const mandatoryOnes = violationsIn(events).filter((text) => text.startsWith("mandatory"));
  expect(mandatoryOnes.toSorted()).toEqual([
    "mandatory client-has-owner: app",
    "mandatory client-no-implicit-grant: app",
  ]);
});

test("every rule that a program can break finds its resource in a preview, even with references to new resources", async () => {
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

test("secrets stay secret if a policy of one's own changes the arguments in place, and do not in a copy", async () => {
  const secret = "kept-by-the-identity-provider";
  const corp = {
    kind: "Connection",
    args: {
      name: "corp",
      strategy: "oidc",
      options: { issuer: "https://idp.example.com/", client_id: "tenant", client_secret: secret },
    },
  };
  const remediating = (code: string) => `const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("remediating", { policies: [{ name: "scope", description: "Sets the scope.", enforcementLevel: "remediate",
  remediateResource: ({ type, props }) => { if (type.endsWith(":Connection")) ${code} } }] });`;
  const saidWith = async (name: string, code: string) => {
    const { folder, env } = await policyPack(stack, name, remediating(code));
    await stack.declare({ corp } as Program);
    const { stdout, stderr } = await stack.run(["preview", "--diff", "--policy-pack", folder], { env });
    expect(stdout).toContain("openid email");
    return stdout + stderr;
  };
  const inPlace = '{ props.options.scope = "openid email"; return props; }';
  expect(await saidWith("in-place", inPlace)).not.toContain(secret);
  const copy = 'return { ...props, options: { ...props.options, scope: "openid email" } };';
  expect(await saidWith("copying", copy)).toContain(secret);
});

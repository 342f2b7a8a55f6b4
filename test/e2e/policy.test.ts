import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rules } from "../../provider/src/baseline/audit.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { TenantBaselineArgs } from "../../provider/src/policy/arguments.ts";
import { type Json, own } from "../../provider/src/schema/json.ts";
import { type Pack, policyPack } from "../harness/policy-pack.ts";
import type { EngineEvent } from "../harness/stack.ts";
import { breakingPrograms } from "./breaking.ts";
import { type Program, type TestStack, testStack, upNow } from "./project.ts";

// The policy pack in Pulumi's own engine.

let tenant: Emulator;
let stack: TestStack;
let mandatory: Pack;
beforeAll(async () => {
  tenant = await startEmulator();
  stack = await testStack(tenant);
  mandatory = await policyPack(stack, "mandatory", packOf({ mandatory: "high" }));
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

/** The program of a pack. */
function packOf(args: TenantBaselineArgs): string {
  return `const { TenantBaseline } = require("pulumi-tenant/policy");
new TenantBaseline("baseline", ${JSON.stringify(args)});`;
}

/** The violations that the engine reported: the policy, its level, and the resource. */
function violationsIn(events: readonly EngineEvent[]): readonly string[] {
  return events.flatMap(({ policyEvent }) => {
    if (policyEvent === undefined) return [];
    const { policyName, enforcementLevel, resourceUrn = "" } = policyEvent as Record<string, string>;
    return [`${enforcementLevel} ${policyName}: ${resourceUrn?.split("::").at(-1)}`];
  });
}

const secret = ["q7Rk2Zp", "9Xw4Lt8Vb", "n3Jd6Hs"].join("");
const weak: Program = {
  app: {
    kind: "Client",
    args: {
      name: "app",
      appType: "spa",
      grantTypes: ["authorization_code", "implicit"],
      clientMetadata: { api_key: secret },
    },
  },
  keys: {
    kind: "Client",
    args: { name: "keys", appType: "regular_web", grantTypes: ["authorization_code"] },
  },
  grant: {
    kind: "ClientGrant",
    args: { audience: "https://orders.example.com", scope: [] },
    idsOf: { clientId: "keys.clientId" },
  },
};

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

test("the configuration of the pack changes levels, and wrong arguments are named", async () => {
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

test("waivers of the project permit failures in the pack, whose arguments or configuration name their file", async () => {
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
    `waivers:\n${waiver("client-no-implicit-grant", '"ap?"', "2999-12-31")}${waiver("client-metadata-no-secrets", "app", "2020-01-31")}` +
      waiver("client-oidc-conformant", "gone", "2999-12-31"),
  );
  await writeFile(config, JSON.stringify({ "baseline-waivers": { file: "../../tenant-baseline.yaml" } }));
  const command = (name: string) => ["preview", "--policy-pack", name, "--policy-pack-config", config];
  const { events, stdout, stderr } = await stack.events(command(pack.folder), { expect: 1, env: pack.env });
  const found = violationsIn(events);
  expect(found.filter((text) => text.startsWith("mandatory"))).toEqual(["mandatory client-metadata-no-secrets: app"]);
  expect(found).toContain("advisory baseline-waived: app");
  const output = stdout + stderr;
  expect(output).toContain("client-no-implicit-grant is waived until 2999-12-31: The old portal moves.");
  expect(output).toContain('client-metadata-no-secrets of "app" ended on 2020-01-31 and counts no more');
  expect(output).not.toContain('"gone"');

  const twice = await policyPack(stack, "twice", packOf({ waivers: "../../tenant-baseline.yaml" }));
  const refused = await stack.run(command(twice.folder), { expect: "any", env: twice.env });
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain("Remove one of the two.");
});

test("the example's pack judges by the baseline and by a rule of its own", async () => {
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

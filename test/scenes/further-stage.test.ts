import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { base, placeAt, root, writesAt } from "../e2e/importing.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

const program = `import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const host = new pulumi.Config().require("host");
const orders = new tenant.ResourceServer("orders", { identifier: "https://orders.example.com", name: "Orders", scopes: { "read:orders": "Read" } });
const shop = new tenant.Client("shop", { name: "Shop", appType: "regular_web", callbacks: [\`https://\${host}/callback\`], oidcConformant: true });
new tenant.ClientGrant("shop-orders", { clientId: shop.clientId, audience: orders.identifier, scope: ["read:orders"] });
new tenant.Role("auditor", { name: "auditor" });
`;

afterAll(() => rm(base, { recursive: true, force: true }));

test("a further stage takes over its tenant without a write, and its first run changes what its preview shows", async () => {
  const [clientId, identifier] = ["client0000000000000000000000shop", "https://orders.example.com"];
  const prod = await startEmulator({
    seed: {
      resourceServers: [
        { identifier, name: "Orders of the company", scopes: [{ value: "read:orders", description: "Read" }] },
      ],
      clients: [
        {
          ...{ client_id: clientId, name: "Shop", app_type: "regular_web", oidc_conformant: true },
          callbacks: ["https://shop.example.com/callback"],
        },
      ],
      clientGrants: [{ client_id: clientId, audience: identifier, scope: ["read:orders"] }],
    },
  });
  try {
    const place = await placeAt("stage", prod);
    const folder = join(place.folder, "project");
    await mkdir(folder);
    await writeFile(join(folder, "Pulumi.yaml"), "name: stages\nruntime: nodejs\nmain: index.ts\n");
    await writeFile(join(folder, "package.json"), '{ "name": "stages", "private": true, "type": "module" }\n');
    await writeFile(join(folder, "index.ts"), program);
    const run = async (command: string, ...args: readonly string[]) => {
      const env = { ...outerEnvironment(), ...place.env };
      const { code, stdout, stderr } = await exec(command, args, { cwd: folder, env, timeoutMs: 300_000 });
      expect(code, stdout + stderr).toBe(0);
      return stdout;
    };
    const pulumi = (...args: readonly string[]) => run(place.env.PULUMI_CLI ?? "", ...args, "--non-interactive");
    await pulumi("stack", "init", "prod");
    await pulumi("config", "set", "host", "shop.example.com");

    const stdout = await run(
      process.execPath,
      join(root, "provider/bin/pulumi-tenant.js"),
      "import",
      "--stack",
      "prod",
      "--json",
    );
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ taken: 3, created: ["Role auditor"], failed: [] });
    const resources = report.proof.resources as { name: string; changes: { path: string }[] }[];
    expect(resources.flatMap(({ name, changes }) => changes.map(({ path }) => `${name} ${path}`))).toContain(
      "orders name",
    );
    expect(writesAt(prod)).toEqual([]);
    expect(await readFile(join(folder, "index.ts"), "utf8")).toBe(program);

    await pulumi("up", "--yes", "--skip-preview");
    expect(
      writesAt(prod)
        .map(({ operation }) => operation)
        .toSorted(),
    ).toEqual(["resource-servers.update", "roles.create"]);
  } finally {
    await prod.close();
  }
}, 600_000);

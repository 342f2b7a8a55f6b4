import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { addToLogs, apply, drift, preview, project, withPipelines } from "../e2e/gitops-jobs.ts";
import type { JobResult } from "../e2e/workflow.ts";
import { exec } from "../harness/exec.ts";
import type { Deployment, StateResource } from "../harness/stack.ts";

/** What an attacker who can write the state or a branch gets from the pipelines of examples/gitops; every test continues where the one before ended. */
withPipelines();

/** A tenant that is another team's. */
let elsewhere: Emulator;
beforeAll(async () => {
  elsewhere = await startEmulator();
  expect((await apply("workflow_dispatch")).code).toBe(0);
});
afterAll(() => elsewhere?.close());

describe("an attacker who can write the state", () => {
  let good: Deployment;
  let planted: string;
  beforeAll(async () => {
    good = JSON.parse((await project.stack.run(["stack", "export"])).stdout);
    planted = join(project.dir, "planted");
  });
  afterAll(() => project.stack.run(["stack", "import"], { input: JSON.stringify(good) }));

  const code = () =>
    `require("fs").writeFileSync(${JSON.stringify(planted)}, Object.keys(process.env).join());\n` +
    'exports.handler = () => require("pulumi-tenant/host").resourceServer';
  /** Adds resources that are not in the program, so that `up` would delete them with the code that they bring along. */
  async function plant(change: (entry: StateResource) => StateResource | StateResource[]): Promise<void> {
    const state = structuredClone(good);
    const [entry] = state.deployment.resources?.filter(({ type }) => type.endsWith(":ResourceServer")) ?? [];
    if (entry === undefined) throw new Error("there is no resource to copy");
    state.deployment.resources?.push(...[change(structuredClone({ ...entry, urn: `${entry.urn}-planted` }))].flat());
    await project.stack.run(["stack", "import"], { input: JSON.stringify(state) });
    project.tenant.clearRequests();
  }

  test.each<[string, (entry: StateResource) => StateResource]>([
    ["of a resource of ours", (entry) => ({ ...entry, outputs: { ...entry.outputs, __provider: code() } })],
    [
      "of a resource that pretends to be ours",
      (entry) => {
        const [urn, type] = [entry.urn, entry.type].map((text) => text.replace(":ResourceServer", ":Resourceserver"));
        return { ...entry, urn: urn ?? "", type: type ?? "", outputs: { ...entry.outputs, __provider: code() } };
      },
    ],
  ])("cannot run code with the secrets of a job: code %s", async (_, change) => {
    await plant(change);
    for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
      const { code, log } = await run();
      expect(existsSync(planted)).toBe(false);
      expect(code).toBe(1);
      expect(log).toMatch(/^error: the state contains provider code that pulumi-tenant did not write/m);
    }
    expect(project.tenant.requests).toEqual([]);
  });

  // The way: an explicit provider with a domain of one's own and a ciphertext of the state as its secret, and a resource that names it.
  describe("gets no secret of the state", () => {
    const provider = "pulumi:providers:pulumi-nodejs";
    beforeAll(() =>
      plant((entry) => {
        const urn = `${entry.urn.split("::").slice(0, 2).join("::")}::${provider}::planted`;
        const id = "00000000-0000-4000-8000-000000000000";
        const [configured] = good.deployment.resources?.filter(({ type }) => type === provider) ?? [];
        const ciphertext = configured?.inputs?.["gitops:corpClientSecret"];
        expect(ciphertext).toMatchObject({ ciphertext: expect.any(String) });
        const own = { "tenant:domain": elsewhere.domain, "tenant:clientId": "planted" };
        const inputs = { "tenant:explicit": "true", ...own, "tenant:clientSecret": ciphertext };
        const { __tenant, ...outputs } = entry.outputs ?? {};
        return [
          { urn, type: provider, custom: true, id, inputs, outputs: inputs },
          { ...entry, outputs, provider: `${urn}::${id}` },
        ];
      }),
    );
    afterEach(() => expect(elsewhere.requests).toEqual([]));

    test("from the pipelines, which name the provider's domain", async () => {
      for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
        const { code, log } = await run();
        expect(code).toBe(1);
        expect(log).toMatch(
          /^explicit provider "planted": the state contains the credentials that it had at the last `pulumi up`, for /m,
        );
        expect(log).toMatch(/^error: the state names domains that are listed in neither/m);
        expect(log).toContain(elsewhere.domain);
      }
      expect(project.tenant.requests).toEqual([]);
    });

    const ours = (...args: string[]) => ["npx", "--no-install", "pulumi-tenant", ...args, "--stack", "dev"];
    test.each([
      ["drift", ours("drift"), 1],
      // The roles of the tenant are in no program here, so an import of them would change this one.
      ["import", ours("import", "--kinds", "ResourceServer,Connection"), 1],
      ["up", ["pulumi", "up", "--stack", "dev", "--yes", "--refresh", "--skip-preview", "--non-interactive"], 1],
      // It signs in with the settings of the environment only, whichever provider a resource names.
      ["watch", ours("watch", "--once"), 0],
    ])("from %s alone, even if the state was written after its check", async (_, [command = "", ...args], code) => {
      const { clientId, clientSecret } = project.clients.full;
      const environment = { TENANT_STRICT: "true", TENANT_DOMAIN: project.tenant.domain };
      const client = { TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
      const env = { ...project.stack.env, ...project.runner, ...environment, ...client };
      const result = await exec(command, args, { cwd: project.dir, env, timeoutMs: 120_000 });
      const said = result.stdout + result.stderr;
      addToLogs(said);
      expect(result.code, said).toBe(code);
      expect(said.includes("domain of the explicit Provider is not allowed by the environment")).toBe(code !== 0);
    });
  });

  test("cannot make a job fetch a plugin", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.writeHead(404).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const pluginDownloadURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await plant(({ urn }) => {
      const stack = urn.split("::").slice(0, 2).join("::");
      const provider = `${stack}::pulumi:providers:planted::planted`;
      const id = "00000000-0000-4000-8000-000000000000";
      const [custom, props] = [true, { version: "1.0.0", pluginDownloadURL }];
      return [
        { urn: provider, type: "pulumi:providers:planted", custom, id, inputs: props, outputs: props },
        {
          urn: `${stack}::planted:index:Thing::it`,
          type: "planted:index:Thing",
          custom,
          id,
          provider: `${provider}::${id}`,
        },
      ];
    });
    for (const run of [() => apply("workflow_dispatch"), drift, preview]) {
      expect((await run()).code).toBe(1);
      expect(asked).toBe(0);
    }
    server.closeAllConnections();
    server.close();
  });
});

describe("another tenant gets no credentials of the environment", () => {
  async function expectRefusal(run: () => Promise<JobResult>): Promise<void> {
    const { code, log } = await run();
    expect(code).toBe(1);
    expect(log).toContain("TENANT_DOMAIN");
    expect(log).toContain(new URL(elsewhere.url).host);
    expect(elsewhere.requests).toEqual([]);
  }

  test("if a branch names that tenant", async () => {
    await project.edit("Pulumi.dev.yaml", project.tenant.domain, elsewhere.domain);
    await expectRefusal(preview);
    await expectRefusal(() => apply("workflow_dispatch"));
    await project.edit("Pulumi.dev.yaml", elsewhere.domain, project.tenant.domain);
  });

  test("if the state names that tenant", async () => {
    const text = (await project.stack.run(["stack", "export"])).stdout;
    const state = JSON.parse(text) as Deployment;
    for (const { type, inputs = {}, outputs = {} } of state.deployment.resources ?? []) {
      if (type !== "pulumi:providers:pulumi-nodejs") continue;
      for (const config of [inputs, outputs]) config["tenant:domain"] = elsewhere.domain;
    }
    await project.stack.run(["stack", "import"], { input: JSON.stringify(state) });
    await expectRefusal(drift);
    await project.stack.run(["stack", "import"], { input: text });
  });
});

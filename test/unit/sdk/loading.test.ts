import { join } from "node:path";
import { expect, it } from "vitest";
import { reachedDeclarations } from "../../harness/declarations.ts";
import { exec } from "../../harness/exec.ts";

const root = join(import.meta.dirname, "..", "..", "..");

async function loaded(program: string): Promise<string[]> {
  const report = 'process.stdout.write("\\n" + JSON.stringify(Object.keys(require.cache)))';
  const { code, stdout, stderr } = await exec(process.execPath, ["-e", `(async () => { ${program}; ${report} })()`], {
    cwd: root,
    timeoutMs: 15_000,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout.split("\n").at(-1) ?? "");
}

const heavy = /node_modules\/(undici|zod)\/|provider\/dist\/(lifecycle|host|emulator)/;

it("a program that imports the package loads neither the HTTP client nor the validators", async () => {
  const files = (await loaded('require("pulumi-tenant")')).map((file) => file.replaceAll("\\", "/"));
  expect(files.some((file) => file.endsWith("provider/dist/index.js"))).toBe(true);
  expect(files.filter((file) => heavy.test(file))).toEqual([]);
});

it("a policy pack loads neither the HTTP client nor the validators", async () => {
  const files = (await loaded('require("pulumi-tenant/policy")')).map((file) => file.replaceAll("\\", "/"));
  expect(files.some((file) => file.endsWith("provider/dist/policy.js"))).toBe(true);
  expect(files.filter((file) => /node_modules\/(undici|zod)\//.test(file))).toEqual([]);
});

it("the type declarations of the entry points reach no validators, which need a newer TypeScript than the README names", () => {
  const { files, packages } = reachedDeclarations(join(root, "provider"));
  expect(files.size).toBeGreaterThan(50);
  expect([...packages].filter((name) => name.startsWith("zod"))).toEqual([]);
});

it("a program with an explicit provider and a mocked look-up loads neither the HTTP client nor the validators", async () => {
  const files = await loaded(`
    const pulumi = require("@pulumi/pulumi");
    const tenant = require("pulumi-tenant");
    await pulumi.runtime.setMocks({ newResource: () => ({ id: "id", state: {} }), call: () => ({}) });
    new tenant.Provider("eu", { domain: "eu.example.com", token: "t" });
    await tenant.getTokenExchangeProfiles();
  `);
  expect(files.filter((file) => heavy.test(file.replaceAll("\\", "/")))).toEqual([]);
});

const declaring = `
  const pulumi = require("@pulumi/pulumi");
  const tenant = require("pulumi-tenant");
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "id", state: {} }), call: () => ({}) });
  const declare = () => new tenant.ResourceServer("orders", { identifier: "https://orders.example.com" }).urn.promise();
`;

it("a program that declares resources under an engine loads neither the HTTP client nor the validators", async () => {
  const files = await loaded(`${declaring}
    const mocked = pulumi.runtime.getMonitor();
    const engine = { registerResource: (...given) => mocked.registerResource(...given), supportsFeature: (...given) => mocked.supportsFeature(...given) };
    pulumi.runtime.setMockOptions(engine, "project", "stack", false);
    await declare();
  `);
  expect(files.filter((file) => heavy.test(file.replaceAll("\\", "/")))).toEqual([]);
});

it("under Pulumi's mocks, the first declaration loads the validators", async () => {
  const files = await loaded(`${declaring} await declare();`);
  expect(files.some((file) => file.replaceAll("\\", "/").includes("node_modules/zod/"))).toBe(true);
});

it("a resource that mocks refuse is one unhandled rejection, however many outputs it has", async () => {
  const refused = `${declaring}
    const failures = [];
    process.on("unhandledRejection", (error) => failures.push(error.message));
    new tenant.ResourceServer("orders", {});
    for (let turn = 0; failures.length === 0; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (failures.length > 1 || !/identifier: is required/.test(failures[0])) throw new Error(failures.join());
  `;
  await loaded(refused);
});

it("a refresh does not load the validators, as it checks nothing", async () => {
  const files = await loaded(`
    const { resourceServer } = require("pulumi-tenant/host");
    resourceServer.configure({ config: { get: () => undefined } });
    const server = require("node:http").createServer((_, answer) => answer.writeHead(401).end("{}"));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const domain = "http://127.0.0.1:" + server.address().port;
    Object.assign(process.env, { TENANT_DOMAIN: domain, TENANT_TOKEN: "t" });
    await resourceServer.read("id", { identifier: "https://orders.example.com" }).catch(() => undefined);
    server.close().closeAllConnections();
  `);
  expect(files.filter((file) => file.replaceAll("\\", "/").includes("node_modules/zod/"))).toEqual([]);
});

it("a preview does not load the HTTP client, as it sends no request", async () => {
  const files = await loaded(`
    const { resourceServer } = require("pulumi-tenant/host");
    resourceServer.configure({ config: { get: () => undefined } });
    Object.assign(process.env, { TENANT_DOMAIN: "tenant.example.com", TENANT_TOKEN: "t" });
    const { inputs } = await resourceServer.check({}, { identifier: "https://orders.example.com", name: "Orders" });
    await resourceServer.diff("id", inputs, { ...inputs, name: "New" });
  `);
  const loads = (name: string) => files.some((file) => file.replaceAll("\\", "/").includes(`node_modules/${name}/`));
  expect({ zod: loads("zod"), undici: loads("undici") }).toEqual({ zod: true, undici: false });
});

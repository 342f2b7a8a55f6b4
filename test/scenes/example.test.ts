import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { textOf } from "../docs/markdown.ts";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { pack } from "../harness/packed.ts";
import { outerEnvironment } from "../harness/stack.ts";

test("a new user copies an example by the documented command, installs it outside the repository, and runs it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const [{ archive }, cli] = await Promise.all([pack(folder), ensureCli({ log: () => undefined })]);
  const backend = join(folder, "backend");
  await mkdir(backend);
  const env = {
    ...outerEnvironment(),
    PATH: [cli.dir, dirname(process.execPath), process.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    TENANT_DOMAIN: tenant.domain,
    TENANT_CLIENT_ID: tenant.clientId,
    TENANT_CLIENT_SECRET: tenant.clientSecret,
  };
  const run = async (cwd: string, file: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await exec(file, args, { cwd, env, timeoutMs: 300_000 });
    expect(code, `${file} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
    return stdout;
  };

  const [, command = ""] = /`npx (pulumi-tenant example [^`]+)`/.exec(textOf("examples/customers/README.md")) ?? [];
  await run(folder, "npm", "exec", "--yes", `--package=${archive}`, "--", ...command.split(" "));
  const project = join(folder, command.split(" ").at(-1) ?? "");
  const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const { version } = JSON.parse(textOf("provider/package.json"));
  expect(manifest.dependencies["pulumi-tenant"]).toBe(`^${version}`);
  manifest.dependencies["pulumi-tenant"] = `file:${archive}`;
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await run(project, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund");

  const { oidcCustomers } = JSON.parse(await readFile(join(project, "customers.json"), "utf8"));
  await run(project, cli.bin, "stack", "init", "prod", "--non-interactive");
  for (const name of Object.keys(oidcCustomers))
    await run(project, cli.bin, "config", "set", "--secret", `${name}-client-secret`, "x");
  await run(project, cli.bin, "up", "--yes", "--skip-preview", "--non-interactive");
  expect(tenant.organizations.list().map(({ name }) => name)).toEqual(expect.arrayContaining(["north", "south"]));
  await run(project, cli.bin, "preview", "--refresh", "--expect-no-changes", "--non-interactive");
});

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { exec } from "../harness/exec.ts";
import { pack } from "../harness/packed.ts";
import { outerEnvironment } from "../harness/stack.ts";

const root = join(import.meta.dirname, "../..");

/** The template as users have it, but for the package, which is the packed one and not that of a registry. */
async function template(folder: string): Promise<string> {
  const { archive } = await pack(folder);
  const copy = join(folder, "template");
  await cp(join(root, "examples/template"), copy, { recursive: true });
  const manifest = JSON.parse(await readFile(join(copy, "package.json"), "utf8"));
  const version = JSON.parse(await readFile(join(root, "provider/package.json"), "utf8")).version;
  expect(manifest.dependencies["pulumi-tenant"]).toBe(`^${version}`);
  manifest.dependencies["pulumi-tenant"] = `file:${archive}`;
  await writeFile(join(copy, "package.json"), JSON.stringify(manifest));
  return copy;
}

test("pulumi new asks the template's questions, installs the packed package, and the project creates an API", async ({
  signal,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "template-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const [project, backend] = [join(folder, "my-tenant"), join(folder, "backend")];
  await Promise.all([mkdir(project), mkdir(backend)]);
  const cli = await ensureCli({ log: () => undefined });
  const env = {
    ...outerEnvironment(),
    PATH: [cli.dir, dirname(process.execPath), process.env.PATH].join(delimiter),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const pulumi = async (args: readonly string[], input?: string) => {
    const options = { cwd: project, env, timeoutMs: 180_000, signal, input };
    const { code, stdout, stderr } = await exec(cli.bin, [...args, "--non-interactive"], options);
    expect(code, `pulumi ${args[0]}: ${stdout}${stderr}`).toBe(0);
    return stdout;
  };

  const answers = [`tenant:domain=${tenant.domain}`, `tenant:clientId=${tenant.clientId}`];
  const config = answers.flatMap((answer) => ["--config", answer]);
  await pulumi(["new", await template(folder), "--yes", "--name", "my-tenant", "--stack", "dev", ...config]);
  await pulumi(["config", "set", "--secret", "tenant:clientSecret"], tenant.clientSecret);
  await pulumi(["up", "--yes", "--skip-preview"]);
  expect(tenant.resourceServers.get("https://orders.example.com")).toMatchObject({ name: "Orders" });
  await pulumi(["preview", "--refresh", "--expect-no-changes"]);
  expect(JSON.parse(await pulumi(["stack", "output", "--json"]))).toEqual({ audience: "https://orders.example.com" });
  expect(await readFile(join(project, "Pulumi.dev.yaml"), "utf8")).not.toContain(tenant.clientSecret);

  // A program grows into a second file, as the comment in the first one says.
  const program = join(project, "index.ts");
  const first = await readFile(program, "utf8");
  expect(first).toContain('from "./other.ts"');
  const tsc = () => exec(join(project, "node_modules/.bin/tsc"), ["-p", project], { cwd: project, timeoutMs: 120_000 });
  await writeFile(
    join(project, "billing.ts"),
    'import * as tenant from "pulumi-tenant";\n\nexport const billing = new tenant.ResourceServer("billing", { identifier: "https://billing.example.com", name: "Billing" });\n',
  );
  await writeFile(
    program,
    `${first}import { billing } from "./billing.ts";\nexport const other = billing.identifier;\n`,
  );
  expect(await tsc()).toMatchObject({ code: 0, stdout: "" });
  await pulumi(["up", "--yes", "--skip-preview"]);
  expect(tenant.resourceServers.get("https://billing.example.com")).toMatchObject({ name: "Billing" });
});

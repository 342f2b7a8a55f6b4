import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { PersistentVolumeClaim } from "kubernetes-types/core/v1.js";
import ts from "typescript";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { register } from "../../../provider/src/commands/watch.ts";

const require = createRequire(import.meta.url);
const { loadAll } = require("js-yaml") as { loadAll(text: string): unknown[] };
const { validate } = require("dockerfile-utils") as { validate(text: string): { readonly message: string }[] };

/** How examples/watch runs a watch. */
const example = join(import.meta.dirname, "../../../examples/watch");
const textOf = (file: string) => readFile(join(example, file), "utf8");

it("the examples use only existing options of the command", async () => {
  const command = new Command();
  register(command);
  const known = command.options.map(({ long }) => long);
  const texts = await Promise.all(["Containerfile", "tenant-watch.service", "kubernetes.yaml"].map(textOf));
  const [container = "", unit = "", manifest = ""] = texts;
  const used = [
    /^ENTRYPOINT.*$/m.exec(container),
    /^ExecStart=(?:.*\\\n)*.*$/m.exec(unit),
    /args:.*?env:/s.exec(manifest),
  ];
  for (const found of used) {
    const options = found?.[0].match(/--[a-z-]+/g) ?? [];
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) expect(known).toContain(option);
  }
});

describe("the container file", () => {
  let text: string;
  beforeAll(async () => {
    text = await textOf("Containerfile");
  });

  it("is valid", () => {
    expect(validate(text)).toEqual([]);
  });

  it("uses an image by digest, checks downloads, and runs no install scripts of packages", () => {
    for (const line of text.match(/^FROM .*/gm) ?? []) expect(line).toMatch(/:\d+\.\d+\.\d+\S*@sha256:[0-9a-f]{64}$/);
    const downloads = text.match(/curl --/g) ?? [];
    expect(downloads).toHaveLength(1);
    expect(text.match(/sha256sum --check --strict/g)).toHaveLength(downloads.length);
    expect(text.match(/npm (?:ci|install).*/g)).toEqual(["npm ci --ignore-scripts --omit=dev"]);
  });

  it("runs the watch as its first process, not as root", () => {
    expect(text.match(/^USER .*/gm)).toEqual(["USER node"]);
    expect(text.indexOf("USER node")).toBeGreaterThan(text.lastIndexOf("RUN "));
    // A shell would keep SIGTERM for itself.
    expect(text).toMatch(/^ENTRYPOINT \["pulumi-tenant", "watch", "--json"\]$/m);
  });
});

describe("the systemd unit", () => {
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  let text: string;
  beforeAll(async () => {
    text = await textOf("tenant-watch.service");
  });

  it.runIf(hasSystemd)("is valid for systemd, also with its restrictions", async () => {
    const folder = await mkdtemp(join(tmpdir(), "unit-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const unit = join(folder, "tenant-watch.service");
    // The program has to be there.
    await writeFile(unit, text.replace(/(?<=^ExecStart=)\S+/m, process.execPath));
    const verified = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
    expect(`${verified.stdout}${verified.stderr}`).toBe("");
    // Of 10; most services have more than 9.
    const security = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], {
      encoding: "utf8",
    });
    expect(security.status, security.stdout).toBe(0);
  });

  it("lets the command of --exec end, and contains no secrets", () => {
    expect(text).toMatch(/^KillMode=mixed$/m);
    expect(text).toMatch(/^TimeoutStopSec=11min$/m);
    expect(text).toMatch(/^EnvironmentFile=\/etc\/tenant-watch\.env$/m);
    expect(text).not.toMatch(/^(?!#).*(?:SECRET|TOKEN|PASSPHRASE)/m);
  });
});

describe("the Kubernetes manifest", () => {
  let claim: PersistentVolumeClaim;
  let deployment: Deployment;
  beforeAll(async () => {
    [claim, deployment] = loadAll(await textOf("kubernetes.yaml")) as [PersistentVolumeClaim, Deployment];
  });

  it("has only fields that Kubernetes knows", () => {
    const declared = (name: string, type: string, it: object) =>
      `export const ${name}: ${type} = ${JSON.stringify(it)};\n`;
    const types =
      'import type { Deployment } from "kubernetes-types/apps/v1.js";\n' +
      'import type { PersistentVolumeClaim } from "kubernetes-types/core/v1.js";\n';
    const misspelt = { ...deployment, spec: { ...deployment.spec, replica: 1 } };
    const said = errorsOf(
      types +
        declared("claim", "PersistentVolumeClaim", claim) +
        declared("deployment", "Deployment", deployment) +
        declared("misspelt", "Deployment", misspelt),
    );
    // The wrong one shows that the compiler looks.
    expect(said).toEqual([expect.stringContaining(`'"replica"' does not exist`)]);
  });

  it("runs one watch, not as root, that may write only to its volumes", () => {
    const { replicas, strategy, selector, template } = deployment.spec ?? {};
    expect({ replicas, strategy }).toEqual({ replicas: 1, strategy: { type: "Recreate" } });
    expect(template?.metadata?.labels).toMatchObject(selector?.matchLabels ?? { no: "labels" });
    const { securityContext: pod, containers = [], automountServiceAccountToken, volumes = [] } = template?.spec ?? {};
    expect(automountServiceAccountToken).toBe(false);
    expect(pod).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
    const [watch] = containers;
    expect(watch?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(watch?.volumeMounts?.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    const written = (watch?.args ?? []).flatMap((arg) => /-file=(.*)/.exec(arg)?.[1] ?? []);
    expect(written).toHaveLength(2);
    for (const path of written) {
      expect(watch?.volumeMounts?.some(({ mountPath }) => path.startsWith(`${mountPath}/`))).toBe(true);
    }
  });

  it("takes secrets from the environment, probes the ready file, and waits for the command of --exec", () => {
    const { containers = [], terminationGracePeriodSeconds } = deployment.spec?.template.spec ?? {};
    const [watch] = containers;
    expect(watch?.envFrom).toEqual([{ secretRef: { name: "tenant-watch" } }]);
    expect(watch?.env?.map(({ name }) => name)).toEqual(["TENANT_DOMAIN"]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(600);
    const file = watch?.args?.find((arg) => arg.startsWith("--ready-file="))?.replace("--ready-file=", "");
    for (const probe of [watch?.startupProbe, watch?.readinessProbe, watch?.livenessProbe]) {
      expect(probe?.exec?.command?.join(" ")).toContain(file);
    }
  });

  it("restarts a watch whose ready file is old", async () => {
    const folder = await mkdtemp(join(tmpdir(), "probe-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "ready");
    await writeFile(file, "");
    const [program = "", ...args] = deployment.spec?.template.spec?.containers[0]?.livenessProbe?.exec?.command ?? [];
    const probe = () =>
      spawnSync(
        program,
        args.map((arg) => arg.replaceAll("/tmp/ready", file)),
      ).status;
    expect(probe()).toBe(0);
    execFileSync("touch", ["-d", "10 minutes ago", file]);
    expect(probe()).not.toBe(0);
    await rm(file);
    expect(probe()).not.toBe(0);
  });
});

/** What the compiler says about a module. */
function errorsOf(text: string): string[] {
  const name = join(import.meta.dirname, "manifest.ts");
  const options = { strict: true, types: [], lib: ["lib.es5.d.ts"], module: ts.ModuleKind.NodeNext };
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) => (path === name ? file : getSourceFile(path, ...rest));
  const found = ts.createProgram([name], options, host).getSemanticDiagnostics(file);
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { createStack, type Stack } from "../harness/stack.ts";
import { readYaml, type Workflow } from "./workflow.ts";

const root = join(import.meta.dirname, "../..");
export const example = join(root, "examples/gitops");

/** A copy of examples/gitops in a repository of its own, with its stack `dev`, an emulated tenant, and a repository at a code host that is a file. */
export interface GitopsProject {
  readonly dir: string;
  readonly tenant: Emulator;
  readonly stack: Stack;
  /** The client that may change everything, and the one that may only read. */
  readonly clients: { readonly full: Client; readonly readOnly: Client };
  /** Everything that must never be in plain text anywhere. */
  readonly secrets: readonly string[];
  /** What a runner has in its environment. */
  readonly runner: Readonly<Record<string, string>>;
  repository(): Promise<Repository>;
  /** Changes what `gh` finds. */
  setRepository(change: Partial<Repository>): Promise<void>;
  /** Changes the text of a file. */
  edit(file: string, from: string, to: string): Promise<void>;
  workflow(file: string): Promise<Workflow>;
  remove(): Promise<void>;
}

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the stub of `gh` works on. */
export interface Repository {
  readonly calls: readonly (readonly string[])[];
  readonly comments: readonly { readonly id: number; readonly body: string }[];
  readonly issues: readonly {
    readonly number: number;
    readonly open: boolean;
    readonly title: string;
    readonly body: string;
  }[];
  /** The merged pull request's commit. */
  readonly head?: string;
  /** The folder of its artifacts. */
  readonly artifacts?: string;
}

/** The scopes that OPERATIONS.md gives for previews and drift reports. */
export const readOnlyScopes = [
  "read:resource_servers",
  "read:connections",
  "read:connections_options",
  "read:organization_member_roles",
];

const secret = () => randomBytes(24).toString("base64url");

const organizationId = "org_0000000000000001";
export const seed = {
  roles: [
    { id: "rol_0000000000000001", name: "reader" },
    { id: "rol_0000000000000002", name: "editor" },
  ],
  organizations: [{ id: organizationId, name: "example" }],
  organizationMembers: ["auth0|000000000000000000000001", "auth0|000000000000000000000002"].map((user_id) => ({
    organization_id: organizationId,
    user_id,
  })),
};

export async function gitopsProject(): Promise<GitopsProject> {
  const dir = join(root, ".local", "gitops", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(example, dir, { recursive: true, filter: (path) => !/\/(node_modules|previews|reviews|drift)$/.test(path) });
  execFileSync("git", ["init", "--quiet", dir]);
  const readOnly = { clientId: "preview", clientSecret: secret() };
  const tenant = await startEmulator({ seed, clients: [{ ...readOnly, scopes: readOnlyScopes }] });
  const full = { clientId: tenant.clientId, clientSecret: tenant.clientSecret };
  const corpClientSecret = secret();
  const githubClientSecret = secret();

  const repositoryFile = join(dir, ".repository.json");
  await writeFile(repositoryFile, JSON.stringify({ calls: [], comments: [], issues: [] } satisfies Repository));
  const cli = await ensureCli({ log: () => undefined });
  const stack = await createStack({ projectDir: dir, name: "dev" });
  const configured = { corpClientSecret, githubClientSecret };
  await stack.run([
    ...["config", "set-all", "--plaintext", `tenant:domain=${tenant.domain}`],
    ...Object.entries(configured).flatMap(([key, value]) => ["--secret", `${key}=${value}`]),
  ]);

  const {
    PATH = "",
    PULUMI_BACKEND_URL: _backend,
    PULUMI_CONFIG_PASSPHRASE: passphrase = "",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: _acquisition,
    ...machine
  } = stack.env;
  const repository = async () => JSON.parse(await readFile(repositoryFile, "utf8")) as Repository;
  return {
    dir,
    tenant,
    stack,
    clients: { full, readOnly },
    secrets: [full.clientSecret, readOnly.clientSecret, corpClientSecret, githubClientSecret, passphrase],
    runner: {
      ...machine,
      HOME: process.env.HOME ?? dir,
      PATH: [join(import.meta.dirname, "stubs"), PATH].join(delimiter),
      // npx puts the packages' programs first on the PATH, and in this repository npm's `pulumi` is one of them.
      PULUMI_CLI: cli.bin,
      GH_FILE: repositoryFile,
      GITHUB_REPOSITORY: "example/tenant",
      GITHUB_SHA: "merge-commit",
      GITHUB_STEP_SUMMARY: join(dir, ".summary.md"),
    },
    repository,
    setRepository: async (change) =>
      writeFile(repositoryFile, JSON.stringify({ ...(await repository()), ...change } satisfies Repository)),
    async edit(file, from, to) {
      const text = await readFile(join(dir, file), "utf8");
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await writeFile(join(dir, file), text.replace(from, to));
    },
    workflow: async (file) => (await readYaml(join(dir, ".github/workflows", file))) as Workflow,
    async remove() {
      await stack.remove();
      await tenant.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

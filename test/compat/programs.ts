import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manager, run } from "./workspace.ts";

/** A way to write a program. */
export interface ProgramKind {
  /** The file that Pulumi runs. */
  readonly main: string;
  /** The package's type. */
  readonly type: "commonjs" | "module";
  /** Pulumi's options for Node. */
  readonly options?: Readonly<Record<string, string | boolean>>;
  readonly packages?: Readonly<Record<string, string>>;
}

const plain = { typescript: false } as const;

export const programKinds: Readonly<Record<string, ProgramKind>> = {
  "CommonJS in plain JavaScript": { main: "index.js", type: "commonjs", options: plain },
  "an ES module in plain JavaScript": { main: "index.js", type: "module", options: plain },
  "TypeScript to CommonJS, compiled by Pulumi": { main: "index.ts", type: "commonjs" },
  "a TypeScript ES module, compiled by Pulumi": { main: "index.ts", type: "module" },
  "TypeScript with a ts-node of its own": {
    main: "index.ts",
    type: "commonjs",
    packages: { "ts-node": "^10.9.2", typescript: "^5.9.0" },
  },
  "TypeScript with tsx": {
    main: "index.ts",
    type: "module",
    options: { ...plain, nodeargs: "--import tsx" },
    packages: { tsx: "^4.23.0" },
  },
  "TypeScript whose types Node strips": { main: "index.ts", type: "module", options: plain },
};

const resource = 'new tenant.ResourceServer("orders", { identifier: "https://orders.example.com", name: "Orders" });\n';

function source({ main, type }: ProgramKind): string {
  if (main.endsWith(".ts")) {
    return `import * as tenant from "pulumi-tenant";\nconst orders: tenant.ResourceServer = ${resource}export const audience = orders.identifier;\n`;
  }
  return type === "module"
    ? `import * as tenant from "pulumi-tenant";\n${resource}`
    : `const tenant = require("pulumi-tenant");\n${resource}`;
}

/**
 * Installs a project whose program is written in that way, with the packed package and a version of the SDK.
 *
 * @returns the root; the project is its folder `program`
 */
export async function installProgram(
  kind: ProgramKind,
  { manager, folder, archive, sdk }: { manager: Manager; folder: string; archive: string; sdk: string },
): Promise<string> {
  const root = await mkdtemp(join(folder, "program-"));
  const files: Record<string, unknown> = {
    ...manager.files,
    "package.json": { name: "root", private: true, workspaces: ["program"] },
    "program/package.json": {
      name: "program",
      version: "1.0.0",
      private: true,
      type: kind.type,
      main: kind.main,
      dependencies: { "@pulumi/pulumi": sdk, "pulumi-tenant": `file:${archive}`, ...kind.packages },
    },
    "program/Pulumi.yaml": { name: "program", runtime: { name: "nodejs", options: kind.options ?? {} } },
    [`program/${kind.main}`]: source(kind),
  };
  await mkdir(join(root, "program"));
  for (const [name, content] of Object.entries(files)) {
    // JSON is YAML, too.
    await writeFile(join(root, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  await run(manager.install, root);
  return root;
}

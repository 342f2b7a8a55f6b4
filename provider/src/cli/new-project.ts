import { basename } from "node:path";
import type { SourceFile } from "../importer/texts.ts";
import { isObject } from "../model/json.ts";
import { legible } from "../tenant/index.ts";
import { ownManifest } from "./command.ts";

/** What a folder may have before a project is made in it: what git and the installation of this package leave there. */
export const startFiles =
  /^\.|^node_modules$|^package(-lock)?\.json$|^(pnpm-lock|pnpm-workspace)\.yaml$|^yarn\.lock$|^bun\.lockb?$/;

/** What a project has besides its program, and what only an import writes. */
export function projectFiles(folder: string): readonly SourceFile[] {
  return [
    {
      path: "Pulumi.yaml",
      text: `name: ${JSON.stringify(nameOf(folder))}\nruntime: nodejs\ndescription: An identity tenant\n`,
    },
    {
      path: "tsconfig.json",
      text: `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "types": ["node"],
    "skipLibCheck": true,
    "allowImportingTsExtensions": true,
    "noEmit": true
  },
  "include": ["**/*.ts"]
}
`,
    },
  ];
}

/** What keeps the packages out of git. */
export const ignoredFiles: SourceFile = { path: ".gitignore", text: "node_modules/\n" };

/** The package.json of a new project. What `there` has stays, but for what the program depends on. */
export function packageText(folder: string, there: Readonly<Record<string, unknown>>): string {
  const { version, peerDependencies } = ownManifest();
  const name = nameOf(folder)
    .toLowerCase()
    .replace(/^[._]+/, "");
  const fresh = {
    name: name || "tenant",
    private: true,
    type: "module",
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"] ?? "*", "pulumi-tenant": `^${version}` },
    devDependencies: { "@types/node": "^24.0.0", typescript: "^6.0.0" },
  };
  const text = {
    ...fresh,
    ...there,
    type: fresh.type,
    main: fresh.main,
    dependencies: { ...fresh.dependencies, ...objectOf(there.dependencies) },
    devDependencies: { ...fresh.devDependencies, ...objectOf(there.devDependencies) },
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}

function nameOf(folder: string): string {
  const name = legible(basename(folder)).replace(/[^A-Za-z0-9_.-]+/g, "-");
  return name.slice(0, 100) || "tenant";
}

function objectOf(value: unknown): object {
  return isObject(value) ? value : {};
}

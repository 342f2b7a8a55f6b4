import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const types = "provider/src/types";
const subjects = "test/subjects";

/** A file in one folder, and what it exports. */
interface Part {
  readonly name: string;
  readonly file: string;
}

/**
 * The lists that follow from the files of folders alone: their texts, by their paths in the repository. Everything that is made of definitions needs
 * them, so they are made first.
 */
export function madeLists(root: string): ReadonlyMap<string, string> {
  const partsIn = (folder: string, exported: RegExp): readonly Part[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".made.ts"))
      .toSorted()
      .flatMap((file) => {
        const [, name] = exported.exec(readFileSync(join(root, folder, file), "utf8")) ?? [];
        return name === undefined ? [] : [{ name, file }];
      });
  const tools = partsIn(types, /^export const (\w+Tools) = \{$/m);
  const terraform = partsIn(types, /^export const (\w+Arguments) = \{$/m);
  const refusals = partsIn(`${subjects}/refusals`, /^export const (\w+Refusals): /m);
  const lists = {
    [`${types}/tools.made.ts`]: `// ${madeOf("`types/<type>/tools.ts`")}

import type { TypeName } from "./registry.ts";
import type { ToolData } from "./tool-data.ts";
${importsOf(tools)}
/** What the tools need to know of each resource type. */
export const tools: Readonly<Record<TypeName, ToolData>> = {
${spread(tools)}};
`,
    [`${types}/terraform-arguments.made.ts`]: `// ${madeOf("`types/<type>/terraform.ts`")}

${importsOf(terraform)}
/** The arguments of each resource of Terraform's provider, by the name of its type. */
export const terraformArguments = {
${spread(terraform)}};

/** A resource type of Auth0's Terraform provider with known arguments. */
export type TerraformType = keyof typeof terraformArguments;
`,
    [`${subjects}/all.made.ts`]: `// ${madeOf("the files in this folder")}

${partsIn(subjects, /^export const (\w+): Subject<"\1">/m)
  .map(({ name, file }) => `export { ${name} } from "./${file}";\n`)
  .join("")}`,
    [`${subjects}/refusals/all.made.ts`]: `// ${madeOf("the files in this folder")}

import type { Refusal } from "./refusal.ts";
${importsOf(refusals)}
/** Every refusal of the service. */
export const refusals: readonly Refusal[] = [
${spread(refusals)}];
`,
  };
  return new Map(Object.entries(lists).map(([file, text]) => [file, formatted(root, file, text)]));
}

/** The first line of a made file, without the slashes. */
export function madeOf(sources: string): string {
  return `Made of ${sources} by \`npm run docs\`. Change that, not this file.`;
}

function importsOf(parts: readonly Part[]): string {
  return parts.map(({ name, file }) => `import { ${name} } from "./${file}";\n`).join("");
}

function spread(parts: readonly Part[]): string {
  return parts.map(({ name }) => `  ...${name},\n`).join("");
}

/** A text as the formatter leaves it. */
export function formatted(root: string, file: string, text: string): string {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "check", "--write", `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: "utf8" });
}

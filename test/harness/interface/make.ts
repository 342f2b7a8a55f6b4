import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { corrections } from "./corrections.ts";
import { type Description, reduce } from "./reduce.ts";
import { routes } from "./routes.ts";

const [file] = process.argv.slice(2);
if (file === undefined)
  throw new Error("Usage: node test/harness/interface/make.ts <the description of the interface, as JSON>");
const text = reduce(JSON.parse(readFileSync(file, "utf8")) as Description, routes, corrections);
if (/[`\\]u|\$\{|`/.test(text)) throw new Error("The table has a text that a template of TypeScript cannot have.");
const made = `// Made by \`node test/harness/interface/make.ts <description>\`. Change the corrections in that folder, not this file.

/** The rules of requests: see \`interface.ts\`. */
export const table = String.raw\`
${text}
\`;
`;
writeFileSync(join(import.meta.dirname, "../../../provider/src/emulator/shared/interface.made.ts"), made);

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureCli } from "./cli.ts";
import type { Context } from "./main.ts";
import { passThrough } from "./pass-through.mjs";

interface Result {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

/** What pnpm is told about the only build script that the package brings. */
export const pnpmSettings = "allowBuilds:\n  protobufjs: false\n";

const words: Readonly<Record<string, string>> = { passed: "works", failed: "**fails**" };

/** Tries the packed package with all that it supports. A run of everything writes the page of it, whether or not all of it works. */
export async function compat({ root, log, args }: Context): Promise<number> {
  const report = join(root, ".local", "compat.json");
  const { version } = await ensureCli({ log });
  const code = await passThrough(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      ...["run", "--config", "test/vitest.config.ts", "--project", "compat"],
      ...["--reporter", "default", "--reporter", "json", "--outputFile.json", report, ...args],
    ],
    process.env,
  );
  if (args.length === 0) {
    const { testResults } = JSON.parse(await readFile(report, "utf8"));
    const results: Result[] = testResults.flatMap((file: { assertionResults: Result[] }) => file.assertionResults);
    await writeFile(join(root, "docs/compatibility.md"), pageOf(results, version));
  }
  return code;
}

function pageOf(results: readonly Result[], cli: string): string {
  const rows = results.map(
    ({ ancestorTitles, title, status }) =>
      `| ${[...ancestorTitles, title].join(": ")} | ${words[status] ?? "could not be run"} |`,
  );
  return `# Compatibility

You need Node 22.19 or newer, \`@pulumi/pulumi\` and the Pulumi CLI 3.249 or newer, and TypeScript 5.2 or newer or plain JavaScript. npm, pnpm and yarn
install the package. [\`pulumi-tenant import\`](import.md) needs the Pulumi CLI 3.254 or newer: older ones take no inputs and outputs in a file of \`pulumi import\`.

## pnpm

Pulumi's SDK brings \`protobufjs\`, whose build script nothing needs. pnpm 10 says that it was ignored; pnpm 11 ends with \`ERR_PNPM_IGNORED_BUILDS\` until
\`pnpm-workspace.yaml\` says:

\`\`\`yaml
${pnpmSettings}\`\`\`

## yarn's Plug'n'Play

Node finds packages only where yarn starts it, so the CLI and our commands run by yarn:

\`\`\`sh
yarn exec pulumi up
yarn run pulumi-tenant drift
\`\`\`

The project itself must depend on the package. For a program of TypeScript it must also depend on \`typescript\`, as the compiler that Pulumi brings does not know
Plug'n'Play.

## Tested combinations

\`npm run compat\` packs the package, installs it from the packed file, and writes this table. A program that works has created an object at an emulated tenant,
found nothing to change in a preview with a refresh, and destroyed it. Versions and ways to write a program are tried in pairs, not each with each.

Linux, Pulumi CLI ${cli}:

| tested | |
|---|---|
${rows.join("\n")}

## Untested combinations

- **CLI**: other versions than ${cli}. \`npm run compat\` uses the CLI on the PATH if it is there.
- **Bun**: it installs and loads the package. Pulumi's own runtime for Bun is not tried: dynamic providers need Pulumi's host for Node.
- **Deno**, Windows and macOS: not on a machine of ours. The workflows of the repository run the tests on Windows and macOS.
`;
}

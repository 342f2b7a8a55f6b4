import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the CLI prints for a stack without resources. */
const script = `#!/bin/sh
case "$1" in
  whoami) echo '{"url":"https://app.example.com"}' ;;
  config) echo '{}' ;;
  stack) echo '{"version":3,"deployment":{}}' ;;
esac
`;

/** Writes a `pulumi` into a folder that shows a stack without resources. Returns its path. */
export async function writeCli(folder: string): Promise<string> {
  const path = join(folder, "pulumi");
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

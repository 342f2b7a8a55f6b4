import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { seed } from "../../e2e/customers-example.ts";
import { importedOf } from "./tenants.ts";

const folder = join(import.meta.dirname, "../../../examples/customers");
/** The files of the example that describe it, and that an import does not write or writes otherwise. */
const around = ["README.md", "package.json", "Pulumi.yaml"];

test("the example `customers` is exactly what an import of its tenant writes", async () => {
  const tenant = await startEmulator({ seed });
  const layout = { main: "index", isEntry: true, ending: ".ts" } as const;
  const { client, program } = await importedOf(tenant, false, undefined, undefined, undefined, layout);
  await Promise.all([client.close(), tenant.close()]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const),
  );
  const written = program.files.map(({ path, text }) => [path, text] as const);
  expect(Object.fromEntries(files.filter(([path]) => !around.includes(path)))).toEqual(Object.fromEntries(written));
});

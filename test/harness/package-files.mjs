// npm runs this before it packs the package: the pages that belong into it come from the repository's root. Links of a page lead to the repository,
// as the package has no other pages.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const provider = join(root, "provider");
const { repository, version } = JSON.parse(readFileSync(join(provider, "package.json"), "utf8"));
const source = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;

copyFileSync(join(root, "LICENSE"), join(provider, "LICENSE"));
for (const page of ["README.md", "CHANGELOG.md"]) {
  const text = readFileSync(join(root, page), "utf8");
  writeFileSync(join(provider, page), text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, `](${source}$1)`));
}

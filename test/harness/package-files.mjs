// npm runs this before it packs the package: the pages that belong into it come from the repository's root. Links of a page lead to the repository,
// as the package has no other pages.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const provider = join(root, "provider");
const { repository, version } = JSON.parse(readFileSync(join(provider, "package.json"), "utf8"));
const source = repository.url.replace(/^git\+|\.git$/g, "");

copyFileSync(join(root, "LICENSE"), join(provider, "LICENSE"));
for (const page of ["README.md", "CHANGELOG.md"]) {
  const text = readFileSync(join(root, page), "utf8");
  // A picture is shown only by the address of the file itself.
  const linked = text.replace(
    /(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_, picture, label, path) => `${picture}${label}(${source}/${picture ? "raw" : "blob"}/v${version}/${path})`,
  );
  writeFileSync(join(provider, page), linked);
}

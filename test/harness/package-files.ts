// npm runs this before it packs the package, whoever starts it: the rest of what the package has comes from elsewhere in the repository, or is
// derived from what is built.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { reachedDeclarations } from "./declarations.ts";

const root = join(import.meta.dirname, "..", "..");
const provider = join(root, "provider");
const local = join(root, ".local");
const { repository, version } = JSON.parse(readFileSync(join(provider, "package.json"), "utf8"));
const source = repository.url.replace(/^git\+|\.git$/g, "");

/** Replaces a file of the package at once: another `npm pack` can read it at the same time. */
function put(path: string, text: string | Buffer, mode = 0o644): void {
  const draft = join(local, `packing-${process.pid}`);
  writeFileSync(draft, text);
  chmodSync(draft, mode);
  mkdirSync(dirname(join(provider, path)), { recursive: true });
  renameSync(draft, join(provider, path));
}

/**
 * A page of the repository whose links lead to the repository, as the package does not have all pages.
 *
 * @param folder the folder that stays together: links to its files stay as they are
 */
function pageFrom(path: string, folder?: string): string {
  // A picture is shown only by the address of the file itself.
  return readFileSync(join(root, path), "utf8").replace(
    /(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g,
    (link, picture, label, target) => {
      const place = join(dirname(path), target).split(sep).join("/");
      if (folder !== undefined && place.startsWith(`${folder}/`)) return link;
      return `${picture}${label}(${source}/${picture ? "raw" : "blob"}/v${version}/${place})`;
    },
  );
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

mkdirSync(local, { recursive: true });
put("LICENSE", readFileSync(join(root, "LICENSE")));
for (const page of ["README.md", "CHANGELOG.md"]) put(page, pageFrom(page));

// `files` in package.json takes all of dist. Declarations that no entry point reaches only make the package larger: npm leaves them out.
const dist = join(provider, "dist");
const { files } = reachedDeclarations(provider);
const unreached = filesIn(dist).filter((file) => file.endsWith(".d.ts") && !files.has(file));
put("dist/.npmignore", unreached.map((file) => `/${relative(dist, file).split(sep).join("/")}\n`).join(""));

// The template is for `pulumi new`, which takes it from the repository.
const listing = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "examples", ":!examples/template"];
const examples = execFileSync("git", listing, { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
// npm takes a .gitignore for a list of files to leave out, and renames it: `pulumi-tenant example` gives it back its name.
const packed = new Map(examples.map((path) => [path.replace(/\.gitignore$/, "_gitignore"), path]));
for (const [path, from] of packed) {
  const text = path.endsWith(".md") ? pageFrom(from, from.split("/", 2).join("/")) : readFileSync(join(root, from));
  put(path, text, statSync(join(root, from)).mode);
}
const folder = join(provider, "examples");
mkdirSync(folder, { recursive: true });
for (const file of filesIn(folder)) {
  if (!packed.has(relative(provider, file).split(sep).join("/"))) rmSync(file, { force: true });
}

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, sep } from "node:path";
import { exec } from "./exec.ts";
import { findSecrets } from "./secrets.ts";

interface Rule {
  what: string;
  pattern: RegExp;
  /** Base names of the files it is for; all if absent. */
  files?: readonly string[];
}

/** Registries by the labels of their host names, as this file must pass its own check. */
const registries = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["npm", "pkg", "github", "com"],
  ["npm", "jsr", "io"],
  ["proxy", "golang", "org"],
  ["sum", "golang", "org"],
  ["goproxy", "io"],
  ["goproxy", "cn"],
  ["pypi", "org"],
  ["files", "pythonhosted", "org"],
  ["index", "crates", "io"],
  ["static", "crates", "io"],
  ["ghcr", "io"],
  ["jfrog", "io"],
].map((labels) => labels.join("."));

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function rules(root: string): Rule[] {
  return [
    {
      what: "names a package registry's host",
      pattern: new RegExp(`(?<![a-z0-9])(?:${registries.map(literal).join("|")})(?![a-z0-9])`, "i"),
    },
    {
      what: "resolves a package to an address",
      pattern: /"resolved": *"(?:https?|git)[:+]/,
      files: ["package-lock.json"],
    },
    { what: "names a package registry", pattern: /registry *=/, files: [".npmrc"] },
    {
      what: "holds a path of a home folder",
      pattern: /(?<![\w.~-])(?:\/(?:home|Users)\/[\w.-]+\/|\/root\/|[A-Z]:\\+Users\\)/,
    },
    {
      what: "holds a path of this machine",
      pattern: new RegExp(`(?<![\\w.~-])(?:${[root, homedir()].map((path) => literal(path + sep)).join("|")})`),
    },
    // Also where the library waits for the key's text: a beginning alone is a beginning.
    { what: "holds a private key", pattern: /BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY/ },
  ];
}

/**
 * Looks through every file that git tracks or would track for what must not be published: hosts of package registries, paths of somebody's
 * machine, and secrets.
 *
 * @returns one line per finding, `file:line what`, without the finding itself
 */
export async function findUnclean(root: string): Promise<string[]> {
  const listing = await exec("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    timeoutMs: 60_000,
  });
  if (listing.code !== 0) throw new Error(`git ls-files ended with ${listing.code}: ${listing.stderr.trim()}`);
  const files = [...new Set(listing.stdout.split("\0").filter(Boolean))];
  const found: string[] = [];
  for (const file of files) {
    // Deleted, but not yet so in the index.
    const text = await readFile(join(root, file), "utf8").catch(() => "");
    found.push(...findUncleanText(text, file, root), ...(await findSecrets(text, file)));
  }
  return found;
}

/** The findings in one file's text, secrets but for private keys left out; see {@link findUnclean}. */
export function findUncleanText(text: string, file: string, root: string): string[] {
  const applicable = rules(root).filter((rule) => rule.files?.includes(basename(file)) ?? true);
  return text
    .split("\n")
    .flatMap((line, index) =>
      applicable.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `${file}:${index + 1} ${what}`),
    );
}

import { basename, extname } from "node:path";
import { lintSource } from "@secretlint/core";
import { rules as recommended } from "@secretlint/secretlint-rule-preset-recommend";

/** Shapes that the library does not know. */
const shapes: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: "a JSON web token", pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/ },
  { what: "an access token of Pulumi", pattern: /\bpul-[0-9a-f]{40}\b/ },
  { what: "an upload token of PyPI", pattern: /\bpypi-AgE[\w-]{50,}/ },
  { what: "a token of Atlassian", pattern: /\bATATT3[\w=-]{60,}/ },
  { what: "an age key", pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/ },
];

/** The library's rules, but for the one by which a comment switches the others off. */
const rules = recommended
  .filter(({ meta }) => !meta.id.endsWith("-filter-comments"))
  .map((rule) => ({
    id: rule.meta.id,
    rule,
    options: rule.meta.id.endsWith("-aws") ? { enableIDScanRule: true } : {},
  }));

/** Public constants that look like secrets and bear their name. */
const notSecret = new Set([
  // by which the engine tells that a value is a secret
  "1b47061264138c4ac30d75fd1eb44270",
]);

const word =
  "secret|passw(?:or)?d|passphrase|token|credential|client[_-]?assertion|(?:api|private|signing|encryption|access|auth|account)[_-]?key";
/** A name that says that its value is secret, up to the value. */
const assignment = new RegExp(`([\\w.:-]{0,60}?(?:${word})[\\w-]{0,40})["'\`]?\\s*(?::=|=>|[:=])\\s*(?=\\S)`, "gi");
/** Names of which any value is a secret, however simple. */
const personal = /passw(?:or)?d$|passphrase$/i;

/** In files of these kinds a value needs no quotes. */
const configuration = ["", ".env", ".yaml", ".yml", ".sh", ".toml", ".ini", ".cfg", ".conf", ".properties"];
const plainText = [...configuration, ".md", ".txt"];

/**
 * Looks for secrets in a file's text: the shapes of many services' keys and tokens, private keys, passwords in addresses, and whatever
 * looks random and is assigned to a name that says it is secret. Comments cannot switch it off.
 *
 * @returns one line per finding, `file:line what`, without the secret
 */
export async function findSecrets(text: string, file: string): Promise<string[]> {
  const found = text.split("\n").flatMap((line, index) => {
    const matching = shapes.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `holds ${what}`);
    const assigned = assignedSecrets(line, file).map((name) => `assigns what looks like a secret to "${name}"`);
    return [...matching, ...assigned].map((what) => ({ line: index + 1, what }));
  });
  const { messages } = await lintSource({
    source: { filePath: file, content: text, contentType: "text", ext: extname(file) },
    options: {
      noPhysicFilePath: true,
      maskSecrets: true,
      config: { rules },
    },
  });
  for (const { loc, ruleId } of messages) {
    found.push({
      line: loc.start.line,
      what: `holds a secret (${ruleId.replace(/^@secretlint\/secretlint-rule-/, "")})`,
    });
  }
  return found.sort((a, b) => a.line - b.line).map(({ line, what }) => `${file}:${line} ${what}`);
}

/** The names on a line to which something is assigned that looks like a secret. */
function assignedSecrets(line: string, file: string): string[] {
  const name = basename(file);
  const extension = name.startsWith(".env") ? ".env" : extname(name);
  return [...line.matchAll(assignment)].flatMap((match) => {
    const [all, key = ""] = match;
    const rest = line.slice(match.index + all.length);
    const quoted = /^(["'`])(.*?)\1/.exec(rest)?.[2];
    const bare = plainText.includes(extension) ? /^[^\s"'`,;)}\]]+/.exec(rest)?.[0] : undefined;
    const value = quoted ?? bare ?? "";
    // What refers to a secret that is kept elsewhere, or shows where one goes.
    if (/^\$|\$[{(]|\{\{|^<|…|\*\*\*/.test(value) || notSecret.has(value)) return [];
    const isPersonal = personal.test(key) && configuration.includes(extension) && value.length >= 4;
    return isPersonal || isRandom(value) ? [key] : [];
  });
}

/** Long, of letters and digits that take turns, and of many different ones: nobody makes up such a word. */
function isRandom(value: string): boolean {
  if (!/^[\w+/=.~!@#$%^&*-]{16,}$/.test(value)) return false;
  const kinds = [...value.replaceAll(/[\W_]/g, "")].map((sign) =>
    /\d/.test(sign) ? "digit" : /[a-z]/.test(sign) ? "lower" : "upper",
  );
  const turns = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return kinds.includes("digit") && turns >= 4 && entropy(value) >= 3;
}

/** Shannon entropy, in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((bits, n) => bits - (n / value.length) * Math.log2(n / value.length), 0);
}

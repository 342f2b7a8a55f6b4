import { readFileSync } from "node:fs";

/** A line of customers.json. */
export interface CustomerLine {
  /** The name of the organization and of the connection. */
  readonly name: string;
  /** Users with an e-mail address of this domain log in at the customer's identity provider. */
  readonly domain: string;
  /** The issuer URL of the customer's identity provider (OpenID Connect). */
  readonly issuer: string;
  /** The tenant's client id at the identity provider. */
  readonly clientId: string;
  /** The ids of the users who administer the customer's organization. */
  readonly admins: readonly string[];
  /** Whether the organization and the connection are protected from deletion. */
  readonly protect?: boolean;
}

interface Rule {
  readonly allowed: string;
  accepts(value: unknown): boolean;
}

const text = (pattern: RegExp, allowed: string): Rule => ({
  allowed,
  accepts: (value) => typeof value === "string" && pattern.test(value),
});
const isUserId = (value: unknown) => typeof value === "string" && /^[^|\s]+\|\S+$/.test(value);

/** The allowed values of a line. The name must be valid for an organization and for a connection. */
const rules: Readonly<Record<keyof CustomerLine, Rule>> = {
  name: text(
    /^(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*$/,
    "1 to 50 lower-case letters and digits, with single hyphens between",
  ),
  domain: text(/^(?=.{4,253}$)([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain in lower case, like "north.example.com"'),
  issuer: text(/^https:\/\/\S+$/, "a URL that begins with https://"),
  clientId: text(/^\S+$/, "a text without blanks"),
  admins: {
    allowed: 'a list of different user ids, like "auth0|0123456789abcdef01234567"',
    accepts: (value) => Array.isArray(value) && value.every(isUserId) && new Set(value).size === value.length,
  },
  protect: { allowed: "true or false", accepts: (value) => value === undefined || typeof value === "boolean" },
};

/** The properties that must be unique among customers. */
const unique = ["name", "domain"] as const;

/**
 * Reads the customers.
 *
 * @param missing problems of a customer outside the file, by the customer's name
 * @throws Error with all wrong lines
 */
export function readCustomers(file: string, missing: (name: string) => readonly string[]): readonly CustomerLine[] {
  const source = readFileSync(file, "utf8");
  const entries: unknown = JSON.parse(source);
  if (!Array.isArray(entries)) throw new Error(`${file} must be a list of customers: [{ "name": "north", … }]`);
  const lines = linesOf(source);
  const problems = entries.flatMap((entry, at) => {
    const { name } = Object(entry);
    const found = [...wrongIn(entry), ...twice(entries, at, lines)];
    const lacks = found.length === 0 ? missing(name) : [];
    return [...found, ...lacks].map((problem) => `  line ${lines[at]}: ${problem}`);
  });
  if (problems.length > 0) throw new Error(`${file} has lines that are wrong:\n${problems.join("\n")}`);
  return entries;
}

function wrongIn(entry: unknown): string[] {
  const known = Object.keys(rules);
  if (typeof entry !== "object" || entry === null) return [`a customer is an object with ${known.join(", ")}`];
  const values = new Map(Object.entries(entry));
  const extra = [...values.keys()].filter((key) => !known.includes(key));
  return [
    ...extra.map((key) => `"${key}" is not known; a customer has ${known.join(", ")}`),
    ...Object.entries(rules).flatMap(([key, { allowed, accepts }]) => {
      const value = values.get(key);
      if (accepts(value)) return [];
      return [value === undefined ? `${key} is missing: ${allowed}` : `${key} must be ${allowed}`];
    }),
  ];
}

/** Problems: values that an earlier line has already. */
function twice(entries: readonly unknown[], at: number, lines: readonly number[]): string[] {
  return unique.flatMap((key) => {
    const value = Object(entries[at])[key];
    const first = entries.findIndex((entry) => Object(entry)[key] === value);
    return value === undefined || first === at ? [] : [`${key} is that of line ${lines[first]}, too`];
  });
}

/** The line at which each entry of a list begins, however the file is formatted. */
function linesOf(source: string): number[] {
  const lines: number[] = [];
  let [line, depth] = [1, 0];
  for (const [token] of source.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}\n]|[^\s",:[\]{}]+/g)) {
    if (token === "\n") line += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else {
      if (depth === 1) lines.push(line);
      if (token === "[" || token === "{") depth += 1;
    }
  }
  return lines;
}

import { basename } from "node:path";
import { type ExecResult, exec } from "./exec.ts";

/** What is known of the locked versions: what is wrong with them, one line each, or why that could not be found out. */
export type AuditResult = { readonly problems: readonly string[] } | { readonly unchecked: string };

export interface AuditOptions {
  /** The folder with package-lock.json. */
  root: string;
  /** For npm. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds that one question to the registry may take. */
  timeoutMs?: number;
}

const severities: readonly string[] = ["info", "low", "moderate", "high", "critical"];

/** The least severity that counts: users run what the package depends on, and only who works on it the rest. */
const least = { production: "moderate", development: "high" } as const;

/** What is used of an advisory in npm's report. */
interface Advisory {
  readonly source: number | string;
  readonly title?: string;
  readonly url?: string;
  readonly severity: string;
  readonly range: string;
}

interface Vulnerability {
  readonly name: string;
  /** Advisories, and names of packages through which others are concerned. */
  readonly via: readonly (Advisory | string)[];
  readonly fixAvailable: boolean | { readonly name: string; readonly version: string };
}

/**
 * Asks the registry what is known of the versions in package-lock.json. Not every registry tells, and not every machine reaches one:
 * that is neither good nor bad news.
 */
export async function audit({ root, env = process.env, timeoutMs = 60_000 }: AuditOptions): Promise<AuditResult> {
  const ask = (...more: string[]) => npmAudit(root, env, timeoutMs, more);
  try {
    const all = await ask();
    if (typeof all === "string") return { unchecked: all };
    const production = all.length === 0 ? all : await ask("--omit=dev");
    if (typeof production === "string") return { unchecked: production };
    const problems = [...findings(production, "production"), ...findings(all, "development")];
    const seen = new Set<string>();
    return { problems: problems.filter(({ key }) => !seen.has(key) && seen.add(key)).map(({ line }) => line) };
  } catch (error) {
    // Started in vain, or not done in time.
    return { unchecked: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

/** What npm reports, or why it reports nothing. */
async function npmAudit(
  root: string,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
  more: readonly string[],
): Promise<readonly Vulnerability[] | string> {
  const args = ["audit", "--json", "--package-lock-only", "--fetch-retries=0", `--fetch-timeout=${timeoutMs}`, ...more];
  const { stdout, stderr, code } = await npm(args, { cwd: root, env, timeoutMs });
  const report = parse(stdout);
  if (typeof report?.vulnerabilities === "object" && report.vulnerabilities !== null) {
    return Object.values(report.vulnerabilities) as Vulnerability[];
  }
  const { message } = report ?? {};
  return oneLine(typeof message === "string" && message !== "" ? message : stderr) || `npm audit ended with ${code}`;
}

/** Inside `npm run` the path of npm's own script is known; running it directly spares a shell on Windows. */
function npm(args: readonly string[], options: Parameters<typeof exec>[2]): Promise<ExecResult> {
  const script = options.env?.npm_execpath;
  const direct = script !== undefined && basename(script) === "npm-cli.js";
  return direct ? exec(process.execPath, [script, ...args], options) : exec("npm", args, options);
}

function parse(text: string): { vulnerabilities?: unknown; message?: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function findings(vulnerabilities: readonly Vulnerability[], use: keyof typeof least): { key: string; line: string }[] {
  const rank = (severity: string) => severities.indexOf(severity);
  return vulnerabilities.flatMap(({ name, via, fixAvailable }) =>
    via
      .filter((advisory) => typeof advisory !== "string")
      // A severity that is not known counts as one that is bad.
      .filter(({ severity }) => rank(severity) < 0 || rank(severity) >= rank(least[use]))
      .map(({ source, title, url, severity, range }) => ({
        key: `${name} ${source}`,
        line: oneLine(
          `${name}: ${severity}, in ${use}: ${title ?? "no title"} (${url ?? source}); affects ${range}; ${fix(fixAvailable)}`,
        ),
      })),
  );
}

function fix(available: Vulnerability["fixAvailable"]): string {
  if (available === false) return "no fix is known";
  return available === true ? "`npm audit fix` has one" : `fixed with ${available.name}@${available.version}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 500);
}

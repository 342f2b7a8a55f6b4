import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** The options of `pulumi refresh` that only choose what is compared, or how. */
const allowed: ParseArgsOptionsConfig = {
  cwd: { type: "string", short: "C" },
  exclude: { type: "string", short: "x" },
  "fully-qualify-stack-names": { type: "boolean", short: "Q" },
  message: { type: "string", short: "m" },
  parallel: { type: "string", short: "p" },
  stack: { type: "string", short: "s" },
  target: { type: "string", short: "t" },
  ...each({ type: "string" }, ["config-file", "override-env"]),
  ...each({ type: "boolean" }, ["diff", "disable-integrity-checking", "exclude-dependents", "expect-no-changes"]),
  ...each({ type: "boolean" }, ["non-interactive", "run-program", "show-replacement-steps", "show-sames"]),
  ...each({ type: "boolean" }, ["skip-config-validation", "skip-pending-creates", "skip-plugin-pre-install"]),
  ...each({ type: "boolean" }, ["suppress-outputs", "suppress-permalink", "suppress-progress"]),
  ...each({ type: "boolean" }, ["target-dependents", "urns"]),
};

const changes = "it would change the state or a file, and this command only looks";
const spills = "it writes values to another place, where nothing masks the secrets";
const spoils = "this command makes its own report of what the CLI prints as JSON";

/** Why the others are refused, by the long name and the short one. */
const reasons: Readonly<Record<string, string>> = {
  ...each(changes, ["yes", "y", "skip-preview", "f", "preview-only", "config", "c", "config-path"]),
  ...each(changes, ["clear-pending-creates", "import-pending-creates"]),
  ...each(spills, ["debug", "d", "verbose", "v", "logtostderr", "logflow", "tracing", "otel-traces"]),
  ...each(spills, ["profiling", "memprofilerate", "event-log", "neo"]),
  ...each(spoils, ["json", "j", "color", "emoji", "e", "help", "h"]),
};

/**
 * Says why arguments cannot be passed on to `pulumi refresh`; undefined where they can. Only options that are known to be harmless are
 * passed on, as a newer CLI may have others.
 */
export function refusalOf(args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options: allowed,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "option" && Object.hasOwn(allowed, token.name)) continue;
    const shown = token.kind === "option" ? token.rawName : token.kind === "positional" ? `"${token.value}"` : "--";
    const known = token.kind === "option" ? reasons[token.name] : undefined;
    return `${shown} cannot be passed on: ${known ?? `only these can: ${names.join(", ")}`}`;
  }
  return undefined;
}

/** The stack and the folder of the project, where the arguments name them. */
export function placeOf(args: readonly string[]): { stack?: string; cwd?: string } {
  const { values } = parseArgs({ args: [...args], options: allowed, strict: false, allowPositionals: true });
  const named = ["stack", "cwd"].map((name) => [name, values[name]] as const);
  return Object.fromEntries(named.filter(([, value]) => typeof value === "string"));
}

const names = Object.keys(allowed)
  .sort()
  .map((name) => `--${name}`);

function each<T>(value: T, options: readonly string[]): Record<string, T> {
  return Object.fromEntries(options.map((name) => [name, value]));
}

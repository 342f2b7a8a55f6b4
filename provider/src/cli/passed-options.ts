import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** The options of `pulumi refresh` that only choose what is compared, or how. */
const allowed = {
  "config-file": { type: "string" },
  cwd: { type: "string", short: "C" },
  diff: { type: "boolean" },
  "disable-integrity-checking": { type: "boolean" },
  exclude: { type: "string", short: "x" },
  "exclude-dependents": { type: "boolean" },
  "expect-no-changes": { type: "boolean" },
  "fully-qualify-stack-names": { type: "boolean", short: "Q" },
  message: { type: "string", short: "m" },
  "non-interactive": { type: "boolean" },
  "override-env": { type: "string" },
  parallel: { type: "string", short: "p" },
  "run-program": { type: "boolean" },
  "show-replacement-steps": { type: "boolean" },
  "show-sames": { type: "boolean" },
  "skip-config-validation": { type: "boolean" },
  "skip-pending-creates": { type: "boolean" },
  "skip-plugin-pre-install": { type: "boolean" },
  stack: { type: "string", short: "s" },
  "suppress-outputs": { type: "boolean" },
  "suppress-permalink": { type: "boolean" },
  "suppress-progress": { type: "boolean" },
  target: { type: "string", short: "t" },
  "target-dependents": { type: "boolean" },
  urns: { type: "boolean" },
} satisfies ParseArgsOptionsConfig;

const changes = "it would change the state or a file, and this command only looks";
const spills = "it writes values to another place, where nothing masks the secrets";
const spoils = "this command makes its own report of what the CLI prints as JSON";

/** Why the others are refused, by the long name and the short one. */
const reasons: Readonly<Record<string, string>> = {
  ...withReason(changes, ["yes", "y", "skip-preview", "f", "preview-only", "config", "c", "config-path"]),
  ...withReason(changes, ["clear-pending-creates", "import-pending-creates"]),
  ...withReason(spills, ["debug", "d", "verbose", "v", "logtostderr", "logflow", "tracing", "otel-traces"]),
  ...withReason(spills, ["profiling", "memprofilerate", "event-log", "neo"]),
  ...withReason(spoils, ["json", "j", "color", "emoji", "e", "help", "h"]),
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

const names = Object.keys(allowed).map((name) => `--${name}`);

function withReason(reason: string, options: readonly string[]): Record<string, string> {
  return Object.fromEntries(options.map((name) => [name, reason]));
}

import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Command } from "commander";
import { auditOf, rules } from "../baseline/audit.ts";
import { today } from "../baseline/days.ts";
import { type ProviderSettings, resolveSettings, SettingsError, sanitize } from "../client/index.ts";
import { type BrokenRule, compare, ExpectedError, isSame } from "../compare/compare.ts";
import { type Expected, nothingExpected, ReplacementError } from "../compare/expected.ts";
import { expectedFile, parseExpected, textOfExpected } from "../compare/expected-file.ts";
import { proposedPairs, proposedPermissions, proposedReplacements } from "../compare/learn.ts";
import { readSide, type Side } from "../compare/side.ts";
import { toJson, toMarkdown, toText } from "../compare/words.ts";
import { type Seed, startEmulator } from "../emulator/index.ts";
import { tenantOf } from "../graph/graph.ts";
import { wrapped } from "../lifecycle/outputs.ts";
import { allOrNone } from "../pulumi-cli/pulumi.ts";
import { configurationOf, exportedResources } from "../pulumi-cli/stack.ts";
import { forScreen } from "../report/fold.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { mapSecrets } from "../state/secrets.ts";
import { definitions, type TypeName, typeNameOf } from "../types/registry.ts";
import type { ExistingObject } from "../types/tenant-object.ts";
import { addHelp, exitCode, progress, refuseSameFile, refuseUsage } from "./command.ts";
import { readableByAll, replaceFile, textIfAny, textOf } from "./files.ts";
import { jsonOption, markdownOption, publish, refuseLostReport } from "./publish.ts";
import { accessOf, kindNames, toKinds, toPatterns, withClient } from "./tenant.ts";

/** One side, as the command line names it. */
interface NamedSide {
  readonly from: "tenant" | "tenantOf" | "stack" | "seed";
  readonly value: string;
}

interface Flags {
  readonly cwd?: string;
  readonly expected?: string;
  readonly kinds?: readonly TypeName[];
  readonly only?: readonly string[];
  readonly learn?: true;
  readonly json?: true | string;
  readonly markdown?: true | string;
}

/** Adds `pulumi-tenant compare` to its command. */
export function register(command: Command): void {
  const sides: NamedSide[] = [];
  const side = (from: NamedSide["from"]) => (value: string) => {
    sides.push({ from, value });
    return value;
  };
  command
    .option(
      "--tenant <file>",
      "a tenant whose settings are in this file: TENANT_DOMAIN=…, TENANT_CLIENT_ID=…",
      side("tenant"),
    )
    .option("--tenant-of <stack>", "the tenant of a stack, with the stack's credentials", side("tenantOf"))
    .option("-s, --stack <name>", "the state of a stack; its tenant is not read", side("stack"))
    .option("--seed <file>", "a seed file of the emulator", side("seed"))
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--expected <file>", `the expected differences (default: ${expectedFile} in the project's folder)`)
    .option("--kinds <kinds>", `only these types: ${kindNames}`, toKinds)
    .option("--only <patterns>", "only objects with these names, which may contain * and ?", toPatterns)
    .option("--learn", "write the current differences to the file of expected differences, so that you can review them")
    .option(...jsonOption)
    .option(...markdownOption)
    .action((flags: Flags) => run(command, sides, flags));
  addHelp(command, {
    text: `Compares two sides, for example the tenants of dev and prod. Name two sides: each with --tenant,
--tenant-of, --stack or --seed. Tenants are only read, by listings, within their rate limits.

Objects are matched by their natural keys: the identifier of an API, the name of an application. Two
ids are equal if they refer to matching objects, also within code and options. Secrets are never
printed. ${expectedFile} contains the replacements that turn the names of one side into
those of the other, and the differences that are allowed (docs/promotion.md).`,
    exitCodes: {
      0: "there are no differences other than expected ones",
      1: "a side could not be read",
      7: "the sides differ, or a part could not be compared",
    },
    example: "npx pulumi-tenant compare --tenant-of dev --tenant-of prod",
  });
}

async function run(command: Command, named: readonly NamedSide[], flags: Flags): Promise<void> {
  const { cwd, kinds: types, only, learn, json, markdown } = flags;
  if (json === true && markdown === true)
    refuseUsage(command, "--json and --markdown would both print to standard output: use only one of them");
  if (learn && (json || markdown)) refuseUsage(command, "--learn prints no report: leave out --json and --markdown");
  const [first, second, ...more] = named;
  if (!first || !second || more.length > 0) {
    refuseUsage(
      command,
      `${named.length} sides are named: name two, each with --tenant, --tenant-of, --stack or --seed`,
    );
  }
  if (first.from === second.from && first.value === second.value) refuseSame(command, first.value);
  const path = flags.expected ?? join(cwd ?? ".", expectedFile);
  const read = named.filter(({ from }) => from === "seed" || from === "tenant").map(({ value }) => value);
  refuseSameFile(command, [...read, path, json, markdown]);
  await refuseLostReport(flags);
  // Read the file first: an invalid file is then reported before the long read of the sides.
  const expected = await expectedIn(path, flags.expected !== undefined);
  const [a, b] = await progress("reading both sides", () =>
    allOrNone((signal) => [sideOf(first, { cwd, types, signal }), sideOf(second, { cwd, types, signal })]),
  );
  if (a.name === b.name) refuseSame(command, a.name);
  const options = { ...(types && { types }), ...(only && { only }), judge };
  try {
    if (learn) return await writeExpected(path, expected, [a, b], options);
    const comparison = compare(a, b, { ...options, expected: expected ?? nothingExpected });
    const report = toJson(comparison);
    await publish(
      { report, markdown: toMarkdown(comparison), text: () => forScreen(toText(comparison)) },
      { ...(json && { json }), ...(markdown && { markdown }) },
    );
    if (!isSame(comparison)) process.exitCode = exitCode.changed;
  } catch (error) {
    if (error instanceof ExpectedError || error instanceof ReplacementError)
      throw new Error(`${path}: ${error.message}`);
    throw error;
  }
}

function refuseSame(command: Command, name: string): never {
  refuseUsage(
    command,
    `both sides are ${sanitize(name)}: name two different ones. \`pulumi-tenant drift\` compares a stack with its tenant`,
  );
}

async function expectedIn(path: string, isNamed: boolean): Promise<Expected | undefined> {
  const text = await textIfAny(path);
  if (text === undefined && isNamed) throw new Error(`${path}: does not exist`);
  return text === undefined ? undefined : parseExpected(text, path);
}

/**
 * Writes the file of expected differences. If it exists, it is not changed, because it may have been edited: the entries that it lacks are
 * printed instead.
 *
 * @throws ExpectedError, ReplacementError
 */
async function writeExpected(
  path: string,
  known: Expected | undefined,
  [a, b]: readonly [Side, Side],
  options: Parameters<typeof compare>[2],
): Promise<void> {
  // Replacements are proposed for the texts of the first compared side: the one that an existing file calls `from`, otherwise side `a`.
  const [one, other] = known?.sides?.from === b.name ? [b, a] : [a, b];
  const base = known ?? { ...nothingExpected, sides: { from: one.name, to: other.name } };
  const replacements = proposedReplacements(compare(one, other, { ...options, expected: base }));
  const renamed = { ...base, replacements: [...base.replacements, ...replacements] };
  const pairs = proposedPairs(compare(one, other, { ...options, expected: renamed }));
  const paired = { ...renamed, pairs: [...base.pairs, ...pairs] };
  const mayDiffer = proposedPermissions(compare(one, other, { ...options, expected: paired }), today());
  const proposed = { ...base, replacements, pairs, mayDiffer };
  const count = `replacements: ${replacements.length}, pairs: ${pairs.length}, properties that may differ: ${mayDiffer.length}`;
  const isNothing = replacements.length + pairs.length + mayDiffer.length === 0;
  if (known) {
    process.stdout.write(isNothing ? "" : textOfExpected(proposed));
    process.stderr.write(
      `proposed entries that ${path} does not contain: ${count}${isNothing ? "" : ". Add them to the file by hand"}\n`,
    );
  } else {
    await replaceFile(path, textOfExpected(proposed), readableByAll);
    process.stdout.write(`${sanitize(path)} is written. ${count}. Review every entry before you commit the file.\n`);
  }
}

/** Returns a function that finds the rules of the baseline that an object of the side breaks. */
function judge({ objects, name }: Side): (object: ExistingObject) => readonly BrokenRule[] {
  const audited = objects.map(({ type, id, properties }) => ({ type, tenant: name, id, name: id, properties }));
  const { failed } = auditOf(
    audited,
    rules.filter(({ profile }) => profile === undefined),
  );
  const broken = Map.groupBy(failed, ({ object: { type, id } }) => `${type} ${id}`);
  return ({ type, id }) => (broken.get(`${type} ${id}`) ?? []).map(({ rule }) => rule);
}

/** What reading a side needs, besides its name. */
interface Reading {
  /** The folder of the Pulumi project. */
  readonly cwd: string | undefined;
  readonly types: readonly TypeName[] | undefined;
  /** Ends the read, because the other side could not be read. */
  readonly signal: AbortSignal;
}

/** @throws SettingsError, TenantError, or an Error with the CLI's message */
async function sideOf({ from, value }: NamedSide, reading: Reading): Promise<Side> {
  switch (from) {
    case "tenant":
      return sideOfTenant(
        settingsFrom(await variablesIn(value), () => undefined, value),
        reading,
      );
    case "tenantOf": {
      const values = await configurationOf({ stack: value, cwd: reading.cwd }, reading.signal);
      const name = `stack ${value} (--tenant-of reads only the stack's configuration, such as tenant:domain, and ignores TENANT_DOMAIN)`;
      return sideOfTenant(
        settingsFrom({}, (key) => values[`tenant:${key}`], name),
        reading,
      );
    }
    case "stack":
      return sideOfState(value, reading);
    case "seed":
      return sideOfSeed(value, reading);
  }
}

/** The `TENANT_` variables that apply to every tenant. All other `TENANT_` variables describe one particular tenant. */
const common = ["TENANT_STRICT", "TENANT_DOMAINS", "TENANT_RATE_BUDGET", "TENANT_LOG"];

function settingsFrom(
  variables: Readonly<Record<string, string | undefined>>,
  config: (key: string) => string | undefined,
  name: string,
): ProviderSettings {
  const rest = Object.entries(process.env).filter(([key]) => !key.startsWith("TENANT_") || common.includes(key));
  try {
    return resolveSettings({ config, env: { ...Object.fromEntries(rest), ...variables } });
  } catch (error) {
    if (error instanceof SettingsError) throw new Error(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function variablesIn(file: string): Promise<Readonly<Record<string, string | undefined>>> {
  const all = parseEnv(await textOf(file));
  return Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith("TENANT_")));
}

function sideOfTenant(settings: ProviderSettings, { types = [], signal }: Reading, name?: string): Promise<Side> {
  return withClient(
    settings,
    (client) => readSide(client, { access: accessOf(settings), types, ...(name !== undefined && { name }) }),
    signal,
  );
}

/** Reads the tenant of an emulator that is started with a seed. */
async function sideOfSeed(file: string, reading: Reading): Promise<Side> {
  const { domain, clientId, clientSecret, close } = await startSeeded(file);
  try {
    const variables = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
    return await sideOfTenant(
      settingsFrom(variables, () => undefined, file),
      reading,
      file,
    );
  } finally {
    await close();
  }
}

async function startSeeded(file: string) {
  const text = await textOf(file);
  let seed: Seed;
  try {
    seed = JSON.parse(text) as Seed;
  } catch {
    throw new Error(`${file}: is not JSON`);
  }
  const emulator = await startEmulator({ seed }).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });
  const { domain, clientId, clientSecret } = emulator;
  return { domain, clientId, clientSecret, close: () => emulator.close() };
}

/** The declared values in the state of a stack. @throws Error with the CLI's message */
async function sideOfState(stack: string, { cwd, signal }: Reading): Promise<Side> {
  const hosts = new Set<string>();
  const objects = (await exportedResources({ stack, cwd }, signal)).flatMap(
    ({ type: token, id, inputs, outputs, external, delete: isGoing }) => {
      const type = typeNameOf(token);
      if (!type || !id || external || isGoing) return [];
      const properties = wrapped(definitions[type].schema, { ...inputs, ...outputs });
      const host = tenantOf(properties);
      if (host !== "") hosts.add(host);
      return [{ type, id, properties: mapSecrets(properties, () => notShown) }];
    },
  );
  const [host, ...others] = hosts;
  if (others.length > 0) {
    throw new Error(
      `stack ${stack} has resources of several tenants (${[...hosts].join(", ")}): compare its tenants instead, with --tenant`,
    );
  }
  return { name: host ?? stack, hosts: [...hosts], objects, isPartial: true, unread: new Map() };
}

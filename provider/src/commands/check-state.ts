import { createHash } from "node:crypto";
import { type Command, InvalidArgumentError } from "commander";
import { allowedOrigins, domainsVariable, originOf, sanitize, sanitizeJson, settingPrefix } from "../client/index.ts";
import { parseDocument } from "../pulumi-cli/document.ts";
import { type ExportedResource, exportedStack, isExplicitProvider } from "../pulumi-cli/exported-stack.ts";
import { otherClassIn } from "../pulumi-cli/provider-code.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { asText, type Block, titled } from "../report/document.ts";
import { firstOf, titleOf } from "../report/words.ts";
import { isObject } from "../schema/json.ts";
import { providerKey } from "../schema/provider-code.ts";
import { knownProviderCodes } from "../types/registry.ts";
import { addHelp } from "./command.ts";
import { textOf } from "./files.ts";

interface Flags {
  readonly allow?: readonly string[];
  readonly json?: true;
}

/** Adds `pulumi-tenant check-state` to its command. */
export function register(command: Command): void {
  command
    .argument("[file]", "the output of `pulumi stack export` (default: standard input)")
    .option("--allow <sha256>", "also accept the code with this hash (repeat it for several)", collectHash)
    .option("--json", "print only one JSON document on standard output")
    .action(run);
  addHelp(command, {
    text: `The state contains the provider code of dynamic resources, and every operation runs this code. This
command accepts only the code of pulumi-tenant, in resources of the class to which the code belongs,
and does not run any code. To accept the code of
your own dynamic resources, pass the SHA-256 from the error to --allow.

The state also contains the configuration of providers, and refresh and destroy send credentials to
the domains in it. This command accepts only the domains in TENANT_DOMAINS (comma-separated) and
TENANT_DOMAIN, and lists the explicit providers.`,
    exitCodes: { 0: "no foreign code or domains", 1: "foreign code or domains, or not a stack export" },
    example: "pulumi stack export --stack dev | TENANT_DOMAIN=dev.example.com npx pulumi-tenant check-state",
  });
}

async function run(file: string | undefined, { allow = [], json }: Flags): Promise<void> {
  const state = await (file === undefined ? textOf(process.stdin, "standard input") : textOf(file));
  const problems: string[] = [];
  const origins = allowedOrigins(process.env, problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const { resources } = parseDocument(
    state,
    exportedStack,
    (what) => new Error(`the input is not the output of \`pulumi stack export\`: ${what}`),
  ).deployment;
  const found = {
    foreignCode: foreignCode(state, new Set(allow)),
    otherClasses: (resources ?? []).flatMap(otherClassOf),
    foreignDomains: foreignDomains(state, origins),
    renamedVariables: renamedVariables(state),
    explicitProviders: explicitProviders(resources ?? []),
  };
  const refusals = asText([
    refusal(
      "the state contains provider code that pulumi-tenant did not write, and every operation on its resource would run this code. " +
        "Inspect these lines of `pulumi stack export`, each with the SHA-256 of the code, and find out who wrote them:",
      found.foreignCode.map(({ line, sha256 }) => `line ${line}: ${sha256 ?? "not plain text"}`),
    ),
    refusal(
      "the state contains resources that run other provider code than that of their class, so their names say nothing about what an operation does. " +
        "Find out who wrote them:",
      found.otherClasses,
    ),
    refusal(
      `the state names domains that are listed in neither ${domainsVariable} nor TENANT_DOMAIN, and credentials would be sent to them. If the tenants are ` +
        `yours, add their domains to ${domainsVariable}. Lines of \`pulumi stack export\`:`,
      found.foreignDomains.map(({ line, origin }) => `line ${line}: ${origin ?? "no domain in plain text"}`),
    ),
    refusal(
      "the state maps environment variables of a provider to other names (envVarMappings), which could turn off safeguards. " +
        "Inspect these lines of `pulumi stack export`, and find out who wrote them:",
      found.renamedVariables.map(({ line }) => `line ${line}`),
    ),
  ]).trim();
  const lines = found.explicitProviders.map(
    ({ name, origin = "a domain that is not in plain text" }) =>
      `explicit provider "${name}": the state contains the credentials that it had at the last \`pulumi up\`, for ${origin}`,
  );
  process.stdout.write(json ? `${sanitizeJson(found, 2)}\n` : lines.map((line) => `${line}\n`).join(""));
  if (refusals !== "") throw new Error(refusals);
}

/** Formats a refusal. Only hashes and origins are printed: other values could be crafted to deceive readers of the log. */
function refusal(why: string, found: readonly string[]): Block {
  return titled(why, firstOf(found, 20));
}

function collectHash(value: string, before: readonly string[] = []): string[] {
  if (/^[0-9a-f]{64}$/i.test(value)) return [...before, value.toLowerCase()];
  throw new InvalidArgumentError("Expected a SHA-256 in hexadecimal.");
}

/**
 * Finds all provider code in a stack export that pulumi-tenant did not write and that is not allowed explicitly. The engine's host runs
 * this code in every operation on its resource, deletions included.
 *
 * @param allowed SHA-256 of other code, in hexadecimal
 * @returns the lines, from 1, each with the SHA-256; undefined if the value is not plain text, for example encrypted
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function foreignCode(state: string, allowed: ReadonlySet<string> = new Set()) {
  return valuesOf(state, providerKey).flatMap(({ line, text }) => {
    const sha256 = text === undefined ? undefined : createHash("sha256").update(text).digest("hex");
    const isKnown = text !== undefined && (knownProviderCodes.has(text) || allowed.has(sha256 ?? ""));
    return isKnown ? [] : [{ line, sha256 }];
  });
}

function otherClassOf({ urn, inputs, outputs }: ExportedResource): readonly string[] {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  const other = otherClassIn(type, inputs, outputs);
  return other === undefined ? [] : [`${titleOf({ type, name: sanitize(name, 100) })} ${other}`];
}

const domainKey = `${settingPrefix}domain`;

/**
 * Finds the domains in a stack export that are not allowed, in the configurations of all providers. The engine decrypts the credentials in
 * the same configuration, and pulumi-tenant sends them to the domain. The default provider is included, because a refresh reads its
 * configuration from the state.
 *
 * @param allowed origins
 * @returns the lines, from 1, each with the tenant's origin; undefined if the value is not a domain in plain text
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function foreignDomains(state: string, allowed: ReadonlySet<string>) {
  return valuesOf(state, domainKey)
    .map(({ line, text }) => ({ line, origin: originOf(text) }))
    .filter(({ origin }) => origin === undefined || !allowed.has(origin));
}

/**
 * Finds the lines on which a provider maps environment variables to other names. A mapping could replace `TENANT_STRICT` with an empty
 * variable, or `NODE_OPTIONS` with one that an attacker controls.
 *
 * @throws SyntaxError for a text that is not the export of a stack
 */
function renamedVariables(state: string): { line: number }[] {
  return valuesOf(state, "envVarMappings").map(({ line }) => ({ line }));
}

/**
 * The explicit providers of a state, each with the origin of its tenant; undefined if that is not in plain text. Informational: refusals do
 * not depend on them.
 */
export function explicitProviders(
  state: readonly ExportedResource[],
): readonly { readonly name: string; readonly origin: string | undefined }[] {
  return state.flatMap((resource) => {
    if (!isExplicitProvider(resource)) return [];
    const { urn, inputs } = resource;
    const domain = inputs[domainKey];
    const origin = typeof domain === "string" ? originOf(domain) : undefined;
    return [{ name: sanitize(parseUrn(urn)?.name ?? "", 100), origin }];
  });
}

/** A value in the text of a state. */
interface StateValue {
  /** Counted from 1. */
  readonly line: number;
  /** Undefined if the value is not plain text, for example encrypted. */
  readonly text: string | undefined;
}

/**
 * Finds the values of a key anywhere in a stack export.
 *
 * The text is scanned string by string, so that each value has its line, and a value is also found in a state that is not read otherwise.
 *
 * @throws SyntaxError for a text that is not the export of a stack
 */
function valuesOf(text: string, key: string): StateValue[] {
  if (!isExport(text)) throw new SyntaxError("the input is not the output of `pulumi stack export`");
  const found: StateValue[] = [];
  let line = 1;
  let counted = 0;
  for (const { start, end, content } of strings(text)) {
    const after = skip(text, end);
    if (content !== key || text[after] !== ":") continue;
    line += text.slice(counted, start).split("\n").length - 1;
    counted = start;
    const value = skip(text, after + 1);
    // In `propertyDependencies`, every key has a list of URNs. Such an occurrence names the property, but does not contain its value.
    if (text[value] === "[" && isListOfUrns(text, skip(text, value + 1))) continue;
    found.push({ line, text: stringAt(text, value)?.content });
  }
  return found;
}

/** Whether a list is empty or begins with a URN. */
function isListOfUrns(text: string, start: number): boolean {
  return text[start] === "]" || stringAt(text, start)?.content.startsWith("urn:") === true;
}

function isExport(text: string): boolean {
  try {
    const state: unknown = JSON.parse(text);
    return isObject(state) && "deployment" in state;
  } catch {
    return false;
  }
}

interface Quoted {
  readonly start: number;
  /** The index after the closing quote. */
  readonly end: number;
  readonly content: string;
}

/** All strings of a JSON text in order, keys included. */
function* strings(text: string): Generator<Quoted> {
  let start = text.indexOf('"');
  while (start !== -1) {
    const found = stringAt(text, start);
    if (found === undefined) return;
    yield found;
    start = text.indexOf('"', found.end);
  }
}

function stringAt(text: string, start: number): Quoted | undefined {
  if (text[start] !== '"') return undefined;
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  end += 1;
  return { start, end, content: JSON.parse(text.slice(start, end)) as string };
}

function skip(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

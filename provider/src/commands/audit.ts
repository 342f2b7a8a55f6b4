import type { Command } from "commander";
import {
  type Audit,
  type AuditOptions,
  auditOf,
  type NamedObject,
  rules,
  typesOf,
  type Unread,
} from "../baseline/audit.ts";
import { isAtLeast, type Rule, severities } from "../baseline/rule.ts";
import { waiverFile } from "../baseline/waivers.ts";
import { toJson, toMarkdown, toSarif, toText } from "../baseline/words.ts";
import {
  managementApiIn,
  type ProviderSettings,
  type Service,
  sanitize,
  sanitizeJson,
  type TenantCall,
} from "../client/index.ts";
import type { HeldElsewhere } from "../import/elsewhere.ts";
import { importableTypes, keyOf, stackKeysOf, valuesInForce } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { type StackPlace, settingsOf } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { counted } from "../report/words.ts";
import { auditedObjects } from "../review/baseline.ts";
import { isObject, isPortable, type Json, signatureKey, unknownValue } from "../schema/json.ts";
import { nearest } from "../schema/names.ts";
import { typePrefix } from "../schema/provider-code.ts";
import type { Schema } from "../schema/schema.ts";
import { definitions, typeNameOf } from "../types/registry.ts";
import type { Access } from "../types/tool-data.ts";
import { addHelp, collect, exitCode, ownManifest, progress, refuseUsage } from "./command.ts";
import { isInProject, pathInRepository, projectFolder, waiversOf, writeWaivers } from "./project-folder.ts";
import { objectsOfPreview, objectsOfStack } from "./sources.ts";
import { otherStackHelp, previewCommand, readAllStacks } from "./stacks.ts";
import { accessOf, refuseOutages, withClient } from "./tenant.ts";

interface Flags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly preview?: string;
  readonly otherStack?: readonly string[];
  readonly only?: string;
  readonly except?: string;
  readonly strict?: true;
  readonly hardened?: true;
  readonly failOn: string;
  readonly failOnUnread?: true;
  readonly writeWaivers?: true;
  readonly json?: true;
  readonly markdown?: true;
  readonly sarif?: true;
}

/** Adds `pulumi-tenant audit` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "judge the state of this stack instead of the live tenant")
    .option(
      "--preview <file>",
      `judge a stack as it is after the planned update in this file: the output of \`${previewCommand}\` (- for standard input), or a file of \`--save-plan\``,
    )
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--other-stack <name>", `for the live tenant: ${otherStackHelp}`, collect)
    .option("--only <rules>", "only these rules, separated by commas")
    .option("--except <rules>", "all rules except these, separated by commas")
    .option("--strict", "add the rules of the profile `strict`")
    .option("--hardened", "add the rules of the profile `hardened`")
    .option("--fail-on <severity>", "exit with 7 only for failures of at least this severity", "low")
    .option(
      "--fail-on-unread",
      "exit with 7 also if something could not be read: an error, a missing scope, an unexpected response",
    )
    .option("--write-waivers", `write a waiver for each failure to ${waiverFile}, so that only new failures count`)
    .option("--json", "print the result as JSON, including all rules with an unknown result")
    .option("--markdown", "print the result as Markdown")
    .option("--sarif", "print the failures as SARIF 2.1.0, for code scanning")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Judges objects by the rules of the security baseline (docs/baseline.md). Nothing is changed.

By default it lists the objects of the live tenant, including objects that no stack manages, with
the credentials of the environment (TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and so on)
or of the current stack's configuration. Read-only credentials are sufficient. If a scope is
missing, only the rules that need it are left out, and the report says so. It also says so if the
tenant fails when it is asked for some objects, and the exit code is then 1. Objects that the
project manages have the names of their resources.

With --stack it judges the state of a stack, and with --preview the state after a planned update:
both need no credentials of the tenant. The result of a rule is unknown if a value that the rule
needs is undeclared, not known before the update, encrypted or not shown. An unknown result counts
neither as passed nor as failed.

${waiverFile} in the project's folder waives failures until a date: each entry of its list
"waivers" has rule, resource (a name, or a pattern with * and ?, or a URN, or an id), reason, until,
and optionally stack and tenant. A waived failure stays in the reports, but does not change the exit
code.`,
    exitCodes: {
      0: "no rule fails",
      1: "nothing could be read, or the tenant failed when it was asked for some objects",
      7: "a rule fails; with --fail-on-unread, also if some objects could not be read",
    },
    example: "npx pulumi-tenant audit --fail-on high",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { cwd, json, markdown, sarif } = flags;
  const formats = [json, markdown, sarif].filter((format) => format === true);
  if (formats.length > 1) refuseUsage(command, "use only one of --json, --markdown and --sarif");
  if (flags.writeWaivers && formats.length > 0)
    refuseUsage(command, "--write-waivers prints no report: leave out --json, --markdown and --sarif");
  const bound = severities.find((severity) => severity === flags.failOn);
  if (!bound) refuseUsage(command, `--fail-on: "${flags.failOn}" is not a severity; use ${severities.join(", ")}`);
  // Read the waivers first: an invalid file is then reported before the long read of the objects.
  const waivers = await waiversOf(cwd);
  const inForce = rulesInForce(command, flags);
  const { objects, ...about } = await objectsFor(flags, inForce);
  const audit = auditOf(objects, inForce, { ...about, waivers });
  const outages = audit.unread.filter(({ isOutage }) => isOutage);
  if (flags.writeWaivers) {
    refuseOutages(outages, "No waiver was written.");
    return startWaivers(audit, cwd);
  }
  process.stdout.write(await textOfAudit(audit, flags));
  const isIncomplete = flags.failOnUnread === true && audit.unread.length > 0;
  const isBroken = audit.failed.some(({ rule }) => isAtLeast(rule.severity, bound));
  process.exitCode = outages.length > 0 ? exitCode.failed : isIncomplete || isBroken ? exitCode.changed : 0;
}

async function startWaivers({ failed }: Audit, cwd: string | undefined): Promise<void> {
  const path = failed.length > 0 ? await writeWaivers(cwd, failed) : undefined;
  const says =
    path === undefined ? "no rule fails, so no waiver is needed" : `${failed.length} failures are waived in ${path}`;
  process.stdout.write(`${sanitize(says)}\n`);
}

function objectsFor(flags: Flags, inForce: readonly Rule[]): Promise<AuditedObjects> {
  const isOfTenant = flags.preview === undefined && flags.stack === undefined;
  return isOfTenant ? namedObjectsOfTenant(flags, inForce, flags.otherStack ?? []) : objectsOfProgram(flags);
}

async function textOfAudit(audit: Audit, { stack, preview, cwd, json, markdown, sarif }: Flags): Promise<string> {
  if (json) return `${sanitizeJson(toJson(audit), 2)}\n`;
  if (sarif) {
    const { version } = ownManifest();
    const category = ["pulumi-tenant", stack ?? (preview === undefined ? "tenant" : "preview")].join("-");
    const project = await pathInRepository(await projectFolder(cwd));
    return `${sanitizeJson(toSarif(audit, { version, category, project }), 2)}\n`;
  }
  return markdown ? toMarkdown(audit) : toText(audit);
}

/** The rules that the options select. */
function rulesInForce(command: Command, { only, except, strict, hardened }: Flags): readonly Rule[] {
  const [chosen, left] = [idsIn(command, "--only", only), idsIn(command, "--except", except)];
  return rules.filter(({ id, profile }) => {
    if (left?.includes(id)) return false;
    if (chosen) return chosen.includes(id);
    return profile === undefined || (profile === "strict" ? strict === true : hardened === true);
  });
}

function idsIn(command: Command, option: string, text: string | undefined): readonly string[] | undefined {
  const ids = text?.split(",").map((id) => id.trim());
  const known = rules.map(({ id }) => id);
  for (const id of ids ?? []) {
    if (known.includes(id)) continue;
    const near = nearest(id, known);
    refuseUsage(
      command,
      `${option}: there is no rule "${id}"${near === undefined ? "; docs/baseline.md lists the rules" : `. Did you mean "${near}"?`}`,
    );
  }
  return ids;
}

/** The objects that an audit judges, and whether they are complete and have the names of their resources. */
interface AuditedObjects extends Pick<AuditOptions, "unread" | "isWholeTenant" | "areNamed"> {
  readonly objects: readonly NamedObject[];
}

/** The resources of the stacks whose states could be read. */
interface KnownResources {
  readonly held: readonly HeldElsewhere[];
  /** Whether the states of all stacks could be read. */
  readonly isComplete: boolean;
}

/**
 * The objects of the tenant that the rules need, including objects that no stack manages. An object that a stack of the project manages has the name
 * of its resource.
 *
 * @param otherStacks stacks of other projects, whose resources' names are used, too
 * @throws TenantError, SettingsError, or an Error with the CLI's message
 */
async function namedObjectsOfTenant(
  place: StackPlace,
  inForce: readonly Rule[],
  otherStacks: readonly string[],
): Promise<AuditedObjects> {
  const settings = await settingsOf(place);
  const { held, isComplete } = await heldIn(place, otherStacks);
  const access = accessOf(settings);
  const listed = await withClient(settings, (client) =>
    progress("listing the tenant's objects", () =>
      listedObjects(client, { access, inForce, held, managementApi: managementApiWith(settings) }),
    ),
  );
  return { ...listed, areNamed: isComplete };
}

/** The identifier of the management API: the tenant issues tokens only for the right one. A given token can be for any. */
function managementApiWith({ credentials, audience, host }: ProviderSettings): string | undefined {
  return credentials.kind === "token" ? managementApiOf(host) : audience;
}

function managementApiOf(host: string): string | undefined {
  return managementApiIn(process.env, host);
}

/**
 * Lists the objects of a tenant that the rules need, with the same calls as an import of their types.
 *
 * @param options the API and the client of the caller, the rules, and the resources of known stacks
 */
export async function listedObjects(
  service: Service,
  {
    access,
    inForce,
    held,
    managementApi,
  }: {
    readonly access: Access;
    readonly inForce: readonly Rule[];
    readonly held: readonly HeldElsewhere[];
    /** The identifier of the tenant's management API, if it is known for sure. */
    readonly managementApi?: string | undefined;
  },
): Promise<AuditedObjects> {
  const types = typesOf(inForce);
  const { tenant, items, leftOut } = await takeInventory(withoutReserved(service), {
    access,
    types: importableTypes.filter((type) => types.has(type)),
    parts: (type) => partsJudged(type, inForce),
    foreign: true,
  });
  const here = held.filter((one) => one.tenant === undefined || one.tenant === tenant);
  const byKey = new Map(here.map((one) => [keyOf(one), one]));
  const objects = items.map((item): NamedObject => {
    const { type, id, names } = item;
    const by = stackKeysOf(item).flatMap((key) => byKey.get(key) ?? [])[0];
    const name = parseUrn(by?.urn ?? "")?.name ?? names[0] ?? id;
    return {
      type,
      id,
      tenant,
      managementApi,
      urn: by?.urn,
      isForeign: by?.isForeign,
      name,
      line: by?.line,
      properties: valuesInForce(item),
      isLive: true,
    };
  });
  const unread = leftOut.filter(({ reason }) => reason === "unreadable");
  return {
    objects,
    unread: unread.map(({ type, label, why, isOutage }) => ({ type, label, why, ...(isOutage && { isOutage }) })),
    isWholeTenant: true,
  };
}

/**
 * Wraps a service: replaces strings that Pulumi reserves, and invalid keys, in its responses. An import refuses an object with such a string, because
 * a state cannot contain the string. An audit must not leave the object out: anyone could otherwise hide an object from the rules this way.
 */
function withoutReserved(service: Service): Service {
  return {
    host: service.host,
    ownDomain: service.ownDomain,
    async request<T>(call: TenantCall) {
      const answer = await service.request<T>(call);
      return isPortable(answer.body as Json) ? answer : { ...answer, body: readable(answer.body as Json) as T };
    },
  };
}

function readable(value: Json): Json {
  if (value === unknownValue) return "(a text that Pulumi reserves)";
  if (Array.isArray(value)) return value.map(readable);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key === signatureKey ? "(a key that Pulumi reserves)" : key.toWellFormed(),
      readable(item),
    ]),
  );
}

/** The properties that a selected rule judges and that need a separate request. */
function partsJudged(type: NamedObject["type"], inForce: readonly Rule[]): readonly string[] {
  const { fields } = definitions[type].schema as Schema;
  const judged = inForce.filter((rule) => rule.type === type).flatMap(({ paths }) => paths);
  return judged.filter((path) => fields[path]?.subresource);
}

/**
 * The resources of the project's stacks. If there is no project, or the CLI is not signed in, the result is empty. Reports then use the names that
 * the objects have at the tenant.
 */
async function heldIn(place: StackPlace, otherStacks: readonly string[]): Promise<KnownResources> {
  const warn = (why: string) =>
    process.stderr.write(
      `some objects are listed under their names at the tenant instead of their resources' names: ${sanitize(why)}\n`,
    );
  try {
    const { held, unread } = await readAllStacks(place, otherStacks);
    for (const { stack, why } of unread) warn(`the state of stack "${stack}" could not be read: ${why}`);
    return { held, isComplete: unread.length === 0 };
  } catch (error) {
    if (otherStacks.length === 0 && !(await isInProject(place.cwd)))
      process.stderr.write(
        "This folder is not in a Pulumi project, so all objects are listed under their names at the tenant.\n",
      );
    else warn((error as Error).message);
    return { held: [], isComplete: false };
  }
}

/** The objects in the state of a stack, or those that it has after a planned update. @throws Error with the CLI's message */
async function objectsOfProgram({ preview, ...place }: StackPlace & Pick<Flags, "preview">): Promise<AuditedObjects> {
  const { objects, resources, types } = await (preview === undefined
    ? objectsOfStack(place)
    : objectsOfPreview(preview, place));
  noteOthers(types);
  return { objects: auditedObjects(objects, resources, managementApiOf), unread: newerIn(types) };
}

/** Reports resources that no rule judges, by package, so that readers of the report do not count them as judged. */
function noteOthers(types: readonly string[]): void {
  const others = types.filter((type) => typeNameOf(type) === undefined && !type.startsWith("pulumi:"));
  if (others.length === 0) return;
  // All dynamic resources have types of the package `pulumi-nodejs`, so for them the whole type is named.
  const names = new Set(
    others.map((type) => (type.startsWith("pulumi-nodejs:") ? type : (type.split(":")[0] ?? type))),
  );
  process.stderr.write(
    `not judged: ${counted(others.length, "resource")} of other packages or of other versions of pulumi-tenant (${sanitize([...names].sort().join(", "))})\n`,
  );
}

/** The resources whose types only a newer version of this package knows, so that their objects cannot be judged. */
function newerIn(types: readonly string[]): readonly Unread[] {
  const newer = types.filter((type) => type.startsWith(typePrefix) && typeNameOf(type) === undefined);
  return [...Map.groupBy(newer, (type) => type)].map(([type, { length }]) => ({
    label: `${length} of ${sanitize(type.slice(typePrefix.length))}`,
    why: "this version of pulumi-tenant does not know the type",
  }));
}

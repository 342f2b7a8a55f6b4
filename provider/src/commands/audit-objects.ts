import { type AuditOptions, type NamedObject, typesOf, type Unread } from "../baseline/audit.ts";
import type { Rule } from "../baseline/rule.ts";
import { type Service, sanitize, type TenantCall } from "../client/index.ts";
import { definitions, typeNameOf } from "../definitions/registry.ts";
import type { HeldElsewhere } from "../import/elsewhere.ts";
import { importableTypes, keyOf, stackKeysOf, valuesInForce } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Access } from "../lifecycle/import-rules.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import { NothingDescribed, type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { exportedResources, type StackPlace, settingsOf } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { counted } from "../report/words.ts";
import { auditedObjects } from "../review/baseline.ts";
import { objectsAfterPlan, objectsOfState } from "../review/objects.ts";
import { parsePlan, previewOfPlan } from "../review/saved-plan.ts";
import { isObject, isPortable, type Json, signatureKey, unknownValue } from "../schema/json.ts";
import { typePrefix } from "../schema/provider-code.ts";
import type { Schema } from "../schema/schema.ts";
import { textOf } from "./files.ts";
import { readAllStacks } from "./other-stacks.ts";
import { previewCommand } from "./preview-report.ts";
import { progress } from "./progress.ts";
import { isInProject } from "./project-folder.ts";
import { accessOf, withClient } from "./tenant.ts";

/** The objects that an audit judges, with the facts about their completeness and their names. */
export interface AuditedObjects extends Pick<AuditOptions, "unread" | "isWholeTenant" | "areNamed"> {
  readonly objects: readonly NamedObject[];
}

/** The resources of known stacks. */
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
export async function objectsOfTenant(
  place: StackPlace,
  inForce: readonly Rule[],
  otherStacks: readonly string[],
): Promise<AuditedObjects> {
  const settings = await settingsOf(place);
  const { held, isComplete } = await heldIn(place, otherStacks);
  const access = accessOf(settings);
  const listed = await withClient(settings, (client) =>
    progress("listing the tenant's objects", () => listedObjects(client, { access, inForce, held })),
  );
  return { ...listed, areNamed: isComplete };
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
  }: { readonly access: Access; readonly inForce: readonly Rule[]; readonly held: readonly HeldElsewhere[] },
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
      urn: by?.urn,
      isForeign: by?.isForeign,
      name,
      line: by?.line,
      properties: valuesInForce(item),
      isLive: true,
    };
  });
  const unread = leftOut.filter(({ reason }) => reason === "unreadable");
  return { objects, unread: unread.map(({ type, label, why }) => ({ type, label, why })), isWholeTenant: true };
}

/**
 * Wraps a service: replaces strings that Pulumi reserves, and invalid keys, in its responses. An import refuses an object with such a string, because
 * a state cannot contain the string. An audit must not leave the object out: anyone could otherwise hide an object from the rules this way.
 */
function withoutReserved(service: Service): Service {
  return {
    host: service.host,
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

/**
 * The objects in the state of a stack. Needs no credentials of the tenant.
 *
 * @throws Error with the CLI's message
 */
export async function objectsOfStack(place: StackPlace): Promise<AuditedObjects> {
  const resources = (await exportedResources(place)).filter(
    ({ external, delete: isGoing }) => external !== true && isGoing !== true,
  );
  const types = resources.map(({ type }) => type);
  noteOthers(types);
  return { objects: auditedObjects(objectsOfState(resources), resources), unread: newerIn(types) };
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

/**
 * The objects that a stack has after a planned update: from the output of `pulumi preview --json`, or the file of `pulumi preview --save-plan`. Needs
 * no credentials of the tenant.
 *
 * @throws Error if the file is neither, or the preview failed; or an Error with the CLI's message
 */
export async function objectsOfPreview(file: string, place: StackPlace): Promise<AuditedObjects> {
  const text = await (file === "-" ? textOf(process.stdin, "standard input") : textOf(file));
  const state = await exportedResources(place);
  const { steps, diagnostics } = previewIn(text, state);
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error)
    throw new Error(
      `${sanitize(file)}: the preview failed, so it does not contain all objects: ${sanitize(error.message)}`,
    );
  const types = [...new Map([...state, ...steps].map(({ urn }) => [urn, parseUrn(urn)?.type ?? ""])).values()];
  noteOthers(types);
  const ofSteps = steps.flatMap(({ urn, after }) => (after ? [{ ...after, urn }] : []));
  const objects = auditedObjects(objectsAfterPlan(steps, state), [...state, ...ofSteps]);
  return { objects, unread: newerIn(types) };
}

function previewIn(text: string, state: readonly ExportedResource[]): Preview {
  try {
    return parsePreview(text, previewCommand);
  } catch (error) {
    if (!(error instanceof NothingDescribed)) throw error;
    return previewOfPlan(parsePlan(text), state);
  }
}

import { createHash } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../../client/index.ts";
import {
  covers,
  describePath,
  fromPointer,
  holdsUnknown,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  stableJson,
  stringsIn,
  toPointer,
  unknownValue,
  valueAt,
} from "../../schema/json.ts";
import {
  besideKey,
  deletedFirstKey,
  guardKey,
  ignoredKey,
  ignoredPaths,
  linksKey,
  nameKey,
  previewKey,
  providerKey,
  secretsKey,
  tenantKey,
} from "../../schema/provider-code.ts";
import { type Field, type Fields, fieldAt, type Schema } from "../../schema/schema.ts";
import { type Finding, isStandIn, textsOf } from "../../schema/secrecy/find.ts";
import { canonical } from "../../state/canonical.ts";
import {
  isCollection,
  isSharable,
  isShared,
  type Leaf,
  leavesOf,
  membersOf,
  namesOfMembers,
} from "../../state/leaves.ts";
import { beginsToShare, setChange } from "../../state/plan.ts";
import { findingsIn } from "../../state/secrets.ts";
import { failureWarning, UserError } from "../errors.ts";
import { problemsOfIds } from "../existing/locate.ts";
import { keyOfObject } from "../operation-context.ts";
import { redactorOf, wrapped } from "../outputs.ts";
import { claimKey, claimsOf, conflictOf, isSecondNamesake } from "../program/claims.ts";
import type { EngineRun } from "../program/engine-run.ts";
import type { DeclaredInputs, RunningProgram } from "../program/program.ts";
import { isOnlyCreated, type Problem, type ResourceType, type Target } from "../resource-type.ts";
import type { Session } from "../session.ts";
import { isFingerprintOf, strangeHashesIn } from "../write-only-secrets.ts";
import { valueWarnings } from "./enumerations.ts";

/** What a check needs besides the inputs. */
interface CheckContext {
  readonly type: ResourceType;
  readonly session: Session;
  readonly run: EngineRun;
  /** Called in a preview of a new resource: looks up whether the object exists already, and reports what the run will do with it. */
  announced(inputs: JsonObject): Promise<void>;
}

/**
 * Validates the declared inputs and converts them into the form that the state stores: canonical values, secrets in Pulumi's envelopes, and the
 * tenant's host. The check reads the configuration. It sends requests only for the look-ups of a preview (`announced`).
 *
 * Failures name no `property`: the engine would print that property's value, secrets included.
 */
export async function checkInputs(
  { type, session, run, announced }: CheckContext,
  olds: JsonObject,
  given: JsonObject,
): Promise<pulumi.dynamic.CheckResult> {
  const resolved = session.resolve();
  const news = "settings" in resolved ? run.programFor(resolved.settings.host).secrets.revealed(given) : given;
  const { declared, ...sent } = divided(news);
  const { isPreview, isDeletedFirst } = sent;
  const before = isObject(olds) ? olds : {};
  const isNew = Object.keys(before).length === 0;
  // Collecting the secrets is slow, and most checks print no message. So the secrets are collected when there is a message to remove them from.
  const hide = (text: string) => redactorOf(type.schema, news, before).hide(text);
  const failing = (problems: readonly string[]) => ({
    inputs: {},
    failures: problems.map((reason) => ({ property: "", reason: hide(reason) })),
  });
  const args = withoutEmptyShares(type.schema, type.normalize(canonical(type.schema.fields, declared, before)));
  // A refresh runs no checks, so the validation is loaded only here.
  const { problemsOf } = await import("./validate.ts");
  const accepted = type.isAccepted ? declared : before;
  const invalid = ofProgram(problemsOf(type.schema, declared, accepted), sent.ignored, isNew).map(inWords);
  if (!("settings" in resolved)) return failing([...invalid, ...resolved.problems]);
  const { settings } = resolved;
  const program = run.programFor(settings.host);
  const isAdopting = settings.adopt || own(args, "adopt") === true;
  const name = nameIn(sent.named, program);
  if (!isNew) program.oldInputs.note(type, before);
  if (isPreview) program.isPreview = true;
  const resource = { type, name, args, before, accepted, isNew, isAdopting, targets: targetsOf(sent, program) };
  const check: Check = { ...sent, ...resource, run, program, settings };
  const problems = [...invalid, ...(await problemsAtTenant(check))];
  if (problems.length > 0) return failing(problems);
  const findings = findingsIn(type.schema.fields, args);
  for (const warning of warningsOf(check, findings)) console.warn(hide(warning));
  if (sent.isGuarded && isNew) reportProtection(type.label(args));
  const inputs = inputsOf(check, findings);
  // Only previews tell to which resources another one refers.
  if (isPreview && name !== undefined)
    program.inputs.set(name, { args, before, isNew: isOnlyCreated(args, settings, before) });
  program.replacements.noteChecked(type, name, inputs, { isNew, isDeletedFirst });
  const freed = keyOfObject(type, program.replacements.deletedFirst(type, inputs) ?? "");
  if (freed !== undefined) program.freed.add(freed);
  // With `deleteBeforeReplace`, an existing object can be the resource's own one, which is deleted first. The check cannot recognize that,
  // because with `--replace` the engine passes no old inputs.
  if (isPreview && isNew && !isDeletedFirst) await announced(inputs);
  return { inputs: wrapped(type.schema, inputs) };
}

/** What a resource's class sends with the arguments. Classes of older versions send only a part of it. */
interface Sent {
  /** The resource's class and name, and the program that declares it. */
  readonly named: Json | undefined;
  /** The names of the resources to which this one refers, by the paths of the references. */
  readonly links: Json | undefined;
  /** The paths that the program has marked as secrets. */
  readonly marked: Json | undefined;
  /** The properties of `ignoreChanges`. */
  readonly ignored: Json | undefined;
  /**
   * The name of a resource that declares the whole set to which this resource adds members. While the owner of the set does not exist, its id is unknown:
   * then the provider cannot compare the claims, and only the program can detect the conflict.
   */
  readonly beside: Json | undefined;
  /** Whether the provider protects the object from deletion. */
  readonly isGuarded: boolean;
  readonly isPreview: boolean;
  /** Whether the run may delete the resource's own object before it creates the resource. */
  readonly isDeletedFirst: boolean;
}

/** The declared arguments, and what the resource's class sends with them. */
function divided({
  [providerKey]: _code,
  [tenantKey]: _pin,
  [secretsKey]: marked,
  [ignoredKey]: ignored,
  [guardKey]: guard,
  [previewKey]: preview,
  [deletedFirstKey]: deletedFirst,
  [besideKey]: beside,
  [linksKey]: links,
  [nameKey]: named,
  ...declared
}: JsonObject): Sent & { readonly declared: JsonObject } {
  const flags = { isGuarded: guard === true, isPreview: preview === true, isDeletedFirst: deletedFirst === true };
  return { declared, named, links, marked, ignored, beside, ...flags };
}

/** The check of one resource at its tenant. */
interface Check extends Sent {
  readonly type: ResourceType;
  /** The resource's name in the program. Resource classes of older versions do not send it. */
  readonly name: string | undefined;
  readonly args: JsonObject;
  /** The inputs in the state; empty for a new resource. */
  readonly before: JsonObject;
  /** The inputs whose values the service has accepted. */
  readonly accepted: JsonObject;
  readonly isNew: boolean;
  readonly isAdopting: boolean;
  /** The resources of the program to which this one refers. */
  readonly targets: readonly ReferredTo[];
  readonly run: EngineRun;
  readonly program: RunningProgram;
  readonly settings: Target;
}

/** Why the resource cannot be declared at this tenant beside the other resources of the program, as messages. */
async function problemsAtTenant(check: Check): Promise<readonly string[]> {
  const { type, settings, args, before, accepted, isNew, isAdopting, ignored } = check;
  const { host } = settings;
  const { problemsOfNeeds } = await import("./needed-members.ts");
  const found = [
    ...problemsOfNeeds(type.schema, args, isNew && !isAdopting && !type.isAccepted, accepted),
    ...problemsOfIds(type.schema.fields, args),
    ...type.rules(args, settings, before),
  ];
  const problems = ofProgram(found, ignored, isNew).map(inWords);
  problems.push(...conflictsOf(check));
  if (type.schema.singleton !== undefined) problems.push(...(await rivalsOf(check)));
  const pinned = own(before, tenantKey);
  if (typeof pinned === "string" && pinned !== host) problems.push(otherTenant(pinned, host));
  return problems;
}

/** The warnings about inputs without problems, as messages. A refusal that the preview foresees comes first, and replaces the same warning. */
function warningsOf(check: Check, findings: readonly Finding[]): readonly string[] {
  const { type, program, args, before, accepted, isNew, isAdopting, isPreview, targets } = check;
  const { fields, singleton } = type.schema;
  const warnings = [
    ...idWarnings(fields, args),
    ...valueWarnings(fields, args, accepted),
    ...sharingWarnings(fields, before, args),
    ...strangeHashesIn(args, before).map(strangeHash),
    ...standIns(findings, before),
    ...newWarnings(type, before, args),
    ...(isPreview ? program.singletons.note(type, args) : []),
    ...missingMemberWarnings(type, program, args),
  ];
  const isChange = !isNew || !(isAdopting || singleton !== undefined);
  const refused = isPreview && isChange ? (type.refusals?.(args, isNew ? undefined : before) ?? []) : [];
  const others = warnings.filter((warning) => !refused.includes(warning));
  return [
    ...[...refused, ...refusedReferences(type.schema, args, before, targets)].map((reason) =>
      failureWarning(`${type.label(args)}: ${reason}`),
    ),
    ...others.map((warning) => `warning: ${type.label(args)}: ${warning}`),
  ];
}

/** The inputs as the state stores them. */
function inputsOf(
  { type, program, settings: { host }, args, before, marked, ignored }: Check,
  findings: readonly Finding[],
): JsonObject {
  const sealed = program.secrets.seal(type.schema, args, before, `${host}\n${type.label(args)}`);
  const suspects = findings.flatMap(({ by, path }) => (by === "documentation" ? [] : [toPointer(path)]));
  const secrets = [...new Set([...(Array.isArray(marked) ? marked : []), ...suspects])].toSorted();
  return {
    ...{ ...sealed, [tenantKey]: host },
    ...(secrets.length > 0 && { [secretsKey]: secrets }),
    ...(ignored !== undefined && { [ignoredKey]: ignored }),
  };
}

/** Inputs without shared collections that declare no member: they manage nothing, and a refresh cannot tell them from an absent property. */
function withoutEmptyShares({ fields }: Schema, args: JsonObject): JsonObject {
  const isEmptyShare = ([name, value]: readonly [string, Json]) => {
    const field = fields[name];
    return isCollection(field) && !field.required && isShared(field, args) && membersOf(field, [], value)?.length === 0;
  };
  return Object.fromEntries(Object.entries(args).filter((entry) => !isEmptyShare(entry)));
}

/**
 * Warnings about declared secrets that are probably only a mask or a keyword, as the files of other tools contain them. If the state has the same
 * text, there is no warning, because an earlier run has printed it.
 */
function standIns(findings: readonly Finding[], before: JsonObject): readonly string[] {
  return findings.flatMap(({ path, value }) => {
    const old = valueAt(before, path) ?? null;
    const known = new Set(textsOf(old));
    const isNew = (text: string) => !known.has(text) && !(typeof old === "string" && isFingerprintOf(old, text));
    if (!textsOf(value).some((text) => isStandIn(text) && isNew(text))) return [];
    return [
      `${describePath(path)}: looks like the mask of a secret, or like a keyword that another tool replaces with a secret. The text is sent ` +
        "unchanged: make sure that it is the secret.",
    ];
  });
}

function strangeHash(path: Path): string {
  return (
    `${describePath(path)}: this text looks like the keyed hash that the outputs of a resource contain in place of a write-only secret. If it is ` +
    "the output of a resource with another provider, the service gets the hash instead of the secret. Declare the secret itself"
  );
}

/**
 * The problems without those of ignored values. The engine takes these from the state, which can have a hash in place of a secret, and after a refresh what
 * another client has set, or a marker of it.
 */
function ofProgram(problems: readonly Problem[], ignored: Json | undefined, isNew: boolean): readonly Problem[] {
  const paths = isNew || ignored === undefined ? [] : ignoredPaths({ [ignoredKey]: ignored });
  return problems.filter(({ path }) => !paths.some((one) => covers(one, path.map(String))));
}

/** The text of a problem in a message. */
export function inWords({ path, says }: Problem): string {
  return `${sanitize(describePath(path))}: ${says}`;
}

/** The name of a resource, which no other resource of the run has. Undefined if the resource's class is of an older version, which sends none. */
function nameIn(named: Json | undefined, program: RunningProgram): string | undefined {
  const [label, origin] = Array.isArray(named) ? named : [named];
  return typeof label === "string" ? program.uniqueName(label, typeof origin === "string" ? origin : "") : undefined;
}

/** The resources to which references of a resource lead, by the path of the reference. */
function targetsOf({ links, named }: Sent, program: RunningProgram): readonly ReferredTo[] {
  const origin = Array.isArray(named) ? named[1] : undefined;
  return Object.entries(isObject(links) ? links : {}).flatMap(([pointer, label]) => {
    const name = nameIn([label, origin ?? ""], program);
    const target = name === undefined ? undefined : program.inputs.get(name);
    return name !== undefined && target ? [{ path: fromPointer(pointer), name, target }] : [];
  });
}

interface ReferredTo {
  readonly path: Path;
  readonly name: string;
  readonly target: DeclaredInputs;
}

/**
 * The references that the service refuses because of the declared values of the objects, as messages. It has accepted a reference of the state, as long as
 * the object has the same values.
 */
function refusedReferences(
  { fields }: Schema,
  args: JsonObject,
  before: JsonObject,
  targets: readonly ReferredTo[],
): readonly string[] {
  return targets.flatMap(({ path, name, target }) => {
    const { refusedTargets } = fieldAt(fields, path) ?? {};
    const why = refusedTargets?.why(target.args, target.isNew, args);
    const isInState = !isEmptyObject(before) && !isEmptyObject(target.before);
    const isOld = isInState && refusedTargets?.why(target.before, false, before) === why;
    return why === undefined || isOld ? [] : [`${describePath(path)}: ${sanitize(name)} ${why}`];
  });
}

/** The conflicts between the claims of a resource and those of other resources of this program, as messages. */
function conflictsOf({ type, program, args, name, beside, isNew, isDeletedFirst }: Check): readonly string[] {
  const me = name === undefined ? type.label(args) : sanitize(name);
  const claims = claimsOf(type, args);
  const isSecond = isSecondNamesake(type, args);
  // Several resources without a name can have the same label and cannot be told apart, so none of them counts as replaced.
  const conflicts = program.claims.note(me, claims, isNew && name !== undefined, !isDeletedFirst && !isSecond);
  if (typeof beside !== "string" || claims.length > 0) return conflicts;
  const [property] = Object.entries(type.schema.fields).find(([, field]) => isCollection(field)) ?? [];
  const members = { key: "", on: `its ${type.claimedAs ?? property}`, members: [] };
  const isWhole = type.claimedAs !== undefined;
  return [conflictOf({ ...members, isWhole }, me, { ...members, isWhole: true }, sanitize(beside))];
}

/**
 * The conflicts with resources that declare other values of the same settings through another provider of the same tenant, as messages. The process of
 * that provider is asked. A declaration is noted before the question, so that the later of two declarations always finds the earlier one.
 */
async function rivalsOf({ type, run, program, settings: { host }, args, name }: Check): Promise<readonly string[]> {
  const [key, label] = [claimKey(type, args), type.label(args)];
  if (key === undefined) return [];
  const me = sanitize(name ?? label);
  const known = settingsIn(type.schema.fields, args).filter(
    ({ field, value }) => !field.forceNew && !holdsUnknown(value),
  );
  const values = Object.fromEntries(
    known.map(({ field, path, place, value }) => [
      describePath(place),
      { path: describePath(path), digest: digestOf(field.kind === "set" ? inOrder(value) : value) },
    ]),
  );
  const declared = { key, by: me, values };
  program.singletons.noteSettings(declared);
  try {
    const rivals = await run.rivals(host, declared);
    return rivals.map(
      ({ by, paths }) =>
        `${sanitize(paths.join(", "))}: ${me} and ${sanitize(by)} of this program declare different values for the same setting of the same tenant, ` +
        `${label}, through two providers, so each run would overwrite one value with the other. Declare it in only one of the two resources, or with ` +
        "the same value in both.",
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.warn(
      `warning: ${label}: the process of another provider of this program does not answer, so it is not known whether the program declares other ` +
        "values of the same setting through that provider. Declare each setting through one provider only.",
    );
    return [];
  }
}

/** A declared value, and the place that it shares with other forms of the same value at the tenant. */
type Setting = Omit<Leaf, "pointer"> & { readonly place: Path };

/** The declared values, in the form of their places where a form of the same value is the one of the place. */
function settingsIn(fields: Fields, args: JsonObject): readonly Setting[] {
  return leavesOf(fields, args).map((leaf): Setting => {
    const paths = leaf.path.map((_, at) => leaf.path.slice(0, at + 1));
    const path = paths.find((one) => fieldAt(fields, one)?.sameAs !== undefined) ?? leaf.path;
    const field = fieldAt(fields, path) ?? leaf.field;
    const { sameAs } = field;
    if (sameAs === undefined) return { ...leaf, place: leaf.path };
    const value = valueAt(args, path) ?? null;
    const place = [...path.slice(0, -1), sameAs.property];
    const isNumber = sameAs.times !== undefined && typeof value === "number";
    return { field, path, place, value: isNumber ? value / sameAs.times : value };
  });
}

/** A digest of a value, which can be a secret. The order of an object's keys does not count. */
function digestOf(value: Json): string {
  return createHash("sha256").update(stableJson(value)).digest("base64url");
}

function inOrder(value: Json): Json {
  return Array.isArray(value) ? stringsIn(value).toSorted() : value;
}

/**
 * Warnings about probable mistakes, without the warnings that the inputs in the state also cause: the service has accepted those inputs, and an
 * earlier run has printed their warnings.
 */
function newWarnings(type: ResourceType, before: JsonObject, args: JsonObject): readonly string[] {
  const warnings = type.warnings(args);
  const said = warnings.length > 0 ? new Set(type.warnings(before)) : new Set();
  return warnings.filter((warning) => !said.has(warning));
}

/**
 * Warnings about members that a program removes from a list in the same change that makes the list shared. The update keeps these members,
 * because it cannot distinguish them from members that other owners have added.
 */
function sharingWarnings(fields: Fields, before: JsonObject, args: JsonObject): readonly string[] {
  return Object.entries(fields).flatMap(([property, field]) => {
    const [was, is] = [own(before, property), own(args, property)];
    if (!isSharable(field) || !was || !is || !beginsToShare(field, [property], before, args)) return [];
    const { remove } = setChange(namesOfMembers(field, was), namesOfMembers(field, is));
    if (remove.length === 0 || is === unknownValue) return [];
    return [
      `${property}: this change makes the list shared and also removes ${quotedList(remove)} from it. Other owners of the list may have added the ` +
        "same members, so nothing is removed at the tenant. To remove members, do so in a run before the list becomes shared.",
    ];
  });
}

/** Warnings about members that this resource needs in sets, if another resource of this program declares a whole set without these members. */
function missingMemberWarnings(type: ResourceType, program: RunningProgram, args: JsonObject): readonly string[] {
  return (type.needs?.(args) ?? []).flatMap((need) => {
    const lacking = program.claims.lacking(need);
    if (!lacking) return [];
    return [
      `${need.property}: ${lacking.by} of this program declares all of ${lacking.on}, but not ${quotedList(lacking.members)}. ` +
        `Declare the missing ones in ${lacking.by}, or remove them from this resource.`,
    ];
  });
}

function quotedList(members: readonly string[]): string {
  return sanitize(members.map((member) => `"${member}"`).join(", "), 200);
}

/**
 * Reports, when a resource is created, that the provider protects it: if Pulumi later refuses a deletion, Pulumi's message does not say that the
 * protection comes from the provider.
 */
function reportProtection(label: string): void {
  console.info(
    `${label} is protected from deletion and replacement, because its deletion cannot be undone. ` +
      `To lift this protection, set the resource option \`protect: false\`.`,
  );
}

/** The message for an operation on an object of one tenant with the credentials of another tenant. */
export function otherTenant(pinned: string, configured: string): string {
  return (
    `this resource belongs to tenant "${sanitize(pinned)}", but the configuration (environment, stack or provider) names "${configured}": ` +
    `nothing was read or written. Set TENANT_DOMAIN or tenant:domain to "${sanitize(pinned)}" again. To create the object in tenant ` +
    `"${configured}", declare it under another name, or first remove this resource from the state with \`pulumi state delete\`.`
  );
}

/**
 * Warnings about arguments that expect an id but contain another text, probably a name. The id of an object that does not exist yet is an
 * unknown value and causes no warning.
 */
export function idWarnings(fields: Fields, args: JsonObject, above: Path = []): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => idWarningsAt(field, own(args, name), [...above, name]));
}

function idWarningsAt(field: Field, value: Json | undefined, path: Path): readonly string[] {
  if (field.kind === "object") return isObject(value) ? idWarnings(field.fields, value, path) : [];
  const item = field.kind === "list" || field.kind === "set" ? field.item : field;
  const prefix = item.kind === "string" ? item.idPrefix : undefined;
  const texts = [value].flat().filter((text) => typeof text === "string" && text !== unknownValue);
  const others = prefix === undefined ? [] : texts.filter((text) => !String(text).startsWith(prefix));
  if (others.length === 0) return [];
  const shown = sanitize(others.map((text) => `"${text}"`).join(", "), 200);
  return [`${describePath(path)}: expected an id, which begins with "${prefix}", and got ${shown}. Is this a name?`];
}

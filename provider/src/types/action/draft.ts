import { sanitize } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { UpdateRequest } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, toPointer } from "../../schema/json.ts";
import type { Fields, Schema } from "../../schema/schema.ts";
import { type ManagedRecord, recordOf } from "../../state/record.ts";
import { sentAt } from "./secrets.ts";

/** The contents of a draft or version, of an action or of an action module, as texts for comparison: by property, and for each secret by `secrets.NAME`. */
export type Draft = ReadonlyMap<string, string>;

/**
 * Extracts the contents of a draft or version.
 *
 * @param live the draft or version under the program's names. The value of each secret is the time of its last write
 */
export function draftOf(live: JsonObject): Draft {
  const dependencies = own(live, "dependencies");
  // Registries are left out, as responses lack them after the build.
  const packages = (Array.isArray(dependencies) ? dependencies : []).map(packageOf);
  const secrets = own(live, "secrets");
  return new Map([
    ["code", String(own(live, "code") ?? "")],
    ["runtime", String(own(live, "runtime") ?? "")],
    ["supportedTriggers", JSON.stringify(own(live, "supportedTriggers") ?? [])],
    ["dependencies", packages.toSorted().join()],
    ["modules", JSON.stringify(own(live, "modules") ?? [])],
    ...Object.entries(isObject(secrets) ? secrets : {}).map(
      ([name, sentAt]) => [`secrets.${name}`, String(sentAt)] as const,
    ),
  ]);
}

/** Normalizes a declared or returned draft for comparison: line ends become `\n`, and dependencies are sorted. */
export function normalizedDraft(args: JsonObject): JsonObject {
  const [code, dependencies] = [own(args, "code"), own(args, "dependencies")];
  return {
    ...args,
    ...(typeof code === "string" && { code: code.replaceAll("\r\n", "\n") }),
    ...(Array.isArray(dependencies) && { dependencies: sorted(dependencies) }),
  };
}

function sorted(dependencies: readonly Json[]): readonly Json[] {
  return dependencies.toSorted((a: Json, b: Json) => (packageOf(a) < packageOf(b) ? -1 : 1));
}

/** The name and version of a dependency, as a text for comparison. */
export function packageOf(dependency: Json): string {
  return JSON.stringify([own(dependency, "name") ?? "", own(dependency, "version") ?? ""]);
}

/** The names of the properties that differ between two drafts. */
export function differencesOf(some: Draft, others: Draft): readonly string[] {
  const names = new Set([...some.keys(), ...others.keys()]);
  return [...names].filter((name) => some.get(name) !== others.get(name));
}

/**
 * The expected draft after a request: sent properties as in the response, all other properties as before the request.
 *
 * @param before the draft before the request
 * @param answered the draft in the response
 * @param sent the names of the sent properties
 */
export function draftAfter(before: Draft, answered: Draft, sent: readonly string[]): Draft {
  const isSent = ([name]: readonly [string, string]) => sent.includes(propertyOf(name));
  return new Map([...[...before].filter((one) => !isSent(one)), ...[...answered].filter(isSent)]);
}

/** The operation that makes a version of a draft. */
export interface Publication {
  /** The object, for messages. */
  readonly label: string;
  readonly schema: Schema;
  /** The operation, for messages. */
  readonly verb: "deploy" | "publish";
}

/**
 * Refuses an update that would deploy or publish changes of another client, because a draft is deployed or published as a whole.
 *
 * @param live the draft at the tenant, under the program's names
 * @param version the latest version, in the same form; undefined if there is none
 * @param sent names of the properties that the update sends
 * @throws UserError that names the properties
 */
export function refuseOthersDraft(
  { id, inputs, outputs }: UpdateRequest,
  live: JsonObject,
  version: JsonObject | undefined,
  sent: readonly string[],
  publication: Publication,
): void {
  const { hints, paths } = recordOf(id, outputs);
  // An earlier run may have cleared a removed property in the draft and failed afterwards. So the cleared values of removed properties are expected,
  // in addition to the declared inputs.
  const required = { ...clearedOf(publication.schema, paths, inputs), ...inputs };
  const known = { inputs: required, declared: draftOf(required), sent, hints, paths };
  refuseForeignDraft(draftOf(live), version && draftOf(version), known, publication);
}

/** The recorded properties that the program no longer declares, each with the value to which it is cleared. */
function clearedOf(schema: Schema, paths: readonly string[], inputs: JsonObject): JsonObject {
  const fields: Fields = schema.fields;
  const removed = Object.entries(fields).flatMap(([name, { kind, clear }]) =>
    clear?.how === "default" && kind !== "map" && paths.includes(toPointer([name])) && own(inputs, name) === undefined
      ? [[name, clear.value] as const]
      : [],
  );
  return Object.fromEntries(removed);
}

/** What this run knows about the program's own changes, to decide whether a part of a draft belongs to the program. */
interface KnownDraft {
  /** The declared inputs as a draft. */
  readonly declared: Draft;
  readonly inputs: JsonObject;
  /** Names of the properties that this run sends. */
  readonly sent: readonly string[];
  readonly hints: ManagedRecord["hints"];
  /** The paths (JSON pointers) in the record: the properties and secrets that the program declared in the last run. */
  readonly paths: ManagedRecord["paths"];
}

/**
 * Refuses a draft with changes of another client. A changed property belongs to the program if this run sends it or if it has the declared value; a
 * changed secret, if the state records its last write.
 */
function refuseForeignDraft(
  draft: Draft,
  version: Draft | undefined,
  { declared, inputs, sent, hints, paths }: KnownDraft,
  { label, verb }: Publication,
): void {
  const before =
    version ??
    draftOf({ ...inputs, dependencies: [], modules: [], secrets: {}, runtime: draft.get("runtime") ?? null });
  const secretOf = (name: string) => (name.startsWith("secrets.") ? name.slice("secrets.".length) : undefined);
  const secrets = own(inputs, "secrets");
  const isExclusive = secrets !== undefined && own(inputs, "exclusiveSecrets") === true;
  const isRecorded = (secret: string) => paths.includes("/secrets") || paths.includes(toPointer(["secrets", secret]));
  /** Whether the program removes a secret: it does not declare the secret, and either its secrets are exclusive or it declared the secret before. */
  const isRemoved = (secret: string) => own(secrets, secret) === undefined && (isExclusive || isRecorded(secret));
  const isDeclared = (name: string) => {
    const secret = secretOf(name);
    if (secret === undefined) return own(inputs, name) !== undefined;
    return own(secrets, secret) !== undefined || isRemoved(secret);
  };
  const isOurs = (name: string) => {
    if (sent.includes(propertyOf(name))) return true;
    const secret = secretOf(name);
    if (secret === undefined) return isDeclared(name) && draft.get(name) === declared.get(name);
    // A secret in the draft belongs to the program if the state records its last write; a missing secret, if the program removes it.
    return draft.has(name) ? sentAt(hints, secret) === draft.get(name) : isRemoved(secret);
  };
  const foreign = differencesOf(draft, before).filter((name) => !isOurs(name));
  if (foreign.length === 0) return;
  const [ours, others] = [foreign.filter(isDeclared), foreign.filter((name) => !isDeclared(name))];
  throw new UserError(
    [
      `${label} was not changed: at the tenant, its draft and its ${verb}ed version differ in ${inWords(foreign)}.`,
      `The state does not show that this stack made the un${verb}ed change, and this run would ${verb} it: a draft is ${verb}ed as a whole.`,
      ...(ours.length > 0
        ? [`\`pulumi up --refresh\` shows ${inWords(ours)} and replaces it with the declared value.`]
        : []),
      ...(others.length > 0
        ? [
            `The program does not declare ${inWords(others)}: declare it, or ${verb} or discard the draft in the dashboard.`,
          ]
        : []),
    ].join(" "),
  );
}

/**
 * The error for a draft that another client has changed since this run read or wrote it.
 *
 * @param names the changed properties
 */
export function changedMeanwhile(
  { label, verb }: Pick<Publication, "label" | "verb">,
  names: readonly string[],
): UserError {
  return new UserError(
    `${label} was not ${verb}ed: another client has changed its ${inWords(names)} since this run wrote it. ` +
      "Run `pulumi up --refresh`: it shows the change and replaces it with the declared value.",
  );
}

function propertyOf(name: string): string {
  return name.split(".")[0] ?? name;
}

function inWords(names: readonly string[]): string {
  return sanitize(names.join(", "), 500);
}

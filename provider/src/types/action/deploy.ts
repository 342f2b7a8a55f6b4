import { sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { type WaitBounds, waitFor } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import type { WriteOnlySecrets } from "../../lifecycle/write-only-secrets.ts";
import { equal, isObject, type Json, type JsonObject, own, toPointer, unknownValue } from "../../schema/json.ts";
import { nearest } from "../../schema/names.ts";
import type { Plan } from "../../state/plan.ts";
import type { ManagedRecord } from "../../state/record.ts";
import { ShapeError } from "../../state/wire.ts";
import { action, knownTriggers } from "./definition.ts";

/**
 * The declared secrets with their values, for a request. A request must contain all secrets, because the API replaces the whole set.
 *
 * @param secrets the values that this run knows, by the hashes in the arguments
 * @throws UserError if this run does not know a value
 */
export function opened(args: JsonObject, label: string, secrets: WriteOnlySecrets): readonly JsonObject[] {
  return Object.entries(membersOf(args)).map(([name, hash]) => {
    const value = secrets.open(hash);
    if (value !== undefined) return { name, value };
    throw new UserError(
      `${label} was not changed: an update has to send all secrets, and this run does not know the value of secret ${sanitize(name)}. ` +
        "Declare its value, and remove the secret from `ignoreChanges` if the program ignores its changes.",
    );
  });
}

/**
 * Refuses an update that would delete undeclared secrets: the API deletes secrets that an update does not send.
 *
 * @throws UserError that names the secrets
 */
export function refuseForeign(
  { removed }: Plan,
  { inputs, outputs, live }: { readonly inputs: JsonObject; readonly outputs: JsonObject; readonly live: JsonObject },
  label: string,
): void {
  if (own(inputs, "exclusiveSecrets") === true) return;
  const leaving = removed.flatMap(({ path }) => (path.length > 1 ? path.slice(1) : Object.keys(membersOf(outputs))));
  const known = new Set([...Object.keys(membersOf(inputs)), ...leaving]);
  const foreign = Object.keys(membersOf(live)).filter((name) => !known.has(name));
  if (foreign.length === 0) return;
  throw new UserError(
    `${label} was not changed: at the tenant, it also has the undeclared secrets ${sanitize(foreign.join(", "))}, and an update of secrets would delete them. ` +
      "Declare these secrets, too, or set `exclusiveSecrets: true` to delete them.",
  );
}

/**
 * The end of the message that refuses a replacement because of undeclared secrets: their values cannot be read, so the new action would lack them.
 * Undefined if there are no undeclared secrets, or if `exclusiveSecrets` allows their deletion.
 *
 * @param hints the record's hints: the times at which the declared secrets were sent
 */
export function secretsLostWith(live: JsonObject, args: JsonObject, hints: JsonObject): string | undefined {
  if (own(args, "exclusiveSecrets") === true) return undefined;
  // A secret that this stack has declared before, and that another client has changed since, is that client's.
  const lost = Object.entries(membersOf(live)).flatMap(([name, time]) =>
    own(membersOf(args), name) === undefined && !equal(sentAt(hints, name), time) ? [name] : [],
  );
  if (lost.length === 0) return undefined;
  return (
    `also has the undeclared secrets ${sanitize(lost.join(", "))}, which would be deleted with it, and the API never returns their values. ` +
    "Declare these secrets, too, or set `exclusiveSecrets: true` to delete them."
  );
}

/** The recorded time of the last write of a declared secret. Hints contain the time of each secret, or for exclusive secrets a map of all times. */
export function sentAt(hints: JsonObject, name: string): Json | undefined {
  return own(hints, toPointer(["secrets", name])) ?? own(own(hints, toPointer(["secrets"])), name);
}

function membersOf(of: JsonObject): JsonObject {
  const secrets = own(of, "secrets");
  return isObject(secrets) ? secrets : {};
}

/** The maximum waits until an action is built, and until responses contain the deployed version. */
const buildWait: WaitBounds = { seconds: 300, pause: 3 };
const deployWait: WaitBounds = { seconds: 120, pause: 3 };

/** Number of reads in a row after which a draft that differs from the expected one counts as changed by another client. */
const foreignReads = 4;

/** The error for an action that could not be deployed. */
export class NotDeployed extends Error {
  override readonly name = "NotDeployed";
  /** Whether the request to deploy may have been carried out. */
  readonly isUnsure: boolean;

  constructor(cause: Error, isUnsure: boolean) {
    super(cause.message, { cause });
    this.isUnsure = isUnsure;
  }
}

/** An action to be deployed. */
export interface Deploying {
  readonly id: string;
  /** Name of the action in messages. */
  readonly label: string;
  /** The expected draft. A draft with other contents is not deployed. */
  readonly draft: Draft;
  /** Reads the action: the response body and its draft. */
  readonly read: () => Promise<{ readonly body: JsonObject; readonly draft: Draft }>;
}

/**
 * Waits until an action is built, deploys it unless all its changes are deployed already, and waits until the API returns the deployed version.
 *
 * @throws NotDeployed if a request fails, the build fails, or a wait exceeds its maximum time
 */
export async function deployed(service: TenantClient, deploying: Deploying): Promise<void> {
  let isSent = false;
  try {
    const built = await deployOnceBuilt(service, deploying);
    if (built === "unchanged") return;
    isSent = true;
    await waitUntilShown(service, deploying, built);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLost = error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
    throw new NotDeployed(error, isSent || isLost);
  }
}

/** Deploys an action once it is built. Returns the new version, or `unchanged` if all changes were deployed already. */
async function deployOnceBuilt(
  service: TenantClient,
  { id, label, draft, read }: Deploying,
): Promise<JsonObject | "unchanged"> {
  const call = {
    method: "POST",
    path: [...action.route.split("/"), id, "deploy"],
    subject: label,
    action: "deploy",
    continues: true,
  } as const;
  let foreignInRow = 0;
  const version = await waitFor(service, buildWait, async () => {
    const { body: now, draft: shown } = await read();
    const status = own(now, "status");
    // Only `built` and `failed` end the wait. Any other status counts as an unfinished build, including one that the service adds later.
    if (typeof status !== "string") throw new ShapeError(`the tenant's response for ${label} has no status`);
    if (status === "failed") throw buildFailed(label);
    const foreign = differencesOf(draft, shown);
    foreignInRow = foreign.length > 0 ? foreignInRow + 1 : 0;
    // A read can lag behind a write, so a difference counts as another client's change only after several reads in a row.
    if (foreignInRow >= foreignReads) throw changedMeanwhile(label, foreign);
    if (status !== "built" || foreign.length > 0) return undefined;
    if (own(now, "all_changes_deployed") === true) return "unchanged";
    try {
      const { body } = await service.request(call);
      return isObject(body) ? body : {};
    } catch (error) {
      if (!isTooEarly(error)) throw error;
      return undefined;
    }
  });
  return version ?? tooSlow(label, "built", buildWait);
}

/** Waits until the API returns a given version, or a later one, as the deployed version. */
async function waitUntilShown(service: TenantClient, { label, read }: Deploying, version: JsonObject): Promise<void> {
  const found = await waitFor(service, deployWait, async () => {
    const { body: now } = await read();
    const shown = own(now, "deployed_version");
    const isIt = own(version, "id") === undefined || own(shown, "id") === own(version, "id");
    const isLater = Number(own(shown, "number")) > Number(own(version, "number"));
    return shown !== undefined && (isIt || isLater) ? shown : undefined;
  });
  if (found === undefined) tooSlow(label, "shown as deployed", deployWait);
}

function isTooEarly(error: unknown): boolean {
  return error instanceof TenantError && error.status === 400 && /'built' state/.test(error.message);
}

function buildFailed(label: string): UserError {
  return new UserError(
    `${label} was not deployed: the service could not build it and gives no reason. ` +
      "Check that every dependency exists in the declared version and that the code can be parsed. The next `pulumi up` builds it again.",
  );
}

function tooSlow(label: string, what: string, { seconds }: WaitBounds): never {
  throw new UserError(
    `${label} was not ${what} within about ${seconds / 60} minutes. Run \`pulumi up\` again: it continues where this run stopped.`,
  );
}

/** The contents of an action's draft or version, as texts for comparison: by property, and for each secret by `secrets.NAME`. */
export type Draft = ReadonlyMap<string, string>;

/**
 * Extracts the contents of an action's draft or version.
 *
 * @param live the draft or version under the program's names. The value of each secret is the time of its last write
 */
export function draftOf(live: JsonObject): Draft {
  const dependencies = own(live, "dependencies");
  // Registries are left out, as responses lack them after the build.
  const packages = (Array.isArray(dependencies) ? dependencies : []).map((one: Json) =>
    JSON.stringify([own(one, "name") ?? null, own(one, "version") ?? null]),
  );
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

/** The names of the properties that differ between two drafts. */
function differencesOf(some: Draft, others: Draft): readonly string[] {
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

/** What this run knows about the program's own changes, to decide whether a part of a draft belongs to the program. */
interface KnownDraft {
  /** The declared inputs as a draft. */
  readonly declared: Draft;
  readonly inputs: JsonObject;
  /** Names of the properties that this run sends. */
  readonly sent: readonly string[];
  readonly hints: ManagedRecord["hints"];
  /** The paths (JSON pointers) in the action's record: the properties and secrets that the program declared in the last run. */
  readonly paths: ManagedRecord["paths"];
}

/**
 * Refuses a deployment if the draft contains undeployed changes of another client: a deployment publishes the whole draft. A changed property
 * belongs to the program if this run sends it or if it has the declared value; a changed secret, if the state records its last write.
 *
 * @param deployed the deployed version; undefined for an action that was never deployed
 * @throws UserError that names the properties
 */
export function refuseForeignDraft(
  draft: Draft,
  deployed: Draft | undefined,
  { declared, inputs, sent, hints, paths }: KnownDraft,
  label: string,
): void {
  const before =
    deployed ??
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
      `${label} was not changed: at the tenant, its draft and its deployed version differ in ${inWords(foreign)}.`,
      "The state does not show that this stack made the undeployed change, and this run would deploy it: a deployment publishes the whole draft.",
      ...(ours.length > 0
        ? [`\`pulumi up --refresh\` shows ${inWords(ours)} and replaces it with the declared value.`]
        : []),
      ...(others.length > 0
        ? [
            `The program does not declare ${inWords(others)}: declare it, or deploy or discard the draft in the dashboard.`,
          ]
        : []),
    ].join(" "),
  );
}

/** The error for a draft that another client has changed since this run read or wrote it. */
function changedMeanwhile(label: string, names: readonly string[]): UserError {
  return new UserError(
    `${label} was not deployed: its ${inWords(names)} was changed by another client while this run waited for the build. ` +
      "Run `pulumi up --refresh`: it shows the change and replaces it with the declared value.",
  );
}

function propertyOf(name: string): string {
  return name.split(".")[0] ?? name;
}

function inWords(names: readonly string[]): string {
  return sanitize(names.join(", "), 500);
}

/** Returns a problem for a trigger that is probably a misspelt known trigger. Other unknown triggers are allowed: they can be new. */
export function problemsOfTrigger(trigger: Json | undefined, path: Problem["path"]): readonly Problem[] {
  if (typeof trigger !== "string" || trigger === unknownValue || knownTriggers.some((known) => known === trigger))
    return [];
  const meant = nearest(trigger, knownTriggers);
  return meant === undefined
    ? []
    : [{ path, says: `unknown value ${JSON.stringify(sanitize(trigger))}. Did you mean "${meant}"?` }];
}

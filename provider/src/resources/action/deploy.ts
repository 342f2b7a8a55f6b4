import { legible, type TenantClient, TenantError } from "../../client/index.ts";
import { action, knownTriggers } from "../../definitions/action.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { nearest } from "../../schema/secrecy/typo.ts";
import type { ManagedRecord } from "../../state/record.ts";
import { ShapeError } from "../../state/wire.ts";
import { sentAt } from "./secrets.ts";

/**
 * How long the service may take to build an action, and to show that one is deployed: in minutes, and in looks. The pauses between looks are
 * 3 seconds on average.
 */
const patience = { build: { minutes: 5, looks: 100 }, deploy: { minutes: 2, looks: 40 }, foreign: { looks: 4 } };

/** Pauses grow no longer than this makes them: so many doublings of the first one. */
const maxDoublings = 3;

const buildStates = ["pending", "building", "packaged", "retrying", "built", "failed"];

/** An action that is not deployed, although it should be. */
export class NotDeployed extends Error {
  override readonly name = "NotDeployed";
  /** Nobody knows whether it is: the deployment was sent. */
  readonly isUnsure: boolean;

  constructor(cause: Error, isUnsure: boolean) {
    super(cause.message, { cause });
    this.isUnsure = isUnsure;
  }
}

/** One action, and how it is asked for. */
export interface Deploying {
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** The draft to deploy. */
  readonly draft: Draft;
  /** @returns the action as the service has it, under the wire's names, and its draft */
  readonly read: () => Promise<{ readonly body: JsonObject; readonly draft: Draft }>;
}

/**
 * Waits until an action is built, deploys it unless all of it is deployed, and waits until the service shows that.
 *
 * @throws NotDeployed where a call fails, the build fails, or one of both takes too long
 */
export async function deployed(service: TenantClient, deploying: Deploying): Promise<void> {
  let isSent = false;
  try {
    const version = await untilSent(service, deploying);
    if (version === undefined) return;
    isSent = true;
    await untilShown(service, deploying, version);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLost = error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
    throw new NotDeployed(error, isSent || isLost);
  }
}

/** Deploys an action once it is built. Answers its new version; undefined where all of it was deployed before. */
async function untilSent(
  service: TenantClient,
  { id, label, draft, read }: Deploying,
): Promise<JsonObject | undefined> {
  const call = {
    method: "POST",
    path: [...action.route.split("/"), id, "deploy"],
    subject: label,
    action: "deploy",
    continues: true,
  } as const;
  let foreignLooks = 0;
  for (let look = 1; ; look += 1) {
    const { body: now, draft: shown } = await read();
    const status = own(now, "status");
    if (!buildStates.includes(String(status)))
      throw new ShapeError(`the tenant answered for ${label} without a status`);
    if (status === "failed") throw buildFailed(label);
    const foreign = differencesOf(draft, shown);
    foreignLooks = foreign.length > 0 ? foreignLooks + 1 : 0;
    // A read can be behind a write for a moment.
    if (foreignLooks >= patience.foreign.looks) throw changedMeanwhile(label, foreign);
    if (status === "built" && foreign.length === 0) {
      if (own(now, "all_changes_deployed") === true) return undefined;
      try {
        const { body } = await service.request(call);
        return isObject(body) ? body : {};
      } catch (error) {
        if (!isTooEarly(error)) throw error;
      }
    }
    if (look >= patience.build.looks) throw tooSlow(label, "built", patience.build.minutes);
    await service.pause(Math.min(look, maxDoublings));
  }
}

/** Waits until the service shows a version as the one that is deployed, or a later one. */
async function untilShown(service: TenantClient, { label, read }: Deploying, version: JsonObject): Promise<void> {
  for (let look = 1; ; look += 1) {
    const { body: now } = await read();
    const shown = own(now, "deployed_version");
    const isIt = own(version, "id") === undefined || own(shown, "id") === own(version, "id");
    const isLater = Number(own(shown, "number")) > Number(own(version, "number"));
    if (shown !== undefined && (isIt || isLater)) return;
    if (look >= patience.deploy.looks) throw tooSlow(label, "shown as deployed", patience.deploy.minutes);
    await service.pause(Math.min(look, maxDoublings));
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof TenantError && error.status === 400 && /'built' state/.test(error.message);
}

function buildFailed(label: string): UserError {
  return new UserError(
    `${label} was not deployed: the service could not build it, and does not say why. ` +
      "Look whether every dependency exists in the declared version, and whether the code can be parsed. The next `pulumi up` has it built again.",
  );
}

function tooSlow(label: string, what: string, minutes: number): UserError {
  return new UserError(
    `${label} was not ${what} within about ${minutes} minutes. The next \`pulumi up\` looks again, and goes on from there.`,
  );
}

/** All that a deploy publishes, by the name that messages use. Values are texts that can be compared. */
export type Draft = ReadonlyMap<string, string>;

/**
 * What a draft or a version of an action consists of.
 *
 * @param live under the names that programs use; of secrets, when each was sent
 * @param modules as the service shows them
 */
export function draftOf(live: JsonObject, modules: Json | undefined): Draft {
  const dependencies = own(live, "dependencies");
  // The service forgets the registry of a dependency once it is built.
  const packages = (Array.isArray(dependencies) ? dependencies : []).map((one: Json) =>
    JSON.stringify([own(one, "name") ?? null, own(one, "version") ?? null]),
  );
  const secrets = own(live, "secrets");
  return new Map([
    ["code", String(own(live, "code") ?? "")],
    ["runtime", String(own(live, "runtime") ?? "")],
    ["supportedTriggers", JSON.stringify(own(live, "supportedTriggers") ?? [])],
    ["dependencies", packages.toSorted().join()],
    ["modules", JSON.stringify(modules ?? [])],
    ...Object.entries(isObject(secrets) ? secrets : {}).map(
      ([name, sentAt]) => [`secrets.${name}`, String(sentAt)] as const,
    ),
  ]);
}

/** The names of what differs between two drafts. */
function differencesOf(some: Draft, others: Draft): readonly string[] {
  const names = new Set([...some.keys(), ...others.keys()]);
  return [...names].filter((name) => some.get(name) !== others.get(name));
}

/**
 * A draft as a call leaves it that sends some properties.
 *
 * @param answered the draft in the answer to the call
 */
export function draftAfter(before: Draft, answered: Draft, sent: readonly string[]): Draft {
  const isSent = ([name]: readonly [string, string]) => sent.includes(propertyOf(name));
  return new Map([...[...before].filter((one) => !isSent(one)), ...[...answered].filter(isSent)]);
}

/** What this run and the state know of a draft. */
interface KnownDraft {
  /** What the program declares, as a draft. */
  readonly declared: Draft;
  readonly inputs: JsonObject;
  /** The names of the properties that the run sends. */
  readonly sent: readonly string[];
  readonly hints: ManagedRecord["hints"];
}

/**
 * Refuses to deploy what another team has left undeployed: a deploy publishes the whole draft. A value is ours if this run sends it, or if it
 * is the declared one.
 *
 * @param deployed undefined for an action that was never deployed: a new one has no dependencies, modules and secrets
 * @throws UserError that names the properties
 */
export function refuseForeignDraft(
  draft: Draft,
  deployed: Draft | undefined,
  { declared, inputs, sent, hints }: KnownDraft,
  label: string,
): void {
  const before =
    deployed ?? draftOf({ ...inputs, dependencies: [], secrets: {}, runtime: draft.get("runtime") ?? null }, []);
  const secretOf = (name: string) => (name.startsWith("secrets.") ? name.slice("secrets.".length) : undefined);
  const secrets = own(inputs, "secrets");
  /** The program declares that there is no such secret: all that it declares are all that there may be. */
  const isToGo = (secret: string) =>
    secrets !== undefined && own(inputs, "exclusiveSecrets") === true && own(secrets, secret) === undefined;
  const isDeclared = (name: string) => {
    const secret = secretOf(name);
    if (secret === undefined) return own(inputs, name) !== undefined;
    return own(secrets, secret) !== undefined || isToGo(secret);
  };
  const isOurs = (name: string) => {
    if (sent.includes(propertyOf(name))) return true;
    const secret = secretOf(name);
    if (secret === undefined) return isDeclared(name) && draft.get(name) === declared.get(name);
    // The state knows when each declared secret was sent.
    return draft.has(name) ? sentAt(hints, secret) === draft.get(name) : isToGo(secret);
  };
  const foreign = differencesOf(draft, before).filter((name) => !isOurs(name));
  if (foreign.length === 0) return;
  const [ours, others] = [foreign.filter(isDeclared), foreign.filter((name) => !isDeclared(name))];
  throw new UserError(
    [
      `${label} was not changed: its draft at the tenant has another ${inWords(foreign)} than the deployed version. This run did not write that, and would deploy it.`,
      ...(ours.length > 0
        ? [`\`pulumi up --refresh\` shows ${inWords(ours)} and replaces it with what the program declares.`]
        : []),
      ...(others.length > 0
        ? [
            `The program does not declare ${inWords(others)}: declare it, or deploy or discard the draft at the dashboard.`,
          ]
        : []),
    ].join(" "),
  );
}

/** The refusal of a draft that has changed since the run has read or written it. */
function changedMeanwhile(label: string, names: readonly string[]): UserError {
  return new UserError(
    `${label} was not deployed: its ${inWords(names)} was changed by another client while this run waited for the build. ` +
      "Run `pulumi up --refresh`, which shows the change and replaces it with what the program declares.",
  );
}

function propertyOf(name: string): string {
  return name.split(".")[0] ?? name;
}

function inWords(names: readonly string[]): string {
  return legible(names.join(", "), 500);
}

/** The refusal of a trigger that is a slip of one that the service has. */
export function problemsOfTrigger(trigger: Json | undefined, path: Problem["path"]): readonly Problem[] {
  if (typeof trigger !== "string" || trigger === unknownValue || knownTriggers.some((known) => known === trigger))
    return [];
  const meant = nearest(trigger, knownTriggers);
  return meant === undefined
    ? []
    : [{ path, says: `unknown value ${JSON.stringify(legible(trigger))}. Did you mean "${meant}"?` }];
}

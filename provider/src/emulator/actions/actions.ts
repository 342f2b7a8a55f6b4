import { randomUUID } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import type { Tenant, TenantTraits } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import { type Asked, readQuery } from "../shared/query.ts";
import { type Collection, copyOf, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import { anyObject, flag, isObject, list, object, text } from "../shared/validation.ts";

/** One version of a trigger. */
export interface Trigger {
  readonly id: string;
  readonly version: string;
  readonly status: "CURRENT" | "DEPRECATED";
  readonly runtimes: readonly string[];
  readonly default_runtime: string;
  readonly binding_policy: "trigger-bound" | "entity-bound";
  readonly compatible_triggers: readonly { readonly id: string; readonly version: string }[];
}

const usual = ["node18-actions", "node22"];

function made(id: string, version: string, more: Partial<Trigger> = {}): Trigger {
  return {
    id,
    version,
    status: "CURRENT",
    runtimes: usual,
    default_runtime: "node22",
    binding_policy: "trigger-bound",
    compatible_triggers: [],
    ...more,
  };
}

const twice = (id: string) => [
  made(id, "v2"),
  made(id, "v1", { status: "DEPRECATED", runtimes: ["node22"], default_runtime: "node12" }),
];

/** The triggers of a tenant, as of 2026-08. */
export const triggers: readonly Trigger[] = [
  made("post-login", "v3", { compatible_triggers: [{ id: "post-login", version: "v2" }] }),
  made("post-login", "v2", { status: "DEPRECATED", runtimes: ["node18", "node22"], default_runtime: "node16" }),
  made("post-login", "v1", { status: "DEPRECATED", runtimes: ["node22"], default_runtime: "node12" }),
  ...["credentials-exchange", "pre-user-registration", "post-user-registration", "post-change-password"].flatMap(twice),
  ...twice("send-phone-message"),
  ...["password-reset-post-challenge", "custom-phone-provider", "custom-email-provider"].map((id) => made(id, "v1")),
  made("custom-token-exchange", "v1", { runtimes: ["node18", "node22"], binding_policy: "entity-bound" }),
  ...["event-stream", "password-hash-migration", "mcp-tool"].map((id) =>
    made(id, "v1", { runtimes: ["node22"], binding_policy: "entity-bound" }),
  ),
];

/** The triggers that the service's description names, and that no recorded list contains. Actions can be bound to them. */
const unlistedTriggers = ["login-post-identifier", "signup-post-identifier"];

/** Who binds actions to a trigger: its bindings, or the objects that use it. Undefined for an unknown trigger. */
export function policyOf(trigger: string): Trigger["binding_policy"] | undefined {
  if (unlistedTriggers.includes(trigger)) return "trigger-bound";
  return triggers.find(({ id }) => id === trigger)?.binding_policy;
}

/** The trigger with this id and version; undefined if the list does not contain it. */
function triggerOf(id: unknown, version: unknown): Trigger | undefined {
  return triggers.find((one) => one.id === id && one.version === version);
}

/** Functions that return the duration of the next build or deployment, in milliseconds. */
export interface BuildTimes {
  readonly buildMs: () => number;
  /** Returns the time until a deployed version is visible. */
  readonly deployMs: () => number;
}

/** The state of a build. */
type BuildStatus = "pending" | "building" | "retrying" | "built" | "failed";

/** The build of a draft. */
interface Build {
  /** The start, in milliseconds since the epoch. */
  readonly from: number;
  /** The end, in milliseconds since the epoch. */
  readonly until: number;
  readonly fails: boolean;
}

/** The state of a build. If this emulator never built the draft, as for a complete action in a seed, the draft counts as built. */
function statusOf({ build }: StoredAction, now: number): BuildStatus {
  if (!build) return "built";
  const { from, until, fails } = build;
  if (now >= until) return fails ? "failed" : "built";
  if (now < from + (until - from) / 10) return "pending";
  return fails ? "retrying" : "building";
}

/** A deployed version of an action. */
export interface Version extends WireObject {
  readonly id: string;
  readonly number: number;
  /** The time from which the version is visible, in milliseconds since the epoch. */
  readonly shownFrom: number;
  /** The `current_version` of an action in a seed, which is the older form of this version. */
  readonly current?: WireObject;
}

/** A stored action. The values of its secrets are in plain text. */
export interface StoredAction extends Stored {
  readonly name: string;
  readonly secrets: readonly WireObject[];
  readonly versions: readonly Version[];
  readonly build?: Build;
}

/** The actions, with control of their builds. */
export type ActionCollection = Collection & Pick<Actions, "deploy" | "finishBuilds" | "failBuilds">;

/** The properties by which a complete action of a seed is recognized: in the form of {@link Actions.dump}, and in that of responses. */
const exported = ["id", "name", "versions"];
const responded = ["id", "name", "created_at", "updated_at", "status", "secrets", "all_changes_deployed"];

/** The properties that a build uses and that versions contain. */
const built = ["code", "dependencies", "modules", "runtime", "supported_triggers"];
const most = { versions: 50 };

export class Actions extends Objects<StoredAction> {
  /**
   * Returns the current time in ISO 8601. No two calls return the same time: the service's times are precise to nanoseconds, so they differ, too.
   */
  readonly time: () => string;
  readonly #now: () => number;
  readonly #times: BuildTimes;
  #isFailing = false;

  constructor({ now, time: millis, traits }: Tenant, times: BuildTimes) {
    let last = 0;
    const time = () => {
      last = (last + 1) % 1_000_000;
      return millis().replace("Z", `${String(last).padStart(6, "0")}Z`);
    };
    super({
      path: "/actions/actions",
      key: "id",
      seeded,
      whole: (given) => [exported, responded].some((names) => names.every((name) => Object.hasOwn(given, name))),
      wholeRow,
      newId: () => randomUUID(),
      missing: "That action does not exist.",
      taken: "The action already exists.",
      time,
      fresh: {
        code: "module.exports = () => {}",
        dependencies: [],
        runtime: traits.currentRuntimes ? "node22" : "node18",
        secrets: [],
      },
      settle: (row, write) => ({ ...settled(row, write, traits), build: this.#build(row) }),
      inner: ["build"],
      view: (row) => viewOf(row, statusOf(row, now()), now()),
    });
    this.time = time;
    this.#now = now;
    this.#times = times;
  }

  /** Ends all pending builds. */
  finishBuilds(): void {
    for (const row of this.all()) if (row.build) this.put({ ...row, build: { ...row.build, until: this.#now() } });
  }

  /**
   * Sets whether all builds that begin from now on fail. With false, a build fails only if the action has a dependency with the version `0.0.0`,
   * which stands for a version that does not exist.
   */
  failBuilds(isFailing: boolean): void {
    this.#isFailing = isFailing;
  }

  /**
   * Deploys the draft of an action, or redeploys an older version. Returns the new version in the form of responses.
   *
   * @param again the id of the older version to redeploy, and whether the draft becomes equal to that version. Default: the draft is deployed
   */
  deploy(id: string, again?: { readonly version: string; readonly updatesDraft: boolean }): WireObject {
    const row = this.require(id);
    const from = again ? this.versionOf(row, again.version) : row;
    if (!again && statusOf(row, this.#now()) !== "built") {
      throw new ServiceError(400, "A draft must be in the 'built' state before it can be deployed.");
    }
    const number = (row.versions.at(-1)?.number ?? 0) + 1;
    const next = deployed(from, number, this.time(), this.#now() + this.#times.deployMs());
    const versions = [...row.versions, next].slice(-most.versions);
    const draft = again?.updatesDraft ? pick(from, [...built, "secrets"]) : {};
    const after = { ...row, ...draft, versions };
    this.put({ ...after, all_changes_deployed: draftOf(after) === draftOf(next) } as StoredAction);
    // The deployed version becomes visible later, so the response always reports it as not deployed, and without the time of its build.
    const { built_at: _, ...version } = shownVersion(next);
    return { ...version, deployed: false, action: baseOf(row) };
  }

  /** The versions of an action, the newest first, in the form of responses. */
  versions(id: string): WireObject[] {
    const row = this.require(id);
    const running = runningOf(row, this.#now());
    return row.versions
      .toReversed()
      .map((one) => ({ ...shownVersion(one), deployed: one === running, action: baseOf(row) }));
  }

  /** An action in the form in which bindings contain it: with the running version, and without the draft. */
  bound(id: string): WireObject {
    const row = this.require(id);
    return { ...baseOf(row), ...pick(this.show(row), ["current_version", "deployed_version"]) };
  }

  versionOf({ versions }: StoredAction, id: string): Version {
    const found = versions.find((one) => one.id === id);
    if (!found) throw new ServiceError(404, "That version does not exist.");
    return found;
  }

  /** An action in the response to a create or an update: the build of its draft is pending. */
  begun(id: string): WireObject {
    const row = this.require(id);
    return { ...viewOf(row, "pending", this.#now()), dependencies: copyOf(row.dependencies) };
  }

  /** Begins to build a draft. */
  #build({ dependencies }: WireObject): Build {
    const isMissing = (dependencies as readonly WireObject[]).some(({ version }) => version === "0.0.0");
    const from = this.#now();
    return { from, until: from + this.#times.buildMs(), fails: this.#isFailing || isMissing };
  }
}

/** A version of a draft or of another version. */
function deployed(from: WireObject, number: number, at: string, shownFrom: number): Version {
  const content = pick(from, [...built, "secrets"]);
  return { ...content, id: randomUUID(), number, built_at: at, created_at: at, updated_at: at, shownFrom };
}

function settled(row: WireObject, { given, before }: Write<StoredAction>, traits: TenantTraits): WireObject {
  const { deploy, all_changes_deployed: isSeeded, deployed_version: running } = given;
  refuseWrong(given, before, traits);
  const time = String(row.updated_at);
  const after: WireObject = {
    versions: isObject(running) ? [versionOf(running)] : [],
    ...omit(row, ["deploy", "status", "deployed_version", "current_version"]),
    secrets: withTimes(row.secrets, given, time),
  };
  const isSame = before !== undefined && draftOf(before) === draftOf(after);
  const isDeployed = deploy === true || isSeeded === true;
  if (isDeployed && (after.versions as readonly Version[]).length === 0) {
    after.versions = [deployed(after, 1, time, 0)];
  }
  return { ...after, all_changes_deployed: isDeployed || (isSame && before.all_changes_deployed === true) };
}

/** The row for a complete action of a seed. */
function wholeRow({ deployed_version: running, current_version: current, status, ...given }: WireObject): StoredAction {
  const versions = isObject(running) ? [{ ...versionOf(running), ...(isObject(current) && { current }) }] : [];
  const build = status === "failed" ? { from: 0, until: 0, fails: true } : undefined;
  return { dependencies: [], versions, ...given, build } as WireObject as StoredAction;
}

/** The stored version for the `deployed_version` of an action in a seed. */
function versionOf(running: WireObject): WireObject {
  const { deployed: _, status: _status, action: _action, ...version } = running;
  return { id: randomUUID(), number: 1, dependencies: [], secrets: [], ...version, shownFrom: 0 };
}

/** The common properties of drafts and versions as a text, to find out whether a draft and a version are equal. Names and times are left out. */
function draftOf(row: WireObject): string {
  const secrets = (row.secrets as readonly WireObject[]).map(({ name, value }) => ({ name, value }));
  return JSON.stringify([...built.map((name) => row[name]), secrets]);
}

const earlierRuntimes = ["node12", "node16", "node18", "node18-actions"];

function refuseWrong(given: WireObject, before: StoredAction | undefined, traits: TenantTraits): void {
  const [next] = (given.supported_triggers ?? []) as WireObject[];
  const [last] = (before?.supported_triggers ?? []) as WireObject[];
  if (next && last && next.id !== last.id) throw new ServiceError(400, "can't upgrade to this trigger.");
  const at = next ?? last;
  const known = at && triggerOf(at.id, at.version);
  const runtime = given.runtime;
  // A trigger that {@link triggers} lacks may be newer than this list, so any runtime is accepted for it.
  const offered = [
    ...(known?.runtimes ?? []),
    known?.default_runtime,
    ...(traits.currentRuntimes ? [] : earlierRuntimes),
  ];
  const isOffered = !known || offered.includes(runtime as string);
  if (runtime !== undefined && !isOffered) throw new ServiceError(400, "runtime is not supported");
}

/** The version that responses show as running: the latest one that is already visible. */
function runningOf({ versions }: StoredAction, now: number): Version | undefined {
  return versions.findLast(({ shownFrom }) => shownFrom <= now);
}

function shownVersion({ shownFrom: _, current: _current, secrets, ...version }: Version): WireObject {
  return { ...version, secrets: withoutValues(secrets), dependencies: withoutRegistry(version), status: "built" };
}

/** The part of an action that bindings and versions contain. `all_changes_deployed` is always false there. */
function baseOf(row: StoredAction): WireObject {
  const base = pick(row, ["id", "name", "supported_triggers", "created_at", "updated_at"]);
  return { ...copyOf(base), all_changes_deployed: false };
}

/** The running version in the two forms of responses: `current_version` and `deployed_version`. */
function runningVersions(running: Version, status: BuildStatus): WireObject {
  const { built_at, ...version } = shownVersion(running);
  const isBuilt = status === "built";
  const currentOf = pick(running, ["id", "code", "runtime", "number", "created_at", "updated_at"]);
  return {
    current_version: running.current ?? {
      ...currentOf,
      status: status.toUpperCase(),
      ...(isBuilt && { build_time: built_at }),
    },
    deployed_version: { ...version, ...(isBuilt && { built_at }), deployed: true, status },
  };
}

function viewOf(row: StoredAction, status: BuildStatus, now: number): WireObject {
  const { versions, secrets, all_changes_deployed: isDeployed, build: _, ...rest } = copyOf(row);
  const running = runningOf(row, now);
  // If the action was deployed by its create request, this version has the build status of the draft, because both come from the same build.
  const isFirst = row.created_at === row.updated_at && versions.length === 1 && running?.created_at === row.created_at;
  const isShown = running === row.versions.at(-1);
  return {
    ...rest,
    ...(status === "built" && { dependencies: withoutRegistry(row) }),
    status,
    secrets: withoutValues(secrets),
    ...(running && runningVersions(running, isFirst ? status : "built")),
    all_changes_deployed: isDeployed === true && isShown,
  };
}

/** The secrets of a draft after a write: those that were sent have a time. */
export function withTimes(secrets: unknown, given: WireObject, time: string): WireObject[] {
  const all = secrets as WireObject[];
  return Array.isArray(given.secrets) ? all.map((one) => ({ updated_at: time, ...one })) : all;
}

/** Secrets in the form of responses. */
export function withoutValues(secrets: unknown = []): WireObject[] {
  return (secrets as readonly WireObject[]).map((one) => pick(one, ["name", "updated_at"]));
}

/** The dependencies of a built action: responses omit their registry. */
function withoutRegistry({ dependencies }: WireObject): WireObject[] {
  return (dependencies as readonly WireObject[]).map((one) => omit(one, ["registry_url"]));
}

/** The additional properties that an action can have in a seed. They have the form of responses. */
const seeded = {
  created_at: text(),
  updated_at: text(),
  status: text(),
  deployed_version: anyObject,
  current_version: anyObject,
  all_changes_deployed: flag,
  installed_integration_id: text(),
  secrets: list(object({ name: text(), value: text(), updated_at: text() }, ["name"])),
};

/** A page of the routes of actions and modules, usually of 20 items. */
export function pageOf(all: readonly WireObject[], request: Asked) {
  const { page = 0, per_page = 20 } = readQuery(request);
  const start = Number(page) * Number(per_page);
  return { items: all.slice(start, start + Number(per_page)), page, per_page };
}

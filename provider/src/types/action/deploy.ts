import { sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { type WaitBounds, waitFor } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { nearest } from "../../schema/names.ts";
import { ShapeError } from "../../state/wire.ts";
import { action, knownTriggers } from "./definition.ts";
import { changedMeanwhile, type Draft, differencesOf } from "./draft.ts";

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
    if (foreignInRow >= foreignReads) throw changedMeanwhile({ label, verb: "deploy" }, foreign);
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

/** Returns a problem for a trigger that is probably a misspelt known trigger. Other unknown triggers are allowed: they can be new. */
export function problemsOfTrigger(trigger: Json | undefined, path: Problem["path"]): readonly Problem[] {
  if (typeof trigger !== "string" || trigger === unknownValue || knownTriggers.some((known) => known === trigger))
    return [];
  const meant = nearest(trigger, knownTriggers);
  return meant === undefined
    ? []
    : [{ path, says: `unknown value ${JSON.stringify(sanitize(trigger))}. Did you mean "${meant}"?` }];
}

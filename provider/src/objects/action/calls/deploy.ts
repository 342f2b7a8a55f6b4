import { UserError } from "../../../lifecycle/errors.ts";
import { isObject, type JsonObject, own } from "../../../model/json.ts";
import { ShapeError } from "../../../model/wire.ts";
import { type TenantClient, TenantError } from "../../../tenant/index.ts";
import { action } from "../descriptor.ts";
import { changedMeanwhile, type Draft, differencesOf } from "./draft.ts";

/**
 * How long the service may take to build an action, and to show that one is deployed: in minutes, and in looks. The pauses between looks are
 * 3 seconds on average.
 */
const patience = { build: { minutes: 5, looks: 100 }, deploy: { minutes: 2, looks: 40 }, foreign: { looks: 4 } };

/** Pauses grow no longer than this makes them: so many doublings of the first one. */
const mostDoublings = 3;

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
    await service.pause(Math.min(look, mostDoublings));
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
    await service.pause(Math.min(look, mostDoublings));
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

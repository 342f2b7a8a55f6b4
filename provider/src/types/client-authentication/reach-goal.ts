import { sanitize, type TenantClient } from "../../client/index.ts";
import { orAbsent } from "../../lifecycle/calls.ts";
import { gone, UserError } from "../../lifecycle/errors.ts";
import { mayHaveWritten } from "../../lifecycle/write.ts";
import type { Json, JsonObject } from "../../schema/json.ts";
import { sameSet } from "../../state/plan.ts";
import { ShapeError, toWire } from "../../state/wire.ts";
import { credentialFields, type Method, maxCredentials, maxPerMethod } from "../client/definition.ts";
import {
  type Application,
  applicationIn,
  applicationOf,
  type Credential,
  credentialIn,
  type Entry,
  endOfEntry,
  expiryOf,
  hasExpiry,
  isAsDeclared,
  isInUse,
  isNamed,
  isOf,
  isValid,
  label,
} from "./entries.ts";

/** Maximum number of lost responses in an operation. After each lost response, the operation reads the application and continues. */
const maxLost = 2;

/** The error for an operation that has changed something and cannot continue. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  /** The last known application. */
  readonly application: Application;

  constructor(application: Application, cause: Error) {
    super(cause.message, { cause });
    this.application = application;
  }
}

/**
 * Changes an application's credentials to the goal, step by step.
 *
 * @param first the application before the first step
 * @throws Stopped if something may have been changed and a later step failed
 */
export async function reachGoal(service: TenantClient, first: Application, goal: Goal): Promise<Application> {
  let [application, hasBegun, lost] = [first, false, 0];
  for (;;) {
    try {
      const step = nextStep(application, goal, Date.now());
      if (!step) return application;
      application = await afterStep(service, application, goal.id, step, hasBegun);
      hasBegun = true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isLost = mayHaveWritten(error);
      if (!isLost && !hasBegun) throw error;
      hasBegun = true;
      lost += 1;
      if (!isLost || lost > maxLost) throw new Stopped(application, error);
      // The response was lost: a read shows whether the request was carried out.
      const now = await applicationOf(service, goal.id, true).catch(() => undefined);
      if (!now) throw new Stopped(application, error);
      application = now;
    }
  }
}

/** Carries out a step. Returns the application after the step. */
async function afterStep(
  service: TenantClient,
  application: Application,
  id: string,
  step: Step,
  continues: boolean,
): Promise<Application> {
  const { all } = application;
  const path = ["clients", id, "credentials"];
  const subject = `credentials of ${label(id)}`;
  switch (step.do) {
    case "make": {
      const { thumbprint: _, ...declared } = step.entry.declared;
      const body = { ...toWire(credentialFields, declared), credential_type: step.entry.type };
      const call = { method: "POST", path, body, subject, action: "create", continues } as const;
      const made = credentialIn((await service.request<Json>(call)).body ?? null, id);
      if (isOf(step.entry, made)) return { ...application, all: [...all, made] };
      throw new ShapeError(`the tenant's response for ${label(id)} contains a credential with another key`);
    }
    case "expire": {
      const call = { method: "PATCH", path: [...path, step.id], body: { expires_at: step.at }, subject } as const;
      const { body } = await service.request<Json>({ ...call, action: "update", continues });
      const changed = credentialIn(body ?? null, id);
      if (changed.id !== step.id || (changed.expiresAt === undefined) !== (step.at === null)) {
        throw new ShapeError(
          `the tenant's response for ${label(id)} does not contain the requested expiry of a credential`,
        );
      }
      return { ...application, all: all.map((one) => (one.id === changed.id ? changed : one)) };
    }
    case "attach": {
      const methods = { [step.method]: { credentials: step.ids.map((one) => ({ id: one })) } };
      const after = await attach(service, id, { client_authentication_methods: methods }, continues);
      const now = applicationIn(after, id, all);
      if (now.method === step.method && sameSet(now.attached, step.ids)) return now;
      throw new ShapeError(`the tenant's response for ${label(id)} does not contain the credentials that were sent`);
    }
    case "delete": {
      await orAbsent(
        service.request({ method: "DELETE", path: [...path, step.id], subject, action: "delete", continues }),
      );
      return { ...application, all: all.filter((one) => one.id !== step.id) };
    }
  }
}

/**
 * Changes the authentication of an application. The API accepts either credentials or a token endpoint method, so the
 * method is cleared unless the change contains one.
 */
export async function attach(
  service: TenantClient,
  id: string,
  change: JsonObject,
  continues: boolean,
): Promise<JsonObject> {
  const body = { token_endpoint_auth_method: null, ...change };
  const call = {
    method: "PATCH",
    path: ["clients", id],
    body,
    subject: label(id),
    action: "update",
    continues,
  } as const;
  const answer = await orAbsent(service.request<JsonObject>(call));
  if (answer === undefined) throw gone(label(id));
  return answer.body ?? {};
}

/** The credentials that an application shall have. */
export interface Goal {
  readonly id: string;
  /** Absent if no credentials shall be attached. */
  readonly method?: Method;
  readonly entries: readonly Entry[];
  /** The credentials that may be removed if the program does not declare them: by id, or by type and key. */
  readonly ours: ReadonlySet<string>;
}

/** One request on the way to a goal. */
export type Step =
  | { readonly do: "make"; readonly entry: Entry }
  | { readonly do: "expire"; readonly id: string; readonly at: string | null }
  | { readonly do: "attach"; readonly method: Method; readonly ids: readonly string[] }
  | { readonly do: "delete"; readonly id: string };

/**
 * The next step to a goal; undefined once the goal is reached. If a step fails, the application still has either an old or a new credential
 * in use: new credentials are created first, one request attaches them in place of the old ones, and old credentials are deleted last. Steps
 * depend only on the application at the tenant, so the next run continues after an interruption at any point.
 *
 * @param now milliseconds since the epoch
 * @throws UserError if the goal cannot be reached
 */
export function nextStep(application: Application, goal: Goal, now: number): Step | undefined {
  const { all, attached } = application;
  const inUseFirst = [...all].sort((a, b) => Number(attached.includes(b.id)) - Number(attached.includes(a.id)));
  const found = goal.entries.map((entry) => inUseFirst.find((one) => isAsDeclared(entry, one)));
  const wanted = found.flatMap((one) => one?.id ?? []);
  const idle = all.filter((one) => !wanted.includes(one.id) && !isInUse(application, one) && isNamed(goal.ours, one));
  const allMissing = goal.entries.filter((_, at) => found[at] === undefined);
  // All credentials are compared before the first step, so that a refused change sends nothing.
  const inUse = all.find((one) => isInUse(application, one) && allMissing.some((entry) => isOf(entry, one)));
  if (inUse) throw new UserError(fixed(goal, inUse));
  const [missing] = allMissing;
  if (missing) {
    const clash = all.find((one) => isOf(missing, one));
    if (clash) return { do: "delete", id: clash.id };
    refuseUnmakeable(goal, missing, now);
    if (all.length < maxCredentials) return { do: "make", entry: missing };
    return safe(application, goal, roomFor(application, goal, wanted, idle, now), now);
  }
  const expiring = goal.entries.findIndex((entry, at) => !hasExpiry(entry, found[at] as Credential));
  const [entry, credential] = [goal.entries[expiring], found[expiring]];
  if (entry && credential) {
    return safe(application, goal, { do: "expire", id: credential.id, at: expiryOf(entry) ?? null }, now);
  }
  if (goal.method && (application.method !== goal.method || !sameSet(attached, wanted))) {
    return safe(application, goal, { do: "attach", method: goal.method, ids: wanted }, now);
  }
  return idle[0] && { do: "delete", id: idle[0].id };
}

/** @throws UserError if the application has a valid credential in use and would have none after the step */
function safe({ all, attached }: Application, { id }: Goal, step: Step, now: number): Step {
  const after = step.do === "attach" ? step.ids : attached;
  const isThen = (one: Credential) =>
    step.do === "expire" && one.id === step.id ? step.at === null || Date.parse(step.at) > now : isValid(one, now);
  const isLeft = all.some((one) => after.includes(one.id) && isThen(one));
  if (isLeft || !all.some((one) => attached.includes(one.id) && isValid(one, now))) return step;
  throw new UserError(
    `${label(id)} was not changed: after the change, it would have only expired credentials in use. Declare at least one credential that is still valid.`,
  );
}

/** The step that frees a place for a new credential if the application has the maximum number. The last credential in use is never removed. */
function roomFor(
  { method: before, attached, all }: Application,
  goal: Goal,
  wanted: readonly string[],
  idle: readonly Credential[],
  now: number,
): Step {
  if (idle[0]) return { do: "delete", id: idle[0].id };
  const isOld = ({ id }: Credential) => attached.includes(id) && !wanted.includes(id);
  // Expired credentials are removed first.
  const olds = all
    .filter(isOld)
    .sort((a, b) => Number(isValid(a, now)) - Number(isValid(b, now)))
    .map(({ id }) => id);
  const isOther = before !== goal.method;
  const kept = isOther && wanted.length > 0 ? wanted : [...wanted, ...olds.slice(1)].slice(0, maxPerMethod);
  const method = wanted.length > 0 ? goal.method : before;
  if (method && kept.length > 0 && olds.length > 0) return { do: "attach", method, ids: kept };
  throw new UserError(
    `${label(goal.id)} already has the maximum of ${all.length} credentials: ${namesOf(all)}. ` +
      "Credentials that are in use or that this stack did not create are never removed. Delete an unused one, then run `pulumi up` again.",
  );
}

/** @throws UserError for a credential that cannot be created, or that has expired already */
function refuseUnmakeable({ id }: Goal, entry: Entry, now: number): void {
  const { pem, subjectDn } = entry.declared;
  if (pem === undefined && (subjectDn === undefined || entry.type !== "cert_subject_dn")) {
    throw new UserError(
      `${label(id)} has no credential ${sanitize(entry.key)}, and the credential cannot be created without its pem. ` +
        "Declare the pem of the credential, or remove the credential from the program.",
    );
  }
  if (endOfEntry(entry) > now) return;
  throw new UserError(
    `Credential ${sanitize(entry.key)} of ${label(id)} was not created: it has expired already. Declare a credential that is still valid.`,
  );
}

function fixed({ id }: Goal, clash: Credential): string {
  return (
    `${label(id)} uses this key already with another name or algorithm (${namesOf([clash])}), and neither can be changed. ` +
    "Declare the credential with the name and algorithm that it has at the tenant, or declare a new key."
  );
}

/** Lists credentials for messages. */
export function namesOf(credentials: readonly Credential[]): string {
  return sanitize(
    credentials.map(({ id, name, key }) => (name === undefined ? `${id} (${key})` : `${id} "${name}"`)).join(", "),
  );
}

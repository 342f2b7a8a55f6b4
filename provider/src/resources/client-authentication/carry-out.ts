import { legible, type TenantClient } from "../../client/index.ts";
import {
  credentialFields,
  type Method,
  maxCredentials,
  maxPerMethod,
} from "../../definitions/client-authentication.ts";
import { mayHaveWritten } from "../../lifecycle/attempt.ts";
import { orAbsent } from "../../lifecycle/calls.ts";
import { gone, UserError } from "../../lifecycle/errors.ts";
import type { Json, JsonObject } from "../../schema/json.ts";
import { sameSet } from "../../state/plan.ts";
import { ShapeError, toWire } from "../../state/wire.ts";
import { type Application, applicationIn, applicationOf, type Credential, credentialIn, label } from "./application.ts";
import {
  type Entry,
  endOfEntry,
  expiryOf,
  hasExpiry,
  isAsDeclared,
  isInUse,
  isNamed,
  isOf,
  isValid,
} from "./entries.ts";

/** How often lost answers make an operation look again what the application has. */
const maxLost = 2;

/** An operation that has begun and cannot go on. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  /** The application as far as it is known. */
  readonly application: Application;

  constructor(application: Application, cause: Error) {
    super(cause.message, { cause });
    this.application = application;
  }
}

/**
 * Makes an application have what is declared.
 *
 * @param first what it has
 * @throws Stopped where something may have been changed, and the rest could not be done
 */
export async function carryOut(service: TenantClient, first: Application, goal: Goal): Promise<Application> {
  let [application, hasBegun, lost] = [first, false, 0];
  for (;;) {
    try {
      const step = nextStep(application, goal, Date.now());
      if (!step) return application;
      application = await taken(service, application, goal.id, step, hasBegun);
      hasBegun = true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isLost = mayHaveWritten(error);
      if (!isLost && !hasBegun) throw error;
      hasBegun = true;
      lost += 1;
      if (!isLost || lost > maxLost) throw new Stopped(application, error);
      // What the application has tells whether the call was carried out.
      const now = await applicationOf(service, goal.id, true).catch(() => undefined);
      if (!now) throw new Stopped(application, error);
      application = now;
    }
  }
}

/** The application after a call. */
async function taken(
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
      throw new ShapeError(`the tenant answered for ${label(id)} with the credential of another key`);
    }
    case "expire": {
      const call = { method: "PATCH", path: [...path, step.id], body: { expires_at: step.at }, subject } as const;
      const { body } = await service.request<Json>({ ...call, action: "update", continues });
      const changed = credentialIn(body ?? null, id);
      if (changed.id !== step.id || (changed.expiresAt === undefined) !== (step.at === null)) {
        throw new ShapeError(`the tenant answered for ${label(id)} without the time at which a credential expires`);
      }
      return { ...application, all: all.map((one) => (one.id === changed.id ? changed : one)) };
    }
    case "attach": {
      const methods = { [step.method]: { credentials: step.ids.map((one) => ({ id: one })) } };
      const after = await attach(service, id, { client_authentication_methods: methods }, continues);
      const now = applicationIn(after, id, all);
      if (now.method === step.method && sameSet(now.attached, step.ids)) return now;
      throw new ShapeError(`the tenant answered for ${label(id)} without the credentials that it was sent`);
    }
    case "delete": {
      await orAbsent(
        service.request({ method: "DELETE", path: [...path, step.id], subject, action: "delete", continues }),
      );
      return { ...application, all: all.filter((one) => one.id !== step.id) };
    }
  }
}

/** Changes how an application proves who it is. The service takes no method at the token endpoint beside credentials. */
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

/** What an application is to have. */
export interface Goal {
  readonly id: string;
  /** Absent where nothing is to be attached. */
  readonly method?: Method;
  readonly entries: readonly Entry[];
  /** The credentials that may be removed where the program declares them no more: by id, or by type and key. */
  readonly ours: ReadonlySet<string>;
}

/** One call on the way to a goal. */
export type Step =
  | { readonly do: "make"; readonly entry: Entry }
  | { readonly do: "expire"; readonly id: string; readonly at: string | null }
  | { readonly do: "attach"; readonly method: Method; readonly ids: readonly string[] }
  | { readonly do: "delete"; readonly id: string };

/**
 * The next call that leads to a goal; undefined where there is nothing left to do. Whatever comes of it, the application is never without
 * a credential that it had or is to have: new ones are made, one call puts them in the place of the old ones, and these go last. Only
 * what the application really has decides, so a run that was killed anywhere is continued by the next one.
 *
 * @param now milliseconds since the epoch
 * @throws UserError where no way leads there
 */
export function nextStep(application: Application, goal: Goal, now: number): Step | undefined {
  const { all, attached } = application;
  const inUseFirst = [...all].sort((a, b) => Number(attached.includes(b.id)) - Number(attached.includes(a.id)));
  const found = goal.entries.map((entry) => inUseFirst.find((one) => isAsDeclared(entry, one)));
  const wanted = found.flatMap((one) => one?.id ?? []);
  const idle = all.filter((one) => !wanted.includes(one.id) && !isInUse(application, one) && isNamed(goal.ours, one));
  const missing = goal.entries.find((_, at) => found[at] === undefined);
  if (missing) {
    const clash = all.find((one) => isOf(missing, one));
    if (clash && isInUse(application, clash)) throw new UserError(fixed(goal, clash));
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

/** @throws UserError for a step after which an application that has a valid credential in use would have none */
function safe({ all, attached }: Application, { id }: Goal, step: Step, now: number): Step {
  const after = step.do === "attach" ? step.ids : attached;
  const isThen = (one: Credential) =>
    step.do === "expire" && one.id === step.id ? step.at === null || Date.parse(step.at) > now : isValid(one, now);
  const isLeft = all.some((one) => after.includes(one.id) && isThen(one));
  if (isLeft || !all.some((one) => attached.includes(one.id) && isValid(one, now))) return step;
  throw new UserError(
    `${label(id)} was not changed: all credentials that it would have in use then have expired. Declare one that is still valid.`,
  );
}

/** Makes room where an application has as many credentials as it can: without ever taking the last one of those that are in use. */
function roomFor(
  { method: before, attached, all }: Application,
  goal: Goal,
  wanted: readonly string[],
  idle: readonly Credential[],
  now: number,
): Step {
  if (idle[0]) return { do: "delete", id: idle[0].id };
  const isOld = ({ id }: Credential) => attached.includes(id) && !wanted.includes(id);
  // What has expired goes first.
  const olds = all
    .filter(isOld)
    .sort((a, b) => Number(isValid(a, now)) - Number(isValid(b, now)))
    .map(({ id }) => id);
  const isOther = before !== goal.method;
  const kept = isOther && wanted.length > 0 ? wanted : [...wanted, ...olds.slice(1)].slice(0, maxPerMethod);
  const method = wanted.length > 0 ? goal.method : before;
  if (method && kept.length > 0 && olds.length > 0) return { do: "attach", method, ids: kept };
  throw new UserError(
    `${label(goal.id)} has ${all.length} credentials already, and can have no more: ${namesOf(all)}. ` +
      "Those that are in use or not of this stack are never removed. Delete one that nobody needs, and run it again.",
  );
}

/** @throws UserError for a credential that cannot be made, or that would be of no use */
function refuseUnmakeable({ id }: Goal, entry: Entry, now: number): void {
  const { pem, subjectDn } = entry.declared;
  if (pem === undefined && (subjectDn === undefined || entry.type !== "cert_subject_dn")) {
    throw new UserError(
      `${label(id)} has no credential ${legible(entry.key)}, and without its pem none can be made. Declare the pem, or take it out of the program.`,
    );
  }
  if (endOfEntry(entry) > now) return;
  throw new UserError(
    `The credential ${legible(entry.key)} of ${label(id)} was not made, as it has expired already. Declare one that is still valid.`,
  );
}

function fixed({ id }: Goal, clash: Credential): string {
  return (
    `${label(id)} uses this key already under another name or algorithm (${namesOf([clash])}), and neither can be changed. ` +
    "Declare the credential as it is, or a new key."
  );
}

/** Credentials for people. */
export function namesOf(credentials: readonly Credential[]): string {
  return legible(
    credentials.map(({ id, name, key }) => (name === undefined ? `${id} (${key})` : `${id} "${name}"`)).join(", "),
  );
}

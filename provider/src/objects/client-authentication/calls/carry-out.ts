import { mayHaveWritten } from "../../../lifecycle/attempt.ts";
import { orAbsent } from "../../../lifecycle/calls.ts";
import { gone } from "../../../lifecycle/errors.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { sameSet } from "../../../model/set-change.ts";
import { ShapeError, toWire } from "../../../model/wire.ts";
import type { TenantClient } from "../../../tenant/index.ts";
import { credentialFields } from "../table.ts";
import { type Application, applicationIn, applicationOf, credentialIn, label } from "./application.ts";
import { isOf } from "./entries.ts";
import { type Goal, nextStep, type Step } from "./steps.ts";

/** How often lost answers make an operation look again what the application has. */
const mostLost = 2;

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
      if (!isLost || lost > mostLost) throw new Stopped(application, error);
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

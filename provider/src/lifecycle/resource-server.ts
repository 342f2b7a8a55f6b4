import { compose, needsLive, touched } from "../model/compose.ts";
import { type JsonObject, own, UNKNOWN } from "../model/json.ts";
import type { Plan } from "../model/plan.ts";
import { resourceServerTable as table } from "../model/resource-server.ts";
import { fromWire, toWire } from "../model/wire.ts";
import { legible, type TenantClient } from "../tenant/index.ts";
import { foundIn, getObject, orAbsent, theSame } from "./calls.ts";
import { gone, reading } from "./errors.ts";
import type { Change, Kind, Problem, Target } from "./kind.ts";

const ROOT = "resource-servers";

const SYSTEM =
  "it is one of the tenant's system APIs, which belong to the service. Read it with `ResourceServer.get`, or leave it out of the program";

/** Resource servers: specification 2.3 and 4.3. */
export const resourceServerKind: Kind = {
  table,
  uniqueBy: ["identifier"],
  label,
  provisionalId: (args) => String(own(args, "identifier")),

  normalize: (args) => args,
  doubts: () => [],

  rules(args: JsonObject, { origin }: Target): readonly Problem[] {
    const problems: Problem[] = [];
    const lifetime = own(args, "tokenLifetime");
    const web = own(args, "tokenLifetimeForWeb");
    if (typeof lifetime === "number" && typeof web === "number" && web > lifetime) {
      problems.push({ path: ["tokenLifetimeForWeb"], says: `must not be larger than tokenLifetime (${lifetime})` });
    }
    if (own(args, "identifier") === `${origin}/api/v2/`) problems.push({ path: ["identifier"], says: SYSTEM });
    return problems;
  },

  untouchable: (live) => (own(live, "isSystem") === true ? SYSTEM : undefined),

  isTaken: (error) => error.status === 409,
  remember: () => ({}),
  sentFirst: (args) => args,
  isDisposable: true,

  async create(service, args) {
    const { body } = await service.request({
      method: "POST",
      path: [ROOT],
      body: toWire(table.fields, args),
      subject: label(args),
      action: "create",
    });
    return foundIn(body, label(args), liveOf, identityOf(args));
  },

  async find(service, args) {
    const body = await getObject(service, [ROOT, String(own(args, "identifier"))], label(args));
    return body && foundIn(body, label(args), liveOf, identityOf(args));
  },

  async read(service, id, outputs) {
    const subject = own(outputs, "identifier") === undefined ? `resource server ${id}` : label(outputs);
    const body = await getObject(service, [ROOT, id], subject);
    return body && theSame(liveOf(body), subject, identityOf(outputs));
  },

  async update(service, { id, plan, inputs, outputs }: Change) {
    const known = compose(table, plan, inputs, {});
    const isReadFirst = needsLive(table, plan) || mayCrossLifetimes(plan, known, inputs, outputs);
    const live = isReadFirst ? await mustRead(service, id, inputs) : {};
    const changes = withSigningSecret(capWebLifetime(compose(table, plan, inputs, live), inputs, live), inputs);
    const { body } = await service.request({
      method: "PATCH",
      path: [ROOT, id],
      body: toWire(table.fields, changes),
      subject: label(inputs),
      action: "update",
    });
    return foundIn(body, label(inputs), liveOf, identityOf(inputs));
  },

  async delete(service, id, outputs) {
    await orAbsent(service.request({ method: "DELETE", path: [ROOT, id], subject: label(outputs), action: "delete" }));
  },
};

function label(args: JsonObject): string {
  const identifier = own(args, "identifier");
  return identifier === UNKNOWN ? "resource server" : `resource server "${legible(String(identifier))}"`;
}

/** What makes a resource server this one. */
function identityOf({ identifier }: JsonObject): JsonObject {
  return identifier === undefined ? {} : { identifier };
}

function mustRead(service: TenantClient, id: string, args: JsonObject): Promise<JsonObject> {
  return reading(async () => {
    const body = await getObject(service, [ROOT, id], label(args));
    if (body) return theSame(liveOf(body), label(args), identityOf(args));
    throw gone(label(args));
  });
}

function liveOf(body: JsonObject): JsonObject {
  return fromWire(table.fields, body);
}

/**
 * The web lifetime cannot be larger than the lifetime (specification 4.3, rule 2). A program that changes one of them
 * need not declare the other: then what the tenant has must be known first, unless the lifetime only grows.
 */
function mayCrossLifetimes(plan: Plan, changes: JsonObject, inputs: JsonObject, outputs: JsonObject): boolean {
  const names = touched(plan);
  if (names.includes("tokenLifetime") && own(inputs, "tokenLifetimeForWeb") === undefined) {
    const after = own(changes, "tokenLifetime");
    const before = own(outputs, "tokenLifetime");
    return typeof before !== "number" || typeof after !== "number" || after < before;
  }
  const resetsWeb = names.includes("tokenLifetimeForWeb") && own(inputs, "tokenLifetimeForWeb") === undefined;
  return resetsWeb && own(inputs, "tokenLifetime") === undefined;
}

/** An undeclared web lifetime gives way where the lifetime sinks below it: the least change that the rule allows. */
function capWebLifetime(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const isTouched = Object.hasOwn(changes, "tokenLifetime") || Object.hasOwn(changes, "tokenLifetimeForWeb");
  if (!isTouched || own(inputs, "tokenLifetimeForWeb") !== undefined) return changes;
  const lifetime = own(changes, "tokenLifetime") ?? own(inputs, "tokenLifetime") ?? own(live, "tokenLifetime");
  const web = own(changes, "tokenLifetimeForWeb") ?? own(live, "tokenLifetimeForWeb");
  const isExceeded = typeof lifetime === "number" && typeof web === "number" && web > lifetime;
  return isExceeded ? { ...changes, tokenLifetimeForWeb: lifetime } : changes;
}

/**
 * The service shows a signing secret only while an algorithm is in force that uses it, so when the algorithm changes
 * nobody knows which secret comes with it: a declared one is sent along.
 */
function withSigningSecret(changes: JsonObject, inputs: JsonObject): JsonObject {
  const secret = own(inputs, "signingSecret");
  return Object.hasOwn(changes, "signingAlg") && secret !== undefined ? { ...changes, signingSecret: secret } : changes;
}

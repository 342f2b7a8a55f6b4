import type { TenantClient } from "../../client/index.ts";
import { clientAuthentication, type Method } from "../../definitions/client.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { gone, reading, UserError } from "../../lifecycle/errors.ts";
import { type Found, Incomplete, ordinary, type ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { type Json, type JsonObject, own, stringsIn } from "../../schema/json.ts";
import { toPointer } from "../../schema/pointer.ts";
import { authenticationMethods, claimOnAuthentication } from "../client/rules.ts";
import {
  type Application,
  applicationIn,
  applicationOf,
  clientOf,
  credentialsOf,
  refuseHidden,
  refuseSummary,
  showsCredentials,
} from "./application.ts";
import { entriesOf, isInUse, isNamed, liveOf, nameOf } from "./entries.ts";
import { attach, type Goal, namesOf, reachGoal, Stopped } from "./reach-goal.ts";
import { problemsOf } from "./rules.ts";

const { schema } = clientAuthentication;
const { listable } = restOf(clientAuthentication).type;

/** The paths that are unsure after an interrupted run. */
const unsure = [toPointer(["method"]), toPointer(["credentials"])];

/** The token endpoint method that a deletion restores if the previous one is unknown. */
const usualMethod = "client_secret_post";

/** The credentials of applications: `PATCH /clients/{id}`, `/clients/{id}/credentials`. */
export const clientAuthenticationType: ResourceType = {
  ...ordinary,
  schema,
  uniqueBy: clientAuthentication.uniqueBy,
  listable,
  label,
  provisionalId: (args) => String(own(args, "clientId")),
  createsByUpdate: true,
  isTaken: () => false,
  applicationOf: (id) => id,
  claimedAs: authenticationMethods,
  claim: (args) => claimOnAuthentication(own(args, "clientId"), "credentials"),
  rules: (args, _, before) => problemsOf(args, before),

  importRules: {
    leftOut: (live, { clientId }) =>
      clientId !== undefined && own(live, "clientId") === clientId
        ? ["own", "it is the client that this program runs as"]
        : undefined,
    unseen: () => [
      {
        path: ["credentials", "pem"],
        why:
          "the API never returns keys, so the program identifies each credential by its kid, thumbprint or subjectDn; " +
          "to be able to create it again, declare pem, too",
      },
    ],
  },

  async find(service, args) {
    const id = idIn(args);
    const application = await applicationOf(service, id);
    if (!application || application.attached.length === 0) return undefined;
    refuseUntouchable(application, args);
    return { id, live: liveOf(id, application, args) };
  },

  async read(service, id, outputs) {
    const body = await clientOf(service, id);
    if (!body) return undefined;
    refuseHidden(body);
    // If no credentials are in use, only an interrupted run can have left credentials of this stack. The state then lists them in `unfinished`. If
    // it lists none, the resource no longer exists.
    if (!showsCredentials(body) && stringsIn(own(outputs, "unfinished")).length === 0) return undefined;
    const application = applicationIn(body, id, await credentialsOf(service, id));
    const idle = application.all.filter((one) => !isInUse(application, one) && isNamed(oursIn(outputs), one));
    if (application.attached.length === 0 && idle.length === 0) return undefined;
    const before = own(outputs, "methodBefore");
    return {
      ...liveOf(id, application, outputs, idle),
      ...(before !== undefined && { methodBefore: before }),
      ...(idle.length > 0 && { unfinished: idle.map((one) => one.id) }),
    };
  },

  async create(service, args) {
    const id = idIn(args);
    const body = await reading(() => clientOf(service, id));
    if (!body) {
      throw new UserError(
        `${label(args)} was not created: the application does not exist. Use the clientId of a Client resource or of getClient.`,
      );
    }
    refuseSummary(body, id);
    refuseHidden(body);
    const application = applicationIn(body, id, await reading(() => credentialsOf(service, id)));
    refuseUntouchable(application, args);
    const others = application.all.filter((one) => application.attached.includes(one.id));
    if (application.attached.length > 0) {
      throw new UserError(
        `${label(args)} exists already: the application has credentials in use (${namesOf(others)}) that this stack may not have created. ` +
          "To adopt them, set `adopt: true`, or TENANT_ADOPT=true for one run; undeclared credentials are then removed. " +
          "`pulumi-tenant import` writes existing credentials into a program.",
      );
    }
    return reconcile(service, args, {}, application);
  },

  async update(service, { id, inputs, outputs }) {
    const application = await reading(() => applicationOf(service, id));
    if (!application) throw gone(label(inputs));
    refuseUntouchable(application, inputs);
    refuseForeign(application, oursIn(outputs), inputs);
    return reconcile(service, inputs, outputs, application);
  },

  async delete(service, id, outputs) {
    const application = await reading(() => applicationOf(service, id));
    if (!application) return;
    const goal = { id, entries: [], ours: oursIn(outputs) };
    try {
      await reachGoal(service, await detach(service, application, outputs, goal), goal);
    } catch (error) {
      throw error instanceof Stopped ? error.cause : error;
    }
  },
};

/** Detaches this stack's credentials. Other credentials stay in use; if there are none, the previous token endpoint method is restored. */
async function detach(
  service: TenantClient,
  application: Application,
  outputs: JsonObject,
  { id, ours }: Goal,
): Promise<Application> {
  const { method, attached, all } = application;
  const isOurs = (one: string) => all.some((credential) => credential.id === one && isNamed(ours, credential));
  const theirs = attached.filter((one) => !isOurs(one));
  if (method === undefined || theirs.length === attached.length) return application;
  if (theirs.length > 0) {
    const names = namesOf(all.filter((one) => theirs.includes(one.id)));
    console.warn(`warning: ${label(outputs)}: credentials that this stack did not create stay in use: ${names}`);
  }
  const credentials = theirs.map((one) => ({ id: one }));
  const change =
    theirs.length > 0
      ? { client_authentication_methods: { [method]: { credentials } } }
      : {
          client_authentication_methods: null,
          token_endpoint_auth_method: own(outputs, "methodBefore") ?? usualMethod,
        };
  return applicationIn(await attach(service, id, change, false), id, all);
}

function label(args: JsonObject): string {
  return `the authentication of application${quoted(args, "clientId")}`;
}

function idIn(args: JsonObject): string {
  return String(own(args, "clientId"));
}

/** Changes an application's credentials to the declared ones. */
async function reconcile(
  service: TenantClient,
  args: JsonObject,
  outputs: JsonObject,
  application: Application,
): Promise<Found> {
  const id = idIn(args);
  const entries = entriesOf(args);
  const goal: Goal = {
    id,
    method: own(args, "method") as Method,
    entries,
    ours: new Set([...oursIn(outputs), ...entries.map(nameOf)]),
  };
  const has = own(outputs, "methodBefore") ?? application.tokenMethod;
  const kept = has === undefined ? {} : { methodBefore: has };
  try {
    return { id, live: { ...liveOf(id, await reachGoal(service, application, goal), args), ...kept } };
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    // A failed creation is saved only if it has attached credentials. Otherwise another stack may create the same resource before the next run. The
    // next run finds the credentials that this run has created, and uses them.
    const isBegun = Object.keys(outputs).length > 0 || error.application.attached.length > 0;
    if (!isBegun) throw error.cause;
    const live = { ...liveOf(id, error.application, args), ...kept, unfinished: [...goal.ours] };
    throw new Incomplete({ id, live }, unsure, error.cause as Error);
  }
}

/** The credentials in the state, by id, or by type and key. */
function oursIn(outputs: JsonObject): ReadonlySet<string> {
  const attached = own(outputs, "attachedCredentials");
  const ids = Array.isArray(attached) ? attached.map((one: Json) => own(one, "id") ?? null) : [];
  return new Set([...stringsIn(ids), ...entriesOf(outputs).map(nameOf), ...stringsIn(own(outputs, "unfinished"))]);
}

function refuseUntouchable({ untouchable }: Application, args: JsonObject): void {
  if (untouchable === undefined) return;
  throw new UserError(`${label(args)} cannot be managed: ${untouchable}. Remove it from the program.`);
}

/** @throws UserError if credentials are in use that neither the state nor the program contains */
function refuseForeign({ all, attached }: Application, ours: ReadonlySet<string>, args: JsonObject): void {
  const named = new Set([...ours, ...entriesOf(args).map(nameOf)]);
  const theirs = all.filter((one) => attached.includes(one.id) && !isNamed(named, one));
  if (theirs.length === 0) return;
  throw new UserError(
    `${label(args)} was not changed: the application has credentials that this stack did not create (${namesOf(theirs)}), and the change ` +
      "would remove them. " +
      "To remove them, run `pulumi up --refresh`, which shows them first. To keep them, declare each by its kid, thumbprint or subjectDn.",
  );
}

import type { TenantClient } from "../../client/index.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { gone, reading, UserError } from "../../lifecycle/errors.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { steadily } from "../../lifecycle/requests/steady-reads.ts";
import { type Found, Incomplete, ordinary, type Problem, type ResourceType } from "../../lifecycle/resource-type.ts";
import {
  equal,
  isObject,
  type Json,
  type JsonObject,
  own,
  stringsIn,
  toPointer,
  unknownValue,
} from "../../schema/json.ts";
import type { Fields } from "../../schema/schema.ts";
import {
  authenticationMethods,
  claimOnAuthentication,
  credentialsIn,
  isCertificate,
  keptFromCreation,
  kidProblems,
} from "../client/authentication.ts";
import { clientAuthentication, credentialFields, type Method, typeOfMethod } from "../client/definition.ts";
import {
  type Application,
  applicationIn,
  applicationOf,
  clientOf,
  credentialsOf,
  entriesOf,
  faultOf,
  isInUse,
  isMethod,
  isNamed,
  keyOf,
  liveOf,
  nameOf,
  refuseHidden,
  refuseSummary,
  showsCredentials,
} from "./entries.ts";
import { attach, type Goal, namesOf, reachGoal, Stopped } from "./reach-goal.ts";

const { schema } = clientAuthentication;
const { listable } = restOf(clientAuthentication).type;

/** The paths that are unsure after an interrupted run. */
const unsure = [toPointer(["method"]), toPointer(["credentials"])];

/** The token endpoint method that a deletion sets if the state does not contain the previous method. */
const usualMethod = "client_secret_post";

/** The credentials of applications: `PATCH /clients/{id}`, `/clients/{id}/credentials`. */
export const clientAuthenticationType: ResourceType = {
  ...ordinary,
  schema,
  uniqueBy: clientAuthentication.uniqueBy,
  replacedInPlace: true,
  listable,
  label,
  provisionalId: (args) => String(own(args, "clientId")),
  createsByUpdate: true,
  isTaken: () => false,
  applicationOf: (id) => id,
  claimedAs: authenticationMethods,
  claim: (args) => claimOnAuthentication(own(args, "clientId"), "credentials"),
  rules: (args, _, before) => [...problemsOf(args, before), ...warnOfNewNames(args, before)],

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
    const application = await applicationForWrite(args, async () => {
      const body = await clientOf(service, id);
      if (!body) return undefined;
      refuseSummary(body, id);
      refuseHidden(body);
      return applicationIn(body, id, await credentialsOf(service, id));
    });
    if (!application) {
      throw new UserError(
        `${label(args)} was not created: the application does not exist. Use the clientId of a Client resource or of getClient.`,
      );
    }
    refuseUntouchable(application, args);
    const others = application.all.filter((one) => application.attached.includes(one.id));
    if (application.attached.length > 0) {
      throw new UserError(
        `${label(args)} exists already: the application has credentials in use (${namesOf(others)}), which another stack or team may have created. ` +
          "To adopt them, set `adopt: true`, or TENANT_ADOPT=true for one run; undeclared credentials are then removed. " +
          "`pulumi-tenant import` writes existing credentials into a program.",
      );
    }
    return reconcile(service, args, {}, application);
  },

  async update(service, { id, inputs, outputs }) {
    const ours = oursIn(outputs);
    const application = await applicationForWrite(inputs, () => applicationOf(service, id));
    if (!application) throw gone(label(inputs));
    refuseUntouchable(application, inputs);
    refuseForeign(application, ours, inputs);
    return reconcile(service, inputs, outputs, application);
  },

  async delete(service, id, outputs) {
    const ours = oursIn(outputs);
    const application = await applicationForWrite(outputs, () => applicationOf(service, id));
    if (!application) return;
    const goal = { id, entries: [], ours };
    try {
      await reachGoal(service, await detach(service, application, outputs, goal), goal);
    } catch (error) {
      throw error instanceof Stopped ? error.cause : error;
    }
  },
};

/** Reads an application before a write of its credentials: an update replaces the list of those in use, and a deletion could leave them in use. */
function applicationForWrite(
  args: JsonObject,
  read: () => Promise<Application | undefined>,
): Promise<Application | undefined> {
  return steadily(
    label(args),
    () => reading(read),
    (seen) => [{ name: "credentials", value: seen ? stateOf(seen) : null }],
  );
}

/** What a write of credentials depends on. */
function stateOf({ method, attached, all }: Application): JsonObject {
  return { method: method ?? null, attached: [...attached], all: all.map(({ id }) => id).toSorted() };
}

/** Detaches this stack's credentials. Credentials of other owners stay in use. If there are none, the previous token endpoint method is restored. */
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
    // A failed creation is saved in the state only if it has attached credentials. Without attached credentials, another stack may create the same
    // resource before the next run. The next run finds the credentials that this run has created, and uses them.
    const isBegun = Object.keys(outputs).length > 0 || error.application.attached.length > 0;
    if (!isBegun) throw error.cause;
    const live = { ...liveOf(id, error.application, args), ...kept, unfinished: [...goal.ours] };
    throw new Incomplete({ id, live }, unsure, error.cause as Error);
  }
}

/** The credentials that the state contains: their ids, and their types with keys ({@link nameOf}). */
function oursIn(outputs: JsonObject): ReadonlySet<string> {
  const attached = own(outputs, "attachedCredentials");
  const ids = Array.isArray(attached) ? attached.map((one: Json) => own(one, "id") ?? null) : [];
  return new Set([...stringsIn(ids), ...entriesOf(outputs).map(nameOf), ...stringsIn(own(outputs, "unfinished"))]);
}

function refuseUntouchable({ untouchable }: Application, args: JsonObject): void {
  if (untouchable === undefined) return;
  throw new UserError(`${label(args)} cannot be managed: ${untouchable}. Remove it from the program.`);
}

/** @throws UserError if the application uses credentials that neither the state nor the program contains */
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

/** Properties that only credentials of the type `public_key` can have. */
const ofPublicKeys = ["algorithm", "kid", "expiresAt", "parseExpiryFromCert"];

/**
 * Rules that the schema cannot express. Values can be unknown.
 *
 * @param before the inputs in the state
 */
function problemsOf(args: JsonObject, before: JsonObject): readonly Problem[] {
  const [method, credentials] = [own(args, "method"), own(args, "credentials")];
  // The method determines how credentials are identified, so an unknown method is the only problem that is reported.
  if (typeof method === "string" && method !== unknownValue && !isMethod(method)) {
    const known = Object.keys(typeOfMethod).map((name) => `"${name}"`);
    return [{ path: ["method"], says: `must be one of ${known.join(", ")}` }];
  }
  if (!Array.isArray(credentials)) return [];
  if (credentials.length === 0) {
    return [
      {
        path: ["credentials"],
        says: "must have at least 1 element: without credentials, the application could not authenticate",
      },
    ];
  }
  if (!isMethod(method)) return [];
  return credentials.flatMap((declared: Json, at) =>
    isObject(declared) ? problemsAt(credentials, declared, at, method, before) : [],
  );
}

function problemsAt(
  all: readonly Json[],
  declared: JsonObject,
  at: number,
  method: Method,
  before: JsonObject,
): readonly Problem[] {
  const problem = (name: string, says: string): Problem => ({ path: ["credentials", at, name], says });
  const { credentialType, pem } = declared;
  const type = typeOfMethod[method];
  const fault = typeof pem === "string" && pem !== unknownValue ? faultOf(pem, method) : undefined;
  if (fault !== undefined) return [problem("pem", fault)];
  const isOtherType = credentialType !== undefined && credentialType !== unknownValue && credentialType !== type;
  const key = keyOf(declared, method);
  const isTwice = key !== undefined && all.findIndex((one) => isObject(one) && keyOf(one, method) === key) < at;
  return [
    ...(isOtherType ? [problem("credentialType", `must be "${type}" for method "${method}"`)] : []),
    ...misplaced(declared, method).map((name) => problem(name, `is not allowed for method "${method}"`)),
    ...missing(declared, method).map((says) => problem("pem", says)),
    ...expiryProblems(declared).map(([name, says]) => problem(name, says)),
    ...(isOtherCertificate(declared, method) ? [problem("thumbprint", "does not match the certificate in pem")] : []),
    ...(isTwice ? [problem("pem", "occurs twice: each key or certificate can be declared only once")] : []),
    ...(method === "private_key_jwt" ? kidProblems(declared, credentialsIn(before)) : []).map((says) =>
      problem("kid", says),
    ),
    ...changedOfKey(declared, method, before).map((name) => problem(name, keptFromCreation)),
  ];
}

function misplaced(declared: JsonObject, method: Method): readonly string[] {
  const wrong = [
    ...(method === "private_key_jwt" ? [] : ofPublicKeys),
    ...(method === "tls_client_auth" ? [] : ["subjectDn"]),
    ...(method === "self_signed_tls_client_auth" ? [] : ["thumbprint"]),
  ];
  return wrong.filter((name) => own(declared, name) !== undefined);
}

function missing(declared: JsonObject, method: Method): readonly string[] {
  const { pem, kid, thumbprint, subjectDn } = declared;
  if (method === "tls_client_auth") {
    return (pem === undefined) === (subjectDn === undefined)
      ? ["is required unless subjectDn is declared; declare only one of the two"]
      : [];
  }
  if (method === "private_key_jwt") {
    return pem === undefined && kid === undefined ? ["is required; for an existing credential, kid is enough"] : [];
  }
  return pem === undefined && thumbprint === undefined
    ? ["is required; for an existing credential, thumbprint is enough"]
    : [];
}

function isOtherCertificate({ pem, thumbprint }: JsonObject, method: Method): boolean {
  if (typeof pem !== "string" || typeof thumbprint !== "string" || thumbprint === unknownValue) return false;
  return pem !== unknownValue && keyOf({ pem }, method) !== thumbprint;
}

function expiryProblems({ pem, expiresAt, parseExpiryFromCert }: JsonObject): readonly (readonly [string, string])[] {
  if (typeof expiresAt === "string" && expiresAt !== unknownValue && Number.isNaN(Date.parse(expiresAt))) {
    return [["expiresAt", "must be a valid date and time, such as 2031-01-31T00:00:00Z"]];
  }
  if (parseExpiryFromCert !== true) return [];
  if (expiresAt !== undefined)
    return [["expiresAt", "cannot be declared together with parseExpiryFromCert: the certificate contains the expiry"]];
  const isKey = typeof pem === "string" && pem !== unknownValue && !isCertificate(pem);
  return isKey ? [["parseExpiryFromCert", "needs a certificate: a public key contains no expiry"]] : [];
}

/** The names of properties that only the creation of a credential can set, and that have other values in the state for the same key. */
function changedOfKey(declared: JsonObject, method: Method, before: JsonObject): readonly string[] {
  const key = keyOf(declared, method);
  const all = own(before, "method") === method ? credentialsIn(before) : [];
  const known = key === undefined ? undefined : all.find((one) => keyOf(one, method) === key);
  const fields: Fields = credentialFields;
  return Object.keys(fields).filter((name) => {
    const [was, is] = [own(known, name), own(declared, name)];
    const isDeclared = was !== undefined && is !== undefined && is !== unknownValue;
    return fields[name]?.createOnly === true && isDeclared && !equal(was, is);
  });
}

/**
 * Warns of a name or an algorithm that a key of the state gets only now. The state does not show whether the key has it at the tenant, as a key does
 * that another client has created.
 */
function warnOfNewNames(args: JsonObject, before: JsonObject): readonly [] {
  const [method, credentials, known] = [own(args, "method"), own(args, "credentials"), own(before, "credentials")];
  if (!isMethod(method) || own(before, "method") !== method || !Array.isArray(credentials) || !Array.isArray(known)) {
    return [];
  }
  const fields: Fields = credentialFields;
  const fixed = Object.keys(fields).filter((name) => fields[name]?.createOnly);
  for (const [at, declared] of credentials.entries()) {
    const key = isObject(declared) ? keyOf(declared, method) : undefined;
    const was = known.filter(isObject).find((one) => key !== undefined && keyOf(one, method) === key);
    for (const name of was ? fixed : []) {
      if (own(was, name) !== undefined || own(declared, name) === undefined) continue;
      console.warn(
        `warning: ${label(args)}: credentials[${at}].${name}: a key keeps it from its creation, and this key was declared without it. The run fails ` +
          "unless the key has this value at the tenant. Remove it from the program, or declare a new key.",
      );
    }
  }
  return [];
}

import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { credentialFields, typeOfMethod } from "../../provider/src/types/client/definition.ts";
import { oneKey, otherKey } from "../acceptance/sample.ts";
import { pairs } from "../harness/keys.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { isSegment, readById } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** Keys for all cases, in one order. Short ones, as they are only compared. */
const pems = pairs(6, 1024)
  .map(({ pem }) => pem)
  .toSorted();
const [first = "", second = "", foreignKey = ""] = pems;
const method = "private_key_jwt";
const theirs = "client-of-others-keys";

/** The collection of applications, with what only the service's routes reach otherwise. */
interface Store {
  addCredential(id: string, wire: WireObject): { readonly id: string };
  credentialsOf(id: string): readonly WireObject[];
  setCredentials(id: string, credentials: readonly WireObject[]): void;
}
const storeOf = (tenant: Emulator) => tenant.clients as unknown as Store;

function made(tenant: Emulator, id: string): void {
  if (!tenant.clients.get(id)) tenant.clients.create({ client_id: id, name: id });
}

/** The credentials that an application uses, in the form of programs, and in one order. */
function inUse(
  tenant: Emulator,
  id: string,
): { readonly method: string; readonly credentials: readonly JsonObject[] } | undefined {
  const methods = tenant.clients.get(id)?.client_authentication_methods;
  const [[name, holder] = []] = isObject(methods) ? Object.entries(methods) : [];
  const ids = (own(holder, "credentials") ?? []) as readonly JsonObject[];
  if (name === undefined || ids.length === 0) return undefined;
  const all = storeOf(tenant).credentialsOf(id);
  const credentials = ids.map((one) => formOf(all.find((credential) => credential.id === one.id) ?? {}));
  return { method: name, credentials: credentials.toSorted(byKey) };
}

function formOf({ name, pem, alg, subject_dn, expires_at }: WireObject): JsonObject {
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof pem === "string" ? { pem } : { subjectDn: String(subject_dn) }),
    ...(typeof alg === "string" && alg !== "RS256" && { algorithm: alg }),
    ...(typeof expires_at === "string" && { expiresAt: expires_at }),
  };
}

function byKey(a: JsonObject, b: JsonObject): number {
  const key = ({ pem, subjectDn }: JsonObject) => String(pem ?? subjectDn);
  return key(a) < key(b) ? -1 : 1;
}

/** Gives an application these credentials and no others, as a user at the dashboard would. */
function put(tenant: Emulator, id: string, way: keyof typeof typeOfMethod, credentials: readonly JsonObject[]): void {
  clear(tenant, id);
  const ids = credentials.map((one) => {
    const wire = { ...toWire(credentialFields, one), credential_type: typeOfMethod[way] };
    return { id: storeOf(tenant).addCredential(id, wire).id };
  });
  if (ids.length === 0) return;
  tenant.clients.update(id, {
    client_authentication_methods: { [way]: { credentials: ids } },
    token_endpoint_auth_method: null,
  });
}

/** Leaves an application without credentials. */
function clear(tenant: Emulator, id: string): void {
  const client = tenant.clients.get(id);
  if (!client) return;
  if (client.client_authentication_methods !== undefined) {
    tenant.clients.update(id, {
      client_authentication_methods: null,
      token_endpoint_auth_method: "client_secret_post",
    });
  }
  storeOf(tenant).setCredentials(id, []);
}

const expiresAt = fc.constantFrom("2091-01-01T00:00:00.000Z", "2092-01-01T00:00:00.000Z");
/** A key has one name and one algorithm, as neither can be changed. */
const keyAt = (at: number) =>
  fc.record({ expiresAt }, { requiredKeys: [] }).map(
    (rest): JsonObject => ({
      name: `key-${at}`,
      pem: pems[at] ?? "",
      ...(at === 1 && { algorithm: "PS256" }),
      ...rest,
    }),
  );
const keyed = fc
  .uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 })
  .chain((some) => fc.tuple(...some.toSorted().map(keyAt)))
  .map((credentials): JsonObject => ({ method, credentials }));
const subjects = fc.subarray(["CN=a", "CN=b", "CN=c"], { minLength: 1, maxLength: 2 }).map(
  (some): JsonObject => ({
    method: "tls_client_auth",
    credentials: some.map((subjectDn) => ({ name: subjectDn, subjectDn })),
  }),
);
const programs = fc.oneof({ weight: 4, arbitrary: keyed }, { weight: 1, arbitrary: subjects });

const plain = { clientId: "client-with-keys", method, credentials: [{ pem: first }] };
const rotated = { ...plain, credentials: [{ pem: second }] };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:client_credentials`,
) as [string, string, string, string];
const [readClients, updateClients] = ["read:clients", "update:clients"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [readClients, read, create, updateClients, update], run: plain },
  { operation: "refresh, drift", scopes: [read], before: plain, run: "refresh" },
  { operation: "rotate a key", scopes: [read, create, updateClients, update, remove], before: plain, run: rotated },
  { operation: "delete", scopes: [read, updateClients, update, remove], before: plain, run: undefined },
  {
    operation: "adopt",
    scopes: [read, create, updateClients, update, remove],
    before: plain,
    run: { ...rotated, adopt: true },
    adopted: true,
  },
];

const slots = ["auth-a", "auth-b"];
const keys = (slot: string) => [slot, `${slot}-2`];

const credential = (name: string, pem: string) => ({ name, credentialType: "public_key", pem, algorithm: "RS256" });

export const clientAuthentication: Subject<"clientAuthentication"> = {
  name: "clientAuthentication",
  resource: "ClientAuthentication",
  path: "/api/v2/clients",
  keyOf: ({ clientId }) => String(clientId),

  prepare(tenant) {
    for (const id of [theirs, plain.clientId, ...slots.flatMap(keys)]) made(tenant, id);
    put(tenant, theirs, method, [{ name: "theirs", pem: foreignKey }]);
  },
  foreign: (tenant) => [tenant.clients.get(theirs), storeOf(tenant).credentialsOf(theirs)],
  identity(tenant, n) {
    const clientId = `client-of-keys-${n}`;
    made(tenant, clientId);
    return { clientId };
  },
  held(tenant, id) {
    const found = inUse(tenant, id);
    return found && { id, live: { clientId: id, ...found } };
  },
  answered: (tenant, id) => tenant.clients.get(id) as JsonObject | undefined,
  edit(tenant, id, name, value: Json) {
    if (name === "credentials" && Array.isArray(value)) put(tenant, id, method, value as readonly JsonObject[]);
  },
  remove: clear,

  exceptions: [],
  laws: [casesOf(programs, keyed, 0.5)],
  writes: 8,

  slots,
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(programs, mostly(keys(slot))).map(([rest, clientId]) => ({ ...rest, clientId, adopt: true }))),
  edits: () => [{ weight: 1, values: keyed.map(({ credentials = [] }) => ({ credentials })) }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/clients(\/[^/?]+(\/credentials(\/[^/?]+)?)?)?(\?.*)?$/,
    versions(tenant, n) {
      const identity = clientAuthentication.identity(tenant, n);
      const versionOf = (pem: string) => ({ ...identity, method, credentials: [{ pem }] });
      return [versionOf(first), versionOf(second)];
    },
    misshapen: ["[]", '{"client_id":"another","client_authentication_methods":{}}'].map((body) => ({
      path: /clients\/[^/]+$/,
      body,
    })),
    ...readById("clients"),
    programs: (text) =>
      text.map((clientId) => ({
        args: { ...plain, clientId },
        mayAsk: isSegment(clientId)
          ? [
              ["clients", clientId],
              ["clients", clientId, "credentials"],
            ]
          : [],
      })),
  },
  bench: [plain, rotated],
  noReferences: {
    "/credentials/0/kid": "what the application's own key is called",
    "/attachedCredentials/0/id": "the service gives it: the credential's own id",
    "/attachedCredentials/0/kid": "the service gives it: what the application's own key is called",
  },
  unlikeTable: [["*", "A part of an application, whose properties are in two routes."]],
  inCases: (name) => ({
    args: { method, credentials: [{ pem: oneKey }] },
    idsOf: { clientId: `${name}-client` },
  }),
  sample: {
    identity: "clientId",
    owner: "client",
    needs: { client: { type: "client" }, other: { type: "client" } },
    program: ({ needed: { client = "", other = "" } }) => ({
      args: { clientId: client, method: "private_key_jwt", credentials: [credential("one", oneKey)] },
      values: {
        clientId: [other],
        method: "the other methods need certificates",
        credentials: [[credential("one", oneKey), credential("two", otherKey)], [credential("two", otherKey)]],
      },
    }),
  },
  elsewhere: [
    [
      "auth0_client_credentials",
      "job_keys",
      { id: at.job, client_id: at.job, authentication_method: "private_key_jwt", private_key_jwt: [{}] },
    ],
  ],
  namesElsewhere: ["job_keys"],
};

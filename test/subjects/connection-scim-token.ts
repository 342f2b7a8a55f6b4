import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { madeConnection } from "./connection-provisioning.ts";
import { kinds } from "./kinds.ts";
import { isSegment } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const { fields } = kinds.connectionScimToken.schema;
const path = "scim-configuration";
const idOf = (text: string) => `con_${text}`.padEnd(20, "0");
const [north, foreign] = [idOf("tokens"), idOf("foreigntokens")];
const slots = ["tokens-a", "tokens-b"];
const keys = (slot: string) => [1, 2].map((n) => idOf(`tokens${slot.slice(-1)}${n}`));

function made(tenant: Emulator, id: string): string {
  madeConnection(tenant, id, "oidc");
  if (!tenant.connections.provisioningOf(id, path)) {
    const configuration = { connection_id: id, user_id_attribute: "externalId", mapping: [] };
    tenant.connections.setProvisioning(id, path, { configuration, below: [] });
  }
  return id;
}

function tokensOf({ connections }: Emulator, connection: string): readonly WireObject[] {
  return connections.provisioningOf(connection, path)?.below ?? [];
}

function put({ connections }: Emulator, connection: string, below: readonly WireObject[]): void {
  const { configuration = {} } = connections.provisioningOf(connection, path) ?? {};
  connections.setProvisioning(connection, path, { configuration, below });
}

/** The connection, and the token with an id; the first one for the id of a connection. */
function found(tenant: Emulator, key: string): readonly [connection: string, token: WireObject | undefined] {
  const [connection = "", id] = key.split("::");
  const all = tokensOf(tenant, connection);
  return [connection, id === undefined ? all[0] : all.find(({ token_id }) => token_id === id)];
}

function byHand(connection: string): WireObject {
  return { token_id: `tok_${connection.slice(-16)}`, scopes: ["get:users"], created_at: "2026-01-01T00:00:00.000Z" };
}

const all = ["get:users", "post:users", "put:users", "patch:users", "delete:users"];
const scopeSets = fc.constantFrom(all, ["get:users"], ["get:groups", "post:groups"]);
const properties = fc
  .record({ scopes: scopeSets, tokenLifetime: fc.constantFrom(900, 86_400) }, { requiredKeys: ["scopes"] })
  .map((values): JsonObject => values);

const plain = { connectionId: north, scopes: all };
const [create, read, remove] = ["create", "read", "delete"].map((verb) => `${verb}:scim_token`) as [
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: plain },
  { operation: "refresh, drift", scopes: [read], before: plain, run: "refresh" },
  { operation: "delete", scopes: [remove], before: plain, run: undefined },
];

/** SCIM tokens: only their creation shows their value, and no update changes them. */

export const connectionScimToken: Subject<"connectionScimToken"> = {
  name: "connectionScimToken",
  resource: "ConnectionScimToken",
  path: "/api/v2/connections",
  keyOf: ({ connectionId }) => String(connectionId),

  prepare(tenant) {
    for (const id of [north, foreign, ...slots.flatMap(keys)]) made(tenant, id);
    put(tenant, foreign, [byHand(foreign)]);
  },
  foreign: (tenant) => tokensOf(tenant, foreign),
  identity: (tenant, n) => ({ connectionId: made(tenant, idOf(`tok${n}x`)) }),
  held(tenant, key) {
    const [connectionId, token] = found(tenant, key);
    return (
      token && {
        id: `${connectionId}::${token.token_id}`,
        live: { connectionId, ...fromWire(fields, token as JsonObject) },
      }
    );
  },
  namesakes: (tenant, key) => tokensOf(tenant, key).map(({ token_id }) => `${key}::${token_id}`),
  answered: (tenant, key) => found(tenant, key)[1] as JsonObject | undefined,
  read: (token) => [token],
  edit(tenant, key, name, value) {
    const [connection, token] = found(tenant, key);
    const after = { ...token, ...toWire(fields, { [name]: value }) };
    put(
      tenant,
      connection,
      tokensOf(tenant, connection).map((one) => (one.token_id === token?.token_id ? after : one)),
    );
  },
  make: (tenant, key) => put(tenant, key, [...tokensOf(tenant, key), byHand(key)]),
  remove(tenant, key) {
    const [connection, token] = found(tenant, key);
    put(
      tenant,
      connection,
      tokensOf(tenant, connection).filter(({ token_id }) => token_id !== token?.token_id),
    );
  },

  exceptions: [],
  share: 0.3,
  laws: [casesOf(properties, fc.constant({}), 0.2)],
  writes: 2,

  slots,
  keys,
  programs: (slot) =>
    fc.constant(
      fc.tuple(properties, mostly(keys(slot))).map(([rest, connectionId]) => ({ ...rest, connectionId, adopt: true })),
    ),
  edits: () => [],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/connections\/[^/?]+\/scim-configuration\/tokens(\/[^/?]+)?(\?.*)?$/,
    versions(tenant, n) {
      const connectionId = made(tenant, idOf(`tok${n}x`));
      return [
        { connectionId, scopes: all },
        { connectionId, scopes: ["get:users"] },
      ];
    },
    misshapen: ['{"tokens":7}', "7"].map((body) => ({ path: /tokens$/, body })),
    ids: (text) => fc.tuple(text, text).map(([connection, id]) => `${connection}::${id}`),
    asked(key) {
      const [connection = ""] = key.split("::");
      return isSegment(connection) ? ["connections", connection, path, "tokens"] : undefined;
    },
    programs: (text) =>
      text.map((connectionId) => ({
        args: { connectionId, scopes: all },
        mayAsk: isSegment(connectionId) ? [["connections", connectionId, path, "tokens"]] : [],
      })),
  },
  bench: [plain, { ...plain, tokenLifetime: 86_400 }],
  unlikeTable: [
    ["* connection_id: only the definition has it", "It is in the path of the request."],
    ["POST scopes[]: *", "The service documents these scopes, and its description accepts any text."],
  ],
  sample: "not every plan has enterprise connections",
  elsewhere: [
    [
      "auth0_connection_scim_token",
      "token_of_north",
      { id: at.scimToken, connection_id: at.logins, token_id: at.scimToken, scopes: ["get:users"] },
    ],
  ],
  namesElsewhere: ["token_of_north"],
};

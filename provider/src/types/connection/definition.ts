import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import {
  covers,
  fromPointer,
  isObject,
  type JsonObject,
  own,
  type Path,
  type Pattern,
  toPointer,
} from "../../schema/json.ts";
import type { PathRules, Schema } from "../../schema/schema.ts";
import {
  addedOptions,
  addressOptions,
  boundsOfOptions,
  ciphertextOptions,
  createOnlyOptions,
  documentedOptions,
  hintsOfOption,
  idTypesOfOptions,
  neededMembers,
  neededOptions,
  neverReadOptions,
  olderPasswordOptions,
  scopeFlags,
  setLikeOptions,
  strategiesWithUsers,
  valuesOfOptions,
} from "./definition-options.ts";

/** The applications that can use a connection. */
const clientIds = {
  kind: "set",
  idOf: "client",
  affectsTarget: true,
  item: { kind: "string", min: 1 },
  absent: [],
} as const;

const unordered = setLikeOptions.map(fromPointer);

/** The rules for one option. They depend on the strategy of the connection. */
function rulesOfOption(path: Path, root: JsonObject): PathRules {
  const isOneOf = (pointers: readonly string[]) => pointers.some((pointer) => covers(fromPointer(pointer), path));
  const pointer = toPointer(path);
  const createOnly = ofPointer(ofStrategy(createOnlyOptions, root), pointer);
  const absent = ofPointer(ofStrategy(addedOptions, root), pointer);
  const needs = path.length === 0 ? ofStrategy(neededOptions, root) : ofPointer(neededMembers, pointer);
  const bounds = ofPointer(boundsOfOptions, pointer);
  const oneOf = ofPointer(ofStrategy(valuesOfOptions, root), pointer);
  return {
    ...(unordered.some((pattern) => covers(pattern, path)) && { unordered: true }),
    ...(isOneOf(listOf(ciphertextOptions, root)) && { reads: { how: "never", hint: "" } }),
    ...(isOneOf(listOf(neverReadOptions, root)) && { reads: { how: "never", hint: "thumbprints" } }),
    // The scripts of a database run only while one of these options is true.
    ...(isOneOf(["/enabledDatabaseCustomization", "/import_mode"]) && {
      activates: [{ on: true, content: ["customScripts"] }],
    }),
    ...(createOnly && { createOnly }),
    ...(absent !== undefined && { absent }),
    ...(needs && { needs }),
    ...(bounds && { bounds }),
    ...(oneOf && { oneOf }),
  };
}

/** The value for the strategy of a connection, from an object whose keys are strategies; undefined if the object lacks the strategy. */
export function ofStrategy<T>(byStrategy: Readonly<Partial<Record<string, T>>>, root: JsonObject): T | undefined {
  const strategy = own(root, "strategy");
  return typeof strategy === "string" && Object.hasOwn(byStrategy, strategy) ? byStrategy[strategy] : undefined;
}

function ofPointer<T>(byPointer: Readonly<Record<string, T>> = {}, pointer: string): T | undefined {
  return Object.hasOwn(byPointer, pointer) ? byPointer[pointer] : undefined;
}

function listOf<T>(byStrategy: Readonly<Partial<Record<string, readonly T[]>>>, root: JsonObject): readonly T[] {
  return ofStrategy(byStrategy, root) ?? [];
}

const switchedOff = { kind: "boolean", ...defaultsTo(false) } as const;
const active = { ...switchedOff, required: true } as const;

/** A connection. Bounds follow the service's documentation, names follow its public interface description. */
export const connectionSchema = {
  noun: "connection",
  destinations: [
    {
      addresses: addressOptions.map((pointer) => `/options${pointer}`),
      secrets: ["/options"],
      except: ["/options/gateway_authentication", "/options/twilio_token", "/options/configuration"],
      // The domain is that of the users. The secrets go to Google.
      unless: { property: "strategy", is: ["google-apps"] },
    },
    { addresses: ["/options/gateway_url"], secrets: ["/options/gateway_authentication"] },
    // The requests to Twilio contain the account's id in their address.
    { addresses: ["/options/twilio_sid"], secrets: ["/options/twilio_token"] },
    // The scripts of a database get the configuration. The script of a social connection gets only the access token of a user.
    { addresses: ["/options/customScripts"], secrets: ["/options/configuration"], isCode: true },
  ],
  secretsAtRest: [
    {
      secrets: ["/options/decryptionKey", "/options/signing_key"],
      why: "The service signs and decrypts with these keys, and sends them nowhere.",
    },
    { secrets: ["/metadata"], why: "The service sends metadata nowhere. An action can read it." },
  ],
  fields: {
    name: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      max: 128,
      pattern: {
        source: "^[a-zA-Z0-9](-[a-zA-Z0-9]|[a-zA-Z0-9])*$",
        says: "must be letters and digits, with single hyphens between them",
      },
    },
    strategy: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      safeguard: "The strategy determines who verifies the users of the connection.",
    },
    displayName: { kind: "string", min: 1, max: 128, clear: { how: "like", property: "name", as: "value" } },
    options: {
      kind: "document",
      rulesAt: rulesOfOption,
      documented: (root) => documentedOptions(own(root, "strategy")),
      // With `front_channel`, which is the implicit flow, the service does not use the client secret.
      unusedSecrets: (options) => (own(options, "type") === "front_channel" ? [["client_secret"]] : []),
      hints: hintsOfOption,
      idTypes: idTypesOfOptions,
      mayBeWithheld: "read:connections_options",
    },
    realms: { kind: "set", item: { kind: "string", min: 1 }, clear: { how: "like", property: "name", as: "list" } },
    isDomainConnection: {
      ...switchedOff,
      safeguard: "If true, third-party applications can use the connection.",
      weaker: true,
    },
    // The service returns this property only for enterprise strategies.
    showAsButton: { kind: "boolean", reads: { how: "sometimes" }, clear: { how: "default", value: false } },
    metadata: {
      kind: "document",
      absent: {},
      values: { kind: "string", max: 255 },
      max: 10,
      // Null removes a key in either case, whether the service merges the metadata or replaces them.
      rulesAt: () => ({ clear: { how: "null" } }),
      safeguard: "Actions can decide by these values, and every action can read them.",
    },
    // The cleared value is true, as in a new connection, because false would lock out the users of the connection.
    authentication: {
      kind: "object",
      clear: { how: "properties" },
      fields: {
        active: {
          ...active,
          ...defaultsTo(true),
          safeguard: "If true, users can log in through the connection.",
          weaker: true,
        },
      },
    },
    connectedAccounts: {
      kind: "object",
      clear: { how: "properties" },
      fields: {
        active: {
          ...active,
          activates: [{ on: true, content: ["crossAppAccess", "allowMissingUserId"] }],
          safeguard: "If true, applications can get the tokens of users for the identity provider.",
          weaker: true,
        },
        crossAppAccess: {
          ...switchedOff,
          safeguard: "If true, applications can get access tokens of users at other applications.",
          weaker: true,
        },
        allowMissingUserId: {
          ...switchedOff,
          safeguard: "If true, an account is connected even if the identity provider does not say whose it is.",
          weaker: true,
        },
      },
    },
    crossAppAccessRequestingApp: {
      kind: "object",
      clear: { how: "properties" },
      fields: {
        active: {
          ...active,
          safeguard: "If true, applications can get access tokens of users at other applications.",
          weaker: true,
        },
      },
    },
    crossAppAccessResourceApp: {
      kind: "object",
      clear: { how: "null" },
      fields: {
        status: {
          kind: "string",
          required: true,
          oneOf: ["enabled", "disabled"],
          safeguard: "If enabled, applications get access tokens for assertions of the identity provider.",
        },
      },
    },
    enabledClients: {
      ...clientIds,
      opensLogin: "id",
      subresource: true,
      clear: { how: "default", value: [] },
      safeguard: "Users of the connection can log in to these applications.",
      weaker: "more",
    },
    // The URL is a secret because an attacker could use it to set up the connector, and then log in.
    provisioningTicketUrl: { kind: "string", computed: true, secret: true },
  },
} as const satisfies Schema;

/** Replaces empty `realms` by the name of the connection, as the service does, so that both forms are compared as equal. */
export function withDefaultRealms(args: JsonObject): JsonObject {
  const realms = own(args, "realms");
  const name = own(args, "name");
  return Array.isArray(realms) && realms.length === 0 && name !== undefined ? { ...args, realms: [name] } : args;
}

/** The options of a connection; undefined if the token cannot read them. */
export function optionsOf(live: JsonObject): JsonObject | undefined {
  const options = own(live, "options");
  return isObject(options) ? options : undefined;
}

/** The options that an update of this connection cannot preserve: the API returns them only encrypted (`ciphertext`) or not at all (`never`). */
export function opaqueOptions(root: JsonObject): {
  readonly ciphertext: readonly Pattern[];
  readonly never: readonly Pattern[];
} {
  return {
    ciphertext: listOf(ciphertextOptions, root).map(fromPointer),
    never: listOf(neverReadOptions, root).map(fromPointer),
  };
}

/**
 * The names of options that the connection must have at the tenant although the API never returns them. An update would lose them. A pingfederate
 * connection always has a `signingCert`. A samlp connection with a certificate has `metadataXml`, unless a known option shows that the connection
 * was configured in another way.
 *
 * @param known the names of the options that the program declares or has declared
 */
export function unreadOptions(root: JsonObject, live: JsonObject, known: ReadonlySet<string>): readonly string[] {
  const isCertified = own(live, "thumbprints") !== undefined || own(live, "cert") !== undefined;
  const sources = ["metadataXml", "metadataUrl", "signingCert", "signInEndpoint"];
  switch (own(root, "strategy")) {
    case "pingfederate":
      return known.has("signingCert") ? [] : ["signingCert"];
    case "samlp":
      return isCertified && !sources.some((name) => known.has(name)) ? ["metadataXml"] : [];
    default:
      return [];
  }
}

/** The options that the service derives from the discovery document of the identity provider. */
const discovered = [
  "oidc_metadata",
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "jwks_uri",
];

/**
 * Options that the service derives from other options. When a source changes, the values derived from its old value must be removed.
 */
const derivedOptions: Readonly<
  Record<string, readonly { readonly from: readonly string[]; readonly derived: readonly string[] }[]>
> = {
  oidc: [{ from: ["discovery_url"], derived: discovered }],
  okta: [{ from: ["domain", "discovery_url"], derived: discovered }],
  samlp: [
    { from: ["signingCert", "metadataXml", "metadataUrl"], derived: ["cert", "expires", "subject", "thumbprints"] },
    {
      from: ["metadataXml", "metadataUrl"],
      derived: ["signingCert", "signInEndpoint", "signOutEndpoint", "bindingMethod"],
    },
  ],
  pingfederate: [
    { from: ["signingCert"], derived: ["cert", "expires", "subject", "thumbprints"] },
    { from: ["pingFederateBaseUrl"], derived: ["signInEndpoint"] },
  ],
  adfs: [{ from: ["adfs_server", "fedMetadataXml"], derived: ["signInEndpoint"] }],
  waad: [{ from: ["useCommonEndpoint"], derived: ["waad_common_endpoint"] }],
  apple: [{ from: ["name", "email"], derived: ["scope"] }],
};

/** By strategy: options with the values that they get if a creation omits them. If an update omits them, they get other values. */
export const createdOptions: Readonly<Record<string, JsonObject>> = {
  oidc: { connection_settings: { pkce: "auto" } },
  okta: { connection_settings: { pkce: "auto" } },
  auth0: { mfa: { active: true, return_enroll_settings: true }, strategy_version: 2 },
  ad: { brute_force_protection: true },
  adfs: { should_trust_email_verified_connection: "always_set_emails_as_verified" },
  "google-apps": { map_user_id_to_id: false },
  waad: {
    identity_api: "microsoft-identity-platform-v2.0",
    waad_protocol: "openid-connect",
    useCommonEndpoint: false,
    use_wsfed: false,
    should_trust_email_verified_connection: "never_set_emails_as_verified",
    userid_attribute: "oid",
  },
};

/** By strategy: options that an update turns on if it omits them, although a creation that omits them leaves them off. */
const offByCreation: Readonly<Record<string, JsonObject>> = { "google-apps": { api_enable_users: false } };

/** The strategies whose connections can be used by requesting applications of cross-app access. */
export const requestingStrategies: readonly string[] = ["oidc", "okta"];

/** By strategy: pairs of sets of options. An option of one set excludes each option of the other set of the pair. */
const exclusiveOptions: Readonly<Record<string, readonly (readonly [readonly string[], readonly string[]])[]>> = {
  auth0: [
    [["attributes"], ["requires_username", "validation"]],
    [["password_options"], olderPasswordOptions],
  ],
};

/** The names of the options in one set of a pair that have a value. A flag that is false is left out, because it excludes nothing. */
function setIn(options: JsonObject, side: readonly string[]): readonly string[] {
  return side.filter((name) => (own(options, name) ?? false) !== false);
}

/** The pairs of declared options that exclude each other: the name of an option, and the name of an option that excludes it. */
export function excludedOptions(root: JsonObject, options: JsonObject): readonly (readonly [string, string])[] {
  return listOf(exclusiveOptions, root).flatMap(([left, right]) => {
    const [by] = setIn(options, left);
    return by === undefined ? [] : setIn(options, right).map((name) => [name, by] as const);
  });
}

/**
 * The names of options that an update has to remove because it introduces options that exclude them. If the tenant already has options of both
 * sets, all of them stay.
 *
 * @param before the options at the tenant
 * @param after the options that the update would send
 */
export function displacedOptions(root: JsonObject, before: JsonObject, after: JsonObject): readonly string[] {
  const isNew = (side: readonly string[]) => setIn(after, side).length > 0 && setIn(before, side).length === 0;
  return listOf(exclusiveOptions, root).flatMap(([left, right]) => [
    ...(isNew(left) ? setIn(after, right) : []),
    ...(isNew(right) ? setIn(after, left) : []),
  ]);
}

/**
 * The names of options that the service derived from the previous values of the changed options.
 *
 * @param changing the names of the options that the update changes
 */
export function staleOptions(root: JsonObject, changing: ReadonlySet<string>): readonly string[] {
  return listOf(derivedOptions, root)
    .filter(({ from }) => from.some((name) => changing.has(name)))
    .flatMap(({ derived }) => derived);
}

/**
 * Undeclared options that an update has to send, because the service treats a missing option in an update differently than in a creation: options
 * that the update would remove, with the values that a creation gives them, and options that the service would turn on.
 *
 * @param before the options at the tenant
 * @param after the options that the update would send
 */
export function restoredOptions(root: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const created = Object.entries(ofStrategy(createdOptions, root) ?? {});
  const taken = created.filter(([name]) => own(before, name) !== undefined);
  const all = { ...Object.fromEntries(taken), ...ofStrategy(offByCreation, root) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => own(after, name) === undefined));
}

/** The flags of the connection's strategy, each with its word in the option `scope`; empty for most strategies. */
export function scopeFlagsOf(root: JsonObject): ReadonlyMap<string, string> {
  return ofStrategy(scopeFlags, root) ?? new Map();
}

const scopes = scopesFor("connections");
const withUsers: readonly unknown[] = strategiesWithUsers;

/** Connections: the identity providers and databases through which users log in. */
export const connection = {
  type: "Connection",
  schema: connectionSchema,
  plural: "connections",
  route: "connections",
  scopes: {
    ...scopes,
    read: [...scopes.read, "read:connections_options"],
    update: [...scopes.update, "update:connections_options"],
  },
  setByService: ["clients", "provisioning_ticket"],
  uniqueBy: ["name"],
  rateGroups: [{ route: "connections", calls: "reads", isOptional: true }],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  goneWithIt: "its users, with their metadata, second factors and memberships",
  isProtected(args) {
    const strategy = own(args, "strategy");
    return typeof strategy !== "string" || withUsers.includes(strategy);
  },
} as const satisfies Definition;

const { read, update } = scopesFor("connections");

/**
 * Enables a connection for applications of this stack, if another stack or tool manages the connection.
 *
 * {@example}
 *
 * **Shared** by default: the connection is enabled for each declared application, and disabled for an application that you remove from the
 * program. A declared application that cannot use the connection is drift. Other applications are neither drift nor changed. The stack that
 * manages the connection must not declare `enabledClients`, which is the complete list of applications. Declaring both in one program is an
 * error.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are the only ones that can use the connection.
 *
 * **Destroy** disables the connection only for the declared applications. Declare each application in only one resource.
 *
 * The id is that of the connection. Routes: `GET|PATCH /connections/{id}/clients`; scopes `read|update:connections`.
 *
 * @constructor Enables a connection for applications.
 */
export const connectionClients = {
  type: "ConnectionClients",
  schema: {
    noun: "connection",
    fields: {
      /** The id of the connection, `con_…`. A change replaces the resource. */
      connectionId: { kind: "string", forceNew: true, required: true, idOf: "connection", min: 1, idPrefix: "con_" },
      /** The ids of the applications that can use the connection, in any order. */
      clients: {
        ...clientIds,
        opensLogin: "connectionId",
        required: true,
        remembered: true,
        safeguard: "Users of the connection can log in to these applications.",
        weaker: "more",
        exclusive: { argument: "exclusive", default: false },
      },
    },
    metaArguments: {
      /**
       * Whether the connection is disabled for all undeclared applications. With false, only the declared applications are managed, so several stacks
       * can enable the connection for their applications. A change of this option alone disables nothing. Default: false.
       */
      exclusive: { kind: "boolean" },
    },
  },
  plural: "clients of connections",
  route: `${connection.route}/{connectionId}/clients`,
  scopes: { create: update, read, update, delete: update },
  uniqueBy: ["connectionId"],
  members: { key: "client_id", paging: "checkpoint" },
  listing: undefined,
  elementsOf: {
    whole: connection,
    property: "enabledClients",
    by: { argument: "connectionId", property: "id" },
  },
} as const satisfies Definition;

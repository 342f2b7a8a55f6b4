import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";

/** An object that a run creates because an argument of a sample refers to it. */
export interface Need {
  readonly type: TypeName;
  /** The property of the object whose value the argument contains. Default: the id. */
  readonly property?: string;
  /** Arguments of the object, in addition to those of its type's sample. */
  readonly with?: JsonObject;
}

/** A user that the run creates in a database connection. The user cannot log in, and is removed with the connection. */
export interface UserNeed {
  /** The name, in {@link At.needed}, of the database connection. */
  readonly userIn: string;
}

/** The values that a run provides to the program of a sample. */
interface At {
  /** A text that contains the run's mark and is different for each object. */
  readonly key: string;
  /** A number that no object of the tenant has in the property {@link Sample.unique}. */
  readonly free: number;
  /** The objects in {@link Sample.needs}, by the same names: the id of each, or the value of its {@link Need.property}. */
  readonly needed: Readonly<Record<string, string>>;
}

/** The arguments that a run declares for an object, and the values that it then tries. */
export interface Program {
  /** The required arguments. */
  readonly args: JsonObject;
  /** By property: the values to try, or the reason why the property is not tried. Default: values derived from the schema. */
  readonly values?: Readonly<Record<string, readonly Json[] | string>>;
}

/** How a run creates an object of a type, and which values of its properties it tries. */
export interface Sample {
  /** The property that contains the run's mark. Absent for objects that are removed together with the object to which they belong. */
  readonly key?: string;
  /** The objects that a run creates first because the object needs them. The names are those of {@link At.needed}. */
  readonly needs?: Readonly<Record<string, Need | UserNeed>>;
  /** A property whose change replaces the object. The program's values contain the new value, unless the property is the key. */
  readonly identity?: string;
  /** The name in {@link needs} of the object with which this one is deleted. Only for objects that belong to another object. */
  readonly owner?: string;
  /** A property, other than the key, whose number has to be unique among the objects of the type. */
  readonly unique?: string;
  /** By property: the other properties that the service changes whenever this one changes. */
  readonly follow?: Readonly<Record<string, readonly string[]>>;
  /** Properties that have another value in a new object than after they were cleared. */
  readonly chosen?: readonly string[];
  /** The only properties that are tried. Default: all. */
  readonly only?: readonly string[];
  /** The properties of settings that no request can remove: if the tenant had none before the run, the run's value remains. Default: none. */
  readonly stays?: readonly string[];
  /** Properties of settings that no response contains in full. The tenant's value could not be restored, so it is not changed. Default: none. */
  readonly partlyReturned?: readonly string[];
  readonly program: (at: At) => Program;
}

const needsOther = "it refers to another object";
const needsKey = "it needs a key pair";
const neverBack = "it is a secret that no response contains";

/** URLs at a host name that does not exist. */
export const urls = (...paths: readonly string[]) => paths.map((path) => `https://app.example.com/${path}`);
const twoUrls: readonly Json[] = [urls("one"), urls("two", "one")];
const exchange = [{ id: "custom-token-exchange", version: "v1" }];
const code = (comment: string) =>
  `exports.onExecuteCustomTokenExchange = async (event, api) => {\n  // ${comment}\n  api.access.deny("not_used", "verify");\n};\n`;
const branding = (pageBackground: string) => ({
  logoUrl: "https://app.example.com/logo.png",
  colors: { primary: "#0059d6", pageBackground },
});
const sink = (path: string, httpContentFormat: string) => ({
  httpEndpoint: `https://logs.example.com/${path}`,
  httpContentFormat,
});
const rule = (action: string, ...ipv4Cidrs: readonly string[]) => ({
  action,
  scope: "authentication",
  match: { ipv4Cidrs },
});
const api: Need = {
  type: "resourceServer",
  property: "identifier",
  with: { scopes: { "read:samples": "Read", "write:samples": "Write" } },
};
/** A database connection that is enabled for an application. Without an application, the service may refuse to create users in it. */
const database = {
  connection: { type: "connection" },
  first: { type: "client" },
  enabled: { type: "connectionClients" },
} as const satisfies Sample["needs"];
const user: UserNeed = { userIn: "connection" };
/** Public keys whose private keys were discarded. */
const [oneKey, otherKey] = [
  [
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3s2iH4znWRsvGAF6PJwt",
    "EmzlsSDlHeVBTSoxf9N0IiYJwnemrvu2xOg3FM/E/fxv1cZj0UTHJCy+V+piXSdc",
    "gS3dZNqoMeLMutMxLDMTFd3WZcBM5oMAiRlJUYzFzpIKm+yOAE046M7GnxbM31v3",
    "71kA74tonTQQ2L6ZY3A0i6t058pug7AQDh4GaCXS/USY2rEf3F1FiMSWqY832ON8",
    "MKmiSP7Z3JBug0JgBD+8erA9nmG7ivng5ZhGsTf0fDQyc2Wq3VsoOZ71ryPnCvVj",
    "tgSx/eOWB0PChUJJCEE1C09wOR8YfSJEXsF1gg7vJ6SLof2Lb35mEs/C+bqevsEL",
    "ewIDAQAB",
  ],
  [
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq99knFsCJSDZftLY6EqZ",
    "mloYTjtmWnfuY6oaNGfqeqDubuFig0QcTZKg1L5AgJ27Sht2BBWEBiCgWed5GF5j",
    "5EsDESnOYEtA32wCtwaYBxcL3xSZPFKwgO/1f2azCtQlwEj8HmU6MRR3NhFqdv2j",
    "56mZWn8VIEmMnaPS0Dl9MNnXZzAB7+QN5qezZ4kApc9tiQzmnuHWuVsr7NzvhIso",
    "3A9d0DLURDZdQlg564DtGNzTbnwDrDmlcZjvKborWD1y6Ct7Dx+c90PkaGOWi94v",
    "kxxD/RgttSBkrsb++QJmzkBLfXChbkCoaqMImGTCqoCt9qdV32NRnzrHlbRoCZcu",
    "XQIDAQAB",
  ],
].map((lines) => ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n"));
const credential = (name: string, pem = "") => ({ name, credentialType: "public_key", pem, algorithm: "RS256" });
const permissions: readonly Json[] = [["read:samples", "write:samples"], ["write:samples"]];

/** The samples of the types whose objects a run can create and remove at any tenant. Samples of settings are in `disposable.ts`. */
export const samples: Readonly<Partial<Record<TypeName, Sample>>> = {
  resourceServer: {
    key: "identifier",
    identity: "identifier",
    follow: { tokenLifetime: ["tokenLifetimeForWeb"] },
    program: ({ key }) => ({
      args: { identifier: `https://${key}.example.com` },
      values: {
        name: ["Verify one", "Verify two"],
        scopes: [{ "read:samples": "Read" }, { "read:samples": "Read all", "write:samples": "" }],
        tokenEncryption: [oneKey, otherKey].map((pem = "") => ({
          format: "compact-nested-jwe",
          encryptionKey: { alg: "RSA-OAEP-256", pem },
        })),
        authorizationPolicy: needsOther,
        accessToken: ["country", "city"].map((name) => ({
          claimsMapping: { customClaims: [{ name, expression: `anonymous_session.metadata.${name}` }] },
        })),
        signingSecret: neverBack,
        proofOfPossession: [
          { mechanism: "dpop", required: false },
          { mechanism: "mtls", required: true },
        ],
      },
    }),
  },
  resourceServerScopes: {
    identity: "identifier",
    owner: "identifier",
    needs: {
      identifier: { type: "resourceServer", property: "identifier" },
      other: { type: "resourceServer", property: "identifier" },
    },
    program: ({ needed: { identifier = "", other = "" } }) => ({
      args: { identifier, scopes: { "read:samples": "Read" } },
      values: {
        identifier: [other],
        scopes: [{ "read:samples": "Read", "write:samples": "Write" }, { "read:samples": "Read all" }],
      },
    }),
  },
  organization: {
    key: "name",
    program: ({ key }) => ({ args: { name: key }, values: { branding: ["#000000", "#ffffff"].map(branding) } }),
  },
  client: {
    key: "name",
    chosen: ["grantTypes"],
    program: ({ key }) => ({
      args: { name: key },
      values: {
        logoUri: urls("one.png", "two.png"),
        appType: ["spa", "native"],
        callbacks: twoUrls,
        allowedLogoutUrls: twoUrls,
        allowedOrigins: twoUrls,
        webOrigins: twoUrls,
        initiateLoginUri: urls("one", "two"),
        crossOriginLoc: urls("one", "two"),
        allowedClients: needsOther,
        defaultOrganization: needsOther,
        myOrganizationConfiguration: needsOther,
        encryptionKey: needsKey,
        // Its credentials need key pairs.
        signedRequestObject: [{ required: true }, { required: false }],
        tokenVaultPrivilegedAccess: needsKey,
        clientSecret: neverBack,
        secretRotation: neverBack,
        isTokenEndpointIpHeaderTrusted: "it needs an application with a secret at the token endpoint",
      },
    }),
  },
  clientAuthentication: {
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
  connection: {
    key: "name",
    identity: "name",
    program: ({ key }) => ({
      args: { name: key, strategy: "auth0" },
      values: {
        options: [{ disable_signup: true }, { disable_signup: false }],
        enabledClients: needsOther,
        isDomainConnection: "it would enable the connection for third-party applications",
        showAsButton: "only enterprise connections have it",
        crossAppAccessRequestingApp: "only some strategies have it",
      },
    }),
  },
  connectionClients: {
    identity: "connectionId",
    owner: "connection",
    needs: {
      ...{ connection: { type: "connection" }, other: { type: "connection" } },
      ...{ first: { type: "client" }, second: { type: "client" } },
    },
    program: ({ needed: { connection = "", other = "", first = "", second = "" } }) => ({
      args: { connectionId: connection, clients: [first] },
      values: { connectionId: [other], clients: [[first, second], [second]] },
    }),
  },
  action: {
    key: "name",
    program: ({ key }) => ({
      args: { name: key, supportedTriggers: exchange, code: code("one"), deploy: false },
      values: {
        code: [code("two"), code("three")],
        runtime: ["node22", "node18"],
        dependencies: ["4.17.21", "4.17.20"].map((version) => [{ name: "lodash", version }]),
        secrets: ["one", "two"].map((value) => ({ EXAMPLE: `not a secret: ${value}` })),
        modules: needsOther,
        supportedTriggers: "a change replaces the action",
      },
    }),
  },
  tokenExchangeProfile: {
    key: "subjectTokenType",
    identity: "actionId",
    needs: { action: { type: "action", with: { deploy: true } }, other: { type: "action", with: { deploy: true } } },
    program: ({ key, needed: { action = "", other = "" } }) => ({
      args: { subjectTokenType: `urn:${key}`, actionId: action, type: "custom_authentication" },
      values: { actionId: [other] },
    }),
  },
  role: { key: "name", program: ({ key }) => ({ args: { name: key } }) },
  rolePermissions: {
    identity: "roleId",
    owner: "role",
    needs: { role: { type: "role" }, other: { type: "role" }, api },
    program: ({ needed: { role = "", other = "", api: resourceServerIdentifier = "" } }) => ({
      args: { roleId: role, resourceServerIdentifier, permissions: ["read:samples"] },
      values: { roleId: [other], permissions },
    }),
  },
  organizationConnection: {
    identity: "organizationId",
    owner: "organization",
    needs: {
      ...{ organization: { type: "organization" }, other: { type: "organization" } },
      connection: { type: "connection" },
    },
    program: ({ needed: { organization = "", other = "", connection = "" } }) => ({
      args: { organizationId: organization, connectionId: connection },
      values: {
        organizationId: [other],
        isSignupEnabled: "it needs assignMembershipOnLogin",
        organizationConnectionName: ["one", "two"],
      },
    }),
  },
  organizationMembers: {
    identity: "organizationId",
    owner: "organization",
    needs: {
      ...{ organization: { type: "organization" }, other: { type: "organization" } },
      ...{ ...database, user, another: user },
    },
    program: ({ needed: { organization = "", other = "", user = "", another = "" } }) => ({
      args: { organizationId: organization, members: [user] },
      values: { organizationId: [other], members: [[user, another], [another]] },
    }),
  },
  organizationMemberRoles: {
    owner: "membership",
    needs: {
      ...{ organization: { type: "organization" }, ...database, user },
      ...{ membership: { type: "organizationMembers" }, one: { type: "role" }, other: { type: "role" } },
    },
    program: ({ needed: { organization = "", user = "", one = "", other = "" } }) => ({
      args: { organizationId: organization, userId: user, roles: [one] },
      values: { roles: [[one, other], [other]] },
    }),
  },
  clientGrant: {
    key: "audience",
    identity: "clientId",
    needs: { client: { type: "client" }, other: { type: "client" }, api },
    program: ({ needed: { client = "", other = "", api: audience = "" } }) => ({
      args: { clientId: client, audience },
      values: { clientId: [other], scope: permissions, authorizationDetailsTypes: "only grants for users have it" },
    }),
  },
  logStream: {
    key: "name",
    program: ({ key }) => ({
      args: { name: key, type: "http", sink: sink("one", "JSONLINES") },
      values: { sink: [sink("two", "JSONLINES"), sink("two", "JSONARRAY")] },
    }),
  },
  networkAcl: {
    key: "description",
    unique: "priority",
    // The rule affects no request: it is inactive, and matches only addresses that are reserved for documentation.
    program: ({ key, free: priority }) => ({
      args: { description: key, priority, active: false, rule: rule("log", "198.51.100.0/24") },
      values: {
        active: "an active rule can lock users out",
        priority: "another rule of the tenant may already have the priority",
        rule: [rule("log", "203.0.113.0/24"), rule("block", "203.0.113.0/24", "198.51.100.0/24")],
      },
    }),
  },
  customDomain: {
    key: "domain",
    identity: "domain",
    program: ({ key }) => ({
      args: { domain: `${key}.example.com`, type: "self_managed_certs" },
      values: {
        tlsPolicy: "a domain has it only if the service manages its certificate",
        relyingPartyIdentifier: ["example.com", `${key}.example.com`],
      },
    }),
  },
};

/** The type of the marker: the object that tells other runs that a run is under way. Every plan includes this type, and no login depends on it. */
export const markerType: TypeName = "resourceServer";

/** A sequence of steps, such as create, update and remove, that a run performs with the real Pulumi CLI. */
export interface CliTrial {
  readonly kind: "life" | "drift" | "replacement";
  readonly type: TypeName;
  /** The additional arguments that the program declares, and the values to which the run changes them at the tenant. Only for `drift`. */
  readonly edited?: { readonly declared: JsonObject; readonly edit: JsonObject };
}

/** All trials that a run performs with the real Pulumi CLI. */
export const cliTrials: readonly CliTrial[] = [
  { kind: "life", type: "role" },
  {
    ...{ kind: "drift", type: "organization" },
    edited: { declared: { displayName: "Verify one" }, edit: { displayName: "Verify two" } },
  },
  { kind: "replacement", type: "resourceServer" },
];

/** The types that no run tries, each with the reason. */
export const untried: Readonly<Partial<Record<TypeName, string>>> = {
  connectionProfile: "not every tenant has connection profiles",
  connectionDirectory: "it needs the consent of an administrator of a directory",
  connectionScim: "not every plan has enterprise connections",
  connectionScimToken: "not every plan has enterprise connections",
  actionModule: "not every tenant has modules, which are in early access",
  customDomainVerification: "it needs a DNS record",
  defaultCustomDomain: "it needs a verified domain",
  eventStream: "events about the tenant's users would go to the run's address",
  groupRoles: "it needs a group, which only the directory of an identity provider makes",
  organizationClientGrants: "not every plan has grants of organizations",
  organizationClients: "not every tenant has applications of organizations",
  organizationDiscoveryDomain: "logins with addresses of a domain would go to the run's organization",
  flow: "its actions are one free value, and the name alone says little",
  form: "its documents are free values, of which the service accepts only some together",
  networkAclKey: "not every tenant has the keys, which are in early access",
  phoneProvider: "it needs an account with a provider of messages",
  phoneProviderProtection: "the tenant's protection would be another one during the run",
  phoneTemplate: "messages to users would have the run's texts during the run",
  rateLimitPolicy: "not every tenant has policies, which are in early access",
  riskAssessment: "the tenant's assessment of logins would be another one during the run",
  selfServiceProfile: "a tenant has room for 20 of them only, so that a run could fill it up",
  supplementalSignals: "not every tenant has the signals, which are in early access",
  userAttributeProfile: "not every tenant has user attribute profiles, which are in early access",
  user: "the service may refuse users of another connection, and the run's tenant may have several custom domains",
  userPermissions: "it needs a user, and a run makes users only as members of organizations",
  userRoles: "it needs a user, and a run makes users only as members of organizations",
  vaultConnection: "it needs the credentials of another service",
};

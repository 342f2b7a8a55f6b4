import type { Json, JsonObject } from "../schema/json.ts";
import type { TypeName } from "./registry.ts";

/** The object to which an argument refers. */
export interface Need {
  readonly type: TypeName;
  /** The property of the object that the argument has; default: its id. */
  readonly property?: string;
  /** Further arguments of the object. */
  readonly with?: JsonObject;
}

/** A user, who cannot log in and goes with a connection of the run. */
export interface UserNeed {
  /** The name, in {@link At.needed}, of the database connection. */
  readonly userIn: string;
}

/** What a small program may refer to. */
interface At {
  /** A text that contains the mark of the run, and that no other object has. */
  readonly key: string;
  /** A value of {@link Sample.unique} that no object has. */
  readonly free: number;
  /** The ids, or other properties, of the objects that the object needs. */
  readonly needed: Readonly<Record<string, string>>;
}

/** What a small program declares. */
export interface Program {
  /** The required arguments. */
  readonly args: JsonObject;
  /** Values of properties, or the reason why a property is not tried. Default: values from the schema. */
  readonly values?: Readonly<Record<string, readonly Json[] | string>>;
}

/** A small program for one type: an object, and values of its properties. */
export interface Sample {
  /** The property that contains the mark of the run. Absent for parts of other objects, which go with these. */
  readonly key?: string;
  /** The objects that the object needs, by the name in {@link At.needed}. */
  readonly needs?: Readonly<Record<string, Need | UserNeed>>;
  /** A property whose change makes a new object. The sample has the other value, unless it follows the key. */
  readonly identity?: string;
  /** The object, by its name in {@link needs}, with which this one is deleted. Only for parts of other objects. */
  readonly owner?: string;
  /** A property with a number that no two objects share, besides the key. */
  readonly unique?: string;
  /** Properties whose values follow those of another property, by that property. */
  readonly follow?: Readonly<Record<string, readonly string[]>>;
  /** Properties of which a new object has a value other than the one after a removal. */
  readonly chosen?: readonly string[];
  /** The properties that are tried. Default: all. */
  readonly only?: readonly string[];
  /** The properties of settings that no request takes away again: at a tenant without them, values of the run stay. Default: none. */
  readonly stays?: readonly string[];
  readonly program: (at: At) => Program;
}

const needsOther = "it refers to another object";
const needsKey = "it needs a key pair";
const neverBack = "it is a secret that never comes back";

/** Addresses that nobody serves. */
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
/** A database connection that an application has: without one, the service may take no user. */
const database = {
  connection: { type: "connection" },
  first: { type: "client" },
  enabled: { type: "connectionClients" },
} as const satisfies Sample["needs"];
const user: UserNeed = { userIn: "connection" };
/** Public keys of which nobody has the private key. */
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

/** The samples of the types whose objects can be made and removed freely. Singletons have none. */
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
        tokenVaultPrivilegedAccess: needsKey,
        clientSecret: neverBack,
        secretRotation: neverBack,
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
        method: "the others need certificates",
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
        isDomainConnection: "third-party applications would get the connection",
        showAsButton: "only enterprise connections have it",
        crossAppAccessRequestingApp: "not every strategy has it",
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
        supportedTriggers: "a change makes a new action",
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
      values: { clientId: [other], scope: permissions, authorizationDetailsTypes: "it needs a grant for users" },
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
    // The rule is for addresses that nobody has, and not in force.
    program: ({ key, free: priority }) => ({
      args: { description: key, priority, active: false, rule: rule("log", "198.51.100.0/24") },
      values: {
        active: "a rule in force can lock people out",
        priority: "another rule may have it",
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
        tlsPolicy: "only domains with certificates of the service have it",
        relyingPartyIdentifier: ["example.com", `${key}.example.com`],
      },
    }),
  },
};

/** The type of the object that shows other runs that one is under way: every plan has it, and no login uses it. */
export const markerType: TypeName = "resourceServer";

/** A story that is told with the real CLI. */
export interface CliStory {
  readonly story: "life" | "drift" | "replacement";
  readonly type: TypeName;
  /** Further arguments, and those of the edit. Only for drift. */
  readonly edited?: { readonly declared: JsonObject; readonly edit: JsonObject };
}

/** The stories that are told with the real CLI. */
export const cliStories: readonly CliStory[] = [
  { story: "life", type: "role" },
  {
    ...{ story: "drift", type: "organization" },
    edited: { declared: { displayName: "Verify one" }, edit: { displayName: "Verify two" } },
  },
  { story: "replacement", type: "resourceServer" },
];

/** The types that are not tried, and why. */
export const untried: Readonly<Partial<Record<TypeName, string>>> = {
  customDomainVerification: "it needs a record in the DNS",
  defaultCustomDomain: "it needs a domain that is verified",
};

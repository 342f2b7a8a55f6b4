import fc from "fast-check";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { client as descriptor } from "../../provider/src/types/client/definition.ts";
import { needsOther, neverBack, urlsAt } from "../acceptance/sample.ts";
import { pairs } from "../harness/keys.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { awkwardName, texts } from "../model/arbitraries.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { quotaSwitch } from "./switches.ts";

const theirs = { client_id: "client-of-somebody-else", name: "Foreign", description: "Somebody else's" };
const objects = objectsOf("client", { byHand: (name) => ({ name, description: "By hand" }), theirs });

const keyPairs = pairs(2);
const urls = fc.uniqueArray(
  awkwardName.map((name) => `https://example.com/${encodeURIComponent(name)}`),
  { maxLength: 3 },
);
const grants = fc.uniqueArray(fc.constantFrom("authorization_code", "implicit", "refresh_token", "password"));
const keyNames = fc.constantFrom("team", "cost center", "a/b", "A:1", "x".repeat(255));
const metadata = fc.dictionary(keyNames, fc.constantFrom("", "one", "ü".repeat(255)), { maxKeys: 3 });
const addons = fc.record(
  {
    samlp: fc.record(
      { audience: fc.constantFrom("urn:a", "urn:b"), mappings: fc.record({ email: fc.constantFrom("mail", "upn") }) },
      { requiredKeys: [] },
    ),
    salesforce: fc.record({ entity_id: fc.constantFrom("urn:c", "urn:d") }),
  },
  { requiredKeys: [] },
);
const lifetimes = {
  rotationType: fc.constantFrom("rotating", "non-rotating"),
  expirationType: fc.constantFrom("expiring", "non-expiring"),
  leeway: fc.nat(100),
  tokenLifetime: fc.constantFrom(1, 2_592_000, 157_788_000),
};
const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 });
const properties = fc.record(
  {
    description: orAbsent(texts(140)),
    appType: fc.constantFrom("spa", "regular_web", "native", "non_interactive"),
    callbacks: orAbsent(urls),
    webOrigins: orAbsent(urls),
    grantTypes: orAbsent(grants),
    initiateLoginUri: fc.constantFrom("", "https://example.com/login"),
    organizationUsage: orAbsent(fc.constantFrom("deny", "allow", "require")),
    parRequestExpiry: orAbsent(fc.constantFrom(10, 60, 600)),
    oidcConformant: fc.boolean(),
    skipNonVerifiableCallbackUriConfirmationPrompt: orAbsent(fc.boolean()),
    jwtConfiguration: fc.record(
      {
        lifetimeInSeconds: fc.constantFrom(60, 36_000),
        alg: fc.constantFrom("RS256", "HS256"),
        scopes: fc.record(
          { contacts: fc.constantFrom("read", "write"), calendar: fc.constant({ read: true }) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    refreshToken: orAbsent(fc.record(lifetimes, { requiredKeys: ["rotationType", "expirationType"] })),
    sessionTransfer: orAbsent(
      fc.record(
        {
          allowRefreshToken: fc.boolean(),
          enforceDeviceBinding: fc.constantFrom("ip", "asn", "none"),
          delegation: fc.record({ allowDelegatedAccess: fc.boolean() }),
        },
        { requiredKeys: [] },
      ),
    ),
    anonymousSessions: orAbsent(fc.record({ active: fc.boolean() })),
    b2bIntegrationConfiguration: orAbsent(
      fc.record({ ssoProfiles: fc.constantFrom([], ["profile-1"], ["profile-2"]) }, { requiredKeys: [] }),
    ),
    asyncApprovalNotificationChannels: orAbsent(
      fc.constantFrom(["email"], ["guardian-push", "email"], ["email", "guardian-push"]),
    ),
  },
  { requiredKeys: [] },
);
/** Values that another client sets: in what the service merges, nothing that it would have by itself. */
const edits = fc.record(
  {
    description: texts(140),
    callbacks: urls,
    grantTypes: grants,
    organizationUsage: fc.constantFrom("deny", "allow", "require"),
    parRequestExpiry: fc.constantFrom(10, 600),
    oidcConformant: fc.boolean(),
    jwtConfiguration: fc.record({ lifetimeInSeconds: fc.constantFrom(61, 36_001) }, { requiredKeys: [] }),
    sessionTransfer: fc.record({ enforceDeviceBinding: fc.constantFrom("asn", "none") }),
  },
  { requiredKeys: [] },
);
const documents = fc.record({ addons, clientMetadata: metadata }, { requiredKeys: [] });
const foreignDocuments = fc.record(
  {
    addons: fc.constantFrom({ samlp: { recipient: "urn:theirs" } }, { wsfed: {} }),
    clientMetadata: fc.constantFrom({ theirs: "kept" }, { team: "theirs" }),
  },
  { requiredKeys: [] },
);

const vault = (n: 0 | 1) => ({ credentials: [{ credentialType: "public_key", pem: keyPairs[n]?.pem ?? "" }] });
const job = { name: "Job", appType: "non_interactive", grantTypes: ["client_credentials"] };
const described = { ...job, description: "Counts" };
const own = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const [readKeys, updateKeys] = ["read:client_keys", "update:client_keys"];
const twoUrls = [urlsAt("one"), urlsAt("two", "one")];

export const client: Subject<"client"> = {
  ...objects,
  identity: (_, n) => ({ name: `application-${n}` }),
  // An edit names keys by their ids.
  edit(tenant, key, property, value) {
    if (property !== "tokenVaultPrivilegedAccess") return objects.edit(tenant, key, property, value);
    const known = objects.answered(tenant, key);
    const vault = toWire(descriptor.schema.fields, { [property]: value }).token_vault_privileged_access as JsonObject;
    const { credentials = [] } = (known?.token_vault_privileged_access ?? {}) as JsonObject;
    const edited = { ...(known?.token_vault_privileged_access as JsonObject), ...vault, credentials };
    tenant.clients.update(String(known?.client_id), { token_vault_privileged_access: edited });
  },
  // The service makes up a secret for each, so no two objects have the same.
  held(tenant, key) {
    const found = objects.held(tenant, key);
    if (!found) return undefined;
    const { clientSecret: _, ...live } = found.live;
    return { id: found.id, live };
  },

  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/grantTypes", "/refreshToken"],
      why: "the service clears them to nothing, and a new application has something there",
      documented: "The result can differ from a new application's default",
      examples: [
        [{ program: { grantTypes: ["implicit"] } }, { program: {} }],
        [{ program: { refreshToken: { rotationType: "rotating", expirationType: "expiring" } } }, { program: {} }],
      ],
    },
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/appType", "/jwtConfiguration", "/oidcConformant"],
      why: "the service cannot forget them",
      documented: "keep their value and are no longer managed",
      examples: [
        [{ program: { appType: "spa" } }, { program: {} }],
        [{ program: { jwtConfiguration: { alg: "RS256" } } }, { program: {} }],
        [{ program: { oidcConformant: true } }, { program: {} }],
      ],
    },
    {
      law: "preservation",
      how: "refused",
      paths: ["/addons"],
      why: "the service takes addons away only all at once",
      documented: "The API can only remove all addons together",
      examples: [
        [{ program: { addons: { samlp: { audience: "urn:a" } } } }, { edit: { addons: { wsfed: {} } }, program: {} }],
      ],
    },
  ],
  laws: [casesOf(properties, edits, 0.6), casesOf(documents, foreignDocuments, 0.3)],
  writes: 3,

  ...slotsOf("client", properties, { adopt: true }),
  edits: () => [
    { weight: 2, values: fc.record({ description: fc.constantFrom("foreign-1", "foreign-2") }) },
    { weight: 1, values: fc.record({ callbacks: fc.constantFrom(["https://foreign.example.com"], []) }) },
  ],

  scopes: scopesOfObjects("clients", job, described, {
    further: [
      {
        operation: "create with `clientSecret`",
        scopes: ["create:clients", "update:clients", updateKeys],
        run: { ...job, clientSecret: own },
      },
      {
        operation: "rotate the secret",
        scopes: [readKeys, updateKeys],
        before: { ...job, secretRotation: "1" },
        run: { ...job, secretRotation: "2" },
      },
      {
        operation: "change the keys of the token vault",
        scopes: [
          "read:clients",
          "update:clients",
          "update:client_token_vault_privileged_access",
          ...["read:client_credentials", "create:client_credentials", "delete:client_credentials"],
        ],
        before: { ...job, tokenVaultPrivilegedAccess: vault(0) },
        run: { ...job, tokenVaultPrivilegedAccess: vault(1) },
        warned: ["delete:client_credentials"],
      },
      {
        operation: "change the keys of signed requests",
        scopes: [
          ...["read:clients", "update:clients", "update:client_credentials"],
          ...["read:client_credentials", "create:client_credentials", "delete:client_credentials"],
        ],
        before: { ...job, signedRequestObject: vault(0) },
        run: { ...job, signedRequestObject: vault(1) },
        warned: ["delete:client_credentials"],
      },
    ],
  }),
  hostile: {
    ...hostileTo("clients", job, [`{"${idNameOf(descriptor)}":"another","name":"another","is_first_party":true}`]),
    versions(_, n) {
      const first = { name: `application-${n}`, description: "Counts" };
      return [first, { ...first, description: "Counts all" }];
    },
  },
  bench: [job, described],
  harmless: {
    // The aliases are unique, so no other application gets what is meant for one of them.
    "names and descriptions": "description clientAliases", // Users never see the preview.
    "the looks of pages": "logoUri customLoginPagePreview",
    "quotas: beyond them, an application gets no tokens": "tokenQuota.clientCredentials.*",
    "the lifetime of a session is marked": "sso ssoDisabled",
    "the application gets only data of its own users": "oidcLogout.backchannelLogoutSessionMetadata.include",
    "at most ten minutes": "parRequestExpiry",
    "a form of a value or of a message": "jwtConfiguration.secretEncoded",
    "a change makes the service do something once": "secretRotation",
  },
  answeredOnly: [
    ...["callback_url_template", "client_id", "config_route", "encrypted", "external_client_id"],
    ...["external_metadata_created_by", "external_metadata_type", "global", "jwks_uri", "owners", "signing_keys"],
  ],
  noReferences: {
    "/clientId": "the application's own id",
    "/externalClientId": "where the application's metadata document is",
    "/signedRequestObject/credentials/0/id": "the service gives it: the key's own id",
    "/signedRequestObject/credentials/0/kid": "what the application's own key is called",
    "/tokenVaultPrivilegedAccess/credentials/0/id": "the service gives it: the key's own id",
    "/tokenVaultPrivilegedAccess/credentials/0/kid": "what the application's own key is called",
    "/tokenVaultPrivilegedAccess/grants/0/connection":
      "a connection, which refers to the application by its id and is declared later",
    "/mobile/ios/teamId": "an id of the maker of the phone",
    "/mobile/ios/appBundleIdentifier": "an id of the maker of the phone",
    "/defaultOrganization": "a group of settings",
    "/expressConfiguration/enableClient": "a flag",
    "/expressConfiguration/enableOrganization": "a flag",
    "/expressConfiguration/linkedClients": "a list of objects, whose ids refer",
    "/expressConfiguration/oinSubmissionId": "an id of another service",
  },
  unlikeTable: [
    [
      "POST custom_login_page: *",
      "An empty text clears it. The service refuses it at a creation only, which omits it.",
    ],
    ["POST form_template: *", "An empty text clears it. The service refuses it at a creation only, which omits it."],
    ["PATCH *.credentials[].*", "An update sends the ids of credentials, a creation the credentials."],
    [
      "POST *.credentials[].*",
      "The table has one schema for the credentials of all methods; the definition has that of public keys.",
    ],
    ["PATCH jwt_configuration.secret_encoded: *", "Recorded: only a creation can set it."],
    ["PATCH resource_server_identifier: *", "No update can change it."],
    [
      "* grant_types[]: *",
      "The service has an error of its own for an unknown grant type. The definition only warns of one.",
    ],
    ["* external_client_id: only the definition has it", "The body of a registration, which is a request of its own."],
  ],
  besides: { tokenEndpointAuthMethod: "client_secret_post", organizationUsage: "allow" },
  inCases: (name) => ({ args: { name } }),
  sample: {
    key: "name",
    chosen: ["grantTypes"],
    program: ({ key }) => ({
      args: { name: key },
      values: {
        logoUri: urlsAt("one.png", "two.png"),
        appType: ["spa", "native"],
        callbacks: twoUrls,
        allowedLogoutUrls: twoUrls,
        allowedOrigins: twoUrls,
        webOrigins: twoUrls,
        initiateLoginUri: urlsAt("one", "two"),
        crossOriginLoc: urlsAt("one", "two"),
        allowedClients: needsOther,
        defaultOrganization: needsOther,
        myOrganizationConfiguration: needsOther,
        encryptionKey: "it needs a key pair",
        // Its credentials need key pairs.
        signedRequestObject: [{ required: true }, { required: false }],
        tokenVaultPrivilegedAccess: "it needs a key pair",
        clientSecret: neverBack,
        secretRotation: neverBack,
        isTokenEndpointIpHeaderTrusted: "it needs an application with a secret at the token endpoint",
      },
    }),
  },
  switches: [
    quotaSwitch(["tokenQuota"], { description: "Another description" }),
    {
      at: ["customLoginPageOn"],
      on: true,
      off: { customLoginPageOn: false },
      unrelated: { description: "Another description" },
      foreign: [["customLoginPage", "<script>steal()</script>", "customLoginPage"]],
      declared: [],
    },
  ],
  elsewhere: [
    ["auth0_client", "shop_portal", { id: at.portal, client_id: at.portal, name: "Portal" }],
    ["auth0_client", "job", { id: at.job, client_id: at.job, name: "Nightly job" }],
  ],
  namesElsewhere: ["shop_portal", "job"],
};

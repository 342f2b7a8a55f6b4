import { randomBytes } from "node:crypto";
import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { awkwardName, orNull, texts } from "./arbitraries.ts";

type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const secrets = [0, 1].map(() => randomBytes(12).toString("hex"));
const secret = fc.constantFrom(...secrets);
const word = fc.constantFrom("alpha", "beta", "gamma");
const host = fc.constantFrom("one.example.com", "two.example.com");
const flag = fc.boolean();
const url = (path: string) => host.map((name) => `https://${name}${path}`);
/** Secret by its value, whatever its name says. */
const urlWithPassword = host.map((name) => [`https://user:${secrets[0]}`, `${name}/sms`].join("@"));
const scopes = fc.uniqueArray(fc.constantFrom("openid", "profile", "email"), { minLength: 1 });
const part = (members: Arbitraries) => fc.record({ ...members }, { requiredKeys: [] });
/** An object that the service takes only with `enable`. */
const enabling = (members: Arbitraries) => fc.record({ enable: flag, ...members }, { requiredKeys: ["enable"] });

/** Not certificates, but the tenant takes any text for one and answers its thumbprint. */
const certificates = [0, 1].map(() => randomBytes(48).toString("base64"));
const certificate = fc.constantFrom(...certificates);

/** The metadata of a SAML identity provider. */
const samlMetadata = fc
  .record({ name: host, cert: certificate, binding: fc.constantFrom("HTTP-POST", "HTTP-Redirect") })
  .map(
    ({ name, cert, binding }) =>
      `<EntityDescriptor entityID="urn:${name}"><IDPSSODescriptor><KeyDescriptor><X509Certificate>${cert}</X509Certificate>` +
      `</KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" ` +
      `Location="https://${name}/saml"/></IDPSSODescriptor></EntityDescriptor>`,
  );

/** The metadata of a WS-Federation identity provider. */
const federationMetadata = host.map(
  (name) =>
    `<EntityDescriptor><PassiveRequestorEndpoint><EndpointReference><Address>https://${name}/wsfed</Address>` +
    "</EndpointReference></PassiveRequestorEndpoint></EntityDescriptor>",
);

/** One of the attributes of a database's users must be such an identifier. */
const activeIdentifier = fc.constant({ active: true });

const client = { client_id: word, client_secret: secret };
const oauth = {
  ...client,
  authorizationURL: url("/authorize"),
  tokenURL: url("/token"),
  scope: fc.oneof(word, fc.uniqueArray(word)),
};
const openId = {
  ...client,
  type: fc.constantFrom("back_channel", "front_channel"),
  scope: scopes.map((list) => list.join(" ")),
  token_endpoint: url("/own/token"),
  jwks_uri: url("/own/keys"),
  connection_settings: part({ pkce: fc.constantFrom("auto", "S256", "disabled") }),
  attribute_map: part({
    mapping_mode: fc.constantFrom("bind_all", "use_map"),
    userinfo_scope: scopes.map((list) => list.join(" ")),
    attributes: fc.dictionary(awkwardName, word, { maxKeys: 2 }),
  }),
  id_token_signed_response_algs: fc.uniqueArray(fc.constantFrom("RS256", "RS512", "ES256"), { minLength: 1 }),
};

/** Edge values of JSON, as a free-form option may hold them. */
const scalar = fc.oneof(
  flag,
  fc.constantFrom(0, -1, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE),
  texts(300),
  fc.constant(null),
);

/** Of a database's scripts; unlike other options it must be an object. */
const configuration = fc.dictionary(fc.oneof(word, awkwardName), secret, { minKeys: 1, maxKeys: 3 });

/** Options that a program may declare, by strategy. */
const byStrategy: Readonly<Record<string, Arbitraries>> = {
  oidc: {
    ...openId,
    issuer: url("/"),
    discovery_url: url("/.well-known/openid-configuration"),
    domain_aliases: fc.uniqueArray(host, { minLength: 1 }),
    upstream_params: fc.dictionary(word, fc.record({ value: word }), { minKeys: 1 }),
    icon_url: url("/icon.png"),
  },
  okta: openId,
  samlp: {
    signSAMLRequest: flag,
    signatureAlgorithm: fc.constantFrom("rsa-sha256", "rsa-sha1"),
    fieldsMap: fc.dictionary(awkwardName, fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 2 })), {
      minKeys: 1,
      maxKeys: 3,
    }),
    decryptionKey: fc.oneof(secret, part({ key: secret, cert: certificate })),
    signing_key: part({ key: secret, cert: certificate }),
    idpinitiated: part({ enabled: flag, client_id: word }),
    debug: flag,
  },
  pingfederate: { pingFederateBaseUrl: url("/ping"), signSAMLRequest: flag, domain_aliases: fc.uniqueArray(host) },
  waad: {
    ...client,
    tenant_domain: host,
    domain_aliases: fc.uniqueArray(host, { minLength: 1 }),
    api_enable_users: flag,
    basic_profile: flag,
    useCommonEndpoint: flag,
    use_wsfed: flag,
    identity_api: fc.constantFrom("microsoft-identity-platform-v2.0", "azure-active-directory-v1.0"),
    should_trust_email_verified_connection: fc.constantFrom(
      "never_set_emails_as_verified",
      "always_set_emails_as_verified",
    ),
  },
  ad: {
    tenant_domain: host,
    domain_aliases: fc.uniqueArray(host, { minLength: 1 }),
    ips: fc.uniqueArray(fc.constantFrom("192.0.2.1", "192.0.2.2"), { minLength: 1 }),
    brute_force_protection: flag,
    kerberos: flag,
    disable_cache: flag,
  },
  adfs: {
    tenant_domain: host,
    adfs_server: url("/metadata.xml"),
    icon_url: url("/icon.png"),
    api_enable_users: flag,
    should_trust_email_verified_connection: fc.constantFrom(
      "never_set_emails_as_verified",
      "always_set_emails_as_verified",
    ),
  },
  "google-apps": {
    ...client,
    tenant_domain: host,
    api_enable_users: flag,
    ext_groups: flag,
    email: flag,
    handle_login_from_social: flag,
    map_user_id_to_id: flag,
  },
  facebook: client,
  apple: { app_secret: secret, client_id: word, kid: word, team_id: word },
  linkedin: { ...client, strategy_version: fc.constantFrom(1, 2, 3) },
  windowslive: { ...client, strategy_version: fc.constant(2) },
  line: { ...client, authorizationURL: url("/authorize"), tokenURL: url("/token") },
  wordpress: { ...client, authorizationURL: url("/authorize"), tokenURL: url("/token"), profile: flag },
  salesforce: { ...client, community_base_url: url("/community") },
  twitter: { ...client, authorizationURL: url("/authorize"), tokenURL: url("/token"), scope: fc.uniqueArray(word) },
  oauth1: {
    client_id: word,
    client_secret: secret,
    requestTokenURL: url("/request"),
    accessTokenURL: url("/access"),
    userAuthorizationURL: url("/authorize"),
  },
  oauth2: { ...oauth, customHeaders: fc.dictionary(word, word, { minKeys: 1 }), useOauthSpecScope: flag },
  auth0: {
    disable_signup: flag,
    import_mode: flag,
    enabledDatabaseCustomization: flag,
    brute_force_protection: flag,
    mfa: part({ active: flag, return_enroll_settings: flag }),
    authentication_methods: part({ password: part({ enabled: flag }), passkey: part({ enabled: flag }) }),
    passkey_options: part({ challenge_ui: fc.constantFrom("both", "button"), local_enrollment_enabled: flag }),
    customScripts: part({ login: texts(100), get_user: texts(100) }),
    custom_headers: fc.array(fc.record({ name: word, value: word }), { maxLength: 2 }),
    // Once on, the service refuses to switch it off.
    enable_script_context: fc.constant(true),
  },
  "google-oauth2": {
    ...client,
    allowed_audiences: fc.uniqueArray(fc.oneof(word, urlWithPassword), { minLength: 1 }),
    icon_url: url("/icon.png"),
  },
  github: client,
  sms: {
    twilio_sid: word,
    twilio_token: secret,
    template: texts(100),
    gateway_url: fc.oneof(url("/sms"), urlWithPassword),
    gateway_authentication: fc.record(
      { method: fc.constant("bearer"), audience: word, secret, subject: word, secret_base64_encoded: flag },
      { requiredKeys: ["method", "audience", "secret"] },
    ),
    totp: part({ length: fc.constantFrom(4, 6), time_step: fc.constantFrom(0, 180) }),
  },
  email: {
    name: word,
    email: fc.record({ subject: texts(100), from: word }, { requiredKeys: ["subject"] }),
    totp: part({ length: fc.constantFrom(4, 6), time_step: fc.constantFrom(0, 180) }),
    disable_signup: flag,
  },
  custom: {
    nested: fc.dictionary(awkwardName, fc.oneof(part({ deep: scalar }), fc.dictionary(awkwardName, scalar)), {
      minKeys: 1,
      maxKeys: 3,
    }),
    list: fc.array(fc.oneof(flag, fc.nat(3), fc.record({ deep: word }))),
    ordered: fc.array(word, { maxLength: 3 }),
    scalar,
    nothing: fc.constant(null),
    ü: scalar,
    ["__proto__"]: scalar,
  },
};

/**
 * Options of which a program declares one group or another: the service refuses them together, or overrules what is in one
 * of them by what it finds in the other.
 */
const alternatives: Readonly<Record<string, readonly fc.Arbitrary<object>[]>> = {
  // What follows for oidc, okta, waad, samlp and pingfederate is what none of them can be created without.
  oidc: [fc.record({ client_id: word })],
  okta: [fc.record({ client_id: word, domain: host })],
  waad: [fc.record({ client_id: word })],
  samlp: [
    fc.record({ metadataXml: samlMetadata }),
    fc.record(
      { signInEndpoint: url("/login"), signOutEndpoint: url("/logout"), signingCert: certificate },
      { requiredKeys: ["signInEndpoint"] },
    ),
  ],
  // Nor without its certificate.
  pingfederate: [fc.record({ pingFederateBaseUrl: url("/ping"), signingCert: certificate })],
  auth0: [
    part({
      configuration,
      attributes: fc.record(
        {
          email: fc.record({ identifier: activeIdentifier, profile_required: flag }, { requiredKeys: ["identifier"] }),
          username: part({ identifier: part({ active: flag }), profile_required: flag }),
        },
        { requiredKeys: ["email"] },
      ),
      password_options: part({
        complexity: part({
          min_length: fc.constantFrom(1, 8, 72),
          character_types: fc.uniqueArray(fc.constantFrom("uppercase", "lowercase", "number", "special")),
        }),
        dictionary: part({ active: flag, custom: fc.uniqueArray(word) }),
        history: part({ active: flag, size: fc.constantFrom(1, 24) }),
        profile_data: part({ active: flag, blocked_fields: fc.uniqueArray(word) }),
      }),
    }),
    part({
      configuration,
      // Without it nothing excludes the attributes that another client may set.
      requires_username: fc.constant(true),
      validation: part({ username: fc.record({ min: fc.constantFrom(1, 15), max: fc.constantFrom(15, 128) }) }),
      passwordPolicy: fc.constantFrom("none", "excellent"),
      password_complexity_options: part({ min_length: fc.constantFrom(1, 128) }),
      password_history: enabling({ size: fc.constantFrom(0, 24) }),
      password_no_personal_info: enabling({}),
      password_dictionary: enabling({ dictionary: fc.uniqueArray(word) }),
    }),
  ],
  "google-oauth2": [
    part({ scope: fc.uniqueArray(fc.constantFrom("email", "profile")) }),
    part({ email: flag, profile: flag }),
  ],
  // An own endpoint overrules the one of the metadata.
  adfs: [part({ fedMetadataXml: federationMetadata }), part({ signInEndpoint: url("/login") })],
  // The service makes the scope of the flags, and takes none.
  github: [part({ email: flag, read_user: flag, repo: flag })],
  facebook: [part({ email: flag, public_profile: flag, user_birthday: flag })],
  apple: [part({ name: flag, email: flag })],
  linkedin: [part({ email: flag, profile: flag, basic_profile: flag })],
  windowslive: [part({ signin: flag, graph_user: flag })],
  line: [part({ email: flag, profile: flag })],
};

/** Options that are settled once: the service refuses programs that change them. */
const settled: Readonly<Record<string, Arbitraries>> = {
  auth0: {
    enable_script_context: flag,
    attributes: fc.oneof(
      fc.record(
        {
          email: fc.record(
            { identifier: activeIdentifier, unique: fc.constant(true), profile_required: flag },
            { requiredKeys: ["identifier"] },
          ),
          phone_number: part({ signup: flag }),
        },
        { requiredKeys: ["email"] },
      ),
      // An address that is not unique is no identifier.
      fc.record({
        email: fc.record(
          { identifier: fc.constant({ active: false }), unique: flag, profile_required: flag },
          { requiredKeys: ["identifier"] },
        ),
        username: fc.constant({ identifier: { active: true } }),
      }),
    ),
  },
};

/** The strategies that there is something special about, and one that is free. */
export const optionStrategies: readonly string[] = Object.keys(byStrategy);

/** Any part of a strategy's options. The service takes them all, whatever there was before. */
export function connectionOptions(strategy: string): fc.Arbitrary<JsonObject> {
  const rest = part(orNull(byStrategy[strategy] ?? {}));
  return fc.tuple(rest, fc.oneof(...(alternatives[strategy] ?? [fc.constant({})]))).map((groups) => joined(...groups));
}

/** Any part of a strategy's options, those included that it refuses to change. */
export function refusableOptions(strategy: string): fc.Arbitrary<JsonObject> {
  const refusable = settled[strategy];
  if (!refusable) return connectionOptions(strategy);
  const taken = part(byStrategy[strategy] ?? {});
  const both = fc.tuple(taken, part(refusable)).map((groups) => joined(...groups));
  return fc.oneof(connectionOptions(strategy), both);
}

function joined(...groups: readonly object[]): JsonObject {
  return Object.fromEntries(groups.flatMap((group) => Object.entries(group)));
}

/** Everything that a program may declare of a connection besides its identity and its options. */
export function connectionProperties(strategy: string): fc.Arbitrary<JsonObject> {
  return fc
    .record(
      orNull<unknown>({
        displayName: texts(128).filter((name) => name !== ""),
        realms: fc.uniqueArray(fc.constantFrom("a.example.com", "b.example.com", "ü"), { maxLength: 2 }),
        isDomainConnection: flag,
        showAsButton: flag,
        metadata: fc.dictionary(fc.oneof(fc.constantFrom("team", "tier"), awkwardName), fc.option(texts(255)), {
          maxKeys: 3,
        }),
        authentication: fc.record({ active: flag }),
        connectedAccounts: fc.record(
          { active: flag, crossAppAccess: flag, allowMissingUserId: flag },
          { requiredKeys: ["active"] },
        ),
        crossAppAccessRequestingApp: fc.record({
          active: ["oidc", "okta"].includes(strategy) ? flag : fc.constant(false),
        }),
        crossAppAccessResourceApp: fc.record({ status: fc.constantFrom("enabled", "disabled") }),
        enabledClients: fc.oneof(
          { weight: 15, arbitrary: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "a/b", "ü"), { maxLength: 4 }) },
          // More than one request can change.
          { weight: 1, arbitrary: fc.constant(Array.from({ length: 60 }, (_, n) => `client-${n}`)) },
        ),
      }),
      { requiredKeys: [] },
    )
    .map((args) => args as JsonObject);
}

/** Options that another client may set: any that a program may, and some that no program ever declares. */
export function foreignOptions(strategy: string): fc.Arbitrary<JsonObject> {
  const theirs = fc.dictionary(fc.constantFrom("theirs_a", "theirs_b", "__theirs"), texts(20), { maxKeys: 2 });
  const nested = fc
    .constantFrom("upstream_params", "fieldsMap", "configuration", "mfa", "nested", "totp")
    .chain((name) => fc.constantFrom(...secrets).map((value) => ({ [name]: { theirs: value } })));
  return fc
    .tuple(refusableOptions(strategy), theirs, fc.oneof(nested, fc.constant({})))
    .map((groups) => joined(...groups));
}

import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { Exception } from "./exception.ts";
import { withNeeded } from "./needed-options.ts";
import type { Step } from "./steps.ts";

/** Values that have to be secret. */
const [ours = "", theirs = ""] = [0, 1].map(() => randomBytes(16).toString("hex"));

/** The attribute by which users log in. */
const username = { identifier: { active: true } };

/** Options that the service derives from others, with programs for the examples. */
interface Derivation {
  readonly strategy: string;
  readonly from: readonly string[];
  /** What is derived, as another client may have set it instead. */
  readonly derived: JsonObject;
  /** A program that declares a source, where an edit of the source by another client leaves what was derived. */
  readonly one?: JsonObject;
  /** A program that declares nothing of what is derived. Default: `one`, or what a creation needs. */
  readonly first?: JsonObject;
  /** A program that declares another value of the source. */
  readonly other: JsonObject;
}

const discovered = {
  issuer: "https://theirs.example.com",
  authorization_endpoint: "https://theirs.example.com/authorize",
  token_endpoint: "https://theirs.example.com/token",
  userinfo_endpoint: "https://theirs.example.com/userinfo",
  jwks_uri: "https://theirs.example.com/keys",
  oidc_metadata: { theirs: true },
};
const ofCertificate = {
  cert: "theirs",
  expires: "2030-01-01",
  subject: { commonName: "theirs" },
  thumbprints: ["theirs"],
};

const derivations: readonly Derivation[] = [
  {
    strategy: "oidc",
    from: ["/options/discovery_url"],
    derived: discovered,
    one: { discovery_url: "https://one.example.com/.well-known/openid-configuration" },
    other: { discovery_url: "https://other.example.com/.well-known/openid-configuration" },
  },
  {
    strategy: "okta",
    from: ["/options/domain"],
    derived: discovered,
    one: { domain: "one.example.com" },
    other: { domain: "other.example.com" },
  },
  {
    strategy: "samlp",
    from: ["/options/metadataXml", "/options/metadataUrl"],
    derived: {
      signingCert: "theirs",
      signInEndpoint: "theirs",
      signOutEndpoint: "theirs",
      bindingMethod: "theirs",
    },
    first: { metadataUrl: "https://one.example.com/metadata" },
    other: { metadataXml: metadata("other") },
  },
  {
    strategy: "samlp",
    from: ["/options/signingCert", "/options/metadataXml", "/options/metadataUrl"],
    derived: ofCertificate,
    other: { signingCert: "other" },
  },
  {
    strategy: "pingfederate",
    from: ["/options/signingCert"],
    derived: ofCertificate,
    other: { signingCert: "other" },
  },
  {
    strategy: "pingfederate",
    from: ["/options/pingFederateBaseUrl"],
    derived: { signInEndpoint: "theirs" },
    one: { signingCert: "one", pingFederateBaseUrl: "https://one.example.com" },
    other: { signingCert: "one", pingFederateBaseUrl: "https://other.example.com" },
  },
  {
    strategy: "adfs",
    from: ["/options/adfs_server", "/options/fedMetadataXml"],
    derived: { signInEndpoint: "theirs" },
    one: { fedMetadataXml: passive("one") },
    other: { fedMetadataXml: passive("other") },
  },
  {
    strategy: "waad",
    from: ["/options/useCommonEndpoint"],
    derived: { waad_common_endpoint: "theirs" },
    one: { useCommonEndpoint: false },
    other: { useCommonEndpoint: true },
  },
];

/** Flags of a strategy, and the words of `scope` that they represent. */
const scopeFlags: readonly { strategy: string; flags: Readonly<Record<string, string>> }[] = [
  { strategy: "google-oauth2", flags: { profile: "profile", email: "email" } },
  { strategy: "github", flags: { repo: "repo", email: "user:email", read_user: "read:user" } },
];

/** Strategies whose connections the service answers without `show_as_button`. */
const withoutButton = [
  ...["auth0", "google-oauth2", "github", "sms", "email", "custom", "facebook", "apple", "linkedin", "windowslive"],
  ...["line", "wordpress", "salesforce", "twitter", "oauth1", "oauth2"],
];

/** What the scope follows from, where the service makes it anew at every write, with one that is on in an example. */
const scopeSources: readonly (readonly [strategy: string, sources: readonly string[]])[] = [
  ["github", ["read_user", "repo", "email"]],
  ["facebook", ["email", "public_profile", "user_birthday"]],
  ["apple", ["name", "email"]],
  ["linkedin", ["email", "profile", "basic_profile", "strategy_version"]],
  ["windowslive", ["graph_user", "strategy_version"]],
  ["line", ["email"]],
];

const derivedScopes = scopeSources.map(([strategy, sources]): Exception => {
  const [flag = ""] = sources;
  const versioned = sources.includes("strategy_version") ? { strategy_version: 2 } : {};
  return {
    strategies: [strategy],
    law: "constancy",
    how: "lost",
    paths: ["/options/scope"],
    by: sources.map((name) => `/options/${name}`),
    why: "the service derives the scope from the flags at every write",
    documented: "a changed flag adds or removes the matching value in `scope`",
    examples: [
      [
        { program: { options: { ...versioned, [flag]: false } } },
        { program: { options: { ...versioned, [flag]: true } } },
      ],
    ],
  };
});

const certificate = "qPsi4v8g7JdSr018jQhBmNAKLdmEdWmpnOynEzaJB8CB4qmEyz48rIZc/UqHzHOo";
const descriptor =
  '<EntityDescriptor entityID="urn:one.example.com"><IDPSSODescriptor><KeyDescriptor>' +
  `<X509Certificate>${certificate}</X509Certificate></KeyDescriptor><SingleSignOnService ` +
  'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://one.example.com/saml"/></IDPSSODescriptor></EntityDescriptor>';

/** Further effects of an edit of a google-apps connection by another client. */
const switchedOn: Exception = {
  strategies: ["google-apps"],
  law: "convergence",
  how: "unseen",
  paths: ["/options/api_enable_users"],
  why: "an edit by somebody else that does not say otherwise switches it on, and the program does not declare it",
  documented: "everything else is neither shown as drift nor touched",
  examples: [
    [
      { program: { options: { ext_groups: true } } },
      { edit: { options: { ext_groups: false } }, program: { options: { ext_groups: true } } },
    ],
  ],
};

const all: readonly Exception[] = [
  switchedOn,
  {
    strategies: ["auth0"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/enable_script_context"],
    why: "once on, the service refuses to switch it off",
    documented: "nor `enable_script_context` and `attributes.email.unique` of a database",
    examples: [[{ program: { options: { enable_script_context: true } } }, { program: {} }]],
  },
  {
    strategies: ["auth0"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/mfa", "/options/passkey_options"],
    declared: true,
    why: "the service puts in its defaults only where the whole object is absent",
    documented: "only if the whole object is absent",
    examples: [
      [
        { program: {} },
        { program: { options: { mfa: { active: false }, passkey_options: { challenge_ui: "button" } } } },
      ],
    ],
  },
  {
    strategies: ["auth0"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/password_options"],
    by: [
      "/options/passwordPolicy",
      "/options/password_complexity_options",
      "/options/password_history",
      "/options/password_no_personal_info",
      "/options/password_dictionary",
    ],
    why: "the service refuses both together where they are new, but a new database has its defaults beside the older options",
    documented: "Options that exclude each other",
    examples: [[{ program: {} }, { program: { options: { passwordPolicy: "none" } } }]],
  },
  {
    strategies: ["auth0"],
    lacks: "passwordOptions",
    law: "convergence",
    how: "undeclared",
    paths: ["/options/passwordPolicy"],
    why: "only a creation brings the default",
    documented: "`passwordPolicy` is `good` in a new database of an older tenant, and absent after a removal",
    examples: [[{ program: { options: { passwordPolicy: "none" } } }, { program: {} }]],
  },
  {
    strategies: ["auth0"],
    lacks: "passwordOptions",
    law: "convergence",
    how: "undeclared",
    paths: ["/options/password_options"],
    why: "the service adds its defaults to the object, and they could be those of another client",
    documented: "the defaults that the service has added to such an object stay",
    examples: [[{ program: { options: { password_options: { profile_data: {} } } } }, { program: {} }]],
  },
  ...["oidc", "okta"].map((strategy): Exception => {
    const needed: JsonObject = strategy === "okta" ? { domain: "one.example.com" } : {};
    const own = { attribute_map: { attributes: { email: "mail" } }, connection_settings: { theirs: 1 } };
    return {
      strategies: [strategy],
      law: "convergence",
      how: "undeclared",
      paths: ["/options/attribute_map", "/options/connection_settings"],
      declared: true,
      why: "the service puts in its defaults only where the whole object is absent",
      documented: "only if the whole object is absent",
      examples: [[{ program: { options: needed } }, { program: { options: { ...needed, ...own } } }]],
    };
  }),
  {
    strategies: ["auth0"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/attributes/email/unique"],
    by: ["/options/attributes/email/unique"],
    why: "the service settles it at the creation",
    documented: "nor `enable_script_context` and `attributes.email.unique` of a database",
    examples: [
      [
        { program: { options: { attributes: { username, email: { unique: false } } } } },
        { program: { options: { attributes: { username } } } },
      ],
    ],
  },
  {
    strategies: ["google-oauth2"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/profile", "/options/scope"],
    by: ["/options/profile", "/options/email"],
    why: "the service switches the profile on only where no flag is sent at all",
    documented: "`profile` of google-oauth2 and `signin` of windowslive only if the request has no flag",
    examples: [
      [{ program: { options: { profile: false } } }, { program: {} }],
      [{ program: {} }, { program: { options: { email: false } } }],
    ],
  },
  {
    strategies: ["google-oauth2"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/profile"],
    by: ["/options/scope"],
    why: "a new connection has the flag whatever its scope, where a changed scope takes the flag of a removed word away",
    documented: "a changed `scope` sets the matching flags",
    examples: [[{ program: {} }, { program: { options: { scope: ["email"] } } }]],
  },
  {
    strategies: ["windowslive"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/signin"],
    by: ["/options/graph_user"],
    why: "the service switches it on only where no flag is sent at all",
    documented: "`profile` of google-oauth2 and `signin` of windowslive only if the request has no flag",
    examples: [[{ program: {} }, { program: { options: { graph_user: false } } }]],
  },
  {
    strategies: ["sms", "email"],
    law: "convergence",
    how: "undeclared",
    paths: ["/options/brute_force_protection"],
    why: "the service adds it to a connection that was created without any options",
    documented: "to a connection that is created without any options",
    examples: [[{ program: { options: {} } }, { program: {} }]],
  },
  {
    strategies: withoutButton,
    law: "convergence",
    how: "unseen",
    paths: ["/showAsButton"],
    by: ["/showAsButton"],
    why: "the service does not answer it",
    documented: "`showAsButton` only for enterprise strategies",
    examples: [
      [{ program: { showAsButton: true } }, { edit: { showAsButton: false }, program: { showAsButton: true } }],
    ],
  },
  {
    strategies: withoutButton,
    law: "preservation",
    how: "lost",
    paths: ["/showAsButton"],
    why: "the service resets it, and does not answer it",
    documented: "`showAsButton` only for enterprise strategies",
    examples: [[{ program: {} }, { edit: { showAsButton: true }, program: { displayName: "Login" } }]],
  },
  {
    strategies: ["auth0"],
    law: "preservation",
    how: "shown",
    paths: ["/options/configuration"],
    why: "every write of the options encrypts it anew",
    documented: "re-encrypts `configuration`",
    examples: [
      [
        { program: { options: { configuration: { key: ours } } } },
        {
          edit: { options: { disable_signup: true } },
          program: { options: { configuration: { key: ours } } },
        },
      ],
    ],
  },
  {
    strategies: ["auth0"],
    law: "preservation",
    how: "refused",
    paths: ["/options/configuration"],
    why: "it is answered encrypted, so it cannot be sent back",
    documented: "hold values that the API never returns",
    examples: [
      [
        { program: {} },
        {
          edit: { options: { configuration: { key: theirs } } },
          program: { options: { disable_signup: true } },
        },
      ],
    ],
  },
  {
    strategies: ["samlp"],
    law: "constancy",
    how: "lost",
    paths: ["/options/cert", "/options/thumbprints"],
    why: "it came from metadata that nothing tells of",
    documented: "`metadataXml` that was set outside the program",
    examples: [certificate, "WmoHTOUCKFsSuI0cuI2AJ0ETbVEAQofWlPgVDpR8K/PkwHm3onYshZUzmYEPyPZ/"].map((signingCert) => [
      {
        program: {
          options: { idpinitiated: { client_id: "a" }, signOutEndpoint: "https://a.example.com", signingCert },
        },
        edit: { options: { metadataXml: descriptor } },
      },
      { program: { options: { idpinitiated: { client_id: "b" }, signOutEndpoint: "https://b.example.com" } } },
    ]),
  },
  {
    strategies: ["samlp"],
    law: "preservation",
    how: "refused",
    paths: ["/options/metadataXml", "/options/signingCert"],
    why: "metadata is never answered, so it cannot be sent back; a certificate may come from there",
    documented: "hold values that the API never returns",
    examples: [{ signingCert: theirs }, { metadataXml: metadata("theirs") }].map((options) => [
      { program: {} },
      // It needs where the endpoint comes from once, at the creation.
      { program: { options: { debug: true } } },
      { edit: { options }, program: { options: { debug: false } } },
    ]),
  },
  {
    strategies: ["samlp"],
    law: "preservation",
    how: "lost",
    paths: ["/options/metadataXml"],
    why: "nothing tells that it is there where the program declares where the certificate or the endpoint comes from",
    documented: "`metadataXml` that was set outside the program",
    examples: [
      [
        { program: { options: { signInEndpoint: "https://idp.example.com/login" } } },
        {
          edit: { options: { metadataXml: "<EntityDescriptor/>" } },
          program: { options: { signInEndpoint: "https://idp.example.com/login", debug: true } },
        },
      ],
    ],
  },
  {
    strategies: ["samlp"],
    law: "convergence",
    how: "unseen",
    paths: ["/options/metadataXml"],
    by: ["/options/metadataXml"],
    why: "it is never answered, only the certificate in it is",
    documented: "`metadataXml` that was set outside the program",
    examples: [
      [
        { program: { options: { metadataXml: metadata("one") } } },
        { edit: { options: { metadataXml: metadata("two") } }, program: { options: { metadataXml: metadata("one") } } },
      ],
    ],
  },
  ...[
    {
      first: [{}],
      declared: { attributes: { username: { identifier: { active: true } } } },
      drops: { requires_username: true, validation: { theirs: 1 } },
    },
    {
      first: [{}],
      declared: { requires_username: true, validation: { a: 1 } },
      drops: { attributes: { email: { identifier: { active: true } } } },
    },
    {
      first: [{}],
      declared: {
        passwordPolicy: "fair",
        password_complexity_options: { min_length: 9 },
        password_history: { enable: true },
        password_no_personal_info: { enable: true },
        password_dictionary: { enable: true },
      },
      drops: { password_options: { theirs: 1 } },
    },
  ].map(
    ({ first, declared, drops }): Exception => ({
      strategies: ["auth0"],
      law: "preservation",
      how: "lost",
      paths: optionPaths(drops),
      by: optionPaths(declared),
      introduced: true,
      why: "the service refuses both together where one of them is new",
      documented: "Options that exclude each other",
      examples: first.map((options) => [
        { program: { options } },
        { edit: { options: drops }, program: { options: declared } },
      ]),
    }),
  ),
  ...derivedScopes,
  ...derivations.map(
    ({ strategy, from, derived, one, first = one ?? {}, other }): Exception => ({
      strategies: [strategy],
      law: "preservation",
      how: "lost",
      paths: optionPaths(derived),
      by: from,
      why: "the service derives it, and what was derived from an old value must go",
      documented: "If you change the source, the provider removes values that the service derived from the old source",
      examples: [[{ program: { options: first } }, { edit: { options: derived }, program: { options: other } }]],
    }),
  ),
  ...derivations.flatMap(({ strategy, from, derived, one, other }): Exception[] =>
    one === undefined
      ? []
      : [
          {
            strategies: [strategy],
            law: "convergence",
            how: "unseen",
            paths: optionPaths(derived),
            by: from,
            why: "the program does not declare what an edit of the source by somebody else leaves behind",
            documented: "everything else is neither shown as drift nor touched",
            examples: [[{ program: { options: one } }, { edit: { options: other }, program: { options: other } }]],
          },
        ],
  ),
  ...scopeFlags.flatMap(({ strategy, flags }): Exception[] => {
    const [flag = ""] = Object.keys(flags);
    const off = { [flag]: false };
    const [all, none] = [{ scope: Object.values(flags) }, { scope: [] }];
    const allOff = Object.fromEntries(Object.keys(flags).map((name) => [name, false]));
    const agreement = { strategies: [strategy], law: "preservation", how: "lost" } as const;
    const ofTheScope: Exception[] = [
      {
        ...agreement,
        paths: ["/options/scope"],
        by: optionPaths(flags),
        why: "a flag brings its own word and takes it away; the other words stay",
        documented: "a changed flag adds or removes the matching value in `scope`",
        examples: [
          [{ program: {} }, { edit: { options: { scope: ["theirs", flags[flag] ?? ""] } }, program: { options: off } }],
        ],
      },
    ];
    return [
      // The service derives the scope of the others anew at every write, so nobody has words of their own there.
      ...(strategy === "google-oauth2" ? ofTheScope : []),
      {
        ...agreement,
        paths: optionPaths(flags),
        by: ["/options/scope"],
        why: "a word brings its own flag and takes it away; the other flags stay",
        documented: "a changed `scope` sets the matching flags",
        examples: [[{ program: { options: none } }, { edit: { options: allOff }, program: { options: all } }]],
      },
    ];
  }),
];

/**
 * What the laws cannot reach of connections. The examples have what no connection of the strategy is created without: the law of
 * convergence creates a connection of the last program as well, the others of the first one only.
 */
export const exceptions = all.map((exception): Exception => {
  const { law, strategies = [], examples } = exception;
  const whole = (step: Step, n: number) =>
    n === 0 || law === "convergence" ? strategies.reduce(withAllNeeded, step) : step;
  return { ...exception, examples: examples.map((steps) => steps.map(whole)) };
});

function withAllNeeded({ program, ...rest }: Step, strategy: string): Step {
  const options = withNeeded(strategy, program.options as JsonObject | undefined);
  return { ...rest, program: Object.keys(options).length > 0 ? { ...program, options } : program };
}

function optionPaths(options: JsonObject): readonly string[] {
  return Object.keys(options).map((name) => `/options/${name}`);
}

/** The metadata of a WS-Federation identity provider, by its host. */
function passive(host: string): string {
  return `<PassiveRequestorEndpoint><Address>https://${host}.example.com/wsfed</Address></PassiveRequestorEndpoint>`;
}

/** The metadata of an identity provider, by its host. */
function metadata(host: string): string {
  return (
    `<EntityDescriptor entityID="urn:${host}"><SingleSignOnService Binding="urn:${host}" Location="https://${host}"/>` +
    "<X509Certificate>the same</X509Certificate></EntityDescriptor>"
  );
}

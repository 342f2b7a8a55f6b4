import { X509Certificate } from "node:crypto";
import { isObject, type Json, own } from "../../schema/json.ts";
import { anyUrlAt, isHttp } from "../addresses.ts";
import {
  anyOf,
  anyTrue,
  failsIf,
  isSure,
  knownText,
  type Others,
  type Rule,
  textOf,
  timeOf,
  Unknown,
  type Values,
} from "../rule.ts";
import { holdsSecretInCode } from "../secret-detector.ts";

const is = (connection: Values, ...strategies: readonly string[]) =>
  strategies.includes(connection.get("strategy", "text"));

/** Strategies that are not social: databases, protocols and directories. */
const notSocial: readonly string[] = [
  ...["auth0", "email", "sms", "samlp", "oidc", "okta", "oauth1", "oauth2", "custom", "pingfederate"],
  ...["waad", "adfs", "ad", "google-apps", "auth0-adldap", "sharepoint", "ip", "auth0-oidc"],
];

/** Whether a strategy is a social one: its identity provider gives accounts to the public. */
const isSocial = (strategy: string) => !notSocial.includes(strategy);

/** Options whose value is a URL or a host name. */
const endpoints: readonly string[] = [
  ...["issuer", "discovery_url", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"],
  ...["authorizationURL", "tokenURL", "signInEndpoint", "signOutEndpoint", "metadataUrl", "pingFederateBaseUrl"],
  ...["adfs_server", "gateway_url"],
];

const policies: readonly string[] = ["none", "low", "fair", "good", "excellent"];
const weakPolicies: readonly string[] = policies.slice(0, 3);
/** The highest minimum length of the predefined password policies. A policy's length applies only if no option sets a length. */
const longestOfPolicies = 10;
const channels: readonly string[] = ["back_channel", "front_channel"];
const emailTrusts: readonly string[] = ["always_set_emails_as_verified", "never_set_emails_as_verified"];
const pkceMethods: readonly string[] = ["auto", "S256", "plain", "disabled"];

/** The known text that equals an option, ignoring case; undefined if the option is not declared. @throws Unknown if it equals no known text */
const choice = (connection: Values, path: string, known: readonly string[]) => {
  const text = connection.find(path, "text");
  return text === undefined ? undefined : knownText(path, text, known);
};

/** Like {@link choice}, for an option that must have a value. @param absent see {@link Values.get}. @throws Unknown also if there is no value */
const choiceOf = (connection: Values, path: string, known: readonly string[], absent?: string) =>
  knownText(path, connection.get(path, "text", absent), known);

const isShort = (length: number | undefined) => length !== undefined && length < 12;

/**
 * Whether `password_options` accept weak passwords: those of fewer than 8 characters, or of fewer than 12 if fewer than three kinds of characters
 * are required. With a minimum length of 12, no kinds of characters need to be required.
 */
function acceptsWeak(connection: Values): boolean {
  const complexity = "options.password_options.complexity";
  const length = connection.get(`${complexity}.min_length`, "number");
  if (length >= 12) return false;
  return length < 8 || (connection.find(`${complexity}.character_types`, "texts") ?? []).length < 3;
}

/** Returns a rule about a boolean setting of databases that has an old and a recent option. The paths of both are relative to `options`. */
function databaseSwitch(
  rule: Pick<Rule, "id" | "failsIf" | "why" | "fix" | "severity" | "profile">,
  [old, recent]: readonly [string, string],
): Rule {
  return {
    ...rule,
    type: "connection",
    paths: [`options.${old}`, `options.${recent}`, "strategy"],
    sources: ["Guide: password options"],
    judge(connection) {
      if (!is(connection, "auth0")) return "does not apply";
      const values = [old, recent].map((path) => connection.find(`options.${path}`, "boolean"));
      if (values.every((value) => value === undefined))
        return failsIf(!connection.get(`options.${old}`, "boolean", false));
      // It is unknown which of the two options the tenant applies: it can return the default password_options although the old option was set.
      if (values.includes(true) && values.includes(false))
        throw new Unknown(`options.${old} and options.${recent} disagree`);
      return failsIf(values.includes(false));
    },
  };
}

/** The rules about connections. */
export const connectionRules: readonly Rule[] = [
  {
    id: "db-password-strength",
    type: "connection",
    severity: "high",
    paths: ["options.passwordPolicy", "options.password_options", "strategy"],
    failsIf: "a database accepts weak passwords",
    why: "Attackers try weak passwords first.",
    fix: "Set passwordPolicy to `good` or `excellent`, or declare password_options with a min_length of at least 12.",
    sources: ["Guide: password strength"],
    judge(connection) {
      if (!is(connection, "auth0")) return "does not apply";
      const policy = choice(connection, "options.passwordPolicy", policies);
      // A tenant can return the default password_options beside a policy that was set, so both are judged.
      const hasRecent = connection.find("options.password_options", "object") !== undefined;
      if (!hasRecent && policy === undefined) {
        if (connection.isNull("options.passwordPolicy")) return "fails";
        throw new Unknown("options.passwordPolicy is not declared");
      }
      if (policy !== undefined && weakPolicies.includes(policy)) return "fails";
      return failsIf(hasRecent && acceptsWeak(connection));
    },
  },
  {
    id: "db-password-length",
    type: "connection",
    severity: "medium",
    paths: [
      "options.password_complexity_options.min_length",
      "options.password_options.complexity.min_length",
      "strategy",
    ],
    failsIf: "a database accepts passwords of less than 12 characters",
    why: "The longer a password is, the longer an attacker needs to guess it.",
    fix: "Set min_length to 12 or more.",
    sources: ["Guide: password strength"],
    judge(connection) {
      if (!is(connection, "auth0")) return "does not apply";
      const older = "options.password_complexity_options.min_length";
      const recent = connection.find("options.password_options.complexity.min_length", "number");
      // Both lengths must suffice: a tenant can return the default password_options beside a shorter length that was set.
      const old =
        recent === undefined ? connection.get(older, "number", longestOfPolicies) : connection.find(older, "number");
      return failsIf([recent, old].some(isShort));
    },
  },
  databaseSwitch(
    {
      id: "db-password-dictionary",
      severity: "medium",
      failsIf: "a database accepts common passwords",
      why: "Attackers try common passwords first, and such passwords can satisfy every rule about length and characters.",
      fix: "Set password_dictionary.enable or password_options.dictionary.active to true.",
    },
    ["password_dictionary.enable", "password_options.dictionary.active"],
  ),
  databaseSwitch(
    {
      id: "db-password-no-personal-data",
      severity: "medium",
      failsIf: "a database accepts passwords that contain the user's name or e-mail address",
      why: "Attackers try names and e-mail addresses first.",
      fix: "Set password_no_personal_info.enable or password_options.profile_data.active to true.",
    },
    ["password_no_personal_info.enable", "password_options.profile_data.active"],
  ),
  databaseSwitch(
    {
      id: "db-password-history",
      severity: "low",
      profile: "strict",
      failsIf: "users of a database can use an earlier password again",
      why: "A user can choose an earlier password that has leaked.",
      fix: "Set password_history.enable or password_options.history.active to true.",
    },
    ["password_history.enable", "password_options.history.active"],
  ),
  {
    id: "connection-brute-force-protection",
    type: "connection",
    severity: "high",
    paths: ["options.brute_force_protection", "strategy"],
    failsIf: "brute_force_protection is false",
    why: "Attackers can guess passwords or codes of this connection without a limit, even if the tenant's brute-force protection is on.",
    fix: "Remove the option, or set it to true.",
    sources: ["Guide: brute-force protection"],
    judge(connection) {
      if (!is(connection, "auth0", "ad", "sms", "email")) return "does not apply";
      return failsIf(connection.get("options.brute_force_protection", "boolean") === false);
    },
  },
  {
    id: "connection-scripts-no-secrets",
    type: "connection",
    severity: "high",
    paths: ["options.customScripts", "options.scripts"],
    failsIf: "a script contains a secret",
    why: "Every client with the scope read:connections can read the scripts.",
    fix: "Move the secret to `options.configuration`, and rotate it.",
    sources: ["Guide: custom database connections"],
    judge(connection) {
      const paths = ["options.customScripts", "options.scripts"].filter((path) => connection.has(path));
      const anyScript = (test: (script: Json) => boolean) =>
        anyOf(paths, (path) => connection.anyItem(path, "object", test));
      if (anyScript((script) => holdsSecretInCode(textOf("a script", script)))) return "fails";
      return anyScript(() => true) ? "passes" : "does not apply";
    },
  },
  {
    id: "upstream-pkce",
    type: "connection",
    severity: "medium",
    paths: ["options.connection_settings.pkce", "options.pkce_enabled", "options.type", "strategy"],
    failsIf: "logins at the identity provider do not use PKCE with S256",
    why: "An attacker who steals an authorization code on its way back from the identity provider can log in with the code.",
    fix: "Declare connection_settings with pkce `auto` or `S256`; for oauth2, set pkce_enabled to true.",
    sources: ["RFC 9700, 2.1.1", "OWASP ASVS 5.0, 10.2.1"],
    judge(connection) {
      if (is(connection, "oauth2")) return failsIf(connection.get("options.pkce_enabled", "boolean") === false);
      if (!is(connection, "oidc", "okta") || choice(connection, "options.type", channels) === "front_channel")
        return "does not apply";
      const method = choiceOf(connection, "options.connection_settings.pkce", pkceMethods);
      return failsIf(["disabled", "plain"].includes(method));
    },
  },
  {
    id: "oidc-back-channel",
    type: "connection",
    severity: "low",
    profile: "strict",
    paths: ["options.type", "strategy"],
    failsIf: "an oidc connection uses the front channel",
    why: "ID tokens pass through the user's browser, where scripts and extensions can read them.",
    fix: "Set type to `back_channel`.",
    sources: ["OWASP ASVS 5.0, 10.6.1"],
    judge: (connection) =>
      is(connection, "oidc")
        ? failsIf(choiceOf(connection, "options.type", channels, "front_channel") === "front_channel")
        : "does not apply",
  },
  {
    id: "connection-https-endpoints",
    type: "connection",
    severity: "high",
    paths: ["options.issuer", ...endpoints.slice(1).map((name) => `options.${name}`)],
    failsIf: "an endpoint begins with `http://`",
    why: "An attacker in the network can change the responses, and so log in as any user.",
    fix: "Use https.",
    sources: ["RFC 9700, 2.6"],
    judge(connection) {
      const paths = endpoints.map((name) => `options.${name}`).filter((path) => connection.has(path));
      if (anyUrlAt(connection, paths, isHttp)) return "fails";
      return anyUrlAt(connection, paths, () => true) ? "passes" : "does not apply";
    },
  },
  {
    id: "samlp-signs-requests",
    type: "connection",
    severity: "low",
    profile: "strict",
    paths: ["options.signSAMLRequest", "strategy"],
    failsIf: "SAML requests are not signed",
    why: "The identity provider cannot verify that a request comes from your tenant.",
    fix: "Set signSAMLRequest to true.",
    sources: ["Guide: sign SAML requests"],
    judge: (connection) =>
      is(connection, "samlp", "pingfederate")
        ? failsIf(!connection.get("options.signSAMLRequest", "boolean", false))
        : "does not apply",
  },
  {
    id: "samlp-no-sha1",
    type: "connection",
    severity: "low",
    paths: ["options.signatureAlgorithm", "options.digestAlgorithm", "strategy"],
    failsIf: "the tenant signs SAML requests with SHA-1",
    why: "SHA-1 is no longer fit for signatures.",
    fix: "Set options.signatureAlgorithm to `rsa-sha256` and options.digestAlgorithm to `sha256`, and configure the identity provider to match.",
    sources: ["RFC 8725, 3.2, by analogy"],
    judge(connection) {
      if (!is(connection, "samlp", "pingfederate")) return "does not apply";
      return failsIf(
        anyTrue(
          () => choiceOf(connection, "options.signatureAlgorithm", ["rsa-sha1", "rsa-sha256"]) === "rsa-sha1",
          () => choiceOf(connection, "options.digestAlgorithm", ["sha1", "sha256"]) === "sha1",
        ),
      );
    },
  },
  {
    id: "samlp-no-idp-initiated",
    type: "connection",
    severity: "medium",
    paths: ["options.idpinitiated", "strategy"],
    failsIf: "logins can begin at the identity provider",
    why: "The tenant cannot verify that the user has started such a login, so an attacker can log a user in to another account.",
    fix: "Start logins at the application, and remove idpinitiated.",
    sources: ["Guide: identity-provider-initiated single sign-on"],
    judge(connection) {
      if (!is(connection, "samlp")) return "does not apply";
      return failsIf(own(connection.get("options.idpinitiated", "object"), "enabled") !== false);
    },
  },
  {
    id: "samlp-debug-off",
    type: "connection",
    severity: "medium",
    paths: ["options.debug"],
    failsIf: "debug is true",
    why: "Assertions with personal data are written to the logs.",
    fix: "Set debug to false.",
    sources: ["Types of the official SDK"],
    judge: (connection) => failsIf(connection.get("options.debug", "boolean") === true),
  },
  {
    id: "samlp-decryption-exceptions",
    type: "connection",
    severity: "medium",
    paths: ["options.assertion_decryption_settings.algorithm_exceptions"],
    failsIf: "assertions may be encrypted with insecure algorithms",
    why: "An attacker may be able to read or change the assertions: the service calls these algorithms insecure.",
    fix: "Change the algorithm at the identity provider, then empty algorithm_exceptions.",
    sources: ["Types of the official SDK"],
    judge: (connection) =>
      failsIf(connection.texts("options.assertion_decryption_settings.algorithm_exceptions").length > 0),
  },
  {
    id: "waad-common-endpoint",
    type: "connection",
    severity: "high",
    paths: ["options.useCommonEndpoint", "options.waad_common_endpoint", "strategy"],
    failsIf: "an Azure AD connection accepts every directory",
    why: "Users of every directory in the world can log in.",
    fix: "Set useCommonEndpoint to false, and use one connection for each customer's directory.",
    sources: ["Guide: Azure AD connections"],
    judge(connection) {
      if (!is(connection, "waad")) return "does not apply";
      if (connection.find("options.waad_common_endpoint", "boolean") === true) return "fails";
      return failsIf(connection.get("options.useCommonEndpoint", "boolean") === true);
    },
  },
  {
    id: "enterprise-email-trust",
    type: "connection",
    severity: "medium",
    paths: ["options.should_trust_email_verified_connection", "strategy"],
    failsIf: "every e-mail address of an enterprise directory counts as verified",
    why: "An administrator of the directory can enter any e-mail address, and so take over accounts that are linked by e-mail address.",
    fix: "Set should_trust_email_verified_connection to `never_set_emails_as_verified`, and let users verify their e-mail addresses when they log in.",
    sources: ["Guide: email verification for Azure AD and ADFS"],
    judge: (connection) =>
      is(connection, "waad", "adfs")
        ? failsIf(
            choiceOf(connection, "options.should_trust_email_verified_connection", emailTrusts) === emailTrusts[0],
          )
        : "does not apply",
  },
  {
    id: "social-own-keys",
    type: "connection",
    severity: "high",
    paths: ["options.client_id", "strategy"],
    failsIf: "a social connection uses the service's shared test keys",
    why: "With shared keys, logouts, single sign-on, second factors and custom domains do not work, and users do not see your name at the identity provider.",
    fix: "Register an application of your own at the identity provider, and declare its client_id and client_secret.",
    sources: ["Guide: test social connections with developer keys"],
    judge(connection) {
      if (!isSocial(connection.get("strategy", "text"))) return "does not apply";
      return failsIf(connection.get("options.client_id", "text", "") === "");
    },
  },
  {
    id: "passwordless-code-strength",
    type: "connection",
    severity: "medium",
    paths: ["options.totp.length", "options.totp.time_step", "strategy"],
    failsIf:
      "codes have fewer than 6 digits, are valid for more than 300 seconds, or have 6 digits and are valid for more than 180 seconds",
    why: "The longer a code is valid, the more often an attacker can guess, so a longer validity needs more digits.",
    fix: "In options.totp, use 6 digits and at most 180 seconds, or more digits and at most 300 seconds.",
    sources: ["Guide: passwordless best practices"],
    judge(connection) {
      if (!is(connection, "email", "sms")) return "does not apply";
      const [length, life] = ["length", "time_step"].map((name) =>
        connection.get(`options.totp.${name}`, "number"),
      ) as [number, number];
      return failsIf(length < 6 || life > 300 || (length === 6 && life > 180));
    },
  },
  {
    id: "sms-gateway-authenticated",
    type: "connection",
    severity: "medium",
    paths: ["options.gateway_authentication", "options.provider", "strategy"],
    failsIf: "the tenant does not authenticate itself to the gateway that sends codes by SMS",
    why: "Anyone who knows the gateway's address can send messages in your name.",
    fix: "Declare gateway_authentication with a secret, and let the gateway verify the token in every request.",
    sources: ["Guide: use your SMS gateway for passwordless"],
    judge(connection) {
      if (!is(connection, "sms") || connection.get("options.provider", "text") !== "sms_gateway")
        return "does not apply";
      // The rule passes without reading the secret, which can be encrypted: it suffices that the authentication is declared.
      if (isObject(connection.heldAt("options.gateway_authentication"))) return "passes";
      if (connection.isNull("options.gateway_authentication") || connection.isAbsent("options.gateway_authentication"))
        return "fails";
      throw new Unknown("options.gateway_authentication is not declared");
    },
  },
  {
    id: "db-passkeys",
    type: "connection",
    severity: "low",
    profile: "strict",
    paths: ["options.authentication_methods.passkey.enabled", "strategy"],
    failsIf: "users of a database cannot log in with passkeys",
    why: "Users can be tricked into typing a password into a phishing page. A passkey works only on the real login page.",
    fix: "Set authentication_methods.passkey.enabled to true. Passkeys need universal login.",
    sources: ["Guide: passkeys"],
    judge(connection) {
      if (!is(connection, "auth0")) return "does not apply";
      return failsIf(!connection.get("options.authentication_methods.passkey.enabled", "boolean", false));
    },
  },
  {
    id: "connection-certificate-expiry",
    type: "connection",
    severity: "medium",
    paths: ["options.signingCert", "options.expires", "strategy"],
    failsIf: "the certificate of the identity provider expires within 30 days, or has expired",
    why: "After the expiry, no user can log in with the connection.",
    fix: "Get the new certificate from the administrators of the identity provider, and declare it.",
    sources: ["Guide: SAML identity providers"],
    judge(connection) {
      if (!is(connection, "samlp", "pingfederate")) return "does not apply";
      const ends = endOf(connection);
      return failsIf(ends < Date.now() + 30 * 86_400_000);
    },
  },
  {
    id: "connection-enabled-for-nobody",
    type: "connection",
    looksUp: { connectionClients: ["connectionId", "clients"] },
    severity: "low",
    paths: ["enabledClients", "isDomainConnection"],
    failsIf: "no application can use the connection",
    why: "The users and secrets of a forgotten connection stay at the tenant, and no team reviews them.",
    fix: "Delete the connection, or enable it for an application.",
    sources: ["pulumi-tenant: connections"],
    judge(connection, others) {
      if (connection.find("isDomainConnection", "boolean") === true) return "passes";
      if (connection.find("enabledClients", "texts") !== undefined) {
        // The list of a program that no longer declares it is empty, and ConnectionClients can add to it.
        if (connection.texts("enabledClients").length > 0 || isSure(() => isEnabledBeside(connection, others)))
          return "passes";
        // A new connection is enabled for no further application.
        return failsIf(connection.object.isNew === true || !connection.get("isDomainConnection", "boolean", false));
      }
      if (isEnabledBeside(connection, others)) return "passes";
      throw new Unknown("enabledClients is not declared");
    },
  },
  {
    id: "connection-domain-level",
    type: "connection",
    severity: "medium",
    paths: ["isDomainConnection"],
    failsIf: "third-party applications can use the connection",
    why: "Every third-party application can log users in with the connection, even an application that registers itself.",
    fix: "Set isDomainConnection to false, and enable the connection only for the applications that need it.",
    sources: ["Guide: enable third-party applications"],
    judge: (connection) => failsIf(connection.get("isDomainConnection", "boolean") === true),
  },
];

/**
 * Whether a ConnectionClients resource enables a connection for an application, in addition to the connection's enabledClients.
 *
 * @throws Unknown if a ConnectionClients resource has an unknown connection or unknown clients
 */
function isEnabledBeside(connection: Values, others: Others): boolean {
  return others.anyWith("connectionClients", "connectionId", connection.object.id, {
    test: (one) => one.anyItem("clients", "list", () => true),
    to: connection,
  });
}

/** When the certificate of an identity provider expires, in milliseconds since 1970. @throws Unknown if there is no readable certificate */
function endOf(connection: Values): number {
  const known = connection.find("options.expires", "text");
  if (known !== undefined) return timeOf("options.expires", known);
  const text = connection.get("options.signingCert", "text");
  // Besides PEM, the service accepts the body of PEM alone, and PEM that is encoded in Base64.
  const body = text.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  for (const given of [Buffer.from(body, "base64"), Buffer.from(text, "base64")]) {
    try {
      return new X509Certificate(given).validToDate.getTime();
    } catch {}
  }
  throw new Unknown("options.signingCert is not a readable certificate");
}

/** Whether anyone can create an account of a connection without an invitation. @throws Unknown if this depends on an unknown value */
export function isOpenToStrangers(connection: Values): boolean {
  if (is(connection, "email", "sms") || isSocial(connection.get("strategy", "text"))) return true;
  if (is(connection, "waad")) return connection.get("options.useCommonEndpoint", "boolean") === true;
  return is(connection, "auth0") && connection.get("options.disable_signup", "boolean") !== true;
}

import { type Json, own } from "../../schema/json.ts";
import {
  anyUrl,
  anyUrlAt,
  hasWildcard,
  holdsCredentials,
  isHttps,
  isLoopback,
  isPlainHttp,
  isUnverifiable,
} from "../addresses.ts";
import {
  anyTrue,
  failsIf,
  isSure,
  type Judgement,
  type Others,
  type Rule,
  timeOf,
  Unknown,
  type Values,
} from "../rule.ts";
import { holdsKnownSecret } from "../secret-detector.ts";

const password = ["password", "http://auth0.com/oauth/grant-type/password-realm"];
const logins = ["authorization_code", "implicit", "refresh_token", "password"];
const device = "urn:ietf:params:oauth:grant-type:device_code";
const ciba = "urn:openid:params:grant-type:ciba";
const grantsOf: Readonly<Record<string, readonly string[]>> = {
  spa: ["authorization_code", "refresh_token"],
  native: ["authorization_code", "refresh_token", device],
  regular_web: ["authorization_code", "refresh_token", "client_credentials", ciba],
  non_interactive: ["client_credentials"],
};
/** The grants that the rule `client-grants-fit-app-type` judges. Other rules judge all remaining grants. */
const judgedGrants: readonly string[] = [...new Set(Object.values(grantsOf).flat())];

/** Whether users can log in to the application. */
const isForLogins = (client: Values) => client.find("appType", "text") !== "resource_server";
const hasGrant = (client: Values, ...grants: readonly string[]) =>
  client.anyText("grantTypes", (grant) => grants.includes(grant));
const isNative = (client: Values) => client.find("appType", "text") === "native";

/** Whether an application cannot keep a secret. */
function isPublic(client: Values, others: Others): boolean {
  const [method, appType] = [client.find("tokenEndpointAuthMethod", "text"), client.find("appType", "text")];
  if (hasKeys(client, others)) return false;
  if (method !== undefined) return method === "none";
  if (appType === undefined) throw new Unknown("neither tokenEndpointAuthMethod nor appType is declared");
  return appType === "native" || appType === "spa";
}

/** Whether a ClientAuthentication belongs to the application. @throws Unknown if neither keys nor a method of the application are known */
function hasKeys(client: Values, others: Others): boolean {
  const isThere = () => others.anyWith("clientAuthentication", "clientId", client.object.id, { to: client });
  // The service accepts either keys or a method. A method that leaves the program stays until keys replace it.
  return client.find("tokenEndpointAuthMethod", "text") === undefined ? isThere() : isSure(isThere);
}

/**
 * The default of a setting of refresh tokens, which applies if the tenant does not return the setting; undefined for a third-party application.
 *
 * @param value the default for first-party applications. The one for third-party applications is unknown
 */
function defaultOf(client: Values, value: string): string | undefined {
  return client.find("isFirstParty", "boolean") === false ? undefined : value;
}

function judgeUrls(client: Values, ...paths: readonly string[]): Judgement {
  const isUnsafe = (url: string) => hasWildcard(url) || isPlainHttp(url) || (isLoopback(url) && !isNative(client));
  return failsIf(anyUrlAt(client, paths, isUnsafe));
}

/** The rules about applications. */
export const clientRules: readonly Rule[] = [
  {
    id: "client-no-implicit-grant",
    type: "client",
    severity: "high",
    paths: ["grantTypes", "appType"],
    failsIf: "grantTypes contains `implicit`",
    why: "Tokens pass through the browser's address bar, and anyone who gets them can use them. A new application without grantTypes gets this grant.",
    fix: "Declare grantTypes without `implicit`, and use the authorization code flow with PKCE.",
    sources: ["RFC 9700, 2.1.2", "OAuth 2.0 for Browser-Based Applications (draft), 7.2", "OWASP ASVS 5.0, 10.4.4"],
    judge: (client) => (isForLogins(client) ? failsIf(hasGrant(client, "implicit")) : "does not apply"),
  },
  {
    id: "client-no-password-grant",
    type: "client",
    severity: "high",
    paths: ["grantTypes"],
    failsIf: "grantTypes contains `password` or the password realm grant",
    why: "The application sees the user's password, and the grant has no step for a second factor.",
    fix: "Use the hosted login page with the authorization code flow, or the device flow for devices without a browser.",
    sources: ["RFC 9700, 2.4", "OWASP ASVS 5.0, 10.4.4"],
    judge: (client) => failsIf(hasGrant(client, ...password)),
  },
  {
    id: "client-no-legacy-grant",
    type: "client",
    severity: "high",
    paths: ["grantTypes"],
    failsIf: "grantTypes contains a legacy grant",
    why: "The grant belongs to endpoints that the service is retiring.",
    fix: "Change the application so that it uses the endpoint `/oauth/token`, then remove the grant.",
    sources: ["Guide: application grant types"],
    judge: (client) =>
      failsIf(client.anyText("grantTypes", (grant) => grant.startsWith("http://auth0.com/oauth/legacy/grant-type/"))),
  },
  {
    id: "client-grants-fit-app-type",
    type: "client",
    severity: "medium",
    paths: ["grantTypes", "appType"],
    failsIf: "grantTypes contains a grant that applications with this appType do not need",
    why: "Each grant is one more way to get tokens. A new application without grantTypes gets four grants, whatever its appType is.",
    fix: "Declare only the grants that the application uses.",
    sources: ["OWASP ASVS 5.0, 10.4.4", "RFC 9700, 2.3"],
    judge(client) {
      const fitting = grantsOf[client.get("appType", "text")];
      if (!fitting) return "does not apply";
      return failsIf(client.anyText("grantTypes", (grant) => judgedGrants.includes(grant) && !fitting.includes(grant)));
    },
  },
  {
    id: "client-callbacks-no-wildcard",
    type: "client",
    severity: "high",
    paths: ["callbacks"],
    failsIf: "a callback contains `*`",
    why: "The service can send authorization codes to every subdomain, including one that an attacker has taken over.",
    fix: "List each URL. If each of your customers has a subdomain, use the placeholder `{organization_name}`.",
    sources: ["RFC 9700, 2.1 and 4.1.3", "OWASP ASVS 5.0, 10.4.1"],
    judge: (client) => failsIf(anyUrlAt(client, ["callbacks"], hasWildcard)),
  },
  {
    id: "client-callbacks-https",
    type: "client",
    severity: "high",
    paths: ["callbacks"],
    failsIf: "a callback has the scheme http, and its host is not the user's own machine",
    why: "Authorization codes or tokens cross the network unencrypted.",
    fix: "Use https.",
    sources: ["RFC 9700, 2.6", "RFC 8252, 7.3"],
    judge: (client) => failsIf(anyUrlAt(client, ["callbacks"], isPlainHttp)),
  },
  {
    id: "client-callbacks-no-loopback",
    type: "client",
    severity: "medium",
    paths: ["callbacks", "appType"],
    failsIf: "a callback leads to the user's own machine, and appType is not `native`",
    why: "Another program on the same machine can receive the authorization code, and the service cannot verify which program receives it.",
    fix: "Remove the callback. For development, use a separate application in a development tenant.",
    sources: ["RFC 9700, 4.1.3", "RFC 8252, 7.3"],
    judge: (client) => failsIf(anyUrlAt(client, ["callbacks"], isLoopback) && !isNative(client)),
  },
  {
    id: "client-urls-no-secrets",
    type: "client",
    severity: "high",
    paths: ["callbacks", "allowedLogoutUrls", "initiateLoginUri", "webOrigins", "allowedOrigins"],
    failsIf: "a URL contains a password, or a parameter with a secret",
    why: "The URLs of an application appear in browsers and logs, and every client with the scope read:clients can read them.",
    fix: "Remove the secret from the URL. If the application needs the secret in the callback, let it store the secret under the login's `state`.",
    sources: ["RFC 9700, 4.2.4"],
    judge(client) {
      const paths = ["callbacks", "allowedLogoutUrls", "initiateLoginUri", "webOrigins", "allowedOrigins"];
      return failsIf(anyUrlAt(client, paths, (url) => holdsKnownSecret(url) || holdsCredentials(url)));
    },
  },
  {
    id: "client-logout-urls-safe",
    type: "client",
    severity: "low",
    paths: ["allowedLogoutUrls", "appType"],
    failsIf:
      "a logout URL contains `*`, has the scheme http, or leads to the user's own machine although appType is not `native`",
    why: "After a logout, an attacker can make the service redirect users to the attacker's page.",
    fix: "List exact https URLs.",
    sources: ["RFC 9700, 4.11"],
    judge: (client) => judgeUrls(client, "allowedLogoutUrls"),
  },
  {
    id: "client-origins-safe",
    type: "client",
    severity: "medium",
    paths: ["webOrigins", "allowedOrigins", "appType"],
    failsIf:
      "an origin contains `*`, has the scheme http, or is the user's own machine although appType is not `native`",
    why: "An attacker could serve a page from such an origin, log users in there without a prompt, and read the service's responses.",
    fix: "List exact https origins.",
    sources: ["RFC 9700, 4.17"],
    judge: (client) => judgeUrls(client, "webOrigins", "allowedOrigins"),
  },
  {
    id: "client-confirm-unverifiable-callbacks",
    type: "client",
    severity: "medium",
    paths: ["skipNonVerifiableCallbackUriConfirmationPrompt", "callbacks"],
    failsIf:
      "the confirmation prompt is skipped, and a callback either does not have the scheme https or leads to the user's own machine",
    why: "Any program on the user's device can register itself for such a callback, and so take over the user's session.",
    fix: "Set the property to false, or remove it. Or use https callbacks that the operating system opens only in your app.",
    sources: ["RFC 8252, 8.6"],
    judge: (client) =>
      client.get("skipNonVerifiableCallbackUriConfirmationPrompt", "boolean") === true
        ? failsIf(anyUrlAt(client, ["callbacks"], isUnverifiable))
        : "passes",
  },
  {
    id: "client-public-no-secret-method",
    type: "client",
    looksUp: { clientAuthentication: ["clientId"] },
    severity: "high",
    paths: ["tokenEndpointAuthMethod", "appType"],
    failsIf: "appType is `native` or `spa`, and the application authenticates with a secret or a key",
    why: "Every user of the application can read the secret or key, so authentication with it proves nothing.",
    fix: "Set tokenEndpointAuthMethod to `none` and use PKCE. Move the parts that need a secret to a separate `regular_web` application.",
    sources: ["OAuth 2.0 for Browser-Based Applications (draft), 6.3.3.1", "RFC 8252, 8.5"],
    judge(client, others) {
      const appType = client.get("appType", "text");
      if (appType !== "native" && appType !== "spa") return "does not apply";
      if (hasKeys(client, others)) return "fails";
      return failsIf(client.get("tokenEndpointAuthMethod", "text") !== "none");
    },
  },
  {
    id: "client-confidential-authenticates",
    type: "client",
    looksUp: { clientAuthentication: ["clientId"] },
    severity: "high",
    paths: ["tokenEndpointAuthMethod", "appType"],
    failsIf: "appType is `regular_web` or `non_interactive`, and tokenEndpointAuthMethod is `none`",
    why: "Anyone with a stolen authorization code or refresh token can get tokens in the application's name.",
    fix: "Declare a ClientAuthentication, or set tokenEndpointAuthMethod to `client_secret_basic`. If the application is public, correct its appType.",
    sources: ["RFC 9700, 2.5", "OWASP ASVS 5.0, 10.4.10"],
    judge(client, others) {
      const appType = client.get("appType", "text");
      if (appType !== "regular_web" && appType !== "non_interactive") return "does not apply";
      return hasKeys(client, others) ? "passes" : failsIf(client.get("tokenEndpointAuthMethod", "text") === "none");
    },
  },
  {
    id: "client-id-token-asymmetric",
    type: "client",
    severity: "high",
    paths: ["jwtConfiguration.alg", "grantTypes"],
    failsIf: "jwtConfiguration.alg is `HS256`",
    why: "ID tokens are signed with the application's secret, so anyone who can verify one can also forge one.",
    fix: "Set jwtConfiguration.alg to `RS256`, and verify ID tokens with the tenant's public keys.",
    sources: ["RFC 8725, 2.2 and 3.5"],
    judge(client) {
      const grants = client.find("grantTypes", "texts");
      const isForMachines = grants?.length === 1 && grants[0] === "client_credentials";
      return isForMachines ? "does not apply" : failsIf(client.get("jwtConfiguration.alg", "text") === "HS256");
    },
  },
  {
    id: "client-oidc-conformant",
    type: "client",
    severity: "medium",
    paths: ["oidcConformant", "grantTypes"],
    failsIf: "oidcConformant is false, and grantTypes contains a grant for logins",
    why: "The service uses its legacy behaviour for tokens and logouts, and does not ask users before it redirects them to callbacks that it cannot verify.",
    fix: "Set oidcConformant to true. Test the application first: the claims of ID tokens and the behaviour of refresh tokens change.",
    sources: ["Guide: OIDC-conformant adoption"],
    judge: (client) =>
      hasGrant(client, ...logins) ? failsIf(client.get("oidcConformant", "boolean") === false) : "does not apply",
  },
  {
    id: "client-refresh-rotation-public",
    type: "client",
    looksUp: { clientAuthentication: ["clientId"] },
    severity: "high",
    paths: [
      "refreshToken.rotationType",
      "grantTypes",
      "requireProofOfPossession",
      "tokenEndpointAuthMethod",
      "appType",
      "isFirstParty",
    ],
    failsIf: "a public application gets refresh tokens that neither rotate nor are bound to the application",
    why: "A stolen refresh token works unnoticed. Rotation detects the theft and revokes the token.",
    fix: "Declare refreshToken with rotationType `rotating` and expirationType `expiring`.",
    sources: ["RFC 9700, 2.2.2 and 4.14.2", "OWASP ASVS 5.0, 10.4.5"],
    judge(client, others) {
      if (!hasGrant(client, "refresh_token")) return "does not apply";
      const rotation = () => client.get("refreshToken.rotationType", "text", defaultOf(client, "non-rotating"));
      // A new application is not bound. An undeclared value can be of another client, or of an earlier program: the service cannot clear it.
      const isBound = () =>
        client.object.isNew
          ? client.find("requireProofOfPossession", "boolean") === true
          : client.get("requireProofOfPossession", "boolean", false);
      return failsIf(
        !anyTrue(
          isBound,
          () => rotation() === "rotating",
          () => !isPublic(client, others),
        ),
      );
    },
  },
  {
    id: "client-refresh-expires",
    type: "client",
    severity: "medium",
    paths: [
      "refreshToken.expirationType",
      "refreshToken.infiniteTokenLifetime",
      "refreshToken.infiniteIdleTokenLifetime",
      "grantTypes",
      "isFirstParty",
    ],
    failsIf: "refresh tokens never expire",
    why: "A stolen refresh token that never expires works until it is revoked.",
    fix: "Set refreshToken.expirationType to `expiring`, with tokenLifetime and idleTokenLifetime.",
    sources: ["RFC 9700, 4.14.2", "OWASP ASVS 5.0, 10.4.8"],
    judge(client) {
      if (!hasGrant(client, "refresh_token")) return "does not apply";
      const infinite = ["refreshToken.infiniteTokenLifetime", "refreshToken.infiniteIdleTokenLifetime"];
      if (infinite.some((path) => client.find(path, "boolean") === true)) return "fails";
      if (client.get("refreshToken.expirationType", "text", defaultOf(client, "non-expiring")) === "non-expiring")
        return "fails";
      // A change of the type leaves these values as they were, so an undeclared one can be true.
      return failsIf(infinite.some((path) => client.get(path, "boolean", false)));
    },
  },
  {
    id: "client-refresh-lifetime-bounded",
    type: "client",
    severity: "low",
    paths: ["refreshToken.tokenLifetime", "refreshToken.idleTokenLifetime", "refreshToken.expirationType"],
    failsIf: "refresh tokens are valid for more than 30 days, or for more than 15 days without use",
    why: "A stolen refresh token works until it expires.",
    fix: "Set tokenLifetime to at most 2592000 seconds, and idleTokenLifetime to at most 1296000 seconds.",
    sources: ["Guide: configure refresh token expiration"],
    judge(client) {
      if (client.get("refreshToken.expirationType", "text") !== "expiring") return "does not apply";
      return failsIf(
        anyTrue(
          () => client.get("refreshToken.tokenLifetime", "number") > 2_592_000,
          () => client.get("refreshToken.idleTokenLifetime", "number") > 1_296_000,
        ),
      );
    },
  },
  {
    id: "client-no-cross-origin-auth",
    type: "client",
    severity: "medium",
    paths: ["crossOriginAuthentication"],
    failsIf: "crossOriginAuthentication is true",
    why: "Users type their passwords into a page of the application, where an injected script can read them.",
    fix: "Set crossOriginAuthentication to false, and use the hosted login page.",
    sources: ["Guide: cross-origin authentication"],
    judge: (client) => failsIf(client.get("crossOriginAuthentication", "boolean") === true),
  },
  {
    id: "client-ip-header-untrusted",
    type: "client",
    severity: "medium",
    paths: ["isTokenEndpointIpHeaderTrusted", "grantTypes"],
    failsIf:
      "isTokenEndpointIpHeaderTrusted is true, but the application has neither a password grant nor the passwordless grant",
    why: "Anyone with the application's secret can send a false IP address, and so bypass the throttling of IP addresses.",
    fix: "Set the property to false. Only a back end that logs users in with passwords or codes needs it.",
    sources: ["Guide: avoid common issues with the resource owner password flow"],
    judge(client) {
      if (client.get("isTokenEndpointIpHeaderTrusted", "boolean") !== true) return "passes";
      return failsIf(!hasGrant(client, ...password, "http://auth0.com/oauth/grant-type/passwordless/otp"));
    },
  },
  {
    id: "client-third-party-strict",
    type: "client",
    severity: "medium",
    paths: ["thirdPartySecurityMode", "isFirstParty"],
    failsIf: "thirdPartySecurityMode of a third-party application is `permissive`",
    why: "A permissive application may use grants, algorithms and APIs that the mode `strict` refuses.",
    fix: "Replace the application by a new one with the mode `strict`: the mode of an application cannot change.",
    sources: ["RFC 9700, 2.1.1", "OWASP ASVS 5.0, 10.4.7"],
    judge: (client) =>
      client.get("isFirstParty", "boolean") === false
        ? failsIf(client.get("thirdPartySecurityMode", "text") === "permissive")
        : "does not apply",
  },
  {
    id: "client-third-party-redirects",
    type: "client",
    severity: "medium",
    paths: ["redirectionPolicy", "isFirstParty"],
    failsIf: "redirectionPolicy of a third-party application is `allow_always`",
    why: "After an error, the service redirects users to a URL that a third party has registered.",
    fix: "Set redirectionPolicy to `open_redirect_protection`.",
    sources: ["RFC 9700, 4.11.2"],
    judge: (client) =>
      client.get("isFirstParty", "boolean") === false
        ? failsIf(client.get("redirectionPolicy", "text") === "allow_always")
        : "does not apply",
  },
  {
    id: "client-token-exchange-public",
    type: "client",
    looksUp: { clientAuthentication: ["clientId"] },
    severity: "medium",
    paths: ["tokenExchange.allowAnyProfileOfType", "tokenEndpointAuthMethod", "appType", "isFirstParty"],
    failsIf: "a public or third-party application may exchange custom tokens",
    why: "A stolen subject token is enough to get tokens, because nothing else proves the identity of the caller.",
    fix: "Exchange tokens in a confidential first-party application, such as your back end.",
    sources: ["Guide: custom token exchange"],
    judge(client, others) {
      if (!client.texts("tokenExchange.allowAnyProfileOfType").includes("custom_authentication")) return "passes";
      return failsIf(
        anyTrue(
          () => client.get("isFirstParty", "boolean") === false,
          () => isPublic(client, others),
        ),
      );
    },
  },
  {
    id: "client-session-transfer-bound",
    type: "client",
    severity: "medium",
    paths: [
      "sessionTransfer.enforceDeviceBinding",
      "sessionTransfer.canCreateSessionTransferToken",
      "sessionTransfer.enforceCascadeRevocation",
    ],
    failsIf: "session transfer tokens are not bound to a device, or the sessions that they open outlive a logout",
    why: "An attacker can open a session on another device with a stolen transfer token, or a session continues after the user has logged out.",
    fix: "Set enforceDeviceBinding to `ip`, or to `asn` for users in mobile networks, whose IP addresses change. Remove `enforceCascadeRevocation: false`.",
    sources: ["Guide: native to web single sign-on"],
    judge(client) {
      if (client.get("sessionTransfer.canCreateSessionTransferToken", "boolean") !== true) return "does not apply";
      if (client.find("sessionTransfer.enforceCascadeRevocation", "boolean") === false) return "fails";
      return failsIf(client.get("sessionTransfer.enforceDeviceBinding", "text") === "none");
    },
  },
  {
    id: "client-secret-not-in-state",
    type: "client",
    severity: "low",
    paths: ["readClientSecret"],
    failsIf: "readClientSecret is true",
    why: "The state contains the client secret, encrypted with the stack's key, and every policy pack can read it.",
    fix: "Declare a ClientAuthentication, or pass the secret to the application outside of the Pulumi program.",
    sources: ["pulumi-tenant: secrets"],
    judge: (client) => failsIf(client.find("readClientSecret", "boolean") === true),
  },
  {
    id: "client-strong-authentication",
    type: "client",
    looksUp: { clientAuthentication: ["clientId"] },
    severity: "low",
    profile: "strict",
    paths: ["tokenEndpointAuthMethod", "appType", "grantTypes"],
    failsIf: "a machine application authenticates with a shared secret",
    why: "A shared secret can be stolen from the application or from the tenant, and does not expire.",
    fix: "Declare a ClientAuthentication with the method `private_key_jwt`.",
    sources: ["RFC 9700, 2.5", "OWASP ASVS 5.0, 10.4.16"],
    judge(client, others) {
      const isMachine = client.find("appType", "text") === "non_interactive" || hasGrant(client, "client_credentials");
      if (!isMachine) return "does not apply";
      if (hasKeys(client, others)) return "passes";
      return failsIf(client.get("tokenEndpointAuthMethod", "text").startsWith("client_secret_"));
    },
  },
  {
    id: "client-backchannel-logout",
    type: "client",
    severity: "low",
    profile: "strict",
    paths: ["oidcLogout.backchannelLogoutUrls", "appType", "grantTypes"],
    failsIf: "a web application is not notified when a session at the tenant ends",
    why: "Users stay logged in to the application after their session at the tenant has ended or was revoked.",
    fix: "Add an https URL of the application to oidcLogout.backchannelLogoutUrls. The application must verify the logout tokens that it receives there.",
    sources: ["OWASP ASVS 5.0, 10.5.5"],
    judge(client) {
      if (client.get("appType", "text") !== "regular_web" || !hasGrant(client, "authorization_code"))
        return "does not apply";
      const urls = client.texts("oidcLogout.backchannelLogoutUrls");
      return failsIf(!anyUrl(urls, isHttps));
    },
  },
  {
    id: "client-credential-expiry",
    type: "clientAuthentication",
    severity: "low",
    profile: "strict",
    paths: ["credentials", "method"],
    failsIf: "a key of an application never expires, or expires within 30 days",
    why: "A key without an expiry stays valid if it is forgotten after a rotation. If a key expires unnoticed, the application gets no more tokens.",
    fix: "Set expiresAt to a date after the next planned rotation. To rotate, add a second credential before you remove the first one.",
    sources: ["Guide: rotate credentials"],
    judge(authentication) {
      if (authentication.get("method", "text") !== "private_key_jwt") return "does not apply";
      const credentials = authentication.get("credentials", "list");
      const soon = Date.now() + 30 * 86_400_000;
      const isWrong = (one: Json) => {
        const end = own(one, "expiresAt");
        if (own(one, "parseExpiryFromCert") === true) return false;
        return typeof end !== "string" || timeOf("expiresAt", end) < soon;
      };
      return failsIf(credentials.some(isWrong));
    },
  },
  {
    id: "client-hardened",
    type: "client",
    severity: "low",
    profile: "hardened",
    paths: ["requirePushedAuthorizationRequests", "signedRequestObject.required", "requireProofOfPossession"],
    failsIf: "one of these is not required: pushed authorization requests, signed request objects, proof of possession",
    why: "High-assurance profiles (FAPI) require all three.",
    fix: "Test the application with all three, then set requirePushedAuthorizationRequests, signedRequestObject.required and requireProofOfPossession to true.",
    sources: ["RFC 9700, 2.2.1", "OWASP ASVS 5.0, 10.4.13 and 10.4.14"],
    judge: (client) =>
      failsIf(
        ["requirePushedAuthorizationRequests", "signedRequestObject.required", "requireProofOfPossession"].some(
          (path) => client.get(path, "boolean") !== true,
        ),
      ),
  },
];

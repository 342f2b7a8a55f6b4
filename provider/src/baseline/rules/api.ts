import { anyTrue, failsIf, isManagementApi, type Rule, Unknown, type Values } from "../rule.ts";
import { isRandom } from "../secret-detector.ts";

/** Scopes of the management API with which a client can get more rights, secrets of other applications, or access to users' accounts. */
export const escalating: readonly string[] = [
  // Rights of applications and users.
  ...["create:client_grants", "update:client_grants", "create:role_members", "update:roles"],
  ...["create:organization_member_roles", "update:users", "update:tenant_settings"],
  // Secrets and keys.
  ...["read:client_keys", "update:client_keys", "create:client_credentials"],
  ...["read:connections_options", "update:connections_options"],
  ...["create:signing_keys", "update:signing_keys", "create:custom_signing_keys"],
  // Code that runs at a login, and pages on which users type their passwords.
  ...["update:triggers", "create:rules", "update:rules", "create:hooks", "update:hooks"],
  ...["create:token_exchange_profiles", "update:token_exchange_profiles", "update:branding", "update:prompts"],
  // Messages with codes and links for a login or a new password.
  ...["create:user_tickets", "create:email_provider", "update:email_provider"],
  ...["create:email_templates", "update:email_templates", "create:phone_providers", "update:phone_providers"],
  // Protections of logins.
  ...["update:attack_protection", "update:guardian_factors", "update:mfa_policies", "delete:guardian_enrollments"],
];

/** Scopes of the management API that together control the whole tenant. */
export const whole: readonly string[] = ["clients", "connections", "users"].flatMap((objects) =>
  ["create", "update", "delete"].map((operation) => `${operation}:${objects}`),
);

const isOfManagementApi = (grant: Values) => isManagementApi(grant, grant.get("audience", "text"));

/** The rules about APIs, grants and roles. */
export const apiRules: readonly Rule[] = [
  {
    id: "grant-management-api-all-scopes",
    type: "clientGrant",
    severity: "critical",
    paths: ["scope", "allowAllScopes", "audience"],
    failsIf:
      "an application gets all scopes of the management API, or those to create, update and delete applications, connections and users",
    why: "With one leaked secret, an attacker controls the whole tenant: users, keys, and the code that runs at every login.",
    fix: "Use a separate application for each tool, and list in its grant only the scopes that the tool needs.",
    sources: ["RFC 9700, 2.3", "OWASP ASVS 5.0, 10.4.11"],
    judge(grant) {
      if (!isOfManagementApi(grant)) return "does not apply";
      if (grant.find("allowAllScopes", "boolean") === true) return "fails";
      const scopes = grant.texts("scope");
      return failsIf(whole.every((scope) => scopes.includes(scope)));
    },
  },
  {
    id: "grant-management-api-escalating-scopes",
    type: "clientGrant",
    severity: "high",
    paths: ["scope", "audience"],
    failsIf:
      "an application gets a scope with which it can get more rights, other applications' secrets, or access to users' accounts",
    why: "An application with such a scope can give itself more scopes, or take over applications and accounts.",
    fix: "Remove the scope from the grant. If a tool needs the scope, use a separate application for the tool, and waive the rule for that application's grant.",
    sources: ["RFC 9700, 2.3", "OWASP ASVS 5.0, 10.4.11"],
    judge(grant) {
      if (!isOfManagementApi(grant)) return "does not apply";
      const has = (scope: string) => grant.anyText("scope", (one) => one === scope);
      return failsIf(
        anyTrue(
          () => grant.anyText("scope", (scope) => escalating.includes(scope)),
          () => has("create:actions") && has("update:actions"),
        ),
      );
    },
  },
  {
    id: "grant-no-allow-all-scopes",
    type: "clientGrant",
    severity: "medium",
    paths: ["allowAllScopes", "scope", "audience"],
    failsIf: "allowAllScopes is true",
    why: "A scope that is added to the API later is granted without a review.",
    fix: "Remove allowAllScopes, and list in `scope` only the scopes that the application needs.",
    sources: ["RFC 9700, 2.3", "OWASP ASVS 5.0, 10.4.11"],
    judge(grant) {
      if (isOfManagementApi(grant)) return "does not apply";
      // The tenant also returns an empty `scope` for such a grant, so allowAllScopes is judged first.
      if (grant.find("allowAllScopes", "boolean") === true) return "fails";
      if (grant.find("scope", "texts") === undefined) grant.get("allowAllScopes", "boolean");
      return "passes";
    },
  },
  {
    id: "grant-scope-undeclared",
    type: "clientGrant",
    looksUp: { resourceServer: ["identifier", "scopes"] },
    severity: "low",
    paths: ["scope", "audience"],
    failsIf: "the grant contains a scope that the API does not declare",
    why: "The service accepts such a grant. If the API declares the scope later, the application gets it without a review.",
    fix: "Correct the name of the scope, or remove it from the grant.",
    sources: ["pulumi-tenant: client grants"],
    judge(grant, others) {
      if (isOfManagementApi(grant)) return "does not apply";
      const api = others.one("resourceServer", "identifier", grant.get("audience", "text"));
      const isDeclared = (scope: string) => api.anyItem("scopes", "object", (_, name) => name === scope);
      return failsIf(grant.anyText("scope", (scope) => !isDeclared(scope)));
    },
  },
  {
    id: "grant-unusable",
    type: "clientGrant",
    looksUp: { client: ["grantTypes"] },
    severity: "low",
    paths: ["subjectType", "clientId"],
    failsIf:
      "the grant is for tokens without a user, but the application does not have the grant type `client_credentials`",
    why: "The grant has no effect today. If the application gets this grant type later, the grant takes effect without a review.",
    fix: "Delete the grant, or set its subjectType to `user`.",
    sources: ["pulumi-tenant: client grants"],
    judge(grant, others) {
      if (grant.find("subjectType", "text") === "user") return "passes";
      const client = others.one("client", "id", grant.get("clientId", "text"));
      return failsIf(!client.texts("grantTypes").includes("client_credentials"));
    },
  },
  {
    id: "grant-default-third-party",
    type: "clientGrant",
    severity: "high",
    paths: ["scope", "allowAllScopes", "defaultFor"],
    failsIf: "the default grant of third-party applications permits more than reading",
    why: "The default grant is in force for every third-party application, even for one that registers itself.",
    fix: "Remove all scopes that do not begin with `read:`, and grant them only to the applications that need them.",
    sources: ["RFC 9700, 2.3"],
    judge(grant) {
      if (grant.find("defaultFor", "text") === undefined) return "does not apply";
      if (grant.find("allowAllScopes", "boolean") === true) return "fails";
      return failsIf(grant.anyText("scope", (scope) => !scope.startsWith("read:")));
    },
  },
  {
    id: "grant-any-organization",
    type: "clientGrant",
    severity: "medium",
    paths: ["allowAnyOrganization", "organizationUsage"],
    failsIf: "a machine application may get tokens for every organization",
    why: "The application can also get tokens for organizations that are added later, without a review.",
    fix: "Set allowAnyOrganization to false, and assign to the grant only the organizations that the application needs.",
    sources: ["RFC 9700, 2.3"],
    judge(grant) {
      if (grant.get("allowAnyOrganization", "boolean") !== true) return "passes";
      return failsIf(["allow", "require"].includes(grant.get("organizationUsage", "text")));
    },
  },
  {
    id: "api-asymmetric-signing",
    type: "resourceServer",
    severity: "medium",
    paths: ["signingAlg"],
    failsIf: "signingAlg is `HS256`",
    why: "Anyone with the signing secret can create valid tokens, and every client with the scope read:resource_servers can read this secret.",
    fix: "Set signingAlg to `RS256` or `PS256`, and verify tokens with the tenant's public keys.",
    sources: ["RFC 8725, 2.2 and 3.5"],
    judge: (api) => failsIf(api.get("signingAlg", "text") === "HS256"),
  },
  {
    id: "api-signing-secret-strength",
    type: "resourceServer",
    severity: "high",
    paths: ["signingSecret", "signingAlg"],
    failsIf: "tokens are signed with a signingSecret that is not random or has less than 32 characters",
    why: "An attacker with one token can guess a weak secret offline, and then create valid tokens.",
    fix: "Remove signingSecret, so that the service generates a strong secret. Even better, set signingAlg to `RS256`.",
    sources: ["RFC 8725, 2.2 and 3.5"],
    judge(api) {
      if (api.get("signingAlg", "text") !== "HS256") return "does not apply";
      const secret = api.get("signingSecret", "text");
      return failsIf(secret.length < 32 || !isRandom(secret));
    },
  },
  {
    id: "api-offline-access-unused",
    type: "resourceServer",
    looksUp: { client: ["grantTypes"] },
    severity: "low",
    paths: ["allowOfflineAccess"],
    failsIf: "the API allows refresh tokens, and no application has the grant type `refresh_token`",
    why: "If an application gets this grant type later, it gets long-lived access to the API without a review.",
    fix: "Set allowOfflineAccess to false.",
    sources: ["RFC 9700, 2.2.2"],
    judge(api, others) {
      if (api.get("allowOfflineAccess", "boolean") !== true) return "passes";
      return failsIf(!others.anyLists("client", "grantTypes", "refresh_token"));
    },
  },
  {
    id: "api-without-consumer",
    type: "resourceServer",
    looksUp: { clientGrant: ["audience"] },
    severity: "low",
    paths: ["subjectTypeAuthorization.user.policy", "identifier"],
    failsIf: "no application has a grant for the API, and the API permits no tokens without a grant",
    why: "The scopes, roles and keys of a forgotten API stay in force, and no team reviews them.",
    fix: "Delete the API, or declare a ClientGrant for an application that needs it.",
    sources: ["RFC 9700, 2.3, by analogy"],
    judge(api, others) {
      const identifier = api.get("identifier", "text");
      if (isManagementApi(api, identifier)) return "does not apply";
      return failsIf(
        !anyTrue(
          () => api.get("subjectTypeAuthorization.user.policy", "text") === "allow_all",
          () => others.anyWith("clientGrant", "audience", identifier),
        ),
      );
    },
  },
  {
    id: "api-token-lifetime",
    type: "resourceServer",
    severity: "medium",
    paths: ["tokenLifetime"],
    failsIf: "access tokens are valid for more than a day",
    why: "The service cannot revoke an access token, so a stolen one works until it expires.",
    fix: "Set tokenLifetime, in seconds, to a few hours at most. Applications can get new access tokens with refresh tokens.",
    sources: ["Guide: token best practices"],
    judge: (api) => failsIf(api.get("tokenLifetime", "number") > 86_400),
  },
  {
    id: "api-user-access-per-app",
    type: "resourceServer",
    severity: "medium",
    paths: ["subjectTypeAuthorization.user.policy", "identifier"],
    failsIf: "every first-party application may request tokens for the API on behalf of users",
    why: "A script that is injected into any application of the tenant can get tokens for this API. A new API without a policy gets `allow_all`.",
    fix: "Set subjectTypeAuthorization.user.policy to `require_client_grant`, and declare a ClientGrant with subjectType `user` for each application that needs the API.",
    sources: ["RFC 9700, 2.3"],
    judge(api) {
      if (isManagementApi(api, api.get("identifier", "text"))) return "does not apply";
      return failsIf(api.get("subjectTypeAuthorization.user.policy", "text", "allow_all") === "allow_all");
    },
  },
  {
    id: "management-api-user-access",
    type: "resourceServer",
    severity: "high",
    paths: ["subjectTypeAuthorization.user.policy", "identifier"],
    failsIf: "every application may request tokens for the management API on behalf of its users",
    why: "A script that is injected into one application can change the user's metadata, and link other accounts to the user's account.",
    fix: "Set subjectTypeAuthorization.user.policy of the management API to `require_client_grant`.",
    sources: ["Guide: get management API tokens for single-page applications"],
    judge(api) {
      if (!isManagementApi(api, api.get("identifier", "text"))) return "does not apply";
      return failsIf(api.get("subjectTypeAuthorization.user.policy", "text", "allow_all") === "allow_all");
    },
  },
  {
    id: "api-rbac-enforced",
    type: "resourceServer",
    looksUp: { rolePermissions: ["resourceServerIdentifier", "permissions"] },
    severity: "medium",
    paths: ["enforcePolicies", "identifier"],
    failsIf: "roles have permissions for the API, but enforcePolicies is false",
    why: "The roles have no effect: every user gets every scope that an application requests.",
    fix: "Set enforcePolicies to true, and tokenDialect to `access_token_authz`.",
    sources: ["OWASP ASVS 5.0, 10.3.2"],
    judge(api, others) {
      const isUsed = others.anyWith("rolePermissions", "resourceServerIdentifier", api.get("identifier", "text"), {
        test: (role) => role.anyItem("permissions", "list", () => true),
      });
      if (!isUsed) throw new Unknown("no role has permissions for the API");
      return failsIf(api.get("enforcePolicies", "boolean") === false);
    },
  },
  {
    id: "api-hardened",
    type: "resourceServer",
    severity: "low",
    profile: "hardened",
    paths: ["proofOfPossession.required", "tokenEncryption"],
    failsIf: "access tokens are neither bound to their client nor encrypted",
    why: "Anyone can use a stolen access token that is not bound. High-assurance profiles (FAPI) bind access tokens to their client.",
    fix: "Set proofOfPossession.required to true, or declare tokenEncryption.",
    sources: ["RFC 9700, 2.2.1", "OWASP ASVS 5.0, 10.4.14"],
    judge(api) {
      if (api.find("tokenEncryption", "object") !== undefined) return "passes";
      return failsIf(api.get("proofOfPossession.required", "boolean") !== true);
    },
  },
  {
    id: "role-no-management-api",
    type: "rolePermissions",
    severity: "high",
    paths: ["permissions", "resourceServerIdentifier"],
    failsIf: "a role has permissions for the management API",
    why: "After an ordinary login, every user with the role can administer the tenant.",
    fix: "Remove the permissions, and let a back end with its own client grant call the management API.",
    sources: ["RFC 9700, 2.3"],
    judge(role) {
      if (!isManagementApi(role, role.get("resourceServerIdentifier", "text"))) return "passes";
      return failsIf(role.texts("permissions").length > 0);
    },
  },
];

import { escalating, whole } from "../../../provider/src/baseline/rules/api.ts";
import type { Cases } from "./cases.ts";

const management = "https://tenant.example.com/api/v2/";

const orders = "https://orders.example.com";

/** The cases of the rules in `baseline/rules/api.ts`, by the rules' ids. */
export const apiCases: Readonly<Record<string, Cases>> = {
  "grant-management-api-all-scopes": {
    passes: [
      { properties: { audience: management, scope: ["read:clients"] } },
      { properties: { audience: management, scope: whole.slice(1) } },
    ],
    fails: [
      { properties: { audience: management, allowAllScopes: true }, isLive: true },
      { properties: { audience: management, scope: [...whole, "read:logs"] } },
    ],
    doesNotApply: [{ properties: { audience: orders, allowAllScopes: true } }],
    unknown: [{ properties: { audience: management } }],
  },
  "grant-management-api-escalating-scopes": {
    passes: [{ properties: { audience: management, scope: ["read:users", "create:actions"] } }],
    fails: [
      ...escalating.map((scope) => ({ properties: { audience: management, scope: ["read:clients", scope] } })),
      { properties: { audience: management, scope: ["create:actions", "update:actions"] } },
    ],
    doesNotApply: [{ properties: { audience: orders, scope: ["update:users"] } }],
    unknown: [{ properties: { audience: management } }],
  },
  "grant-no-allow-all-scopes": {
    passes: [{ properties: { audience: orders, scope: ["read:orders"] } }],
    fails: [
      { properties: { audience: orders, allowAllScopes: true } },
      { properties: { audience: orders, allowAllScopes: true, scope: [] } },
    ],
    doesNotApply: [{ properties: { audience: management, allowAllScopes: true } }],
    unknown: [{ properties: { audience: orders } }],
  },
  "grant-scope-undeclared": {
    passes: [
      {
        properties: { audience: orders, scope: ["read:orders"] },
        others: [{ type: "resourceServer", properties: { identifier: orders, scopes: { "read:orders": "Read" } } }],
      },
    ],
    fails: [
      {
        properties: { audience: orders, scope: ["read:orders", "read:ordres"] },
        others: [{ type: "resourceServer", properties: { identifier: orders, scopes: { "read:orders": "Read" } } }],
      },
    ],
    doesNotApply: [{ properties: { audience: management, scope: ["read:clients"] } }],
    unknown: [
      { properties: { audience: orders, scope: ["read:orders"] } },
      {
        properties: { audience: orders, scope: ["read:orders"] },
        others: [{ type: "resourceServer", properties: { identifier: orders } }],
      },
      // Another stack can add the scope.
      {
        properties: { audience: orders, scope: ["read:orders", "read:refunds"] },
        others: [
          {
            type: "resourceServer",
            properties: { identifier: orders, scopes: { "read:orders": "Read" }, exclusiveScopes: false },
          },
        ],
      },
    ],
  },
  "grant-unusable": {
    passes: [
      { properties: { clientId: "app", subjectType: "user" } },
      {
        properties: { clientId: "app" },
        others: [{ type: "client", id: "app", properties: { grantTypes: ["client_credentials"] } }],
      },
    ],
    fails: [
      {
        properties: { clientId: "app", subjectType: "client" },
        others: [{ type: "client", id: "app", properties: { grantTypes: ["authorization_code"] } }],
      },
    ],
    unknown: [{ properties: { clientId: "app" } }],
  },
  "grant-default-third-party": {
    passes: [{ properties: { defaultFor: "third_party_clients", scope: ["read:catalog"] } }],
    fails: [
      { properties: { defaultFor: "third_party_clients", scope: ["read:catalog", "write:orders"] } },
      { properties: { defaultFor: "third_party_clients", allowAllScopes: true } },
    ],
    doesNotApply: [{ properties: { clientId: "app", scope: ["write:orders"] } }],
    unknown: [{ properties: { defaultFor: "third_party_clients" } }],
  },
  "grant-any-organization": {
    passes: [
      { properties: { allowAnyOrganization: false, organizationUsage: "require" } },
      { properties: { allowAnyOrganization: true, organizationUsage: "deny" } },
    ],
    fails: [{ properties: { allowAnyOrganization: true, organizationUsage: "require" } }],
    unknown: [{ properties: {} }],
  },
  "api-asymmetric-signing": {
    passes: [{ properties: { signingAlg: "RS256" } }, { properties: { signingAlg: "PS256" } }],
    fails: [{ properties: { signingAlg: "HS256" } }],
    unknown: [{ properties: {} }],
  },
  "api-signing-secret-strength": {
    passes: [{ properties: { signingAlg: "HS256", signingSecret: ["q7Rk2Zp9Xw4Lt8Vb", "n3Jd6HsYc1Mf5GaE"].join("") } }],
    fails: [
      { properties: { signingAlg: "HS256", signingSecret: ["q7Rk2Zp9", "Xw4Lt8Vb"].join("") } },
      { properties: { signingAlg: "HS256", signingSecret: "ab".repeat(20) } },
    ],
    doesNotApply: [{ properties: { signingAlg: "RS256" } }],
    unknown: [{ properties: { signingAlg: "HS256" } }, { properties: {} }],
  },
  "api-offline-access-unused": {
    passes: [
      { properties: { allowOfflineAccess: false }, isLive: true },
      {
        properties: { allowOfflineAccess: true },
        others: [{ type: "client", properties: { grantTypes: ["authorization_code", "refresh_token"] } }],
      },
    ],
    fails: [
      {
        properties: { allowOfflineAccess: true },
        others: [{ type: "client", properties: { grantTypes: ["authorization_code"] } }],
        isLive: true,
      },
    ],
    unknown: [{ properties: {} }, { properties: { allowOfflineAccess: true } }],
  },
  "api-without-consumer": {
    passes: [
      {
        properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "deny_all" } } },
        others: [{ type: "clientGrant", properties: { audience: orders } }],
      },
      {
        properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "allow_all" } } },
        isLive: true,
      },
    ],
    fails: [
      {
        properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "deny_all" } } },
        others: [{ type: "clientGrant", properties: { audience: management } }],
        isLive: true,
      },
    ],
    doesNotApply: [{ properties: { identifier: management }, isLive: true }],
    unknown: [
      { properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "deny_all" } } } },
      { properties: { identifier: orders }, isLive: true },
    ],
  },
  "api-token-lifetime": {
    passes: [{ properties: { tokenLifetime: 86_400 } }],
    fails: [{ properties: { tokenLifetime: 86_401 } }],
    unknown: [{ properties: {} }],
  },
  "api-user-access-per-app": {
    passes: [
      {
        properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "require_client_grant" } } },
      },
    ],
    fails: [
      { properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "allow_all" } } } },
      { properties: { identifier: orders }, isLive: true },
    ],
    doesNotApply: [
      { properties: { identifier: management, subjectTypeAuthorization: { user: { policy: "allow_all" } } } },
    ],
    unknown: [{ properties: { identifier: orders } }],
  },
  "management-api-user-access": {
    passes: [{ properties: { identifier: management, subjectTypeAuthorization: { user: { policy: "deny_all" } } } }],
    fails: [
      { properties: { identifier: management, subjectTypeAuthorization: { user: { policy: "allow_all" } } } },
      { properties: { identifier: management }, isLive: true },
    ],
    doesNotApply: [{ properties: { identifier: orders, subjectTypeAuthorization: { user: { policy: "allow_all" } } } }],
    unknown: [{ properties: { identifier: management } }],
  },
  "api-rbac-enforced": {
    passes: [
      {
        properties: { identifier: orders, enforcePolicies: true },
        others: [
          { type: "rolePermissions", properties: { resourceServerIdentifier: orders, permissions: ["read:orders"] } },
        ],
      },
    ],
    fails: [
      {
        properties: { identifier: orders, enforcePolicies: false },
        others: [
          { type: "rolePermissions", properties: { resourceServerIdentifier: orders, permissions: ["read:orders"] } },
        ],
      },
    ],
    unknown: [{ properties: { identifier: orders, enforcePolicies: false } }],
  },
  "api-hardened": {
    passes: [
      { properties: { proofOfPossession: { mechanism: "dpop", required: true } } },
      { properties: { tokenEncryption: { format: "compact-nested-jwe" } } },
    ],
    fails: [{ properties: { proofOfPossession: { mechanism: "dpop", required: false } } }],
    unknown: [{ properties: {} }],
  },
  "role-no-management-api": {
    passes: [
      { properties: { resourceServerIdentifier: orders, permissions: ["read:orders"] } },
      { properties: { resourceServerIdentifier: management, permissions: [] } },
    ],
    fails: [{ properties: { resourceServerIdentifier: management, permissions: ["read:users"] } }],
    unknown: [{ properties: { resourceServerIdentifier: management } }],
  },
};

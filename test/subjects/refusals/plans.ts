import type { Refusal, Request } from "./refusal.ts";

const byTenant = { decides: "tenant" } as const;

/** Refusals because of the tenant's plan: a preview finds them by looking. */
const ofPlans: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "preview", status: 402 },
    refuses: "loginPageTemplate: a plan without page templates",
    message: "A paid subscription is required for this feature.",
    isOfPlan: true,
    sends: ["GET", "/branding/templates/universal-login"],
    program: { type: "loginPageTemplate", args: { body: "<html>{%- auth0:head -%}{%- auth0:widget -%}</html>" } },
    says: /will fail: .*A paid subscription is required/,
  },
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "botDetection: a plan without bot detection",
    message: "Please upgrade your subscription to use bot detection",
    errorCode: "insufficient_entitlement",
    isOfPlan: true,
    sends: ["GET", "/attack-protection/bot-detection"],
    program: { type: "botDetection", args: { botDetectionLevel: "high" } },
    says: /will fail: .*Please upgrade your subscription/,
  },
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "networkAcl: a plan without network rules",
    message: "Please upgrade your subscription to enable Tenant ACL Management.",
    errorCode: "insufficient_entitlement",
    isOfPlan: true,
    sends: ["GET", "/network-acls"],
    program: {
      type: "networkAcl",
      args: {
        ...{ description: "Rule", active: false, priority: 1 },
        rule: { action: "block", scope: "tenant", match: { asns: [1] } },
      },
    },
    says: /will fail: .*Please upgrade your subscription/,
  },
];

const phoneElsewhere: Request = ["PATCH", "/tenants/settings", { phone_consolidated_experience: true }];

/** Refusals because of the tenant's settings, of a token's scopes, and of the strategy of a connection. */
const ofTenants: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "multiFactorPhone: phone messages that are configured with the branding",
    message:
      "Insufficient privileges to use this deprecated feature. To handle Phone Provider/Templates refer to Tenant Phone Settings",
    tenant: [phoneElsewhere],
    sends: ["PUT", "/guardian/factors/phone/selected-provider", { provider: "twilio" }],
    program: { type: "multiFactorPhone", args: { provider: "twilio" } },
    says: /will fail: .*deprecated feature/,
  },
  {
    ...{ ...byTenant, said: "run", status: 403 },
    refuses: "a request without its scope",
    message: "Insufficient scope, expected any of: read:token_exchange_profiles",
    errorCode: "insufficient_scope",
    scopes: ["read:clients"],
    sends: ["GET", "/token-exchange-profiles"],
  },
  {
    ...{ ...byTenant, said: "run", status: 404 },
    refuses: "provisioning of a strategy that does not have it",
    ofReferred: true,
    message: "This connection type does not support SCIM.",
    tenant: [["POST", "/connections", { name: "users", strategy: "auth0" }]],
    sends: ["POST", "/connections/{last}/scim-configuration", {}],
  },
];

/** Refusals that depend on the tenant's plan and settings, and on the token. */
export const byTenants: readonly Refusal[] = [...ofPlans, ...ofTenants];

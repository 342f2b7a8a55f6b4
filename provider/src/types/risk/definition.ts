import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";

/** The scopes for settings of attack protection, which these settings need, too. */
const scopes = {
  create: ["read:attack_protection", "update:attack_protection"],
  read: ["read:attack_protection"],
  update: ["read:attack_protection", "update:attack_protection"],
  delete: ["read:attack_protection", "update:attack_protection"],
} as const satisfies Definition["scopes"];

/**
 * The tenant's assessment of the risk of logins.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const riskAssessment = {
  type: "RiskAssessment",
  schema: {
    noun: "risk assessment",
    singleton: "risk-assessment",
    fields: {
      /** Whether the tenant assesses the risk of logins. When cleared: false. */
      enabled: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "If false, nothing can react to the risk of a login, such as one from a new device.",
        weaker: false,
      },
      /** The number of days for which a device counts as known after a login: {@bounds}. When cleared: 30. */
      rememberFor: {
        kind: "integer",
        min: 1,
        max: 365,
        ...defaultsTo(30),
        safeguard: "Logins from a known device count as less risky for this time.",
        weaker: "more",
      },
    },
  },
  plural: "risk assessment",
  route: "risk-assessments",
  parts: [
    { path: "risk-assessments/settings", properties: ["enabled"], body: "object", writtenBy: "PATCH" },
    { path: "risk-assessments/settings/new-device", properties: ["rememberFor"], body: "object", writtenBy: "PATCH" },
  ],
  scopes,
  ...setting,
} as const satisfies Definition;

/**
 * The signals of other services that the tenant uses for the risk of requests. Early access: a tenant without them refuses the resource, with a message
 * that names the cause.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant with the feature: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const supplementalSignals = {
  type: "SupplementalSignals",
  schema: {
    noun: "supplemental signals",
    singleton: "supplemental-signals",
    fields: {
      /** Whether actions get the signals in the headers that Akamai adds to requests. When cleared: false. */
      akamaiEnabled: {
        kind: "boolean",
        required: true,
        ...defaultsTo(false),
        safeguard:
          "Actions can decide by these signals. Unless Akamai is in front of the tenant, callers could send the headers themselves.",
      },
    },
  },
  plural: "supplemental signals",
  route: "supplemental-signals",
  scopes,
  ...setting,
} as const satisfies Definition;

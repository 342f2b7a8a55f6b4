import type { Fields } from "../../../model/table.ts";
import { none, oneOf } from "./shapes.ts";

/** What it has to do with organizations. */
export const organizationFields = {
  organizationUsage: {
    ...oneOf("deny", "allow", "require"),
    safeguard: "It decides whether users need an organization to log in.",
  },
  organizationRequireBehavior: oneOf("no_prompt", "pre_login_prompt", "post_login_prompt"),
  organizationDiscoveryMethods: {
    kind: "set",
    item: { kind: "string", oneOf: ["email", "organization_name"] },
    clear: none,
  },
  defaultOrganization: {
    kind: "object",
    clear: none,
    fields: {
      organizationId: { kind: "string", required: true, min: 1, idOf: "organization", idPrefix: "org_" },
      flows: { kind: "set", required: true, item: { kind: "string", oneOf: ["client_credentials"] } },
    },
  },
  myOrganizationConfiguration: {
    kind: "object",
    clear: none,
    fields: {
      connectionProfileId: { kind: "string" },
      userAttributeProfileId: { kind: "string" },
      allowedStrategies: {
        kind: "set",
        required: true,
        item: {
          kind: "string",
          oneOf: ["pingfederate", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"],
        },
      },
      connectionDeletionBehavior: { kind: "string", required: true, oneOf: ["allow", "allow_if_empty"] },
      invitationLandingClientId: { kind: "string", idOf: "client" },
    },
  },
  expressConfiguration: {
    kind: "object",
    clear: none,
    fields: {
      initiateLoginUriTemplate: { kind: "string", required: true },
      userAttributeProfileId: { kind: "string", required: true },
      connectionProfileId: { kind: "string", required: true },
      enableClient: { kind: "boolean", required: true },
      enableOrganization: { kind: "boolean", required: true },
      oktaOinClientId: { kind: "string", required: true, idOf: "client" },
      adminLoginDomain: { kind: "string", required: true, min: 1 },
      oinSubmissionId: { kind: "string", min: 1, max: 200 },
      linkedClients: {
        kind: "list",
        item: { kind: "object", fields: { clientId: { kind: "string", required: true, idOf: "client" } } },
      },
    },
  },
} as const satisfies Fields;

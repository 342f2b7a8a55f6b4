import type { TypeName } from "./registry.ts";

/** A difference between a definition and a description of the service. */
export interface DescriptionDifference {
  readonly type: TypeName;
  /** A route (`POST /roles`), or the names of the properties down to the difference, as the API has them. */
  readonly at: string;
  readonly what:
    | "route only in the definition"
    | "property only in the definition"
    | "property only in the description"
    | "property of responses only in the description"
    | "values only in the definition"
    | "values only in the description";
  /** The values, for a difference between enumerations. */
  readonly values?: readonly string[];
}

/** A difference between the definitions and the service's description that stays, and why. */
export interface Exception extends DescriptionDifference {
  readonly why: string;
}

const inDescription = "property only in the description";
const inResponses = "property of responses only in the description";
const aboutTrigger = "Only responses have it: the service describes the trigger.";
const unknownToDescription = "The description lacks the route. Recorded traffic of tenants has it.";

/**
 * The known differences between the definitions and the service's description. The types of the service's client library, which are made from
 * that description, have exactly these: a test compares both.
 */
export const exceptions: readonly Exception[] = [
  {
    ...{ type: "organization", at: "enabled_connections", what: inDescription },
    why: "Only a creation takes it. OrganizationConnection manages the connections.",
  },
  {
    ...{ type: "organization", at: "client", what: inResponses },
    why: "Only responses have it: the client manages the association.",
  },
  {
    ...{ type: "client", at: "signed_request_object.credentials", what: inDescription },
    why: "It refers to credentials that no resource manages. An update keeps them.",
  },
  ...["parse_expiry_from_cert", "expires_at"].map(
    (name): Exception => ({
      ...{ type: "client", at: `token_vault_privileged_access.credentials.*.${name}`, what: inDescription },
      why: "Only a creation takes it, and no response has it. A change could not be seen.",
    }),
  ),
  {
    ...{ type: "client", at: "session_transfer.delegation.enforce_device_binding" },
    ...{ what: "values only in the definition", values: ["asn"] },
    why: "Earlier descriptions have it. A tenant that no longer takes it refuses it.",
  },
  ...["status", "runtimes", "default_runtime", "compatible_triggers", "binding_policy"].map(
    (name): Exception => ({
      ...{ type: "action", at: `supported_triggers.*.${name}`, what: inDescription },
      why: aboutTrigger,
    }),
  ),
  ...["module_name", "module_version_number"].map(
    (name): Exception => ({
      ...{ type: "action", at: `modules.*.${name}`, what: inDescription },
      why: "Only responses have it: the ids say the same.",
    }),
  ),
  {
    ...{ type: "role", at: "owner_id", what: inDescription },
    why: "Only roles that belong to an organization have it. No resource manages these.",
  },
  {
    ...{ type: "clientGrant", at: "subject_type", what: "values only in the description", values: ["anonymous_user"] },
    why: "It is newer than this version, which refuses it in programs.",
  },
  {
    ...{ type: "logStream", at: "startFrom", what: inDescription },
    why: "Only a creation takes it, and no response has it. A change could not be seen.",
  },
  {
    ...{ type: "logStream", at: "status", what: "values only in the description", values: ["suspended"] },
    why: "Only the service sets it.",
  },
  {
    ...{ type: "customDomain", at: "verification_method", what: inDescription },
    why: "It has only one value.",
  },
  ...["certificate", "origin_domain_name"].map(
    (at): Exception => ({
      ...{ type: "customDomain", at, what: inResponses },
      why: "The service sets it after the verification, and changes it without a program.",
    }),
  ),
  {
    ...{ type: "tenantSettings", at: "picture_url", what: inDescription },
    why: "It is the logoUrl of Branding.",
  },
  {
    ...{ type: "tenantSettings", at: "legacy_sandbox_version", what: inDescription },
    why: "It is about rules and hooks, which the service has ended.",
  },
  {
    ...{ type: "tenantSettings", at: "sessions.anonymous", what: inDescription },
    why: "It is newer than this version. A program can declare it as undocumented.",
  },
  ...["roaming", "platform"].flatMap((one) =>
    ["GET", "PUT"].map(
      (method): Exception => ({
        ...{ type: "multiFactorWebAuthn", at: `${method} /guardian/factors/webauthn-${one}/settings` },
        ...{ what: "route only in the definition", why: unknownToDescription },
      }),
    ),
  ),
];

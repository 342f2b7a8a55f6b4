import type { TypeName } from "./registry.ts";

/** A difference between the definition of a resource type and an OpenAPI description of the service. */
export interface DescriptionDifference {
  readonly type: TypeName;
  /** A route (`POST /roles`), or the path of a property in the API's names, joined with dots: `sessions.anonymous`. */
  readonly at: string;
  readonly what:
    | "route only in the definition"
    | "property only in the definition"
    | "property only in the description"
    | "property of responses only in the description"
    | "values only in the definition"
    | "values only in the description";
  /** For a difference of values: the values that only one of the two enumerations has. Absent for other differences. */
  readonly values?: readonly string[];
}

/** A difference between a definition and the service's description that is intended, with its reason. */
export interface Exception extends DescriptionDifference {
  readonly why: string;
}

const inDescription = "property only in the description";
const aboutTrigger = "The property describes the trigger. The service returns it, and programs do not set it.";
const kindsApart =
  "Programs have each kind of destination in a property of its own. In the API, they are in `destination`.";
const sideBySide = "Programs have the texts and the sender side by side. In the API, they are in `content`.";
const unknownToDescription =
  "The description does not contain the route, but tenants answer it, as recorded traffic shows.";

/**
 * The known differences between the definitions and the service's description. A test compares the definitions with the types of the service's
 * client library, which are generated from that description, and expects exactly these differences.
 */
export const exceptions: readonly Exception[] = [
  {
    ...{ type: "resourceServer", at: "access_token", what: "property only in the definition" },
    why: "The property is in early access. Other tools set it, but the descriptions of 2026 do not contain it yet.",
  },
  {
    ...{ type: "customDomain", at: "verification.methods", what: inDescription },
    why: "The records are the output `verificationMethods`.",
  },
  ...["token_vault_privileged_access", "signed_request_object"].flatMap((holder) =>
    ["parse_expiry_from_cert", "expires_at"].map(
      (name): Exception => ({
        ...{ type: "client", at: `${holder}.credentials.*.${name}`, what: inDescription },
        why: "Only the creation of a key accepts it, and no response contains it, so a change at the tenant could not be detected.",
      }),
    ),
  ),
  {
    ...{ type: "client", at: "session_transfer.delegation.enforce_device_binding" },
    ...{ what: "values only in the definition", values: ["asn"] },
    why: "Earlier descriptions contain this value. A tenant that no longer accepts the value reports an error.",
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
      why: "Only responses contain it. Programs declare the ids of the module and of its version instead.",
    }),
  ),
  {
    ...{ type: "actionModule", at: "api_version", what: inDescription },
    why: "Only the creation of a module accepts it, and no response contains it, so a change at the tenant could not be detected.",
  },
  {
    ...{ type: "logStream", at: "startFrom", what: inDescription },
    why: "Only the creation of a stream accepts it, and no response contains it, so a change at the tenant could not be detected.",
  },
  {
    ...{ type: "logStream", at: "status", what: "values only in the description", values: ["suspended"] },
    why: "Only the service sets this value.",
  },
  {
    ...{ type: "networkAcl", at: "rule.redirect_uri", what: "property only in the definition" },
    why: "In the API, `redirect_uri` is a property of `action`.",
  },
  {
    ...{ type: "branding", at: "colors.page_background_gradient", what: "property only in the definition" },
    why: "In the API, a gradient is a value of `page_background`.",
  },
  {
    ...{ type: "customDomain", at: "verification_method", what: inDescription },
    why: "The property has only one possible value.",
  },
  {
    ...{ type: "tenantSettings", at: "legacy_sandbox_version", what: inDescription },
    why: "The property concerns rules and hooks, which the service no longer supports.",
  },
  ...["webhook", "eventbridge", "action"].map(
    (at): Exception => ({ ...{ type: "eventStream", at, what: "property only in the definition" }, why: kindsApart }),
  ),
  ...["action", "limit", "redirect_uri"].map(
    (at): Exception => ({
      ...{ type: "rateLimitPolicy", at, what: "property only in the definition" },
      why: "Programs have the action and what belongs to it side by side. In the API, they are in `configuration`.",
    }),
  ),
  {
    ...{ type: "phoneProvider", at: "providers", what: "property of responses only in the description" },
    why: "The provider is the only entry of a listing.",
  },
  { ...{ type: "phoneTemplate", at: "content", what: inDescription }, why: sideBySide },
  ...["text", "voice", "from"].map(
    (at): Exception => ({
      ...{ type: "phoneTemplate", at, what: "property only in the definition" },
      why: sideBySide,
    }),
  ),
  {
    ...{ type: "phoneProviderProtection", at: "type", what: "values only in the definition", values: ["none"] },
    why: "Earlier descriptions contain this value. A tenant that no longer accepts the value reports an error.",
  },
  ...["GET", "PATCH"].map(
    (method): Exception => ({
      ...{ type: "multiFactorPush", at: `${method} /prompts/mfa-push`, what: "route only in the definition" },
      why: unknownToDescription,
    }),
  ),
  ...["roaming", "platform"].flatMap((one) =>
    ["GET", "PUT"].map(
      (method): Exception => ({
        ...{ type: "multiFactorWebAuthn", at: `${method} /guardian/factors/webauthn-${one}/settings` },
        ...{ what: "route only in the definition", why: unknownToDescription },
      }),
    ),
  ),
];

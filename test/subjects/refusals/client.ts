import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { bad, byProgram, inRun, ofReferred, payload, type Refusal } from "./refusal.ts";

const client = (more: JsonObject) => ({ name: "Shop", ...more });

/** Refusals of the service. */
export const clientRefusals: readonly Refusal[] = [
  byProgram("client", "no name", {}, payload("Missing required property: name", "name"), /^name: is required/),
  byProgram(
    "client",
    "client credentials of a public application",
    client({ tokenEndpointAuthMethod: "none", grantTypes: ["client_credentials"] }),
    bad("Invalid grant types: client_credentials"),
    /^grantTypes: cannot contain client_credentials/,
  ),
  byProgram(
    "client",
    "a trusted header of a public application",
    client({ tokenEndpointAuthMethod: "none", isTokenEndpointIpHeaderTrusted: true }),
    bad("is_token_endpoint_ip_header_trusted needs a client secret at the token endpoint"),
    /^isTokenEndpointIpHeaderTrusted: cannot be true/,
  ),
  byProgram(
    "client",
    "a default organization without flows",
    client({ defaultOrganization: { organizationId: "org_1234567890123456" } }),
    payload("Missing required property: flows", "default_organization.flows"),
    /^defaultOrganization\.flows: is required/,
  ),
  byProgram(
    "client",
    "an application for an API without the API",
    client({ appType: "resource_server" }),
    bad("resource_server_identifier is required for the app_type resource_server"),
    /^resourceServerIdentifier: is required/,
  ),
  byProgram(
    "client",
    "a grant type twice",
    client({ grantTypes: ["implicit", "implicit"] }),
    payload("Array items are not unique (indexes 0 and 1)", "grant_types"),
    /^grantTypes\[1\]: occurs twice/,
  ),
  byProgram(
    "client",
    "a misspelt grant type",
    client({ grantTypes: ["authorisation_code"] }),
    bad("Invalid grant types: authorisation_code"),
    /^grantTypes\[0\]: unknown value .*Did you mean "authorization_code"/,
  ),
  byProgram(
    "client",
    "vault access without keys",
    client({ tokenVaultPrivilegedAccess: { grants: [] } }),
    payload("Missing required property: credentials", "token_vault_privileged_access.credentials"),
    /^tokenVaultPrivilegedAccess\.credentials: is required/,
  ),
  {
    refuses: "client: a trusted header without a method",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "is_token_endpoint_ip_header_trusted needs a client secret at the token endpoint",
    program: { type: "client", args: { name: "Shop", isTokenEndpointIpHeaderTrusted: true } },
    says: /isTokenEndpointIpHeaderTrusted: the service refuses true .*Declare tokenEndpointAuthMethod/,
  },
  ofReferred(
    inRun(
      "an application that is gone",
      ["GET", "/clients/a"],
      [404, "The client does not exist", "inexistent_client"],
    ),
  ),
  inRun(
    "an alias that another application has",
    ["POST", "/clients", { name: "b", client_aliases: ["alias"] }],
    [409, "Another client exists with the same alias."],
    [["POST", "/clients", { name: "a", client_aliases: ["alias"] }]],
  ),
];

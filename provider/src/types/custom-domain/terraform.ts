import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const customDomainArguments = {
  auth0_custom_domain: {
    "domain!": "string",
    "type!": "string",
    custom_client_ip_header: "string",
    domain_metadata: "map",
    tls_policy: "string",
  },
  auth0_custom_domain_default: { "domain!": "string" },
} satisfies Arguments;

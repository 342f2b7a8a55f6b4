import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const organizationPartsArguments = {
  auth0_organization_client: { "client_id!": "string", "organization_id!": "string", use_for_member_access: "bool" },
  auth0_organization_clients: {
    "clients!": [{ "client_id!": "string", use_for_member_access: "bool" }],
    "organization_id!": "string",
  },
  auth0_organization_client_grant: { "grant_id!": "string", "organization_id!": "string" },
  auth0_organization_discovery_domain: { "domain!": "string", "organization_id!": "string", "status!": "string" },
} satisfies Arguments;

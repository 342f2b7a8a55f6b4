import type { FeatureTools } from "../tool-data.ts";

/** Of the parts of an organization, the service reports only the end of the organization. */
const events = {
  types: ["organization.deleted"],
  subjectsOf: (_: string, { organizationId: id }: { readonly organizationId?: unknown }) => [
    `end of organization ${id}`,
  ],
} as const;

/** What the tools need to know of the types in this folder. */
export const organizationPartsTools = {
  organizationClientGrants: {
    foreignTypes: { auth0_organization_client_grant: { id: ["organization_id"], members: { only: "grant_id" } } },
    terraform: {
      members: {
        property: "grants",
        of: { organization_id: "organizationId" },
        each: { type: "auth0_organization_client_grant", argument: "grant_id" },
      },
    },
    imported: { noun: "grants", file: "organization-grants", module: "organizationGrants" },
    events,
    calls: ["GET|POST /organizations/{id}/client-grants", "DELETE /organizations/{id}/client-grants/{grant_id}"],
  },
  organizationClients: {
    foreignTypes: {
      auth0_organization_clients: { id: ["organization_id"], members: "all" },
      auth0_organization_client: { id: ["organization_id"], members: { only: "client_id" } },
    },
    terraform: {
      members: {
        property: "clients",
        of: { organization_id: "organizationId" },
        whole: { type: "auth0_organization_clients", argument: "clients", member: "client_id" },
        each: { type: "auth0_organization_client", argument: "client_id" },
      },
    },
    imported: { noun: "clients", file: "organization-clients", module: "organizationClients" },
    events,
    calls: ["GET|POST|DELETE /organizations/{id}/clients", "PATCH /organizations/{id}/clients/{client_id}"],
  },
  organizationDiscoveryDomain: {
    foreignTypes: {
      auth0_organization_discovery_domain: { id: ["id"] },
      auth0_organization_discovery_domains: { id: ["organization_id", "id"], each: "discovery_domains" },
    },
    terraform: { type: "auth0_organization_discovery_domain" },
    imported: { noun: "domain", file: "discovery-domains", module: "discoveryDomains" },
    events,
    calls: [
      "GET|POST /organizations/{id}/discovery-domains",
      "GET|PATCH|DELETE /organizations/{id}/discovery-domains/{discovery_domain_id}",
    ],
    unknownInPreviews: ["verificationHost", "verificationTxt"],
  },
} satisfies FeatureTools;

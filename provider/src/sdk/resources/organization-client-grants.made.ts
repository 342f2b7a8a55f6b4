// Made of `types/organization-parts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationClientGrants } from "../../types/organization-parts/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link OrganizationClientGrants}. */
export interface OrganizationClientGrantsArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /** The ids of the client grants, `cgr_…`: at most 100, in any order. */
  grants: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared grants are removed from the organization. With false, only the declared grants are managed, so several stacks can
   * give grants to one organization. A change of this option alone removes nothing. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * Client grants of an organization: the applications of these grants can get tokens for the organization with the client credentials flow.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.ResourceServer("orders", {
 *   identifier: "https://orders.example.com",
 *   scopes: { "read:orders": "Read orders" },
 * });
 * const reading = new tenant.ClientGrant("report-reads-orders", {
 *   clientId: "0123456789abcdefghijklmnopqrstuv",
 *   audience: orders.identifier,
 *   scope: ["read:orders"],
 *   organizationUsage: "allow",
 * });
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * new tenant.OrganizationClientGrants("north", { organizationId: north.id, grants: [reading.id] });
 * ```
 *
 * The service accepts only grants with `organizationUsage: "allow"` or `"require"`. A grant with `allowAnyOrganization: true` applies to every
 * organization, so it need not be declared here.
 *
 * **Shared** by default: a declared grant is added, is drift if it is missing, and is removed when you remove it from the program. Other grants of
 * the organization are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared grants are the only ones of the organization. An undeclared grant is drift, and the next
 * `pulumi up --refresh` removes it. The creation removes existing undeclared grants.
 *
 * **Updates** first add grants, then remove grants, one in a call.
 *
 * **Destroy** removes only the declared grants from the organization. The grants themselves stay. If the organization or a grant was deleted, nothing
 * is left to remove.
 *
 * **Events**: the service sends no events about these grants. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every plan has organizations for machine-to-machine access; without it, the service refuses the grants.
 *
 * The id is that of the organization. Routes: `GET|POST /organizations/{id}/client-grants`, `DELETE /organizations/{id}/client-grants/{grant_id}`;
 * scopes `read|create|delete:organization_client_grants`.
 */
export class OrganizationClientGrants extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationClientGrants.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly grants: pulumi.Output<string[]>;

  /** Manages client grants of an organization. */
  constructor(name: string, args: OrganizationClientGrantsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationClientGrants, name, args, opts);
  }
}

// Made of `types/organization-parts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationClients } from "../../types/organization-parts/definition.ts";
import { TenantResource } from "../base.ts";

/** How an organization uses an application. */
export interface OrganizationClient {
  /** Whether members of the organization can access the application. Default: false. */
  useForMemberAccess?: pulumi.Input<boolean | undefined>;
}

/** An application of an organization, in the service's own form. */
export interface OrganizationClientEntry {
  /** The id of the application. */
  client_id: pulumi.Input<string>;
  /** Whether members of the organization can access the application. Default: false. */
  use_for_member_access?: pulumi.Input<boolean | undefined>;
}

/** The arguments of {@link OrganizationClients}. */
export interface OrganizationClientsArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /**
   * The applications by their ids: `{ [id]: { useForMemberAccess: true } }`, at most 100. The service's own form, an array of `{ client_id,
   * use_for_member_access }`, is also accepted, and its ids can be outputs, such as the `id` of a Client; the output is always the map.
   */
  clients: pulumi.Input<
    Readonly<Record<string, pulumi.Input<OrganizationClient>>> | pulumi.Input<OrganizationClientEntry>[]
  >;
  /**
   * Whether all undeclared applications are removed from the organization. With false, only the declared applications are managed, so several
   * stacks can add applications to one organization. A change of this option alone removes nothing. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * Applications of an organization, each with whether members of the organization can access it.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const portal = new tenant.Client("portal", { name: "Portal", appType: "regular_web" });
 * const north = new tenant.Organization("north", { name: "north", isAppEntitlementActive: true }, { protect: true });
 * new tenant.OrganizationClients("north", {
 *   organizationId: north.id,
 *   clients: [{ client_id: portal.id, use_for_member_access: true }],
 * });
 * ```
 *
 * The service enforces this only in an organization with `isAppEntitlementActive: true`.
 *
 * **Shared** by default: a declared application is added, is drift if it is missing or has another `useForMemberAccess`, and is removed when you
 * remove it from the program. Other applications of the organization are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are the only ones of the organization. An undeclared application is drift, and the
 * next `pulumi up --refresh` removes it. The creation removes existing undeclared applications.
 *
 * **Updates** first add applications, then remove applications, 10 in a call, and then change `useForMemberAccess`, each in a call. An application whose
 * `useForMemberAccess` changes stays in the organization meanwhile.
 *
 * **Destroy** removes only the declared applications from the organization. The applications themselves stay. If the organization or an application
 * was deleted, nothing is left to remove.
 *
 * **Events**: the service sends no events about these applications. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every tenant has applications of organizations. The service then refuses the calls as if the token lacked a scope.
 *
 * The id is that of the organization. Routes: `GET|POST|DELETE /organizations/{id}/clients`, `PATCH /organizations/{id}/clients/{client_id}`; scopes
 * `read|create|update|delete:organization_clients`.
 */
export class OrganizationClients extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationClients.type);

  declare readonly organizationId: pulumi.Output<string>;
  /** The map, in whichever form the program declares the applications. */
  declare readonly clients: pulumi.Output<Readonly<Record<string, pulumi.Unwrap<OrganizationClient>>>>;

  /** Manages applications of an organization. */
  constructor(name: string, args: OrganizationClientsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationClients, name, args, opts);
  }
}

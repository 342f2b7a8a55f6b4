// Made of `types/organization/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationMembers } from "../../types/organization/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link OrganizationMembers}. */
export interface OrganizationMembersArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /** The ids of the users, in any order: `auth0|…`. */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether all undeclared memberships are removed. With false, only the declared memberships are managed, and users can become members by
   * logging in. A change of this option alone removes nothing. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * Users who are members of an organization.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const alice = await tenant.getUser({ email: "alice@example.com", connection: "staff" });
 * const members = new tenant.OrganizationMembers("north", { organizationId: north.id, members: [alice.userId] });
 * export const northMembers = members.members;
 * ```
 *
 * **Shared** by default: a declared user becomes a member, a missing membership is drift, and removing the user from the program removes
 * the membership. Other members are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared users are the only members. An undeclared member is drift, and the next `pulumi up --refresh`
 * removes the membership, with the member's roles. The creation removes existing undeclared memberships.
 *
 * **Updates** first add members, then remove members, ten in a call, which is the service's limit.
 *
 * **Roles**: the service deletes the roles of a member with the membership. If a member moves to another resource of the program, the
 * provider restores the roles, provided that the token can read and assign roles of members.
 *
 * **Refresh**: the service's list of members can lag some seconds behind. If it lacks a declared member, the provider checks the membership
 * by reading the member's roles, provided that the token can read them. Otherwise, a refresh right after a change can report a member as
 * missing.
 *
 * **Destroy** removes only the declared memberships. The users stay.
 *
 * The id is that of the organization. Routes: `GET|POST|DELETE /organizations/{id}/members`, and `GET
 * /organizations/{id}/members/{user_id}/roles` for members that the list lacks; scopes: `read|create|delete:organization_members`.
 */
export class OrganizationMembers extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationMembers.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly members: pulumi.Output<string[]>;

  /** Manages members of an organization. */
  constructor(name: string, args: OrganizationMembersArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationMembers, name, args, opts);
  }
}

// Made of `definitions/organization-members.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { organizationMembers } from "../../definitions/organization-members.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link OrganizationMembers}. */
export interface OrganizationMembersArgs {
  /** The organization, at most 50 characters: `org_…`. A change replaces. */
  organizationId: pulumi.Input<string>;
  /** The ids of the users, `auth0|…`, in any order. */
  members: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether the declared users are all that may be members. With false only they are managed, and people can become members by logging in.
   * A switch takes nothing away by itself. Default: false.
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
 * **Shared** by default: each declared user is a member, is shown as drift where the membership is missing, and leaves when he leaves the
 * program. All other members are neither drift nor touched.
 *
 * **Exclusive** with `exclusive: true`: the declared users are all members. Whoever else is one is drift, and the next
 * `pulumi up --refresh` takes the membership away, with the roles. The creation takes away what was there before.
 *
 * **Updates** add first and remove then, ten members with a call, as the service allows no more.
 *
 * **Roles** go with a membership. A member who moves to another resource of the program has them again, where the token may read and give
 * roles of members.
 *
 * **Refresh**: the service's list of members can be seconds behind. A declared member that it does not show is asked for once more, by
 * the member's roles, where the token may read those. Without that a refresh right after a change can show a member as missing.
 *
 * **Destroy** takes back the declared memberships and no others. The users stay.
 *
 * The id is the organization's. Routes: `GET|POST|DELETE /organizations/{id}/members`, and for members that the list does not show
 * `GET /organizations/{id}/members/{user_id}/roles`; scopes: `read|create|delete:organization_members`.
 */
export class OrganizationMembers extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationMembers.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly members: pulumi.Output<string[]>;

  /** Manages members of one organization. */
  constructor(name: string, args: OrganizationMembersArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationMembers, name, args, opts);
  }
}

// Made of `definitions/organization-connection.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { organizationConnection } from "../../definitions/organization-connection.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of an {@link OrganizationConnection}.
 *
 * Only what is declared is managed. A property that the program no longer declares goes back to what a new link has.
 */
export interface OrganizationConnectionArgs {
  /** The organization, at most 50 characters: `org_…`. A change replaces. */
  organizationId: pulumi.Input<string>;
  /** The connection, at most 50 characters: `con_…`. A change replaces. */
  connectionId: pulumi.Input<string>;
  /** Whether whoever logs in through the connection becomes a member. Cleared: false. */
  assignMembershipOnLogin?: pulumi.Input<boolean | undefined>;
  /** Whether the login page has a button for the connection. Meant for enterprise connections. Cleared: true. */
  showAsButton?: pulumi.Input<boolean | undefined>;
  /** Whether people can sign up. Databases only, and only with `assignMembershipOnLogin: true`. Cleared: false. */
  isSignupEnabled?: pulumi.Input<boolean | undefined>;
  /** A name of the connection inside the organization, 1 to 50 characters. Early access. Cleared: none. */
  organizationConnectionName?: pulumi.Input<string | undefined>;
  /** What the organization itself may do with the connection. Early access. Cleared: `none`. */
  organizationAccessLevel?: pulumi.Input<"none" | "readonly" | "limited" | "full" | undefined>;
  /** Whether the connection can be used; false keeps its settings. Early access. Cleared: true. */
  isEnabled?: pulumi.Input<boolean | undefined>;
  /** Takes over a connection that the organization has already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A connection that is enabled for an organization: through it, the organization's members log in.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const corp = await tenant.getConnection({ name: "north-corp" });
 * new tenant.OrganizationConnection("north-corp", {
 *   organizationId: north.id,
 *   connectionId: corp.id,
 *   assignMembershipOnLogin: true,
 * });
 * ```
 *
 * The applications need the connection as well: `enabledClients` of the `Connection`, or `ConnectionClients`. An organization can have ten
 * connections.
 *
 * **Updates** send the changed properties in one call. The link itself stays, so members can log in all the while.
 *
 * **Deletion** takes the connection from the organization. The connection stays, and so do the members.
 *
 * **Early access**: `organizationConnectionName`, `organizationAccessLevel` and `isEnabled` need routes that not every tenant has. They are
 * used only where one of the three is declared.
 *
 * The id is `organizationId::connectionId`. Routes: `POST /organizations/{id}/enabled_connections`,
 * `GET|PATCH|DELETE /organizations/{id}/enabled_connections/{connection_id}`; for the properties in early access
 * `POST /organizations/{id}/connections`, `GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}`.
 * Scopes: `create|read|update|delete:organization_connections`.
 */
export class OrganizationConnection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationConnection.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly connectionId: pulumi.Output<string>;
  declare readonly assignMembershipOnLogin: pulumi.Output<boolean | undefined>;
  declare readonly showAsButton: pulumi.Output<boolean | undefined>;
  declare readonly isSignupEnabled: pulumi.Output<boolean | undefined>;
  declare readonly organizationConnectionName: pulumi.Output<string | undefined>;
  declare readonly organizationAccessLevel: pulumi.Output<"none" | "readonly" | "limited" | "full" | undefined>;
  declare readonly isEnabled: pulumi.Output<boolean | undefined>;

  /** Manages one connection of one organization. */
  constructor(name: string, args: OrganizationConnectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationConnection, name, args, opts);
  }
}

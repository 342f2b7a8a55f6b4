// Made of `types/organization/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationConnection } from "../../types/organization/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of an {@link OrganizationConnection}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a newly enabled
 * connection.
 */
export interface OrganizationConnectionArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /** The id of the connection, `con_…`: at most 50 characters. A change replaces the resource. */
  connectionId: pulumi.Input<string>;
  /** Whether users become members when they log in through the connection. When cleared: false. */
  assignMembershipOnLogin?: pulumi.Input<boolean | undefined>;
  /** Whether the login page has a button for the connection. For enterprise connections. When cleared: true. */
  showAsButton?: pulumi.Input<boolean | undefined>;
  /** Whether users can sign up. Only for databases, with `assignMembershipOnLogin: true`. When cleared: false. */
  isSignupEnabled?: pulumi.Input<boolean | undefined>;
  /** The name of the connection in the organization: 1 to 50 characters. Early access. When cleared: none. */
  organizationConnectionName?: pulumi.Input<string | undefined>;
  /** The access that the organization has to the connection. Early access. When cleared: `none`. */
  organizationAccessLevel?: pulumi.Input<"none" | "readonly" | "limited" | "full" | undefined>;
  /**
   * Whether the connection is enabled. With false, its settings stay. Early access. When cleared: true. A run that
   * would put undeclared values of another client in `assignMembershipOnLogin`, `isSignupEnabled` and
   * `organizationAccessLevel` into force is refused.
   */
  isEnabled?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a connection that the organization already has is adopted instead of causing an error. Only used at
   * creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A connection that is enabled for an organization: the members can log in through it.
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
 * The connection must also be enabled for the applications: with `enabledClients` of the `Connection`, or `ConnectionClients`. An
 * organization can have at most ten connections.
 *
 * **Updates** send the changed properties in one call. The connection stays enabled, so members can log in meanwhile.
 *
 * **Deletion** disables the connection for the organization. The connection and the members stay.
 *
 * **Early access**: `organizationConnectionName`, `organizationAccessLevel` and `isEnabled` need routes that not every tenant has. The
 * provider uses these routes only if one of the three properties, or `undocumented`, is declared.
 *
 * The id is `organizationId::connectionId`. Routes: `POST /organizations/{id}/enabled_connections`, `GET|PATCH|DELETE
 * /organizations/{id}/enabled_connections/{connection_id}`; for the properties in early access `POST /organizations/{id}/connections`,
 * `GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}`. Scopes: `create|read|update|delete:organization_connections`.
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
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /** Manages a connection of an organization. */
  constructor(name: string, args: OrganizationConnectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationConnection, name, args, opts);
  }
}

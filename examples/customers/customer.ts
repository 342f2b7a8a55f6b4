import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import type { CustomerLine } from "./customers.ts";

/** What a {@link Customer} is made of, besides its line. */
export interface CustomerArgs extends CustomerLine {
  /** The secret that the tenant has at the identity provider. */
  readonly clientSecret: pulumi.Input<string>;
  /** The product's application, which the customer's people log in to. */
  readonly applicationId: pulumi.Input<string>;
  /** The id of the role that the admins have. */
  readonly adminRole: pulumi.Input<string>;
  readonly protect: boolean;
}

/** A customer: an organization whose people log in at an identity provider of their own. */
export class Customer extends pulumi.ComponentResource {
  readonly organizationId: pulumi.Output<string>;

  constructor(customer: CustomerArgs, opts?: pulumi.ComponentResourceOptions) {
    const { name, protect } = customer;
    super("customers:index:Customer", name, {}, opts);

    const organization = new tenant.Organization(
      name,
      { name, metadata: { domain: customer.domain } },
      { parent: this, protect },
    );

    // The deletion of a connection deletes its users, so it is protected like the organization.
    const connection = new tenant.Connection(
      name,
      {
        name,
        strategy: "oidc",
        options: {
          type: "back_channel",
          issuer: customer.issuer,
          discovery_url: customer.issuer.replace(/\/?$/, "/.well-known/openid-configuration"),
          client_id: customer.clientId,
          client_secret: customer.clientSecret,
          scope: "openid profile email",
          domain_aliases: [customer.domain],
        },
        enabledClients: [customer.applicationId],
      },
      { parent: this, protect },
    );

    // What belongs to the organization goes with it.
    const below = { parent: this, deletedWith: organization };
    new tenant.OrganizationConnection(
      name,
      { organizationId: organization.id, connectionId: connection.id, assignMembershipOnLogin: true },
      below,
    );
    const members = new tenant.OrganizationMembers(
      name,
      { organizationId: organization.id, members: [...customer.admins] },
      below,
    );
    for (const userId of customer.admins) {
      // The product may give them other roles besides. Only members can have roles, so these come after the membership.
      new tenant.OrganizationMemberRoles(
        `${name}-${userId}`,
        { organizationId: organization.id, userId, roles: [customer.adminRole], exclusive: false },
        { ...below, dependsOn: members },
      );
    }

    this.organizationId = organization.id;
    this.registerOutputs({ organizationId: this.organizationId });
  }
}

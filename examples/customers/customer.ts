import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import type { CustomerLine } from "./customers.ts";

/** The shared resources of all customers, and the customer's secret. */
export interface CustomerArgs extends CustomerLine {
  /** The tenant's client secret at the customer's identity provider. */
  readonly clientSecret: pulumi.Input<string>;
  /** The product's application, to which the customer's users log in. */
  readonly applicationId: pulumi.Input<string>;
  /** The id of the admins' role. */
  readonly adminRole: pulumi.Input<string>;
  readonly protect: boolean;
}

/** A customer: an organization whose users log in at their own identity provider. */
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

    // Deleting a connection deletes its users, so it is protected like the organization.
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

    // The service deletes these objects together with the organization.
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
      // The product may assign further roles. Only members can have roles, so the roles depend on the membership.
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

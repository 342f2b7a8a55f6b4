import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import * as clients from "./clients.ts";

const config = new pulumi.Config();

/** The rows of "customers.json", by kind and name. */
interface Rows {
  readonly samlpCustomers: Readonly<Record<string, SamlpCustomerArgs>>;
  readonly oidcCustomers: Readonly<Record<string, OidcCustomerArgs>>;
}
const rows: Rows = JSON.parse(readFileSync("customers.json", "utf8"));

/** A row of samlpCustomers. */
export interface SamlpCustomerArgs {
  readonly displayName: string;
  readonly plan?: string;
}

const samlpCustomerDefaults = {
  plan: "small",
};

/** One organization, with all that belongs to it: samlp. */
export class SamlpCustomer extends pulumi.ComponentResource {
  readonly organization: tenant.Organization;
  readonly connection: tenant.Connection;

  constructor(
    name: string,
    args: SamlpCustomerArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("customers:index:SamlpCustomer", name, {}, opts);
    this.organization = new tenant.Organization(
      name,
      {
        name,
        displayName: args.displayName,
        metadata: {
          domain: `${name}.example.com`,
          plan: args.plan ?? samlpCustomerDefaults.plan,
        },
      },
      { parent: this },
    );
    this.connection = new tenant.Connection(
      name,
      {
        name,
        strategy: "samlp",
        options: {
          assertion_decryption_settings: {
            algorithm_profile: "v2026-1",
            algorithm_exceptions: [],
          },
          signInEndpoint: `https://sso.${name}.example.com/login`,
          signOutEndpoint: `https://sso.${name}.example.com/logout`,
          signingCert: readFileSync(
            `files/connection-${name}-signing-cert.pem`,
            "utf8",
          ),
          signSAMLRequest: true,
          signatureAlgorithm: "rsa-sha256",
          digestAlgorithm: "sha256",
          domain_aliases: [`${name}.example.com`],
        },
        isDomainConnection: false,
        enabledClients: [clients.applicationOrders.id],
      },
      { parent: this },
    );
    new tenant.OrganizationConnection(
      `${name}-${name}`,
      {
        organizationId: this.organization.id,
        connectionId: this.connection.id,
        assignMembershipOnLogin: true,
      },
      { parent: this },
    );
    this.registerOutputs();
  }
}

export const samlpCustomers = Object.fromEntries(
  Object.entries(rows.samlpCustomers).map(([name, args]) => [
    name,
    new SamlpCustomer(name, args),
  ]),
);

/** A row of oidcCustomers. */
export interface OidcCustomerArgs {
  readonly displayName: string;
  readonly plan?: string;
  readonly clientId: string;
}

const oidcCustomerDefaults = {
  plan: "small",
};

/** One organization, with all that belongs to it: oidc. */
export class OidcCustomer extends pulumi.ComponentResource {
  readonly organization: tenant.Organization;
  readonly connection: tenant.Connection;

  constructor(
    name: string,
    args: OidcCustomerArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("customers:index:OidcCustomer", name, {}, opts);
    this.organization = new tenant.Organization(
      name,
      {
        name,
        displayName: args.displayName,
        metadata: {
          domain: `${name}.example.com`,
          plan: args.plan ?? oidcCustomerDefaults.plan,
        },
      },
      { parent: this },
    );
    this.connection = new tenant.Connection(
      name,
      {
        name,
        strategy: "oidc",
        options: {
          attribute_map: {
            mapping_mode: "bind_all",
          },
          connection_settings: {
            pkce: "auto",
          },
          type: "back_channel",
          issuer: `https://login.${name}.example.com/`,
          scope: "openid profile email",
          client_id: args.clientId,
          client_secret: config.requireSecret(`${name}-client-secret`),
          domain_aliases: [`${name}.example.com`],
        },
        isDomainConnection: false,
        enabledClients: [clients.applicationOrders.id],
      },
      { parent: this },
    );
    new tenant.OrganizationConnection(
      `${name}-${name}`,
      {
        organizationId: this.organization.id,
        connectionId: this.connection.id,
        assignMembershipOnLogin: true,
      },
      { parent: this },
    );
    this.registerOutputs();
  }
}

export const oidcCustomers = Object.fromEntries(
  Object.entries(rows.oidcCustomers).map(([name, args]) => [
    name,
    new OidcCustomer(name, args),
  ]),
);

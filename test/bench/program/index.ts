import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";

/** What the SDK's resources cost at least: a provider of constant text, which answers at once and compares nothing. */
class PlainResource extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs, opts?: pulumi.CustomResourceOptions) {
    const provider = `exports.handler = () => ({
      create: async (inputs) => ({ id: inputs.identifier ?? inputs.name ?? inputs.userId ?? "id", outs: inputs }),
      update: async (id, olds, news) => ({ outs: news }),
    })`;
    super("pulumi-nodejs:dynamic/plain:PlainResource", name, { ...args, __provider: provider }, opts);
  }
}

const plain = {
  ResourceServer: PlainResource,
  Connection: PlainResource,
  Role: PlainResource,
  RolePermissions: PlainResource,
  Organization: PlainResource,
  OrganizationConnection: PlainResource,
  OrganizationMembers: PlainResource,
  OrganizationMemberRoles: PlainResource,
};

const { APIS, CONNECTIONS, ROLE_SETS, CUSTOMERS, RESOURCES, PROVIDER, LIFETIME = "3600" } = process.env;
const {
  ResourceServer,
  Connection,
  Role,
  RolePermissions,
  Organization,
  OrganizationConnection,
  OrganizationMembers,
  OrganizationMemberRoles,
} = PROVIDER === "ours" ? (require("pulumi-tenant") as typeof import("pulumi-tenant")) : plain;

for (let n = 0; n < Number(APIS); n++) {
  new ResourceServer(`api-${n}`, {
    identifier: `https://api-${n}.example.com`,
    name: `API ${n}`,
    scopes: { "read:things": "Read things", "write:things": "Change things" },
    tokenLifetime: Number(LIFETIME),
    tokenLifetimeForWeb: 1800,
  });
}

for (let n = 0; n < Number(CONNECTIONS ?? 0); n++) {
  new Connection(`connection-${n}`, {
    name: `connection-${n}`,
    strategy: "github",
    options: { client_id: `client-${n}`, profile: true },
    metadata: { team: "identity" },
  });
}

// The members and the roles are those of tenant.ts: 20 members in each organization.
for (let n = 0; n < Number(ROLE_SETS ?? 0); n++) {
  new OrganizationMemberRoles(`roles-${n}`, {
    organizationId: `org_${Math.floor(n / 20)}`,
    userId: `auth0|${n}`,
    roles: ["rol_reader", "rol_editor"],
  });
}

/** As in examples/customers, with two admins. */
class Customer extends pulumi.ComponentResource {
  constructor(name: string, roleId: pulumi.Output<string>) {
    super("bench:index:Customer", name);
    const organization = new Organization(
      name,
      { name, metadata: { domain: `${name}.example.com` } },
      { parent: this },
    );
    const connection = new Connection(
      `${name}-login`,
      {
        name,
        strategy: "oidc",
        options: {
          issuer: `https://idp.${name}.example.com/`,
          client_id: name,
          domain_aliases: [`${name}.example.com`],
        },
        enabledClients: ["portal"],
      },
      { parent: this },
    );
    const [organizationId, below] = [organization.id, { parent: this, deletedWith: organization }];
    new OrganizationConnection(
      `${name}-link`,
      { organizationId, connectionId: connection.id, assignMembershipOnLogin: true },
      below,
    );
    const admins = [`auth0|${name}-1`, `auth0|${name}-2`];
    const members = new OrganizationMembers(`${name}-people`, { organizationId, members: admins }, below);
    for (const userId of admins) {
      new OrganizationMemberRoles(
        `${name}-${userId}`,
        { organizationId, userId, roles: [roleId], exclusive: false },
        { ...below, dependsOn: members },
      );
    }
    this.registerOutputs({});
  }
}

if (Number(CUSTOMERS ?? 0) > 0) {
  const api = new ResourceServer("product", {
    identifier: "https://product.example.com",
    scopes: { "read:it": "Read" },
  });
  const role = new Role("admin", { name: "Admin" });
  const permissions = { resourceServerIdentifier: "https://product.example.com", permissions: ["read:it"] };
  new RolePermissions("admin-product", { roleId: role.id, ...permissions }, { dependsOn: api });
  for (let n = 0; n < Number(CUSTOMERS); n++) new Customer(`customer-${n}`, role.id);
}

// Resources of a program that is measured elsewhere, as their state has them.
if (RESOURCES !== undefined) {
  const all = JSON.parse(readFileSync(RESOURCES, "utf8")) as { name: string; args: pulumi.Inputs }[];
  for (const { name, args } of all) new PlainResource(name, args);
}

import * as pulumi from "@pulumi/pulumi";

/** What the SDK's resources cost at least: a provider of constant text, which answers at once and compares nothing. */
class PlainResource extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    const provider = `exports.handler = () => ({
      create: async (inputs) => ({ id: inputs.identifier ?? inputs.name ?? inputs.userId, outs: inputs }),
      update: async (id, olds, news) => ({ outs: news }),
    })`;
    super("pulumi-nodejs:dynamic/plain:PlainResource", name, { ...args, __provider: provider });
  }
}

const plain = { ResourceServer: PlainResource, Connection: PlainResource, OrganizationMemberRoles: PlainResource };

const { APIS, CONNECTIONS, ROLE_SETS, PROVIDER, LIFETIME = "3600" } = process.env;
const { ResourceServer, Connection, OrganizationMemberRoles } =
  PROVIDER === "ours" ? (require("pulumi-tenant") as typeof import("pulumi-tenant")) : plain;

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

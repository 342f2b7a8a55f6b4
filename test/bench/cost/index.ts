import * as pulumi from "@pulumi/pulumi";

/** What the SDK's resources cost at least: a provider of constant text, which answers at once and compares nothing. */
class PlainResource extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    const provider = `exports.handler = () => ({
      create: async (inputs) => ({ id: inputs.identifier, outs: inputs }),
      update: async (id, olds, news) => ({ outs: news }),
    })`;
    super("pulumi-nodejs:dynamic/plain:PlainResource", name, { ...args, __provider: provider });
  }
}

const { RESOURCES, PROVIDER, LIFETIME } = process.env;
const resource =
  PROVIDER === "ours" ? (require("pulumi-tenant") as typeof import("pulumi-tenant")).ResourceServer : PlainResource;

for (let n = 0; n < Number(RESOURCES); n++) {
  new resource(`api-${n}`, {
    identifier: `https://api-${n}.example.com`,
    name: `API ${n}`,
    scopes: { "read:things": "Read things", "write:things": "Change things" },
    tokenLifetime: Number(LIFETIME),
    tokenLifetimeForWeb: 1800,
  });
}

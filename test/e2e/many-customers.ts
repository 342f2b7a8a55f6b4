import { randomBytes } from "node:crypto";
import type { Seed } from "../../provider/src/emulator/index.ts";

/** The names of customers that log in by SAML and by OpenID Connect. */
export const samlNames = Array.from({ length: 24 }, (_, n) => `north-${n + 1}`);
export const oidcNames = Array.from({ length: 16 }, (_, n) => `south-${n + 1}`);

/** The client secrets of the customers' identity providers, by the customers' names. */
export const clientSecrets = new Map(oidcNames.map((name) => [name, randomBytes(20).toString("hex")]));

/** Text of the tenant that would leave a string, a template or a comment of a careless generator. */
const hostile = ["*/ `$", "{process.exit()}` \"' \u202e \\ ##NAME## @@NAME@@"].join("");

const shop = "client0000000000000000000000shop";
const idOf = (prefix: string, name: string) => `${prefix}_${name.replace("-", "").padStart(16, "0")}`;

/** A certificate of a customer, which is no certificate. */
export function certificateOf(name: string): string {
  const lines = Array.from({ length: 12 }, (_, n) => Buffer.from(`${name} ${n}`.padEnd(48)).toString("base64"));
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** A product with 40 customers, two of which are odd. */
export const manyCustomers: Seed = {
  clients: [{ client_id: shop, name: "Shop", app_type: "regular_web", callbacks: ["https://shop.example.com/"] }],
  roles: [
    { id: "rol_0000000000000001", name: "admin" },
    { id: "rol_0000000000000002", name: "buyer" },
  ],
  resourceServers: [{ identifier: "https://orders.example.com", name: "Orders", scopes: [{ value: "read:orders" }] }],
  organizations: [...samlNames, ...oidcNames].map((name, n) => ({
    ...{ id: idOf("org", name), name, display_name: n === 5 ? hostile.slice(0, 60) : `Customer ${n}` },
    ...(n % 7 === 3 && { metadata: { plan: "large" } }),
    ...(n % 7 !== 3 && { metadata: { plan: "small" } }),
  })),
  connections: [...samlNames.map(samlConnection), ...oidcNames.map(oidcConnection)],
  organizationConnections: [...samlNames, ...oidcNames].map((name) => ({
    ...{ organization_id: idOf("org", name), connection_id: idOf("con", name), assign_membership_on_login: true },
  })),
};

function samlConnection(name: string, n: number) {
  return {
    ...{ id: idOf("con", name), name, strategy: "samlp", enabled_clients: [shop] },
    // Several customers have a name on the button, and one customer writes protocols.
    ...(n % 8 === 5 && { display_name: `Employees of ${name}` }),
    options: {
      signInEndpoint: `https://idp.${name}.example.com/login`,
      signOutEndpoint: `https://idp.${name}.example.com/logout`,
      signingCert: certificateOf(name),
      ...{ signSAMLRequest: true, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
      domain_aliases: n % 3 === 0 ? [`${name}.example.com`, `${name}.example.org`] : [`${name}.example.com`],
      ...(n === 7 && { debug: true }),
    },
  };
}

function oidcConnection(name: string, n: number) {
  return {
    ...{ id: idOf("con", name), name, strategy: "oidc", enabled_clients: n === 9 ? [] : [shop] },
    options: {
      ...{ type: "back_channel", issuer: `https://login.${name}.example.com/`, scope: "openid profile email" },
      ...{ client_id: `orders-${n * 17}`, client_secret: clientSecrets.get(name) },
      domain_aliases: [`${name}.example.com`],
    },
  };
}

import type { Seed } from "../../provider/src/emulator/index.ts";

/** A customer of `examples/customers`. */
interface Customer {
  readonly name: string;
  readonly displayName: string;
  readonly plan?: string;
}

const samlCustomers: readonly Customer[] = [
  { name: "north", displayName: "North Shipping" },
  { name: "south", displayName: "South Railways", plan: "large" },
  { name: "east", displayName: "East Energy" },
  { name: "west", displayName: "West Water" },
  { name: "center", displayName: "Center Foods" },
];
const oidcCustomers: readonly Customer[] = [
  { name: "river", displayName: "River Bank" },
  { name: "lake", displayName: "Lake Insurance" },
  { name: "hill", displayName: "Hill Hotels", plan: "large" },
  { name: "valley", displayName: "Valley Clinics" },
  { name: "coast", displayName: "Coast Ferries" },
];

const application = "orders00000000000000000000000000";
const idOf = (prefix: string, name: string) => `${prefix}_${name.padStart(16, "0")}`;

/** A text in the form of a certificate. */
export function certificateOf(name: string): string {
  const lines = Array.from({ length: 4 }, (_, n) => Buffer.from(`${name} example ${n}`.padEnd(48)).toString("base64"));
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const permissionsOf = (...names: readonly string[]) =>
  names.map((name) => ({ resource_server_identifier: "https://orders.example.com", permission_name: name }));

/** A tenant of which an import makes `examples/customers`. */
export const seed: Seed = {
  clients: [
    {
      client_id: application,
      ...{ name: "Orders", app_type: "regular_web", is_first_party: true, oidc_conformant: true },
      grant_types: ["authorization_code", "refresh_token"],
      ...{ callbacks: ["https://orders.example.com/callback"], allowed_logout_urls: ["https://orders.example.com/"] },
      ...{ organization_usage: "require", organization_require_behavior: "pre_login_prompt" },
    },
  ],
  resourceServers: [
    {
      ...{ identifier: "https://orders.example.com", name: "Orders", enforce_policies: true },
      token_dialect: "access_token_authz",
      scopes: [
        { value: "read:orders", description: "Read orders" },
        { value: "write:orders", description: "Place and change orders" },
      ],
    },
  ],
  rolePermissions: [
    { role: "Orders buyer", permissions: permissionsOf("read:orders") },
    { role: "Orders admin", permissions: permissionsOf("read:orders", "write:orders") },
  ],
  roles: ["buyer", "admin"].map((name) => ({ id: idOf("rol", name), name: `Orders ${name}` })),
  organizations: [...samlCustomers, ...oidcCustomers].map(({ name, displayName, plan = "small" }) => ({
    ...{ id: idOf("org", name), name, display_name: displayName, metadata: { domain: `${name}.example.com`, plan } },
  })),
  connections: [
    ...samlCustomers.map(({ name }) => ({
      ...{ id: idOf("con", name), name, strategy: "samlp", enabled_clients: [application] },
      options: {
        signInEndpoint: `https://sso.${name}.example.com/login`,
        signOutEndpoint: `https://sso.${name}.example.com/logout`,
        signingCert: certificateOf(name),
        ...{ signSAMLRequest: true, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
        domain_aliases: [`${name}.example.com`],
      },
    })),
    ...oidcCustomers.map(({ name }, n) => ({
      ...{ id: idOf("con", name), name, strategy: "oidc", enabled_clients: [application] },
      options: {
        ...{ type: "back_channel", issuer: `https://login.${name}.example.com/`, scope: "openid profile email" },
        ...{ client_id: `orders-${["a", "f", "k", "p", "x"][n]}7`, client_secret: `secret-of-${name}` },
        domain_aliases: [`${name}.example.com`],
      },
    })),
  ],
  organizationConnections: [...samlCustomers, ...oidcCustomers].map(({ name }) => ({
    ...{ organization_id: idOf("org", name), connection_id: idOf("con", name), assign_membership_on_login: true },
  })),
};

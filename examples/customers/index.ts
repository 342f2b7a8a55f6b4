import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import { Customer } from "./customer.ts";
import { readCustomers } from "./customers.ts";

const config = new pulumi.Config();
const secretKey = (name: string) => `secret-${name}`;

// The product: its API, and the permissions of its roles. Permissions refer to the API and the role, so a run creates them
// after the API's scopes and removes them before these scopes.
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
    "manage:users": "Invite and remove people",
  },
  enforcePolicies: true,
  tokenDialect: "access_token_authz",
});
function roleWith(name: string, permissions: string[]): tenant.Role {
  const role = new tenant.Role(name, { name: `Orders ${name}` });
  new tenant.RolePermissions(name, { roleId: role.id, resourceServerIdentifier: orders.identifier, permissions });
  return role;
}
roleWith("buyer", ["read:orders", "write:orders"]);
const admin = roleWith("admin", ["read:orders", "write:orders", "manage:users"]);

// The application to which the customers' users log in, each to the organization of their employer.
const application = new tenant.Client("orders", {
  name: "Orders",
  appType: "regular_web",
  oidcConformant: true,
  grantTypes: ["authorization_code", "refresh_token"],
  callbacks: ["https://orders.example.com/callback"],
  allowedLogoutUrls: ["https://orders.example.com/"],
  organizationUsage: "require",
  organizationRequireBehavior: "pre_login_prompt",
});

// The customers.
const customers = readCustomers("customers.json", (name) => {
  const key = secretKey(name);
  return config.get(key) === undefined ? [`its secret is missing: run "pulumi config set --secret ${key}"`] : [];
});
const made = customers.map((line) => {
  const customer = new Customer({
    ...line,
    clientSecret: config.requireSecret(secretKey(line.name)),
    applicationId: application.clientId,
    adminRole: admin.id,
    protect: line.protect ?? config.getBoolean("protect") ?? true,
  });
  return [line.name, customer.organizationId] as const;
});

export const audience = orders.identifier;
export const clientId = application.clientId;
/** The id of each customer's organization, with which an application starts a login. */
export const organizationIds = Object.fromEntries(made);

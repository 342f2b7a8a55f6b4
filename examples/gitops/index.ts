import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

/** Differences between the environments, from Pulumi.<stack>.yaml; everything else is in this file. */
interface Team {
  organizationId: string;
  /** The tenant's role ids, by the names in this file. */
  roles: Record<string, string>;
  members: Record<string, { userId: string; roles: string[] }>;
}

const config = new pulumi.Config();
const domain = config.require("apiDomain");
const tokenLifetime = config.requireNumber("tokenLifetime");

/** An API of the company: all APIs have the same settings and different scopes. */
const api = (name: string, displayName: string, scopes: Record<string, string>) =>
  new tenant.ResourceServer(name, {
    identifier: `https://${name}.${domain}`,
    name: displayName,
    scopes,
    tokenLifetime,
    tokenLifetimeForWeb: Math.min(tokenLifetime, 7200),
    subjectTypeAuthorization: {
      user: { policy: "allow_all" },
      client: { policy: "require_client_grant" },
    },
  });

const apis = [
  api("orders", "Orders", {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
  }),
  api("billing", "Billing", {
    "read:invoices": "Read invoices",
    "write:invoices": "Issue and cancel invoices",
  }),
  api("reports", "Reports", {
    "read:reports": "Read reports",
  }),
];

const corp = config.requireObject<{ issuer: string; clientId: string }>("corp");
const employees = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  displayName: "Corporate login",
  options: {
    type: "back_channel",
    issuer: corp.issuer,
    client_id: corp.clientId,
    client_secret: config.requireSecret("corpClientSecret"),
    scope: "openid profile email",
  },
});

const github = config.requireObject<{ clientId: string }>("github");
const partners = new tenant.Connection("github", {
  name: "github",
  strategy: "github",
  options: {
    client_id: github.clientId,
    client_secret: config.requireSecret("githubClientSecret"),
    email: true,
  },
});

const team = config.requireObject<Team>("team");
for (const [name, { userId, roles }] of Object.entries(team.members)) {
  new tenant.OrganizationMemberRoles(name, {
    organizationId: team.organizationId,
    userId,
    roles: roles.map((role) => {
      const id = team.roles[role];
      if (id === undefined) throw new Error(`${name}: there is no role "${role}" in the configuration of this stack`);
      return id;
    }),
  });
}

export const audiences = apis.map(({ identifier }) => identifier);
export const connections = { employees: employees.id, partners: partners.id };

import { generateKeyPairSync } from "node:crypto";
import { createRequire } from "node:module";
import type { Seed } from "../../provider/src/emulator/index.ts";

const require = createRequire(import.meta.url);
const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");

const padded = (n: number, length: number) => String(n).padStart(length, "0");
const many = <T>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: Math.ceil(count) }, (_, n) => one(n));

const api = (n: number) => `https://api-${n}.example.com`;
const client = (n: number) => `client${padded(n, 26)}`;
const connection = (n: number) => `con_${padded(n, 16)}`;
const organization = (n: number) => `org_${padded(n, 16)}`;
const role = (n: number) => `rol_${padded(n, 16)}`;
const action = (n: number) => `00000000-0000-4000-8000-${padded(n, 12)}`;

/** Every fourth action is for a token exchange profile. The others run at these. */
const isExchange = (n: number) => n % 4 === 0;
const triggers = [
  { id: "post-login", version: "v3" },
  { id: "credentials-exchange", version: "v2" },
  { id: "pre-user-registration", version: "v2" },
];

/**
 * A tenant with objects of all types, as people make them.
 *
 * @param share its size: 1 is 50 APIs, 100 applications with 200 grants, 40 roles with permissions, 60 connections, 500 organizations with 800
 * connections of theirs, 2,000 members with roles, 20 actions and 5 token exchange profiles
 */
export async function seedOf(share: number): Promise<Seed> {
  const tenant = await startEmulator({ seed: objectsOf(share) });
  try {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" });
    // Every fifth job signs its requests for tokens. A seed names credentials by ids, which only the tenant gives.
    for (let n = 0; n < 100 * share; n += 10) {
      const credentials = [{ name: `Key ${n}`, credential_type: "public_key", pem }];
      tenant.clients.create({
        ...{ client_id: `signed${padded(n, 26)}`, name: `Signing job ${n}`, app_type: "non_interactive" },
        ...{ grant_types: ["client_credentials"], client_authentication_methods: { private_key_jwt: { credentials } } },
      });
    }
    return tenant.export();
  } finally {
    await tenant.close();
  }
}

function objectsOf(share: number): Seed {
  const at = (n: number, of: number) => n % Math.ceil(of * share);
  const scopes = ["read", "write", "delete"].map((value) => ({ value, description: `May ${value}` }));
  return {
    resourceServers: many(50 * share, (n) => ({ identifier: api(n), name: `API ${n}`, scopes })),
    clients: many(90 * share, (n) =>
      n % 2 === 0
        ? { client_id: client(n), name: `Job ${n}`, app_type: "non_interactive", grant_types: ["client_credentials"] }
        : { client_id: client(n), name: `App ${n}`, app_type: "spa", callbacks: [`https://app-${n}.example.com/`] },
    ),
    clientGrants: many(200 * share, (n) => ({
      client_id: client(at(n, 90)),
      audience: api(at(at(n, 90) + Math.floor(n / Math.ceil(90 * share)), 50)),
      scope: ["read"],
    })),
    roles: many(40 * share, (n) => ({ id: role(n), name: `role-${n}`, description: `Role ${n}` })),
    rolePermissions: many(40 * share, (n) => ({
      role: role(n),
      permissions: scopes.map(({ value }) => ({ resource_server_identifier: api(at(n, 50)), permission_name: value })),
    })),
    connections: many(60 * share, (n) => ({
      id: connection(n),
      name: `idp-${n}`,
      strategy: "oidc",
      options: { client_id: `idp-${n}`, issuer: `https://idp-${n}.example.com/` },
      enabled_clients: [client(at(n, 90))],
    })),
    organizations: many(500 * share, (n) => ({
      id: organization(n),
      name: `customer-${n}`,
      display_name: `Customer ${n}`,
    })),
    organizationConnections: many(800 * share, (n) => ({
      organization_id: organization(at(n, 500)),
      connection_id: connection(at(at(n, 500) + Math.floor(n / Math.ceil(500 * share)), 60)),
      assign_membership_on_login: true,
    })),
    organizationMembers: many(2_000 * share, (n) => ({
      organization_id: organization(at(n, 500)),
      user_id: `auth0|${padded(n, 24)}`,
      roles: [role(at(n, 40))],
    })),
    actions: many(20 * share, (n) => ({
      id: action(n),
      name: `Action ${n}`,
      code: `exports.onExecute = async (event, api) => {\n  console.log("action ${n}");\n};\n`,
      supported_triggers: [
        isExchange(n) ? { id: "custom-token-exchange", version: "v1" } : triggers[n % triggers.length],
      ],
      all_changes_deployed: true,
    })),
    triggerActions: triggers.map(({ id }, place) => ({
      trigger_id: id,
      bindings: many(20 * share, (n) => n)
        .filter((n) => !isExchange(n) && n % triggers.length === place)
        .map((n) => ({ ref: { type: "action_id", value: action(n) } })),
    })),
    tokenExchangeProfiles: many(20 * share, (n) => n)
      .filter(isExchange)
      .map((n) => ({
        name: `Exchange ${n}`,
        subject_token_type: `urn:example:exchange-${n}`,
        action_id: action(n),
        type: "custom_authentication",
      })),
  };
}

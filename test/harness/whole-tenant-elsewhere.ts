import { subjects } from "../subjects/index.ts";
import { at, permissionsElsewhere as permissions, type Row } from "./whole-tenant-ids.ts";

/** The whole tenant as Terraform's provider manages it, with every type that an import takes over. */
export const rows: readonly Row[] = subjects.flatMap(({ elsewhere = [] }) => elsewhere);

/** Parts of the tenant as versions before 1.0 of Terraform's provider manage them: sets inside other resources, and older names of types. */
export const olderRows: readonly Row[] = [
  [
    "auth0_resource_server",
    "orders_api",
    {
      ...{ id: "000000000000000000000001", identifier: at.orders, name: "Orders" },
      scopes: permissions.map(({ name }) => ({ value: name, description: "" })),
    },
  ],
  ["auth0_connection", "sso_of_north", { id: at.logins, name: "north-logins", enabled_clients: [at.portal] }],
  ["auth0_role", "admins", { id: at.admin, name: "Orders admin", permissions }],
  [
    "auth0_organization",
    "customer_north",
    { id: at.north, name: "north", connections: [{ connection_id: at.logins, assign_membership_on_login: true }] },
  ],
  ["auth0_user", "bea", { id: at.bea, user_id: at.bea, email: "bea@example.com", roles: [at.reader] }],
  ["auth0_user", "ann", { id: at.ann, user_id: at.ann, email: "ann@example.com", roles: [] }],
  ["auth0_trigger_binding", "at_login", { id: "post-login", trigger: "post-login", actions: [{ id: at.enrich }] }],
  ["auth0_tenant", "the_tenant", { id: "0", universal_login: [{ colors: [{ primary: "#0059d6" }] }] }],
  ["auth0_email", "mails", { id: "mails", name: "sendgrid", default_from_address: "login@example.com" }],
  ["auth0_rule", "old_claims", { id: "rul_1", name: "Claims" }],
];

/** What `terraform state pull` prints of these resources. */
export function terraformState(of: readonly Row[]): string {
  const resources = of.map(([type, name, attributes]) => ({
    ...{ mode: "managed", type, name, provider: 'provider["registry.terraform.io/auth0/auth0"]' },
    instances: [{ schema_version: 0, attributes }],
  }));
  const lineage = "00000000-0000-4000-8000-000000000000";
  return JSON.stringify({ version: 4, terraform_version: "1.9.8", serial: 1, lineage, outputs: {}, resources });
}

/** What `pulumi stack export` prints where Pulumi's bridged provider manages them. */
export function bridgedState(of: readonly Row[]): string {
  const provider = "urn:pulumi:dev::shop::pulumi:providers:auth0::default_3_38_0::00000000-0000-4000-8000-000000000001";
  const resources = of.map(([foreign, name, { id, ...attributes }]) => {
    const token = camelCase(foreign.replace("auth0_", ""));
    const type = `auth0:index/${token}:${token.charAt(0).toUpperCase()}${token.slice(1)}`;
    const urn = `urn:pulumi:dev::shop::${type}::${name}`;
    return { urn, custom: true, id, type, inputs: {}, outputs: inPulumisWords({ id, ...attributes }), provider };
  });
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** The blocks that a resource has at most once: lists in Terraform, and the blocks themselves in Pulumi. */
const single: ReadonlySet<string> = new Set([
  ...["brute_force_protection", "suspicious_ip_throttling", "breached_password_detection", "bot_detection", "captcha"],
  ...["universal_login", "phone", "push", "duo", "webauthn_roaming", "private_key_jwt", "login", "error"],
]);

function inPulumisWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPulumisWords);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): readonly [string, unknown] => {
    const isBlock = single.has(key) && Array.isArray(item);
    return [camelCase(key), inPulumisWords(isBlock ? item[0] : item)];
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

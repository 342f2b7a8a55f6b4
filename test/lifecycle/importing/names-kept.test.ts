import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { toolOf } from "../../../provider/src/import/names-from/select.ts";
import { typeNames } from "../../../provider/src/types/registry.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { at, wholeTenant } from "../../harness/whole-tenant.ts";
import { bridgedState, olderRows, type Row, rows, terraformState } from "../../harness/whole-tenant-elsewhere.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

/** The names that the resources have there, by kind. A resource that stands for a part of another one has no name of its own here. */
const kept = {
  resourceServer: ["orders_api"],
  resourceServerScopes: ["stock_read"],
  organization: ["customer_north", "customer_south"],
  client: ["shop_portal", "job"],
  clientAuthentication: ["job_keys"],
  connection: ["sso_of_north", "people", "staff"],
  connectionClients: ["portal_of_partner"],
  connectionScim: ["users_of_north"],
  connectionScimToken: ["token_of_north"],
  connectionDirectory: ["directory_of_staff"],
  actionModule: ["of_plans"],
  action: ["claims", "swap"],
  triggerActions: ["at_login"],
  tokenExchangeProfile: ["old_sessions"],
  role: ["admins", "readers"],
  rolePermissions: ["of_admins", "of_readers"],
  user: ["tester_ann"],
  userRoles: ["cem_reads", "of_bea"],
  userPermissions: ["of_bea"],
  organizationConnection: ["sso_at_north", "at_south"],
  organizationMembers: ["people_of_north", "bea"],
  organizationMemberRoles: ["ann", "bea", "cem_reads"],
  organizationDiscoveryDomain: ["domain_of_north", "of_south"],
  clientGrant: ["job_reads_orders"],
  organizationClientGrants: ["job_at_north"],
  organizationClients: ["portal_at_north", "apps_of_south"],
  groupRoles: [],
  eventStream: ["of_users"],
  logStream: ["audit_logs"],
  networkAclKey: ["of_gateway"],
  networkAcl: ["no_proxies"],
  rateLimitPolicy: ["of_portal"],
  customDomain: ["logins_at_home"],
  customDomainVerification: [],
  defaultCustomDomain: ["logins_by_default"],
  tenantSettings: ["the_tenant"],
  bruteForceProtection: ["attacks"],
  suspiciousIpThrottling: ["attacks"],
  breachedPasswordDetection: ["attacks"],
  botDetection: ["attacks"],
  captcha: ["attacks"],
  riskAssessment: ["risk"],
  supplementalSignals: ["akamai"],
  branding: ["looks"],
  brandingTheme: ["login_theme"],
  promptSettings: ["login"],
  multiFactor: ["factors"],
  loginPageTemplate: ["looks"],
  multiFactorPhone: ["factors"],
  multiFactorPush: ["factors"],
  multiFactorDuo: ["factors"],
  multiFactorWebAuthn: ["factors"],
  emailProvider: ["mails"],
  promptTexts: ["login_texts"],
  emailTemplate: ["welcome"],
  phoneProvider: ["phone"],
  phoneTemplate: ["codes", "old_codes"],
  phoneProviderProtection: ["waits"],
  promptPartials: ["terms"],
  promptRendering: ["login_page"],
  vaultConnection: ["order_service"],
  flow: ["save_profile"],
  form: ["profile_page"],
  userAttributeProfile: ["attributes"],
  connectionProfile: ["connections_of_customers"],
  selfServiceProfile: ["setup_pages"],
} satisfies Record<(typeof typeNames)[number], readonly string[]>;

test("the table has every type that an import accepts from another tool", () => {
  const types = typeNames.flatMap((type) => Object.keys(tools[type].foreignTypes));
  const known = new Set(types);
  const older = olderRows.filter(([type]) => known.has(type));
  expect(new Set([...rows, ...older].map(([type]) => type))).toEqual(known);
});

const otherTools: readonly (readonly [string, (of: readonly Row[]) => string])[] = [
  ["a Terraform state", terraformState],
  ["an export of the bridged provider", bridgedState],
];

test.each(otherTools)(
  "a tenant of all types in %s is imported under that tool's names, and the next runs find no change",
  async (_, stateOf) => {
    const tenant = await startEmulator({ seed: wholeTenant });
    onTestFinished(() => tenant.close());
    const { client, program, before, notTaken } = await importedOf(tenant, false, undefined, toolOf(stateOf(rows)));
    onTestFinished(() => client.close());
    const names = Map.groupBy(program.resources, ({ item }) => item.type);
    expect(Object.fromEntries([...names].map(([type, its]) => [type, its.map(({ name }) => name).toSorted()]))).toEqual(
      Object.fromEntries(
        Object.entries<readonly string[]>(kept).flatMap(([kind, its]) =>
          its.length > 0 ? [[kind, its.toSorted()]] : [],
        ),
      ),
    );
    expect(notTaken).toEqual([]);
    const text = program.files.map((file) => file.text).join("\n");
    expect(text).toMatch(/permissions: \{\s*"https:\/\/[^"]+": \["read:orders"/);
    for (const name of Object.values(kept).flat())
      expect(text).toMatch(new RegExp(`new tenant\\.\\w+\\(\\s*"${name}"`));
    for (const [engine, declared] of enginesOf(tenant, program)) {
      expect(await engine.changes(declared)).toEqual([]);
      expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
      expect(await engine.changes(declared)).toEqual([]);
    }
    expect(JSON.stringify(tenant.export())).toBe(before);
  },
);

test.each(otherTools)(
  "sets inside other resources, as in %s before 1.0, are imported without an unreported part",
  async (_, stateOf) => {
    const tenant = await startEmulator({ seed: wholeTenant });
    onTestFinished(() => tenant.close());
    const { client, program, before, notTaken, partsNotTaken } = await importedOf(
      tenant,
      false,
      undefined,
      toolOf(stateOf(olderRows)),
    );
    onTestFinished(() => client.close());
    const found = program.resources.map(({ item, name }) => [item.type, name, item.id]);
    expect(found.toSorted()).toEqual(
      [
        ["resourceServer", "orders_api", "000000000000000000000001"],
        ["connection", "sso_of_north", at.logins],
        ["role", "admins", at.admin],
        ["rolePermissions", "admins-permissions", `${at.admin}::${at.orders}`],
        ["organization", "customer_north", at.north],
        ["organizationConnection", "customer_north-connections", `${at.north}::${at.logins}`],
        ["user", "ann", at.ann],
        ["user", "bea", at.bea],
        ["userRoles", "bea-roles", at.bea],
        ["triggerActions", "at_login", "post-login"],
        ["tenantSettings", "the_tenant", "tenant-settings"],
        ["branding", "the_tenant", "branding"],
        ["emailProvider", "mails", "email-provider"],
      ].toSorted(),
    );
    expect(notTaken.map(({ type, reason }) => [type, reason])).toEqual([
      ["auth0_rule", "pulumi-tenant has no resource type for it"],
    ]);
    expect(partsNotTaken).toEqual([]);
    const text = program.files.map((file) => file.text).join("\n");
    for (const shared of ["exclusiveScopes: false", "exclusive: false"]) expect(text).not.toContain(shared);
    expect(text).toMatch(/enabledClients: \[\s*"examplePortal0+",/);
    for (const [engine, declared] of enginesOf(tenant, program)) {
      expect(await engine.changes(declared)).toEqual([]);
      expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
    }
    expect(JSON.stringify(tenant.export())).toBe(before);
  },
);

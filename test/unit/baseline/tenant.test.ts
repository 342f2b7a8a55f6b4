import { describe, expect, onTestFinished, test } from "vitest";
import { auditOf, type NamedObject, rules, typesOf } from "../../../provider/src/baseline/audit.ts";
import { Others, type Rule, verdictOf } from "../../../provider/src/baseline/rule.ts";
import { toJson, toMarkdown, toSarif, toText } from "../../../provider/src/baseline/words.ts";
import { resolveSettings, type Service, type TenantCall, TenantClient } from "../../../provider/src/client/index.ts";
import { listedObjects } from "../../../provider/src/commands/audit.ts";
import type { Seed } from "../../../provider/src/emulator/index.ts";
import { oldTenant } from "../../../provider/src/emulator/shared/module.ts";
import { importableTypes } from "../../../provider/src/import/inventory.ts";
import { Importer } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import { auditedObjects } from "../../../provider/src/review/baseline.ts";
import { objectsOfState } from "../../../provider/src/review/objects.ts";
import { signatureKey, unknownValue } from "../../../provider/src/schema/json.ts";
import { type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { at } from "../../harness/whole-tenant-ids.ts";
import { casesOf } from "../../subjects/rules/index.ts";
import { seedOf, startTenant, type TestTenant } from "../import/tenant.ts";

const baseline = rules.filter(({ profile }) => profile === undefined);
const listed = ({ client, access }: TestTenant, inForce: readonly Rule[] = rules, service: Service = client) =>
  listedObjects(service, { access, inForce, held: [] });

/** The objects in the state of a stack that has imported the tenant. */
async function imported({ client, access, settings, emulator }: TestTenant): Promise<readonly NamedObject[]> {
  const { items } = await takeInventory(client, { access, types: importableTypes });
  const { domain, clientId, clientSecret } = emulator;
  const values: Readonly<Record<string, string>> = { domain, clientId, clientSecret };
  const importer = new Importer({ client, target: settings, all: false, config: (key) => values[key] });
  const resources = [];
  for (const item of items) {
    const { type, inputs, outputs } = await importer.import(item);
    resources.push({ urn: `urn:pulumi:dev::p::${type}::${item.id}`, type, id: item.id, inputs, outputs });
  }
  return auditedObjects(objectsOfState(resources), resources);
}

/** The verdicts of an audit that are not passes, by rule and object. */
function verdictsOf(objects: readonly NamedObject[], unread: Parameters<typeof auditOf>[2] = {}) {
  const { failed, unknown } = auditOf(objects, rules, unread);
  const keyOf = ({ rule, object }: { readonly rule: Rule; readonly object: NamedObject }) => `${rule.id} ${object.id}`;
  return {
    failed: new Set(failed.map(keyOf)),
    unknown: new Map(unknown.map((one) => [keyOf(one), one.why])),
    judged: new Set(
      objects.flatMap((object) =>
        rules.flatMap((rule) => (rule.type === object.type ? [keyOf({ rule, object })] : [])),
      ),
    ),
  };
}

/** A tenant in which much is as it should not be. */
const careless: Seed = {
  ...wholeTenant,
  connections: [
    ...(wholeTenant.connections ?? []),
    ...(["none", "low", "fair", "good"] as const).map((passwordPolicy) => ({
      name: `logins-${passwordPolicy}`,
      strategy: "auth0",
      options: { passwordPolicy },
    })),
    { name: "logins-short", strategy: "auth0", options: { password_complexity_options: { min_length: 8 } } },
  ],
  clients: [
    ...(wholeTenant.clients ?? []),
    {
      client_id: "spa",
      name: "Old portal",
      app_type: "spa",
      grant_types: ["implicit", "password"],
      callbacks: ["http://a.example.com/*"],
    },
    { client_id: "agent", name: "Agent", client_secret: "s", external_metadata_type: "dcr", grant_types: ["implicit"] },
  ],
};

describe("the audit of a tenant", () => {
  test("finds failures of unmanaged objects, under their names at the tenant", async () => {
    const tenant = await startTenant({ seed: careless });
    const { objects, unread } = await listed(tenant);
    expect(unread).toEqual([]);
    const { failed } = auditOf(objects, baseline);
    const ofPortal = failed.filter(({ object }) => object.id === "spa");
    expect(ofPortal.map(({ rule }) => rule.id)).toEqual(
      expect.arrayContaining(["client-no-implicit-grant", "client-no-password-grant", "client-callbacks-no-wildcard"]),
    );
    expect(ofPortal[0]?.object).toMatchObject({ name: "Old portal", urn: undefined });
    expect(tenant.calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  // Without password_options, the minimum length is that of the policy.
  test.each([
    ["today", {}, ["short"]] as const,
    ["2022", oldTenant, ["fair", "good", "low", "none", "short"]] as const,
  ])(
    "finds databases with a weak policy, also with the default password_options of a tenant of %s",
    async (_, traits, short) => {
      const { objects } = await listed(await startTenant({ seed: careless, traits }));
      const failed = auditOf(objects, baseline).failed.map(({ rule, object }) => `${rule.id} ${object.name}`);
      const found = failed.filter((one) => / logins-/.test(one) && /-(strength|length) /.test(one));
      expect(found.toSorted()).toEqual([
        ...short.map((name) => `db-password-length logins-${name}`),
        ...["fair", "low", "none"].map((policy) => `db-password-strength logins-${policy}`),
      ]);
    },
  );

  test("judges the caller's own grants and self-registered applications, which no import takes", async () => {
    const tenant = await startTenant({ seed: careless });
    const { emulator } = tenant;
    emulator.clients.create({ client_id: emulator.clientId, name: "Deployer" });
    emulator.clientGrants.create({
      client_id: emulator.clientId,
      audience: `${emulator.url}/api/v2/`,
      scope: ["create:client_grants"],
    });
    const { objects } = await listed(tenant);
    const failed = auditOf(objects, baseline).failed.map(({ rule, object }) => `${rule.id} ${object.name}`);
    expect(failed.filter((one) => one.startsWith("grant-management-api-escalating-scopes"))).toHaveLength(1);
    expect(failed).toContain("client-no-implicit-grant Agent");
  });

  test("finds a bound action whose draft is not deployed, which no program declares", async () => {
    const tenant = await startTenant({ seed: careless });
    const statusOf = async () => {
      const { objects } = await listed(tenant);
      return verdictsOf(objects).failed.has(`action-deployed ${at.enrich}`);
    };
    expect(await statusOf()).toBe(false);
    await tenant.client.request({
      method: "PATCH",
      path: ["actions", "actions", at.enrich],
      body: { code: "exports.onExecutePostLogin = () => {};" },
    } as never);
    expect(await statusOf()).toBe(true);
  });

  test("agrees with the audit of an import on all that the import declares", async () => {
    const tenant = await startTenant({ seed: careless });
    const { objects } = await listed(tenant);
    const [live, stack] = [verdictsOf(objects), verdictsOf(await imported(tenant))];
    const both = [...stack.judged].filter((key) => live.judged.has(key));
    expect(both.length).toBeGreaterThan(100);
    const differing = both.filter(
      (key) => live.failed.has(key) !== stack.failed.has(key) || live.unknown.has(key) !== stack.unknown.has(key),
    );
    // A stack also cannot tell that the tenant has no other objects.
    const undeclared = differing.filter((key) =>
      / is not declared$|no \w+ is declared$|neither .* is declared$|^none of .* is declared|^this audit does not include /.test(
        stack.unknown.get(key) ?? "",
      ),
    );
    expect(
      differing
        .filter((key) => !undeclared.includes(key))
        .map((key) => [key, live.unknown.get(key), stack.unknown.get(key)]),
    ).toEqual([]);
    // Everything that the stack judges is judged by both, and the tenant has more.
    expect([...stack.judged].filter((key) => !live.judged.has(key))).toEqual([]);
    expect(undeclared.length).toBeGreaterThan(0);
  });

  test("skips only the rules about objects that a token cannot read, and names them", async () => {
    const tenant = await startTenant({ seed: careless });
    const scopes = ["read:clients", "read:connections", "read:resource_servers", "read:actions"];
    const config: Readonly<Record<string, string>> = {
      domain: tenant.emulator.domain,
      token: tenant.emulator.issueToken(scopes),
    };
    const client = new TenantClient(resolveSettings({ config: (key) => config[key], env: {} }));
    onTestFinished(() => client.close());
    const { objects, unread = [] } = await listed(tenant, rules, client);
    expect(unread.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["all client grants", "all permissions of roles"]),
    );
    expect(unread.map(({ why }) => why).join()).toContain("read:client_grants");
    const audit = auditOf(objects, rules, { unread });
    // A listing that was refused is not an empty one.
    const [rbac] = audit.unknown.filter(({ rule }) => rule.id === "api-rbac-enforced");
    expect(rbac?.why).toBe("not all permissions of roles could be read");
    expect(audit.failed.map(({ rule }) => rule.id)).toContain("client-no-implicit-grant");
    for (const text of [toText(audit), toMarkdown(audit)]) {
      expect(text).toContain("not everything could be read");
      expect(text).toContain("read:client_grants");
    }
    expect(toJson(audit).unread).toContainEqual(expect.objectContaining({ type: "ClientGrant" }));
    expect(audit.unread).toContainEqual({
      ...{ type: "connection", label: "parts of connections" },
      why: "options is not returned to this token, which may lack the scope read:connections_options",
    });
    // Options that this token does not see are no options that are off.
    const passing = audit.unknown.filter(({ object }) => object.id === at.logins).map(({ rule }) => rule.id);
    expect(passing).toEqual(expect.arrayContaining(["connection-https-endpoints", "upstream-pkce"]));
  });

  test("judges objects with texts that Pulumi reserves, so that no such text hides an object from a rule", async () => {
    const tenant = await startTenant({
      seed: {
        clients: [
          { client_id: "a", name: "A", grant_types: ["implicit"], client_metadata: { note: unknownValue } },
          { client_id: "b", name: "B", grant_types: ["implicit"], client_metadata: { [signatureKey]: "1" } },
        ],
        connections: [{ name: "c", strategy: "auth0", options: { passwordPolicy: "low", note: unknownValue } }],
      },
    });
    const { objects, unread } = await listed(tenant);
    expect(unread).toEqual([]);
    const failed = auditOf(objects, baseline).failed.map(({ rule, object }) => `${rule.id} ${object.name}`);
    expect(failed).toEqual(
      expect.arrayContaining([
        ...["client-no-implicit-grant A", "client-no-implicit-grant B"],
        "db-password-strength c",
      ]),
    );
  });

  test("names objects of an unexpected form, in every format", async () => {
    const tenant = await startTenant({ seed: careless });
    const service: Service = {
      host: tenant.client.host,
      ownDomain: tenant.client.ownDomain,
      async request<T>(call: TenantCall) {
        const answer = await tenant.client.request<T>(call);
        return JSON.parse(JSON.stringify(answer).replaceAll('["http://a.example.com/*"]', '"http://a.example.com/*"'));
      },
    };
    const { objects, unread = [] } = await listed(tenant, rules, service);
    const audit = auditOf(objects, rules, { unread });
    const sarif = JSON.stringify(toSarif(audit, { version: "1.2.3", category: "dev" }).runs[0]?.invocations);
    for (const text of [toText(audit), toMarkdown(audit), JSON.stringify(toJson(audit).unread), sarif])
      expect(text).toMatch(/Old portal.*unexpected form/);
  });

  test("reads each listing once, and no type without rules", async () => {
    const apis = rules.filter(({ id }) => id === "api-token-lifetime");
    const tenant = await startTenant({ seed: seedOf(250, 120, 40) });
    await listed(tenant, apis);
    expect(tenant.calls().filter((call) => !call.startsWith("GET /api/v2/resource-servers?"))).toEqual([]);
    expect(tenant.calls()).toHaveLength(3);
  });

  test("a rule looks up objects of its listed types only", () => {
    for (const rule of rules) {
      const others = typesOf([rule]);
      const unlisted = new Set(typeNames.filter((type) => !others.has(type)));
      for (const { properties, others = [] } of [...casesOf(rule).passes, ...casesOf(rule).fails]) {
        const object = { type: rule.type, id: "judged", tenant: "t", properties };
        const all = [object, ...others.map((other) => ({ tenant: "t", ...other }))];
        const told = (unread?: Set<TypeName>) => verdictOf(rule, object, new Others(all, unread));
        expect(told(unlisted), rule.id).toEqual(told());
      }
    }
  });
});

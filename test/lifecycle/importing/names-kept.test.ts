import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { toolOf } from "../../../provider/src/import/names-from/select.ts";
import { typeNames } from "../../../provider/src/types/registry.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { bridgedState, olderRows, rows, terraformState } from "../../harness/whole-tenant-elsewhere.ts";
import { at, type Row } from "../../harness/whole-tenant-ids.ts";
import { subjects } from "../../subjects/index.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

/** The names that the resources have there, by type. */
const kept = subjects.flatMap(({ name, namesElsewhere = [] }) =>
  namesElsewhere.length > 0 ? [[name, namesElsewhere.toSorted()] as const] : [],
);

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
      Object.fromEntries(kept),
    );
    expect(notTaken).toEqual([]);
    const text = program.files.map((file) => file.text).join("\n");
    expect(text).toMatch(/permissions: \{\s*"https:\/\/[^"]+": \["read:orders"/);
    for (const name of kept.flatMap(([, its]) => its))
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

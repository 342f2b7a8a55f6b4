import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { findToAdopt } from "../../../provider/src/import/adoptions.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import { classOf, typeToken } from "../../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";

let tenant: Emulator;
let client: TenantClient;
beforeEach(async () => {
  tenant = await startEmulator();
  const { domain, clientId, clientSecret } = tenant;
  const values: Record<string, string> = { domain, clientId, clientSecret };
  client = new TenantClient(resolveSettings({ config: (key) => values[key], env: {} }));
});
afterEach(async () => {
  await client.close();
  await tenant.close();
});

const urnOf = (type: TypeName, name: string) => `urn:pulumi:dev::shop::${typeToken(classOf(type))}::${name}`;
const adoption = (
  type: TypeName,
  name: string,
  inputs: JsonObject,
  dependencies: Readonly<Record<string, readonly string[]>> = {},
) => ({ urn: urnOf(type, name), type, inputs, dependencies });
type Adoption = ReturnType<typeof adoption>;
const find = (adoptions: readonly Adoption[], resolvesIds = true) => findToAdopt(client, adoptions, resolvesIds);
const requests = () => tenant.requests.filter(({ path }) => path.startsWith("/api/")).length;

const roles = (...names: readonly string[]) => names.map((name) => adoption("role", name, { name }));

test("many objects to adopt are read by one listing per type, also those that differ", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `role-${at}`);
  for (const name of names) tenant.roles.create({ name, description: "At the tenant" });
  const { found } = await find(names.map((name) => adoption("role", name, { name, description: "At the tenant" })));
  expect([...found.values()].filter((one) => one !== undefined)).toHaveLength(40);
  expect(requests()).toBeLessThan(5);
});

test("an unread part of settings has no values, as the tenant can have others than the defaults", async () => {
  tenant.settings.update("risk-assessments", { remember_for: 7 });
  const { found } = await find([adoption("riskAssessment", "risk", { enabled: false })]);
  expect([...found.values()]).toMatchObject([{ values: { enabled: false } }]);
  expect([...found.values()][0]?.values).not.toHaveProperty("rememberFor");
});

test("several objects with one name do not prevent that the others are found", async () => {
  for (const name of ["Twice", "Twice", "Once", "Both", "Both"]) tenant.clients.create({ name });
  tenant.roles.create({ name: "reader" });
  const apps = ["Twice", "Once", "Both"].map((name) => adoption("client", name, { name }));
  const { found, problems } = await find([...apps, ...roles("reader", "none")]);
  expect(problems).toEqual([expect.stringContaining('"Twice"'), expect.stringContaining('"Both"')]);
  expect([...found].map(([urn, one]) => [urn.split("::").at(-1), one !== undefined])).toEqual(
    expect.arrayContaining([
      ["Once", true],
      ["reader", true],
      ["none", false],
    ]),
  );
  expect(found.size).toBe(3);
});

describe("an object to adopt whose id depends on its owner", () => {
  const roleUrn = (name: string) => urnOf("role", name);
  const north = adoption("organization", "north", { name: "north" });
  const memberRoles = (...names: readonly string[]) =>
    adoption(
      "organizationMemberRoles",
      "of",
      { organizationId: unknownValue, userId: "auth0|a", roles: names.map(() => unknownValue) },
      { organizationId: [north.urn], roles: names.map(roleUrn) },
    );
  const seed = (organization = true) => {
    const ids = ["reader", "writer"].map((name) => String(tenant.roles.create({ name }).id));
    if (!organization) return { ids, id: "" };
    const id = String(tenant.organizations.create({ name: "north" }).id);
    tenant.organizationMembers.add(id, "auth0|a");
    return { ids, id };
  };

  test("is found with the id of the adopted owner, and the objects of one set with all their ids", async () => {
    const { id, ids } = seed();
    const of = memberRoles("reader", "writer");
    const { found, problems } = await find([of, ...roles("reader", "writer"), north]);
    expect(problems).toEqual([]);
    expect(found.get(of.urn)).toMatchObject({ id: `${id}::auth0|a`, assumed: ["organizationId", "roles"] });
    expect(found.get(of.urn)?.inputs).toMatchObject({ organizationId: id, roles: ids });
  });

  test("is new if the owner is new", async () => {
    seed(false);
    const of = memberRoles("reader");
    const { found } = await find([of, ...roles("reader"), north]);
    expect([found.has(of.urn), found.get(of.urn)]).toEqual([true, undefined]);
  });

  test("is not looked up if the plan comes from a file, as the value can become any other", async () => {
    seed();
    const of = memberRoles("reader");
    const { found } = await find([of, ...roles("reader"), north], false);
    expect(found.has(of.urn)).toBe(false);
    expect(found.get(north.urn)).toBeDefined();
  });

  test("keeps a value unknown that can be one of several objects, in an unknown order", async () => {
    const binding = { id: "post-login", version: "v3" };
    const actions = ["a", "b"].map((name) => {
      tenant.actions.create({ name, supported_triggers: [binding] });
      return adoption("action", name, { name, supportedTriggers: [binding] });
    });
    const trigger = (count: number) =>
      adoption(
        "triggerActions",
        "login",
        { triggerId: "post-login", actions: Array.from({ length: count }, () => ({ actionId: unknownValue })) },
        { actions: actions.slice(0, count).map(({ urn }) => urn) },
      );
    const assumedOf = async (count: number) => {
      const { found } = await find([...actions, trigger(count)]);
      return found.get(trigger(count).urn)?.assumed;
    };
    expect(await assumedOf(1)).toEqual(["actions"]);
    expect(await assumedOf(2)).toEqual([]);
  });

  test("is not looked up if the resource depends on itself, and the look-up ends", async () => {
    const of = memberRoles("reader");
    const { found } = await find([{ ...of, dependencies: { organizationId: [of.urn] } }]);
    expect(found.size).toBe(0);
  });
});

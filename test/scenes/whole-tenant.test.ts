import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { isListed, keyedTypes, listedTypes } from "../../provider/src/import/inventory.ts";
import type { MapDocument, MapObject } from "../../provider/src/map/map.ts";
import type { DriftReport } from "../../provider/src/report/types.ts";
import type { ReviewReport } from "../../provider/src/review/types.ts";
import { type Definition, isOfUnlisted } from "../../provider/src/schema/definition.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { base, inShell, type Place, placeAt, pulumi, run, stateOf, writesAt } from "../e2e/importing.ts";
import { leafOf, openIn, person, startWatch } from "../e2e/watcher.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";
import { rows, terraformState } from "../harness/whole-tenant-elsewhere.ts";
import { at } from "../harness/whole-tenant-ids.ts";

/** A tenant with objects of all types, from its import to the repair of what others have changed. Each test continues where the one before ended. */
const alice = "alice-of-support";

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({ seed: wholeTenant, clients: [{ clientId: alice, clientSecret: `${alice}-secret` }] });
  place = await placeAt("whole", tenant);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

const inProject = (...path: readonly string[]) => join(place.folder, "project", ...path);

/** What a command of the package prints as JSON, with its exit code. */
async function asked<T>(words: string): Promise<{ readonly code: number; readonly said: T }> {
  const { code, stdout, stderr } = await inShell(place, `cd project\nnpx pulumi-tenant ${words} --json`);
  if (stdout === "") throw new Error(`${words}: ${code}\n${stderr}`);
  return { code, said: JSON.parse(stdout) as T };
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(inProject(file), "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
  await writeFile(inProject(file), text.replace(from, to));
}

async function expectSettled(): Promise<void> {
  const { code, stdout, stderr } = await pulumi(place, ["preview", "--refresh", "--expect-no-changes"]);
  expect(code, stdout + stderr).toBe(0);
}

const leavesIn = ({ resources }: DriftReport) =>
  Object.fromEntries(
    resources.map(({ name, changes }) => [name, changes.map(({ path, was, is }) => leafOf(path, was, is)).sort()]),
  );

/** The class of a resource of a state. */
const typeOf = ({ urn }: Record<string, unknown>) => String(urn).split("::").at(-2)?.split(":").at(-1);

test("an import of all types, with this team's members alone in others' objects, sends no write", async () => {
  const ours = rows.filter(([type]) => ["auth0_resource_server_scope", "auth0_connection_client"].includes(type));
  const file = join(place.folder, "before.tfstate");
  await writeFile(file, terraformState(ours));
  const parts = await run(place, ["--names-from", file]);
  expect(parts, parts.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("2 objects imported") });
  const kinds = listedTypes.map(classOf).join(",");
  const rest = await run(place, ["--kinds", kinds, "--except", "Stock,partner"]);
  expect(rest, rest.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing would change") });
  expect(writesAt(tenant)).toEqual([]);
  const types = (await stateOf(place)).map(typeOf);
  // Settings that every tenant has are not listed, and not in this tenant's seed. Roles of single users need the file of another tool.
  const isAsked = (name: TypeName) => !isOfUnlisted(definitions[name]);
  const isOurs = (name: TypeName) => isListed(name) || (definitions[name] as Definition).elementsOf;
  const imported = typeNames.filter((name) => isOurs(name) && isAsked(name));
  expect(new Set(types)).toEqual(new Set(imported.map(classOf)));
  // What names the application means it, and not its credentials of the same id.
  const grants = await readFile(inProject("imported/client-grants.ts"), "utf8");
  expect(grants).toContain('new tenant.ClientGrant("nightly-job-orders", {');
  expect(grants).toContain("clientId: clients.nightlyJob.id,\n  audience: apis.orders.identifier,");
  await expectSettled();
});

test("the map of the stack has the objects and references of the tenant's map, and both mark objects of others", async () => {
  const [whole, ofStack] = [await asked<MapDocument>("map"), await asked<MapDocument>("map --stack dev")];
  expect([whole.code, ofStack.code]).toEqual([0, 0]);
  const shown = ({ objects, links }: MapDocument) => {
    const known = new Map(objects.filter(({ state }) => state !== "unmanaged").map((one) => [one.key, one]));
    const nameOf = (key: string) => `${known.get(key)?.kind} ${known.get(key)?.id}`;
    // A state does not know the names of what it does not have.
    const ofOthers = new Set(links.filter(({ to }) => !known.has(to)).map(({ from }) => from));
    // A listing of domains names their organization, and a state does not.
    const ofOwner = /^\S+ (?=\S+\.example\.com$)/;
    // Nor the names of groups and users that no resource manages.
    const outside = new Map(objects.filter(({ state }) => state === "outside").map(({ label, id }) => [label, id]));
    const labelOf = ({ key, label }: MapObject) =>
      ofOthers.has(key) ? "" : (outside.get(label) ?? label.replace(ofOwner, ""));
    const between = links.filter(({ from, to }) => known.has(from) && known.has(to));
    return {
      objects: [...known.values()].map((one) => [nameOf(one.key), labelOf(one), one.state, ...one.stacks]).sort(),
      links: between.map(({ from, as, to }) => [nameOf(from), as, nameOf(to)]).sort(),
      others: new Set(objects.filter(({ state }) => state === "unmanaged").map(({ kind }) => kind)),
    };
  };
  const { objects, links, others } = shown(whole.said);
  const referredTo = ["ResourceServer", "Connection"];
  expect(shown(ofStack.said)).toEqual({ objects, links, others: new Set(referredTo) });
  // Only the tenant has these settings, which no object refers to.
  expect(others).toEqual(new Set([...referredTo, ...keyedTypes.map(classOf)]));
  expect(objects).toHaveLength((await stateOf(place)).length + [at.group].length);
  expect(objects).toContainEqual([`ClientAuthentication ${at.job}`, "Nightly job", "managed", "dev"]);
  expect(objects).toContainEqual([`User ${at.ann}`, "ann@example.com", "managed", "dev"]);
  expect(objects).toContainEqual([`group ${at.group}`, at.group, "outside"]);
  expect(links).toContainEqual([`TokenExchangeProfile ${at.profile}`, "actionId", `Action ${at.exchange}`]);
  expect(whole.said.unread).toEqual([]);
});

test("the audit of the stack agrees with the tenant's on everything declared", async () => {
  type Judged = { readonly rule: string; readonly type: string; readonly id: string; readonly why?: string };
  type Audit = {
    readonly failed: readonly Judged[];
    readonly unknown: readonly Judged[];
    readonly unread: readonly object[];
  };
  const all = "--strict --hardened";
  const [tenants, stacks] = [await asked<Audit>(`audit ${all}`), await asked<Audit>(`audit --stack dev ${all}`)];
  expect(tenants.said.unread).toEqual([]);
  const keyOf = ({ rule, type, id }: Judged) => `${rule} ${type} ${id}`;
  const of = ({ said }: typeof tenants) => ({
    failed: said.failed.map(keyOf),
    unknown: new Map(said.unknown.map((one) => [keyOf(one), one.why])),
  });
  const [live, stack] = [of(tenants), of(stacks)];
  expect(live.failed.length).toBeGreaterThan(stack.failed.length);
  expect(stack.failed.filter((key) => !live.failed.includes(key))).toEqual([]);
  const ids = new Set((await stateOf(place)).map((entry) => `${typeOf(entry)} ${entry.id}`));
  const inStack = live.failed.filter(
    (key) => ids.has(key.split(" ").slice(1).join(" ")) && !stack.failed.includes(key),
  );
  // What only the audit of the tenant finds in an object of the stack is in a value that the stack does not declare, or in what other stacks have.
  const reason = /declared|^this audit (?:includes|does not include) /;
  for (const key of inStack) expect([key, stack.unknown.get(key)]).toEqual([key, expect.stringMatching(reason)]);
});

test("a review shows each change of a program by property and the affected objects, and up makes exactly these changes", async () => {
  await edit("imported/resource-servers.ts", '    "delete:orders": "Delete orders",\n', "");
  await edit("imported/role-permissions.ts", '"delete:orders", ', "");
  await edit("imported/organizations.ts", 'name: "south"', 'name: "south-west"');
  const { code, said } = await asked<ReviewReport>("review --stack dev");
  expect(code).toBe(7);
  expect(said).toMatchObject({ complete: true, counts: { update: 3, create: 0, delete: 0, replace: 0 } });
  const planned = said.resources.map(({ name, changes }) => [name, changes.map(({ path, was }) => [path, was])]);
  expect(Object.fromEntries(planned)).toEqual({
    orders: [['scopes["delete:orders"]', "Delete orders"]],
    "orders-admin-orders": [["permissions[]", "delete:orders"]],
    south: [["name", "south"]],
  });
  const concerned = (name: string) =>
    said.resources.find((one) => one.name === name)?.concerns.map(({ who, names }) => [who, ...names]);
  // The program manages the users, so the review knows their addresses.
  const [ann, bea, cem] = ["ann@example.com", "bea@example.com", "cem@example.com"];
  // Clients with other scopes of the API are not affected.
  expect(concerned("orders")).toEqual([["organizations", "north"], ["applications"], ["members", ann]]);
  expect(concerned("orders-admin-orders")).toEqual([
    ["organizations", "north"],
    ["members", ann],
  ]);
  expect(concerned("south")).toEqual([
    ["organizations", "south"],
    ["applications", "Nightly job"],
    ["members", bea, cem],
  ]);

  expect(writesAt(tenant)).toEqual([]);
  expect(await pulumi(place, ["up", "--yes", "--skip-preview"])).toMatchObject({ code: 0 });
  expect(
    writesAt(tenant)
      .map(({ operation }) => operation)
      .toSorted(),
  ).toEqual(["organizations.update", "resource-servers.update", "roles.permissions.delete"]);
  expect(tenant.organizations.get(at.south)).toMatchObject({ name: "south-west" });
  expect(tenant.resourceServers.get(at.orders)).toMatchObject({
    scopes: [{ value: "read:orders" }, { value: "write:orders" }],
  });
  await expectSettled();
  expect((await asked<ReviewReport>("review --stack dev")).code).toBe(0);
});

test("a watch and drift report the same edits of another client, and up --refresh reverts them", async () => {
  const watch = startWatch({ name: "dev", env: place.env }, ["--every", "10s"], inProject());
  onTestFinished(() => void watch.child.kill("SIGKILL"));
  await watch.until(() => watch.log.some(({ what }) => what === "ready"));
  expect(watch.reports).toEqual([]);
  const edits = await person(tenant, alice, `${alice}-secret`);
  const code = "exports.onExecutePostLogin = async () => {};\n";
  await edits("PATCH", `organizations/${at.north}`, { display_name: "North of Alice" });
  await edits("PATCH", `actions/actions/${at.enrich}`, { code });
  await watch.until(() => ["north", "enrich-login"].every((name) => openIn(watch.reports)[name]));
  const reportOf = (wanted: string) => watch.reports.find(({ name }) => name === wanted);
  expect(reportOf("north")).toMatchObject({
    changes: [{ path: "displayName", was: "North", is: "North of Alice" }],
    causes: [{ type: "organization.updated", who: { clientId: alice } }],
  });
  const edited = { changes: expect.arrayContaining([expect.objectContaining({ path: "code", is: code })]), causes: [] };
  expect(reportOf("enrich-login")).toMatchObject(edited);

  const drift = await asked<DriftReport>("drift --stack dev");
  expect(drift.code).toBe(7);
  expect(leavesIn(drift.said)).toEqual(openIn(watch.reports));

  const { code: done, stdout } = await pulumi(place, ["up", "--refresh", "--yes", "--skip-preview"]);
  expect(done, stdout).toBe(0);
  await watch.until(() => Object.keys(openIn(watch.reports)).length === 0);
  expect(tenant.organizations.get(at.north)).toMatchObject({ display_name: "North" });
  expect(tenant.actions.get(at.enrich)).toMatchObject({
    code: expect.stringContaining("'basic'"),
    all_changes_deployed: true,
  });
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toBe(0);
  expect(await asked<DriftReport>("drift --stack dev")).toMatchObject({
    code: 0,
    said: { drift: false, complete: true },
  });
  await expectSettled();
});

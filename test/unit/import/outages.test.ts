import { expect, test } from "vitest";
import { withClient } from "../../../provider/src/commands/tenant.ts";
import type { Fault } from "../../../provider/src/emulator/index.ts";
import { importableTypes, keyOf } from "../../../provider/src/import/inventory.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import { escaped } from "../../../provider/src/schema/names.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { startTenant } from "./tenant.ts";

/*
 * The law: what an import, an audit, a comparison and a map read of a tenant lacks no object in silence. If a response denies an object that another
 * response shows, the inventory names the type as unread.
 */

const notFound = { statusCode: 404, error: "Not Found", message: "The object does not exist." };
const always = { method: "GET", times: Number.POSITIVE_INFINITY };

/** The responses, and the number of types that lack objects because of them: the law would be empty without any. */
const denials: readonly (readonly [name: string, fault: Fault, types: number])[] = [
  ["listings without entries, but with a total", { ...always, kind: "hollow", path: /[?&]include_totals=true/ }, 10],
  [
    "404 to the reads of listed objects",
    { ...always, kind: "status", status: 404, body: notFound, path: /\/(?:modules|users|forms|flows)\/[^/?]+(?:\?|$)/ },
    4,
  ],
];

test.each(denials)("an inventory names what it lacks because of %s", async (_name, fault, types) => {
  const { emulator, client, access } = await startTenant({ seed: wholeTenant });
  const options = { access, types: importableTypes, foreign: true };
  const unreadIn = ({ leftOut }: Awaited<ReturnType<typeof takeInventory>>) =>
    leftOut.flatMap(({ type, reason }) => (reason === "unreadable" ? [type] : []));
  const before = await takeInventory(client, options);
  expect(unreadIn(before)).toEqual([]);
  emulator.inject(fault);
  const after = await takeInventory(client, options);
  const left = new Set(after.items.map(keyOf));
  const lost = new Set(before.items.flatMap((item) => (left.has(keyOf(item)) ? [] : [item.type])));
  expect(lost.size).toBeGreaterThanOrEqual(types);
  expect([...lost].filter((type) => !unreadIn(after).includes(type))).toEqual([]);
});

/** A failure after which no call is sent again, as the tenant asks for a longer wait than a call takes. */
const outage: Fault = { ...always, kind: "status", status: 503, headers: { "retry-after": "3600" } };

test.each([0, 1])(
  "an inventory reads what it can of a tenant of which a half of the routes fails (%s)",
  async (half) => {
    const { emulator, client, access } = await startTenant({ seed: wholeTenant });
    const options = { access, types: importableTypes, foreign: true };
    const before = await takeInventory(client, options);
    const routes = [...new Set(emulator.requests.map(({ path }) => path.replace(/\?.*/, "")))].filter((path) =>
      path.startsWith("/api/"),
    );
    const failing = new Set(routes.filter((_, at) => at % 2 === half));
    const isFailing = new RegExp(`^(?:${[...failing].map(escaped).join("|")})(?:\\?|$)`);
    emulator.inject({ ...outage, path: isFailing });
    const after = await takeInventory(client, options);
    const left = new Set(after.items.map(keyOf));
    const lost = new Set(before.items.flatMap((item) => (left.has(keyOf(item)) ? [] : [item.type])));
    const named = new Set(after.leftOut.flatMap(({ type, isOutage }) => (isOutage ? [type] : [])));
    expect(lost.size).toBeGreaterThan(10);
    expect(left.size).toBeGreaterThan(10);
    expect([...lost].filter((type) => !named.has(type))).toEqual([]);
  },
);

test.each([
  ["fails", outage],
  ["refuses", { ...outage, status: 403 }],
])("a tenant that %s all requests has no inventory", async (_, fault) => {
  const { emulator, client, access } = await startTenant({ seed: wholeTenant });
  emulator.inject(fault);
  await expect(takeInventory(client, { access, types: importableTypes })).rejects.toThrow(
    /^nothing of the tenant could be read\. The first error: Could not list /,
  );
});

test("a listing that fails for every owner is not asked for all of them, and is named once", async () => {
  const organizations = Array.from({ length: 500 }, (_, n) => ({ name: `customer-${n}` }));
  const { emulator, client, access } = await startTenant({ seed: { organizations } });
  emulator.inject({ ...outage, path: /\/organizations\/[^/]+\/members/ });
  const { leftOut, items } = await takeInventory(client, {
    access,
    types: ["organization", "organizationMemberRoles"],
  });
  expect(items).toHaveLength(500);
  expect(leftOut).toMatchObject([{ label: "members of 500 organizations", isOutage: true }]);
  expect(emulator.requests.filter(({ path }) => path.includes("/members")).length).toBeLessThan(100);
});

// A call that hangs would end by itself after 15 s.
test("a command that fails ends its other calls at once, and sends none of them again", {
  timeout: 10_000,
}, async () => {
  const { emulator, settings } = await startTenant();
  const call = { method: "GET", path: ["roles"], subject: "roles", action: "list" } as const;
  emulator.inject({ ...always, kind: "hang", path: "/api/v2/roles" });
  const failure = new Error("refused");
  const failed = withClient(settings, async (client) => {
    const hanging = client.request(call);
    await expect.poll(() => emulator.requests.filter(({ fault }) => fault === "hang")).toHaveLength(1);
    return Promise.all([hanging, Promise.reject(failure)]);
  });
  await expect(failed).rejects.toBe(failure);
  expect(emulator.requests.filter(({ fault }) => fault === "hang")).toHaveLength(1);
});

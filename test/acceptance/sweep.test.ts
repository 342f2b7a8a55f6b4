import { expect, test } from "vitest";
import { startTenant } from "../unit/import/tenant.ts";
import { sweep } from "./clean-up.ts";
import type { Made } from "./manifest.ts";
import { Manifest } from "./manifest.ts";

const mark = "verify-0123456789ab";
const name = `${mark}-1`;
const absent = {
  statusCode: 404,
  error: "Not Found",
  errorCode: "inexistent_role",
  message: "The role does not exist.",
};

/** A tenant with a role of an interrupted run, whose manifest has its id or not. */
async function interrupted({ hasId }: { readonly hasId: boolean }) {
  const tenant = await startTenant();
  const id = String(tenant.emulator.roles.create({ name }).id);
  const made: Made = { type: "role", keys: [name], at: 0, ...(hasId && { id }) };
  const manifest = new Manifest({ host: tenant.settings.host, mark, made: [made] }, () => Promise.resolve());
  return {
    tenant,
    /** Sweeps. Returns the names of the objects at the tenant, and the reasons for those in the manifest. */
    swept: async () => {
      const left = await sweep(tenant.client, manifest);
      expect(manifest.made).toEqual([...left.keys()]);
      return { roles: tenant.emulator.roles.list().map((role) => role.name), left: [...left.values()] };
    },
  };
}

test("a sweep removes an object without an id, although one listing was empty", async () => {
  const { tenant, swept } = await interrupted({ hasId: false });
  const body = { roles: [], start: 0, limit: 100, total: 0 };
  tenant.emulator.inject({ kind: "status", status: 200, method: "GET", path: "/api/v2/roles", times: 1, body });
  expect(await swept()).toEqual({ roles: [], left: [] });
});

test("a sweep removes an object although one read of it returned 404", async () => {
  const { tenant, swept } = await interrupted({ hasId: true });
  tenant.emulator.inject({ kind: "status", status: 404, method: "GET", path: "/api/v2/roles", times: 1, body: absent });
  expect(await swept()).toEqual({ roles: [], left: [] });
});

test.each([{ hasId: true }, { hasId: false }])(
  "the manifest keeps an object that is still there after its deletion returned 404; the next sweep removes it, %j",
  async (given) => {
    const { tenant, swept } = await interrupted(given);
    tenant.emulator.inject({
      ...{ kind: "status", status: 404, method: "DELETE", path: "/api/v2/roles", times: 1, body: absent },
    });
    expect(await swept()).toEqual({ roles: [name], left: [expect.stringContaining("but still returns it")] });
    expect(await swept()).toEqual({ roles: [], left: [] });
  },
);

test.each([{ hasId: true }, { hasId: false }])("the manifest forgets a deleted object, %j", async (given) => {
  const { tenant, swept } = await interrupted(given);
  for (const { id } of tenant.emulator.roles.list()) tenant.emulator.roles.delete(String(id));
  expect(await swept()).toEqual({ roles: [], left: [] });
});

test("the manifest forgets a deleted object, even if the clock of the run was ahead", async () => {
  const tenant = await startTenant();
  const made: Made = { type: "role", keys: [name], at: Date.now() + 86_400_000 };
  const manifest = new Manifest({ host: tenant.settings.host, mark, made: [made] }, () => Promise.resolve());
  expect([...(await sweep(tenant.client, manifest)).values()]).toEqual([]);
});

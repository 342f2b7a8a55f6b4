import { expect, test } from "vitest";
import type { Declared } from "./project/index.ts";
import { upNow } from "./project.ts";
import { withWorld } from "./world.ts";

/** Replacements that stop half-way, and the program that goes back, on, or to a third value. */
const of = withWorld();

type Version = 1 | 2 | 3;

/** Each version replaces all of the one before: the new objects are created first. */
function program(version: Version): Record<string, Declared> {
  const triggerId = { 1: "post-login", 2: "credentials-exchange", 3: "pre-user-registration" }[version];
  return {
    api: { args: { identifier: `https://v${version}.example.com`, name: "Orders" } },
    corp: { kind: "Connection", args: { name: `corp-${version}`, strategy: "oidc", options: { client_id: "a" } } },
    job: {
      kind: "Client",
      args: { name: "Nightly job", appType: { 1: "non_interactive", 2: "regular_web", 3: "native" }[version] },
      // The option comes with the change, and leaves the program with its rollback.
      ...(version !== 1 && { opts: { replaceOnChanges: ["appType"] } }),
    },
    enrich: {
      kind: "Action",
      args: {
        name: "Enrich",
        code: "exports.x = 1;",
        supportedTriggers: [{ id: triggerId, version: version === 3 ? "v2" : "v3" }],
      },
    },
  };
}

const names = Object.keys(program(1));
const idsInState = async () => {
  const entries = await Promise.all(names.map((name) => of().stack.entry(name)));
  return entries.map((entry) => entry?.id);
};
const idsAtTenant = () => {
  const { tenant } = of();
  const own = (all: readonly object[], idName: string, isOwn: (name: string) => boolean) =>
    (all as Record<string, unknown>[]).flatMap((one) =>
      isOwn(String(one.identifier ?? one.name)) ? [one[idName]] : [],
    );
  return [
    ...own(tenant.resourceServers.list(), "id", (name) => /v[123]\.example/.test(name)),
    ...own(tenant.connections.list(), "id", (name) => name.startsWith("corp-")),
    ...own(tenant.clients.list(), "client_id", (name) => name === "Nightly job"),
    ...own(tenant.actions.list(), "id", () => true),
  ];
};

/** A run that creates the new objects and cannot delete the old ones. */
async function halfReplaced(version: Version): Promise<void> {
  const { stack, tenant, refused } = of();
  tenant.inject({ kind: "status", status: 403, method: "DELETE", times: Number.POSITIVE_INFINITY });
  await stack.declare(program(version));
  await refused([...upNow, "--continue-on-error"]);
  tenant.clearFaults();
  expect(idsAtTenant()).toHaveLength(8);
}

test("a rollback of a half-applied replacement takes the originals back, as the preview says, and deletes only what the replacement made", async () => {
  const { stack, up } = of();
  await up(program(1));
  const originals = await idsInState();
  expect(idsAtTenant()).toEqual(originals);

  await halfReplaced(2);

  await stack.declare(program(1));
  const preview = await stack.run(["preview"]);
  for (const id of originals) expect(preview.stdout).toMatch(new RegExp(`takes .*id ${id}.* back`));
  const { stdout } = await stack.run(upNow);
  for (const id of originals) expect(stdout).toMatch(new RegExp(`takes .*id ${id}.* back`));
  expect(await idsInState()).toEqual(originals);
  expect(idsAtTenant()).toEqual(originals);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("an application keeps its id through a rename without an alias: no run deletes it, and the old name is the way back", async () => {
  const { stack, refused, up, tenant } = of();
  const job: Declared = { kind: "Client", args: { name: "Reports", appType: "non_interactive" } };
  await up({ reports: job });
  const original = (await stack.entry("reports"))?.id;
  const ids = () => tenant.clients.list().flatMap((one) => (one.name === "Reports" ? [one.client_id] : []));
  await stack.declare({ renamed: job });
  for (const _ of ["first run", "second run"]) {
    expect(await refused(upNow)).toMatch(/is not deleted: this program has a later one of the same name/);
    expect(ids()).toContain(original);
  }
  await up({ reports: job });
  expect(ids()).toEqual([original]);
});

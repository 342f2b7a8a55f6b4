import { expect, test } from "vitest";
import type { Declared } from "./project/index.ts";
import { upNow } from "./project.ts";
import { withWorld } from "./world.ts";

/** A replacement whose deletions the tenant refuses, and the rollback of the program. */
const of = withWorld();

function program(version: 1 | 2): Record<string, Declared> {
  const triggerId = version === 1 ? "post-login" : "credentials-exchange";
  return {
    api: { args: { identifier: `https://v${version}.example.com`, name: "Orders" } },
    corp: { kind: "Connection", args: { name: `corp-${version}`, strategy: "oidc", options: { client_id: "a" } } },
    job: {
      kind: "Client",
      args: { name: "Nightly job", appType: version === 1 ? "non_interactive" : "regular_web" },
      opts: { replaceOnChanges: ["appType"] },
    },
    enrich: {
      kind: "Action",
      args: { name: "Enrich", code: "exports.x = 1;", supportedTriggers: [{ id: triggerId, version: "v3" }] },
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
    ...own(tenant.resourceServers.list(), "id", (name) => /v[12]\.example/.test(name)),
    ...own(tenant.connections.list(), "id", (name) => name.startsWith("corp-")),
    ...own(tenant.clients.list(), "client_id", (name) => name === "Nightly job"),
    ...own(tenant.actions.list(), "id", () => true),
  ];
};

test("a rollback of a half-applied replacement takes the originals back, as the preview says, and deletes only what the replacement made", async () => {
  const { stack, tenant, refused, up } = of();
  await up(program(1));
  const originals = await idsInState();
  expect(idsAtTenant()).toEqual(originals);

  tenant.inject({ kind: "status", status: 403, method: "DELETE", times: Number.POSITIVE_INFINITY });
  await stack.declare(program(2));
  await refused([...upNow, "--continue-on-error"]);
  tenant.clearFaults();
  expect(idsAtTenant()).toHaveLength(8);

  await stack.declare(program(1));
  const preview = await stack.run(["preview"]);
  for (const id of originals) expect(preview.stdout).toMatch(new RegExp(`takes .*id ${id}.* back`));
  const { stdout } = await stack.run(upNow);
  for (const id of originals) expect(stdout).toMatch(new RegExp(`takes .*id ${id}.* back`));
  expect(await idsInState()).toEqual(originals);
  expect(idsAtTenant()).toEqual(originals);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

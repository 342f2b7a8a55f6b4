import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Declared } from "../e2e/project/index.ts";
import { upNow } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";

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

test("after a half-applied replacement the run goes on, or aside to a third value: nothing of the others is left", async () => {
  const { stack, up } = of();
  await up(program(1));
  await halfReplaced(2);
  await up(program(2));
  expect(idsAtTenant()).toEqual(await idsInState());

  await halfReplaced(3);
  await up(program(1));
  expect(idsAtTenant()).toEqual(await idsInState());
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("the original stays where the page's commands take its pending deletion out of the state", async () => {
  const { stack, up } = of();
  await up(program(1));
  const [original] = await idsInState();
  await halfReplaced(2);
  const state = await stack.export();
  const { resources = [] } = state.deployment;
  // As jq does on the page.
  const kept = resources.filter(({ delete: isPending, id }) => !(isPending === true && id === original));
  expect(kept).toHaveLength(resources.length - 1);
  const file = join(stack.folder, "kept.json");
  await writeFile(file, JSON.stringify({ ...state, deployment: { ...state.deployment, resources: kept } }));
  await stack.run(["stack", "import", "--file", file]);
  await up(program(2));
  expect(idsAtTenant().filter((id) => id === original)).toHaveLength(1);
  of().tenant.resourceServers.delete(String(original));
  expect(idsAtTenant()).toEqual(await idsInState());
});

describe("the old object is deleted first", () => {
  /** A connection that changes its strategy keeps its name; the API has the option. */
  const versions: Readonly<Record<"sso" | "billing", (version: Version) => Declared>> = {
    sso: (version) => ({
      kind: "Connection",
      args: {
        name: "sso",
        ...{
          1: { strategy: "oidc", options: { client_id: "a" } },
          2: { strategy: "samlp", options: { signInEndpoint: "https://idp.example.com/" } },
          3: { strategy: "okta", options: { client_id: "a", domain: "idp.example.com" } },
        }[version],
      },
    }),
    billing: (version) => ({
      args: { identifier: `https://billing-${version}.example.com`, name: "Billing" },
      opts: { deleteBeforeReplace: true },
    }),
  };
  const atTenant = () => {
    const { tenant } = of();
    return [...tenant.connections.list(), ...tenant.resourceServers.list()].flatMap(({ name, id }) =>
      name === "sso" || name === "Billing" ? [id] : [],
    );
  };

  test.each([
    ["sso", "DELETE", "back", 1],
    ["sso", "POST", "on", 2],
    ["sso", "POST", "aside", 3],
    ["billing", "POST", "back", 1],
  ] as const)("%s: a refused %s, and the next run goes %s", async (name, method, way, next) => {
    const { stack, tenant, refused, up } = of();
    await up({ [name]: versions[name](1) });
    const [original] = atTenant();
    tenant.inject({ kind: "status", status: 403, method, path: "/api", times: Number.POSITIVE_INFINITY });
    await stack.declare({ [name]: versions[name](2) });
    await refused(upNow);
    tenant.clearFaults();
    expect(atTenant()).toEqual(method === "DELETE" ? [original] : []);

    await up({ [name]: versions[name](next) });
    expect(atTenant()).toEqual([(await stack.entry(name))?.id]);
    if (method === "DELETE" && way === "back") expect(atTenant()).toEqual([original]);
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  });
});

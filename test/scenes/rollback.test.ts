import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Declared } from "../e2e/project/index.ts";
import { upNow } from "../e2e/project.ts";
import { program, replacing, type Version } from "../e2e/replacing.ts";
import { withWorld } from "../e2e/world.ts";

/** Replacements that stop half-way, and the program that is set to the first, the second or a third value. */
const of = withWorld();

const { idsInState, idsAtTenant, halfReplaced } = replacing(of);

test("after a half-applied replacement, a run to the new value or to a third one leaves no other object", async () => {
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

test("the documented commands take the pending deletion out of the state, and the original stays", async () => {
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

describe("a replacement that deletes the old object first", () => {
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
  ] as const)("%s: after a refused %s, the next run goes %s", async (name, method, way, next) => {
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

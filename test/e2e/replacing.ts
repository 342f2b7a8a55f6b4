import { expect } from "vitest";
import type { Declared } from "./project/index.ts";
import { upNow } from "./project.ts";
import type { withWorld } from "./world.ts";

export type Version = 1 | 2 | 3;

/** Each version replaces all of the one before: the new objects are created first. */
export function program(version: Version): Record<string, Declared> {
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

/**
 * Looks at the objects of the program above, and stops a replacement of them half-way.
 *
 * @param of the world of a test
 */
export function replacing(of: ReturnType<typeof withWorld>) {
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

  return { idsInState, idsAtTenant, halfReplaced };
}

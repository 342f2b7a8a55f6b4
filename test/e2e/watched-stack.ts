import { onTestFinished } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import { leafOf, startWatch, type Watcher } from "./watcher.ts";
import { stack, withStack } from "./world.ts";

/** Clients of two people, who edit. */
export const people = { alice: "alice-of-support", bob: "bob-of-support" };
export const orders = "https://orders.example.com";

/** A stack and its tenant, whose events come late and twice. */
export const withWatchedStack = () =>
  withStack({
    clients: Object.values(people).map((clientId) => ({ clientId, clientSecret: `${clientId}-secret` })),
    events: { reorderWithin: 5, duplicates: 0.2, retryMs: 50 },
    seed: {
      users: [{ user_id: "auth0|ann" }],
      roles: [
        { id: "rol_0000000000000001", name: "Admin" },
        { id: "rol_0000000000000002", name: "Reader" },
      ],
      organizations: [{ id: "org_0000000000000001", name: "north" }],
      organizationMembers: [{ organization_id: "org_0000000000000001", user_id: "auth0|ann" }],
    } as never,
  });

export const program = (displayName = "Corporate login") => ({
  orders: { args: { identifier: orders, name: "Orders", tokenLifetime: 3600 } },
  corp: {
    kind: "Connection" as const,
    args: {
      name: "corp",
      strategy: "oidc",
      displayName,
      showAsButton: true,
      options: {
        type: "back_channel",
        issuer: "https://idp.example.com/",
        client_id: "corp",
        client_secret: "the-corp-secret",
      },
    },
  },
  ann: {
    kind: "OrganizationMemberRoles" as const,
    args: { organizationId: "org_0000000000000001", userId: "auth0|ann", roles: ["rol_0000000000000001"] },
  },
});

/** A watch of the stack, which ends with the test. */
export function watched(args: readonly string[]): Watcher {
  const watcher = startWatch(stack, args);
  onTestFinished(() => {
    watcher.child.kill("SIGKILL");
  });
  return watcher;
}

/** What a preview of a refresh shows, in the form of {@link openIn}. */
export async function previewed(): Promise<Record<string, readonly string[]>> {
  const { stdout } = await stack.run(["refresh", "--preview-only", "--json"]);
  const { resources } = driftReport(parsePreview(stdout));
  return Object.fromEntries(
    resources.map(({ name, state, changes }) => [
      name,
      state === "deleted" ? ["deleted"] : changes.map(({ path, was, is }) => leafOf(path, was, is)).sort(),
    ]),
  );
}

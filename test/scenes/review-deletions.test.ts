import { expect, test } from "vitest";
import { toText } from "../../provider/src/review/render.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { reviewOf } from "../e2e/reviewing.ts";
import { withWorld } from "../e2e/world.ts";

const of = withWorld();
test("no message that a branch prints hides an application that the next run deletes", async () => {
  const { tenant, stack } = of();
  await of().up({ portal: { kind: "Client", args: { name: "Portal", appType: "spa" } } });
  const [portal] = tenant.clients.list().filter(({ name }) => name === "Portal");
  const id = String(portal?.client_id);
  const PRINT = `application "Portal" exists already (id ${id}): \`pulumi up\` adopts it without changes`;
  await stack.declare({ decoy: { kind: "Client", args: { name: "Portal", appType: "spa", adopt: false } } });
  const report = await reviewOf(stack, { env: { PRINT } });
  expect(report).toMatchObject({ counts: { delete: 1, create: 1 }, notes: [PRINT] });
  expect(report.resources[0]).toMatchObject({ action: "delete", id });
  expect(toText(report)).not.toContain("the object stays");
  await stack.run(upNow);
  expect(tenant.clients.list().some(({ client_id }) => client_id === id)).toBe(false);
});

test("a review shows the connection, with its users, that an earlier replacement left for the next run to delete", async () => {
  const { tenant, stack } = of();
  const corp = (name: string): Program => ({
    corp: { kind: "Connection", args: { name, strategy: "oidc", options: { client_id: "a" } } },
  });
  await of().up(corp("corp-1"));
  const { id } = (await stack.entry("corp")) ?? {};
  tenant.inject({ kind: "status", status: 403, method: "DELETE", times: Number.POSITIVE_INFINITY });
  await of().up(corp("corp-2"), { expect: "any" });
  tenant.clearFaults();
  const report = await reviewOf(stack, { args: ["--expect-no-changes"] });
  expect(report).toMatchObject({
    ...{ changes: true, counts: { delete: 1 } },
    resources: [{ action: "delete", name: "corp", id, isPending: true, losesContent: true }],
  });
  await stack.run(upNow);
  expect(tenant.connections.list().map(({ name }) => name)).toEqual(["corp-2"]);
});

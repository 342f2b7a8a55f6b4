import { expect, test } from "vitest";
import { connection, ownApis, withWorld } from "../e2e/world.ts";

const world = withWorld({ plan: "self-service" });
const numbers = (length: number) => Array.from({ length }, (_, number) => number);

test("thirty resources are created within the rate limits of a small plan", async () => {
  const { tenant, stack, up } = world();
  const apis = numbers(24).map((n) => [`api-${n}`, { args: { identifier: `https://api-${n}.example.com` } }]);
  const connections = numbers(6).map((n) => [`corp-${n}`, connection({}, { name: `corp-${n}` })]);
  await up(Object.fromEntries([...apis, ...connections]));
  expect(ownApis(tenant)).toHaveLength(24);
  expect(tenant.connections.list()).toHaveLength(6);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  expect(tenant.requests.filter(({ status }) => status === 429)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type TestStack, testStack, upNow } from "../e2e/project.ts";

/** A plain resource with the real engine; every test goes on where the one before ended. */
const args = {
  name: "Legacy sessions",
  subjectTokenType: "urn:example:legacy-session",
  actionId: "action-a",
  type: "custom_authentication",
};
const later = { ...args, subjectTokenType: "urn:example:session" };

let tenant: Emulator;
let stack: TestStack;
beforeAll(async () => {
  tenant = await startEmulator();
  stack = await testStack(tenant);
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

const up = (legacy: object) => stack.up({ legacy: { kind: "TokenExchangeProfile", args: legacy } });
const writes = () =>
  tenant.requests
    .filter(({ method, operation }) => method !== "GET" && operation !== "token")
    .map(({ method }) => method);

test("it is created by one call, with the times that the service gives", async () => {
  await up(args);
  expect(writes()).toEqual(["POST"]);
  const [profile = {}] = tenant.tokenExchangeProfiles.list();
  expect(profile).toMatchObject({ name: "Legacy sessions", action_id: "action-a" });
  expect(await stack.entry("legacy")).toMatchObject({
    id: profile.id,
    outputs: { ...args, createdAt: profile.created_at, updatedAt: profile.updated_at },
  });
});

test("a preview with refresh shows what somebody has changed, the key included, and an up puts it right", async () => {
  tenant.tokenExchangeProfiles.update(args.subjectTokenType, { subject_token_type: "urn:example:edited" });
  const shown = await stack.run(["preview", "--refresh", "--diff", "--expect-no-changes"], { expect: "any" });
  expect(shown.code).toBe(7);
  expect(shown.stdout).toMatch(/~ subjectTokenType: "urn:example:edited" => "urn:example:legacy-session"/);
  await stack.run([...upNow, "--refresh"]);
  expect(tenant.tokenExchangeProfiles.list()).toMatchObject([{ subject_token_type: args.subjectTokenType }]);
});

test("its key changes in place; another action deletes before it creates, as the key is taken", async () => {
  tenant.clearRequests();
  await up(later);
  expect(writes()).toEqual(["PATCH"]);
  tenant.clearRequests();
  await up({ ...later, actionId: "action-b" });
  expect(writes()).toEqual(["DELETE", "POST"]);
  expect(tenant.tokenExchangeProfiles.list()).toMatchObject([
    { subject_token_type: "urn:example:session", action_id: "action-b" },
  ]);
});

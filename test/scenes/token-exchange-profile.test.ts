import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";

/** A plain resource with the real engine; every test continues where the one before ended. */
const args = {
  name: "Legacy sessions",
  subjectTokenType: "urn:example:legacy-session",
  actionId: "action-a",
  type: "custom_authentication",
};
const later = { ...args, subjectTokenType: "urn:example:session" };

const world = withWorld();

const up = (legacy: object) => world().stack.up({ legacy: { kind: "TokenExchangeProfile", args: legacy } });
const writes = () =>
  world()
    .tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token")
    .map(({ method }) => method);

test("a profile is created by one call, and has the times that the service returns", async () => {
  await up(args);
  expect(writes()).toEqual(["POST"]);
  const [profile = {}] = world().tenant.tokenExchangeProfiles.list();
  expect(profile).toMatchObject({ name: "Legacy sessions", action_id: "action-a" });
  expect(await world().stack.entry("legacy")).toMatchObject({
    id: profile.id,
    outputs: { ...args, createdAt: profile.created_at, updatedAt: profile.updated_at },
  });
});

test("a preview with refresh shows another client's changes, including the key, and an up reverts them", async () => {
  world().tenant.tokenExchangeProfiles.update(args.subjectTokenType, { subject_token_type: "urn:example:edited" });
  const shown = await world().stack.run(["preview", "--refresh", "--diff", "--expect-no-changes"], { expect: "any" });
  expect(shown.code).toBe(7);
  expect(shown.stdout).toMatch(/~ subjectTokenType: "urn:example:edited" => "urn:example:legacy-session"/);
  await world().stack.run([...upNow, "--refresh"]);
  expect(world().tenant.tokenExchangeProfiles.list()).toMatchObject([{ subject_token_type: args.subjectTokenType }]);
});

test("the key of a profile changes in place; another action deletes before it creates, because the key is taken", async () => {
  world().tenant.clearRequests();
  await up(later);
  expect(writes()).toEqual(["PATCH"]);
  world().tenant.clearRequests();
  await up({ ...later, actionId: "action-b" });
  expect(writes()).toEqual(["DELETE", "POST"]);
  expect(world().tenant.tokenExchangeProfiles.list()).toMatchObject([
    { subject_token_type: "urn:example:session", action_id: "action-b" },
  ]);
});

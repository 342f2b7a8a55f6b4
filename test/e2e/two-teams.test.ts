import { expect, test } from "vitest";
import { upNow } from "./project.ts";
import { both, configure, held, platform, team, unchanged, withTeams } from "./teams.ts";

/** The example of two teams on one tenant, with the real CLI; every test continues where the one before ended. */
withTeams();

test("the team can apply before the platform; then both find nothing to do", async () => {
  await team.run(upNow);
  await platform.run(upNow);
  expect(held()).toEqual(both);
  await Promise.all([platform.run(unchanged), team.run(unchanged)]);
});

test("both apply at the same time, and neither undoes the other", async () => {
  await configure(platform, { scopes: { "read:orders": "Read", "write:orders": "" }, clients: ["portal", "shop"] });
  await configure(team, { scopes: { "read:refunds": "" }, clients: ["refunds", "clerk"] });
  await Promise.all([platform.run(upNow), team.run(upNow)]);
  expect(held()).toEqual({
    scopes: ["read:orders", "read:refunds", "write:orders"],
    clients: ["clerk", "portal", "refunds", "shop"],
    roles: both.roles,
  });
  await Promise.all([platform.settled(), team.settled()]);
});

test("a destroy takes away what the one declares; what the other declares is there, and nothing else of the two", async () => {
  await team.destroy();
  expect(held()).toEqual({
    scopes: ["read:orders", "write:orders"],
    clients: ["portal", "shop"],
    roles: ["rol_0000000000000001"],
  });
  await platform.settled();
});

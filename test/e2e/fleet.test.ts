import { expect, test } from "vitest";
import { fleetTests } from "./fleet-tests.ts";

const fleet = fleetTests(3);

test.each([
  [["drift", "mars"], 'tenants.json has no tenant "mars"'],
  [["destroy"], "give one of the commands preview, up and drift"],
  [["drift", "--parallel", "0"], "--parallel must be a number from 1 to 99"],
  [["up", "--json"], "--json is for drift"],
])("wrong usage is refused before anything runs: %j", async (args, message) => {
  const { code, stdout, stderr } = await fleet().run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(`error: ${message}\n\nusage: node fleet.ts`);
});

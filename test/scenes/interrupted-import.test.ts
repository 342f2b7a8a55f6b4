import { rm } from "node:fs/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { base, inShell, interrupted, placeAt, run, stateOf, writesAt } from "../e2e/importing.ts";

afterAll(() => rm(base, { recursive: true, force: true }));

interrupted([
  ["before the first secret is in the configuration", "config set*"],
  ["between the two halves of the state, which it leaves locked", "import*--protect=true*"],
  ["before the proof", "preview*"],
]);

test("after an interrupted import, one with fewer objects leaves none in the state that the next run would delete", async () => {
  const roles = ["admin", "reader"].map((name) => ({ name }));
  const tenant = await startEmulator({ seed: { roles, connections: [{ name: "users", strategy: "auth0" }] } });
  onTestFinished(() => tenant.close());
  const place = await placeAt("narrower", tenant);
  const both = ["--kinds", "Role,Connection"];
  expect((await run(place, both, { FAIL_AT: "import*--protect=true*" })).code).toBe(1);
  const narrower = await run(place, ["--kinds", "Connection"]);
  expect(narrower).toMatchObject({ code: 1, stderr: expect.stringContaining('has added 2 objects to stack "dev"') });
  // One of the two objects shall not be managed: the command of the message, and the rest as before.
  const [command = ""] = /pulumi state delete .*::admin$/m.exec(narrower.stderr) ?? [];
  const given = await inShell(place, `cd project; ${command} --yes --non-interactive`);
  expect(given.code, given.stderr).toBe(0);
  expect(await run(place, [...both, "--except", "admin"])).toMatchObject({ code: 0 });
  expect((await stateOf(place)).map(({ urn }) => String(urn).split("::").at(-1))).toEqual(["users", "reader"]);
  expect(writesAt(tenant)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { DriftReport } from "../../provider/src/report/types.ts";
import { type Fleet, startFleet, variableOf } from "../harness/fleet.ts";

const identifier = "https://orders.example.com";

/** Tests of examples/fleet over that many emulated tenants. */
export function fleetTests(count: number): () => Fleet {
  const names = Array.from({ length: count }, (_, n) => `t-${n + 1}`);
  const [broken = "", edited = "", ...others] = names;

  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet(names);
  });
  afterAll(() => fleet?.remove());

  const named = (name: string) => fleet.tenants.get(name)?.resourceServers.get(identifier)?.name;

  test("if one tenant refuses the credentials, all others are deployed, and the exit code is 1", async () => {
    const wrong = { [variableOf(broken, "CLIENT_SECRET")]: "not-its-secret" };
    const { code, stdout, stderr } = await fleet.run(["up"], wrong);
    expect(stderr).toBe(`${count - 1} well, 0 with drift (none), 1 failed (${broken})\n`);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^=== ${broken}\\n[\\s\\S]*the tenant refused the client's secret`, "m"));
    expect(named(broken)).toBeUndefined();
    for (const name of [edited, ...others]) expect(named(name)).toBe("Orders");
  });

  test("a drift report of all tenants names the edited one, and exits with 7", async () => {
    fleet.tenants.get(edited)?.resourceServers.update(identifier, { name: "Edited" });
    const { code, stdout, stderr } = await fleet.run(["drift", "--json"]);
    expect(stderr).toBe(`${count - 1} well, 1 with drift (${edited}), 0 failed (none)\n`);
    expect(code).toBe(7);
    const reports: Record<string, DriftReport> = JSON.parse(stdout);
    expect(Object.keys(reports)).toEqual(names);
    expect(Object.keys(reports).filter((name) => reports[name]?.drift)).toEqual([edited]);
    expect(reports[edited]).toMatchObject({
      stack: edited,
      complete: true,
      resources: [{ name: "orders", changes: [{ path: "name", was: "Orders", is: "Edited" }] }],
    });
  });

  test("one tenant can be previewed alone", async () => {
    const [calm = ""] = others;
    const { code, stdout } = await fleet.run(["preview", calm]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^=== t-3\n[\s\S]*2 unchanged/) });
  });

  test("a missing credential fails for its tenant only; the other tenant's report is shown", async () => {
    const variable = variableOf(broken, "CLIENT_ID");
    const { code, stdout } = await fleet.run(["drift", broken, edited], { [variable]: undefined });
    expect(code).toBe(1);
    expect(stdout).toContain(`=== ${broken}\nset ${variable}: it is missing or empty`);
    expect(stdout).toContain(`=== ${edited}\nDrift in stack ${edited}: 1 changed`);
  });

  return () => fleet;
}

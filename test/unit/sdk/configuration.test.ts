import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { getTokenExchangeProfiles, ResourceServer } from "../../../provider/src/index.ts";
import { randomSecret } from "../helpers/fake-service.ts";
import { runProgram } from "../helpers/program.ts";

const warn = vi.spyOn(pulumi.log, "warn");
beforeEach(async () => {
  warn.mockReset().mockResolvedValue(undefined);
  await runProgram();
});

/** What a program that declares two APIs is warned of. */
function warningsFor(values: Record<string, string>, secretKeys: readonly string[] = []): unknown[] {
  pulumi.runtime.setAllConfig(values, [...secretKeys]);
  onTestFinished(() => pulumi.runtime.setAllConfig({}, []));
  for (const name of ["a", "b"]) new ResourceServer(name, { identifier: `https://${name}.example.com` });
  return warn.mock.calls.map(([message]) => message);
}

describe("a secret in the stack configuration", () => {
  it.each(["clientSecret", "privateKey", "token"])("in plain text causes one warning: %s", (key) => {
    const value = randomSecret();
    const [warning, ...more] = warningsFor({ "tenant:domain": "tenant.example.com", [`tenant:${key}`]: value });
    expect(more).toEqual([]);
    expect(warning).toBe(
      `tenant:${key} is in plain text in the stack configuration, so everyone with access to the file can read it. ` +
        `Encrypt it: \`pulumi config set --secret tenant:${key}\`.`,
    );
    expect(warning).not.toContain(value);
  });

  it("causes no warning if it is encrypted, blank, or of another namespace", () => {
    const values = { "tenant:clientSecret": randomSecret(), "tenant:token": " ", "shop:token": "x" };
    expect(warningsFor(values, ["tenant:clientSecret"])).toEqual([]);
  });

  it("causes the warning also in a program with look-ups only", async () => {
    pulumi.runtime.setAllConfig({ "tenant:token": randomSecret() }, []);
    onTestFinished(() => pulumi.runtime.setAllConfig({}, []));
    await expect(getTokenExchangeProfiles()).rejects.toThrow(/tenant:domain/);
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining("tenant:token is in plain text")]);
  });
});

describe("an unknown key of the stack configuration", () => {
  it.each([
    ["clientSecrt", "clientSecret"],
    ["clientsecret", "clientSecret"],
    ["clientID", "clientId"],
    ["domian", "domain"],
    ["ratebudgt", "rateBudget"],
  ])("is warned of with the likely key: %s", (misspelt, meant) => {
    const value = randomSecret();
    expect(warningsFor({ [`tenant:${misspelt}`]: value })).toEqual([
      `unknown configuration key tenant:${misspelt}. Did you mean tenant:${meant}?`,
    ]);
  });

  it("is not warned of if it resembles none of ours: another project may use the namespace `tenant`", () => {
    const values = { "tenant:region": "eu", "tenant:corpClientSecret": "x", "tenant:users": "1", "other:domian": "x" };
    expect(warningsFor(values)).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { failureOf } from "../../../provider/src/cli/pulumi.ts";

test("whoever is not signed in to Pulumi is told how, with and without an account", () => {
  const stderr = "error: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions\n";
  expect(failureOf("stack", { code: 3, stdout: "", stderr })).toBe(
    "pulumi stack ended with 3: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions. " +
      "Sign in first: `pulumi login`, or `pulumi login --local` to keep the state on this machine.",
  );
  expect(failureOf("stack", { code: 1, stdout: "", stderr: "error: other\n" })).toBe(
    "pulumi stack ended with 1: other",
  );
});

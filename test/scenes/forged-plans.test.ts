import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportedStack } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { parsePlan, previewOfPlan } from "../../provider/src/review/saved-plan.ts";
import { providerCode } from "../../provider/src/schema/provider-code.ts";
import { packOf, violationsIn } from "../e2e/policies.ts";
import type { Program } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";
import { policyPack } from "../harness/policy-pack.ts";

const of = withWorld();

/** Plans that the engine of the real CLI carries out, although a reader with other rules for JSON sees a plan that changes nothing. */
test("plans whose JSON the engine and JSON.parse read differently are carried out by the engine, and refused by the reader", async () => {
  const { tenant, stack } = of();
  const mfa = (policies: readonly string[]): Program => ({
    mfa: { kind: "MultiFactor", args: { policies, factors: { otp: true } } },
  });
  const safe = mfa(["all-applications"]);
  await of().up(safe);
  const [good, evil] = [join(stack.folder, "good.json"), join(stack.folder, "evil.json")];
  const save = (file: string) => stack.run(["preview", "--save-plan", file]);
  await save(good);
  const harmless = await readFile(good, "utf8");
  await stack.declare(mfa([]));
  await save(evil);
  const harmful = await readFile(evil, "utf8");
  const plans = (text: string) => JSON.stringify(JSON.parse(text).resourcePlans);
  const head = harmless.slice(0, harmless.lastIndexOf("}"));
  const forged: Readonly<Record<string, string>> = {
    "a second member in another letter case": `${head}, "ResourcePlans": ${plans(harmful)}}`,
    "a second member with ſ": `${head}, "re\u017fourcePlans": ${plans(harmful)}}`,
    "a document before it": `${harmful}\n${harmless}`,
    "a document before it, and a space": ` ${harmful}\n${harmless}`,
  };
  for (const [how, text] of Object.entries(forged)) {
    expect(() => previewOfPlan(parsePlan(text), []), how).toThrow("the saved plan cannot be read");
    await writeFile(evil, text);
    await stack.run(["up", "--yes", "--skip-preview", "--plan", evil]);
    expect(tenant.settings.get("guardian")?.policies, how).toEqual([]);
    await of().up(safe);
    expect(tenant.settings.get("guardian")?.policies, how).toEqual(["all-applications"]);
    await stack.declare(mfa([]));
  }
});

test("a resource of one class with the code of another is carried out by the engine, and refused by every gate", async () => {
  const { tenant, stack } = of();
  const api = "https://disguised.example.com";
  const code = providerCode("resourceServer", true);
  const disguised: Program = { reader: { kind: "Disguised", args: { identifier: api, __provider: code } } };
  await stack.declare(disguised);
  const file = join(stack.folder, "disguised.json");
  const { stdout } = await stack.run(["preview", "--json", "--show-replacement-steps", "--save-plan", file]);
  const wrong = [
    "Role reader has the provider code of ResourceServer, so every operation on it is one on a ResourceServer",
  ];
  expect(reviewReport(parsePreview(stdout), []).refused).toEqual(wrong);
  expect(reviewReport(previewOfPlan(parsePlan(await readFile(file, "utf8")), []), []).refused).toEqual(wrong);
  const pack = await policyPack(stack, "codes", packOf({}));
  const { events } = await stack.events(["preview", "--policy-pack", pack.folder], { expect: "any", env: pack.env });
  expect(violationsIn(events)).toContain("mandatory baseline-provider-code: reader");
  await stack.run(["up", "--yes", "--skip-preview", "--plan", file]);
  expect(tenant.resourceServers.get(api)).toBeDefined();
  const { deployment } = exportedStack.parse(await stack.export());
  expect(reviewReport({ steps: [], diagnostics: [] }, deployment.resources ?? []).refused).toEqual(wrong);
});

test("whatever the engine calls a step, the review shows the settings that the tenant has after the run", async () => {
  const { tenant, stack } = of();
  const strong = { enabled: true, maxAttempts: 5, resetOnDestroy: true };
  const protection = (args: object, opts: object = {}): Program => ({
    protection: { kind: "BruteForceProtection", args, opts },
  });
  const file = join(stack.folder, "unusual.json");
  const read = () => tenant.settings.get("attack-protection/brute-force-protection");
  const runs: readonly (readonly [how: string, program: Program, attempts: number])[] = [
    ["a removal", protection({ enabled: true, resetOnDestroy: true }), 10],
    [
      "a removal beside a forced replacement",
      protection({ enabled: false, resetOnDestroy: true }, { replaceOnChanges: ["*"] }),
      10,
    ],
    ["a removal from the program with a reset", {}, 10],
  ];
  for (const [how, program, attempts] of runs) {
    await of().up(protection(strong));
    expect(read()).toMatchObject({ enabled: true, max_attempts: 5 });
    await stack.declare(program);
    const { deployment } = exportedStack.parse(await stack.export());
    const { stdout } = await stack.run(["preview", "--json", "--show-replacement-steps", "--save-plan", file]);
    const state = deployment.resources ?? [];
    const previews = [parsePreview(stdout), previewOfPlan(parsePlan(await readFile(file, "utf8")), state)];
    await stack.run(["up", "--yes", "--skip-preview", "--plan", file]);
    const { enabled } = read() ?? {};
    expect(read(), how).toMatchObject({ max_attempts: attempts });
    for (const preview of previews) {
      const report = reviewReport(preview, state);
      const resource = report.resources.find(({ name }) => name === "protection");
      expect(resource?.changes, how).toContainEqual(
        expect.objectContaining({ path: "maxAttempts", was: 5, is: attempts }),
      );
      const rules = report.baseline?.breaks.map(({ rule }) => rule) ?? [];
      expect(rules.includes("attack-brute-force-blocks"), how).toBe(enabled === false);
      expect(
        report.weaker?.map(({ path }) => path),
        how,
      ).toEqual(enabled === false ? ["enabled", "maxAttempts"] : ["maxAttempts"]);
    }
  }
});

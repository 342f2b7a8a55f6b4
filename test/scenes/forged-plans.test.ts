import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportedStack } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { parsePlan, previewOfPlan } from "../../provider/src/review/saved-plan.ts";
import { isObject, type Json, type JsonObject, valueAt } from "../../provider/src/schema/json.ts";
import { providerCode } from "../../provider/src/schema/provider-code.ts";
import { packOf, violationsIn } from "../e2e/policies.ts";
import type { Program } from "../e2e/project.ts";
import { withWorld } from "../e2e/world.ts";
import { policyPack } from "../harness/policy-pack.ts";

const of = withWorld();

/** Plans that the engine of the real CLI carries out, although a reader with other rules for JSON sees a plan that changes nothing. */
test("plans whose JSON the engine and JSON.parse read differently: the engine applies them, the reader refuses them", async () => {
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

/** A JSON document whose objects are lists of members, so that a name can occur twice and in any spelling. The names are already quoted. */
type Document = readonly (readonly [name: string, value: Document])[] | { readonly json: Json };

const documentOf = (value: Json): Document =>
  isObject(value)
    ? Object.entries(value).map(([name, item]) => [JSON.stringify(name), documentOf(item)] as const)
    : { json: value };
const textOf = (document: Document): string =>
  "json" in document
    ? JSON.stringify(document.json)
    : `{${document.map(([name, value]) => `${name}:${textOf(value)}`).join(",")}}`;

/** The members of the object around a path, changed. */
function changed(
  document: Document,
  path: readonly string[],
  how: (members: Member[], at: number) => Member[],
): Document {
  if ("json" in document) throw new Error(`no object at ${path.join(".")}`);
  const [name = "", ...rest] = path;
  const at = document.findIndex(([one]) => one === JSON.stringify(name));
  if (at < 0) throw new Error(`no member ${name}`);
  if (rest.length === 0) return how([...document], at);
  return document.map(([one, value], index) => [one, index === at ? changed(value, rest, how) : value] as const);
}
type Member = readonly [name: string, value: Document];

const escaped = (name: string) =>
  `"${[...JSON.parse(name)].map((one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
const folded = (name: string) => name.replace(/s/, "\u017f").replace(/k/, "\u212a");
const capital = (name: string) => name.replace(/[a-z]/, (one) => one.toUpperCase());

/** Forms of a plan: each changes one member, and may add the harmful value of it. */
const forms: Readonly<Record<string, (evil: Document) => (members: Member[], at: number) => Member[]>> = {
  "in another letter case": () => (all, at) =>
    all.map(([name, value], one) => [one === at ? capital(name) : name, value]),
  "with a letter that folds": () => (all, at) =>
    all.map(([name, value], one) => [one === at ? folded(name) : name, value]),
  "with escaped letters": () => (all, at) =>
    all.map(([name, value], one) => [one === at ? escaped(name) : name, value]),
  last: () => (all, at) => [...all.filter((_, one) => one !== at), ...all.slice(at, at + 1)],
  "twice, the harmful one last": (evil) => (all, at) => [...all, [all[at]?.[0] ?? "", evil]],
  "twice, the harmful one first": (evil) => (all, at) => [[all[at]?.[0] ?? "", evil], ...all],
  "twice, in another letter case": (evil) => (all, at) => [...all, [capital(all[at]?.[0] ?? ""), evil]],
  "twice, with a letter that folds": (evil) => (all, at) => [...all, [folded(all[at]?.[0] ?? ""), evil]],
  "inside a member of its name": () => (all, at) =>
    all.map(([name, value], one) => [name, one === at ? [[name, value]] : value] as const),
};

test("a plan with a member of other case, order, repetition or nesting is refused, or reviewed as the engine reads it", async () => {
  const { tenant, stack } = of();
  const protection = (maxAttempts: number): Program => ({
    protection: { kind: "BruteForceProtection", args: { enabled: true, maxAttempts } },
  });
  const attempts = () => tenant.settings.get("attack-protection/brute-force-protection")?.max_attempts;
  const file = join(stack.folder, "formed.json");
  const planFor = async (program: Program) => {
    await stack.declare(program);
    await stack.run(["preview", "--save-plan", file]);
    return JSON.parse(await readFile(file, "utf8")) as JsonObject;
  };
  await of().up(protection(3));
  const [harmless, harmful] = [await planFor(protection(4)), await planFor(protection(90))];
  const urn = Object.keys(harmless.resourcePlans as JsonObject).find((one) => one.endsWith("::protection")) ?? "";
  const paths = [
    ["resourcePlans"],
    ["resourcePlans", urn, "goal"],
    ["resourcePlans", urn, "steps"],
    ["resourcePlans", urn, "goal", "inputDiff"],
    ["resourcePlans", urn, "goal", "inputDiff", "updates"],
    ["resourcePlans", urn, "goal", "inputDiff", "updates", "maxAttempts"],
  ];
  const outcomes = { refused: 0, read: 0 };
  for (const path of paths) {
    for (const [how, form] of Object.entries(forms)) {
      const evil = documentOf(valueAt(harmful, path) ?? null);
      const text = textOf(changed(documentOf(harmless), path, form(evil)));
      const { deployment } = exportedStack.parse(await stack.export());
      let seen: Json | undefined;
      try {
        const { steps } = previewOfPlan(parsePlan(text), deployment.resources ?? []);
        seen = steps.find((step) => step.urn === urn)?.after?.inputs.maxAttempts;
      } catch {
        outcomes.refused++;
        continue;
      }
      outcomes.read++;
      await writeFile(file, text);
      const what = `${path.at(-1)} ${how}`;
      // The program is the harmful one. The engine carries it out only if it reads the harmful plan.
      await stack.declare(protection(90));
      await stack.run(["up", "--yes", "--skip-preview", "--plan", file], { expect: "any" });
      expect([3, ...(seen === 90 ? [90] : [])], what).toContain(attempts());
      // With the harmless program, the engine does what the review says, or refuses the plan.
      await stack.declare(protection(4));
      await stack.run(["up", "--yes", "--skip-preview", "--plan", file], { expect: "any" });
      expect([3, seen], what).toContain(attempts());
      await of().up(protection(3));
    }
  }
  expect(outcomes.read).toBeGreaterThan(paths.length);
  expect(outcomes.refused).toBeGreaterThan(4 * paths.length);
}, 600_000);

test("a resource of one class with another class's code: the engine applies it, every gate refuses it", async () => {
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

test("whatever the step is called, the review shows the settings that the tenant has after the run", async () => {
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

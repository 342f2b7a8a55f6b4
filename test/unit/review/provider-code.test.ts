import { describe, expect, it } from "vitest";
import { wrongCodeOf } from "../../../provider/src/policy/resources.ts";
import { otherClassIn, typeOfResource, wrongCodeIn } from "../../../provider/src/pulumi-cli/provider-code.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { parsePlan, previewOfPlan } from "../../../provider/src/review/saved-plan.ts";
import { signatureKey, unknownValue } from "../../../provider/src/schema/json.ts";
import { classOfCode, providerCodes, typeToken } from "../../../provider/src/schema/provider-code.ts";
import { definitions, knownProviderCodes, typeNameOf, typeNames } from "../../../provider/src/types/registry.ts";
import { codeOf, type ResourceSketch, urnOf } from "../helpers/preview.ts";
import { reportOf, stateOf } from "./plans.ts";

const [dynamic, lookalike] = ["pulumi-nodejs:dynamic:Resource", "pulumi-nodejs:dynamic/tenants:Role"] as const;
const secret = { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
const foreign = 'exports.handler = () => require("evil")';
const wholeApi = {
  ...{ clientId: "app_1", audience: "https://dev.example.com/api/v2/", allowAllScopes: true },
  ...{ __tenant: "dev.example.com", __provider: codeOf("ClientGrant") },
};

describe("provider code", () => {
  it.each(typeNames)("of %s belongs to its class alone, in inputs and outputs", (name) => {
    const { type } = definitions[name];
    for (const code of providerCodes(name)) {
      expect(classOfCode(code)).toBe(type);
      const properties = { __provider: code };
      expect(wrongCodeIn(typeToken(type), properties, properties)).toBeUndefined();
      for (const other of [
        ...typeNames.filter((one) => one !== name).map((one) => typeToken(definitions[one].type)),
        dynamic,
        lookalike,
      ]) {
        expect(wrongCodeIn(other, {}, properties)).toContain(`has the provider code of ${type}`);
        expect(otherClassIn(other, properties, {})).toContain(`has the provider code of ${type}`);
        expect(typeOfResource(other, properties)).toBe(name);
      }
    }
  });

  it("belongs to no class if it has text around it, or a handler without a name", () => {
    for (const code of knownProviderCodes) {
      for (const text of [`${code};evil()`, ` ${code}`, `${code}\n`, code.replace(/\w+$/, "")])
        expect(classOfCode(text)).toBeUndefined();
    }
    expect(typeNameOf(typeToken("Role"))).toBe("role");
  });

  it("is wrong if it is foreign, secret, or known only during the run; missing code is not run", () => {
    for (const code of [foreign, secret, unknownValue, null, 1, ["x"]])
      expect(wrongCodeIn(typeToken("Role"), { __provider: code })).toMatch(/^has provider code that/);
    expect(wrongCodeIn(typeToken("Role"), {}, undefined)).toBeUndefined();
    expect(wrongCodeIn(dynamic, { __provider: foreign }, { __provider: secret })).toBeUndefined();
    expect(wrongCodeOf({ type: dynamic, props: { __provider: codeOf("ClientGrant") } })).toContain("ClientGrant");
  });
});

describe("a review of provider code", () => {
  const grant = (type: string): ResourceSketch => ({ name: "reader", type, op: "create", is: wholeApi });

  it.each(["Role", dynamic, lookalike])(
    "refuses a grant under the class %s at the top, and judges it by its code",
    (type) => {
      const report = reportOf([grant(type)]);
      expect(report).toMatchObject({
        complete: false,
        refused: [expect.stringContaining("provider code of ClientGrant")],
      });
      expect(report.baseline?.breaks.map(({ rule }) => rule)).toContain("grant-management-api-all-scopes");
      const lines = toText(report).split("\n");
      expect(lines[0]).toBe("The next up of stack dev must not run: 1 created");
      expect(lines.find((line) => line.startsWith("refused"))).toMatch(
        /^refused: .*reader.* has the provider code of ClientGrant/,
      );
      expect(toMarkdown(report)).toMatch(/must not run[\s\S]*\n\n- \*\*refused\*\*.*\n\n- \*\*PRIVILEGE\*\*/);
    },
  );

  it.each<[string, unknown]>([
    ["foreign", foreign],
    ["masked", "[secret]"],
    ["known only during the run", unknownValue],
  ])("refuses a resource of ours with %s code, even if nothing else changes", (_, code) => {
    const role = { name: "reader", type: "Role", op: "same", was: { name: "R" }, is: { name: "R", __provider: code } };
    expect(reportOf([role])).toMatchObject({ complete: false, refused: [expect.stringMatching(/^Role reader has/)] });
  });

  it("refuses a state whose resource has the code of another class, whatever the plan does", () => {
    const role: ResourceSketch = {
      name: "reader",
      type: "Role",
      op: "same",
      was: { ...wholeApi },
      is: { ...wholeApi },
    };
    expect(reportOf([], {}, [role]).refused).toHaveLength(1);
  });

  it("refuses a saved plan that gives a resource other code", () => {
    const urn = urnOf("reader", "Role");
    const role: ResourceSketch = { name: "reader", type: "Role", id: "rol_1", was: { name: "R" } };
    const goal = { type: typeToken("Role"), name: "reader", custom: true };
    const inputDiff = { updates: { __provider: codeOf("ClientGrant") } };
    const plan = { resourcePlans: { [urn]: { goal: { ...goal, inputDiff }, steps: ["same"] } } };
    const report = reviewReport(previewOfPlan(parsePlan(JSON.stringify(plan)), stateOf([role])), stateOf([role]));
    expect(report).toMatchObject({ complete: false, refused: [expect.stringContaining("ClientGrant")] });
  });

  it("lists dynamic resources of other packages as not judged, and does not refuse them", () => {
    const thing: ResourceSketch = { name: "thing", type: dynamic, op: "create", is: { __provider: secret } };
    const report = reportOf([thing]);
    expect(report).toMatchObject({ complete: true, notes: [expect.stringMatching(/^not judged, .*thing$/)] });
    expect(report.refused).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toText } from "../../../provider/src/review/render.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { codeOf, type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { portal, reportOf, reportOfSteps } from "./plans.ts";

/** A step of an unchanged resource whose options differ before and after. */
function optionsChanged(before: object, after: object) {
  const step = stepOf({ ...portal, is: { name: "Portal" } }) as { oldState: object; newState: object };
  return { ...step, oldState: { ...step.oldState, ...before }, newState: { ...step.newState, ...after } };
}

const many = Array.from({ length: 20 }, (_, n) => `clientMetadata.key-${n}`);

describe("a review of a plan that changes no value", () => {
  it.each<[string, object, object, string]>([
    ["a protection that ends", { protect: true }, {}, "no longer protected (protect)"],
    [
      "a property that no run restores any more, and whose edits no drift report shows",
      { ignoreChanges: ["name"] },
      { ignoreChanges: ["name", ...many, "callbacks", "to\u200bkens"] },
      `ignored from now on (ignoreChanges): ${many.join(", ")}, callbacks, to\\u200bkens. No drift report shows edits at these paths, and no run undoes such edits`,
    ],
  ])("still shows %s", (_, before, after, says) => {
    const report = reportOfSteps([optionsChanged(before, after)]);
    expect(report).toMatchObject({ changes: true, counts: { update: 1 }, resources: [{ changes: [], concerns: [] }] });
    expect(toText(report)).toContain(`Changed (with a warning)\n  Client portal (app_1)\n    ${says}`);
    expect(toText(report)).not.toContain("only provider metadata differs");
  });

  it("shows no safeguard that stays or is new", () => {
    const ignoring = { ignoreChanges: ["name"] };
    for (const step of [optionsChanged(ignoring, ignoring), optionsChanged({}, { protect: true })])
      expect(reportOfSteps([step])).toMatchObject({ changes: false, resources: [] });
  });

  it("shows foreign provider code in a resource of this package, or of a type that only looks like one", () => {
    const code = (text: string) => ({ ...portal.was, __provider: text });
    const swapped = reportOf([{ ...portal, is: code("exports.handler = () => steal()") }]);
    expect(toText(swapped)).toContain(
      "    the resource has provider code that this version of pulumi-tenant has not written\n",
    );
    const lookalike: ResourceSketch = { name: "x", type: "pulumi-nodejs:dynamic/tenant:\u0421lient", op: "create" };
    expect(reportOf([{ ...lookalike, is: code("evil") }]).resources[0]?.effects).toHaveLength(1);
    expect(
      reportOf([{ ...portal, op: "create", was: undefined as never, is: code(codeOf("Client")) }]).resources,
    ).toMatchObject([{ action: "create" }]);
    expect(reportOf([{ ...portal, is: code(codeOf("Client")) }]).changes).toBe(false);
  });
});

describe("a review of a resource that moves to another tenant", () => {
  const at = (tenant?: string) => ({ name: "Portal", ...(tenant !== undefined && { __tenant: tenant }) });
  const moved = (op: string, is: string) => reportOf([{ ...portal, op, was: at("dev.example.com"), is: at(is) }]);

  it.each(["same", "update", "replace"])("counts the move as weaker, whatever the step is: %s", (op) => {
    for (const [tenant, named] of [
      ["prod.example.com", "at prod.example.com"],
      [unknownValue, "at one that is known only during the run"],
    ] as const) {
      const report = moved(op, tenant);
      const says = `another tenant: the object is at dev.example.com, and from now on the stack takes it for one ${named}`;
      expect(report).toMatchObject({ changes: true, resources: [{ loosens: [says] }] });
      expect(toText(report)).toContain(`WEAKER: Client portal: ${says}.`);
      expect(findingsOfKinds(report, ["weaker"])).toEqual([`weaker: Client portal ${says}`]);
      expect(notReviewed(report, { resources: [] })).toContain(`Client portal: ${says}`);
      expect(notReviewed(report, JSON.parse(JSON.stringify(report)))).toEqual([]);
    }
  });

  it("says nothing of a resource that stays, is new, or is deleted", () => {
    expect(moved("same", "dev.example.com")).toMatchObject({ changes: false });
    const others: readonly ResourceSketch[] = [
      { ...portal, op: "update", was: at(), is: at("dev.example.com") },
      { ...portal, op: "update", was: at("dev.example.com"), is: at() },
      { ...portal, op: "delete", was: at("dev.example.com") },
    ];
    for (const one of others) expect(reportOf([one]).resources).not.toMatchObject([{ loosens: expect.anything() }]);
  });
});

it("a protection by the engine that ends counts as weaker for --fail-on and --reviewed", () => {
  const report = reportOfSteps([optionsChanged({ protect: true }, { ignoreChanges: ["name"] })]);
  const says = [expect.stringContaining("no longer protected"), expect.stringContaining("ignored from now on")];
  expect(findingsOfKinds(report, ["weaker"])).toEqual(says);
  expect(notReviewed(report, { resources: [] })).toEqual(says);
  expect(notReviewed(report, JSON.parse(JSON.stringify(report)))).toEqual([]);
});

it("a review of a stack with two tenants names the tenant of each object", () => {
  const at = (tenant: string) => ({ identifier: "https://orders.example.com", __tenant: tenant });
  const orders: ResourceSketch = { name: "orders", op: "same", was: at("dev.example.com"), is: at("dev.example.com") };
  const added: ResourceSketch = { name: "orders-2", op: "create", is: at("prod.example.com") };
  expect(toText(reportOf([orders, added]))).toContain(
    "ResourceServer orders-2 (id-orders-2)\n    at tenant prod.example.com\n",
  );
  const unknown = { ...added, is: { identifier: "https://orders.example.com" } };
  const more = { ...added, name: "orders-3", is: at("us.example.com") };
  expect(toText(reportOf([orders, more, unknown]))).toContain("at a tenant that is known only during the run\n");
  expect(toText(reportOf([orders, { ...added, is: at("dev.example.com") }]))).not.toContain("at tenant");
});

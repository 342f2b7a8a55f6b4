import { expect, test } from "vitest";
import { toText } from "../../../provider/src/review/render.ts";
import type { ResourceSketch } from "../helpers/preview.ts";
import { reportOf } from "./plans.ts";

const protection: ResourceSketch = {
  ...{ name: "protection", type: "BruteForceProtection", id: "brute-force-protection" },
  was: { enabled: true, maxAttempts: 50, shields: ["block"] },
};

test("settings that leave the program are no longer managed, and not deleted", () => {
  const report = reportOf([{ ...protection, op: "delete" }]);
  expect(report.resources).toMatchObject([{ action: "forget", changes: [] }]);
  expect(report.counts).toMatchObject({ delete: 0, forget: 1 });
  expect(report.baseline).toBeUndefined();
  expect(toText(report)).toContain("The next up of stack dev: 1 no longer managed\n");
});

test("settings that are reset on destroy show the values that the run sends, and the rules that these break", () => {
  const was = { ...protection.was, resetOnDestroy: true, enabled: false, maxAttempts: 100 };
  const report = reportOf([{ ...protection, was, op: "delete" }]);
  expect(report.resources).toMatchObject([
    {
      action: "reset",
      changes: [
        { path: "enabled", was: false, is: true },
        { path: "maxAttempts", was: 100, is: 10 },
      ],
    },
  ]);
  expect(report.counts).toMatchObject({ delete: 0, reset: 1 });
  expect(report.baseline?.mends.map(({ rule }) => rule)).toContain("brute-force-protection");
  expect(toText(report)).toContain("    maxAttempts: 100 → 10\n");
});

test("a property that leaves the program shows the value that the run sends in its place", () => {
  const { maxAttempts: _, ...is } = protection.was as { maxAttempts: number };
  const report = reportOf([{ ...protection, op: "update", is, diff: { maxAttempts: "delete" } }]);
  expect(report.resources).toMatchObject([{ action: "update", changes: [{ path: "maxAttempts", was: 50, is: 10 }] }]);
  expect(toText(report)).toContain("    maxAttempts: 50 → 10\n");
});

test("a property that leaves the program beside a forced replacement in place is judged like any other removal", () => {
  const was = { enabled: true, maxAttempts: 50, shields: ["block"] };
  const is = { enabled: false, maxAttempts: 50, shields: ["block"] };
  const steps = ["create-replacement", "replace", "delete-replaced"].map((op) => ({ ...protection, op, was, is }));
  const report = reportOf(steps);
  expect(report.baseline?.breaks.map(({ rule }) => rule)).toContain("brute-force-protection");
});

test("the removal of `secretRotation` generates no secret", () => {
  const client = {
    name: "portal",
    type: "Client",
    id: "app_1",
    op: "update",
    was: { name: "Portal", secretRotation: 1 },
  };
  const effectsOf = (is: object, how: string) =>
    reportOf([{ ...client, is, diff: { secretRotation: how } }]).resources[0]?.effects?.join() ?? "";
  expect(effectsOf({ name: "Portal", secretRotation: 2 }, "update")).toContain("generates a new secret");
  expect(effectsOf({ name: "Portal" }, "delete")).not.toContain("generates a new secret");
});

test("components are no objects: moving resources into one counts nothing", () => {
  const component: ResourceSketch = { name: "shop", type: "shop:index:Shop", op: "create", is: {} };
  const report = reportOf([{ ...component, extra: { newState: { custom: false, inputs: {}, outputs: {} } } }]);
  expect(report).toMatchObject({ changes: false, resources: [] });
});

import { describe, expect, it } from "vitest";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { type ResourceSketch, urnOf } from "../helpers/preview.ts";
import { corp, reportOf, reportOfSteps, stepWithOld, was } from "./plans.ts";

const head = "Only renamed or moved in the program: the objects stay as they are";
const team = "urn:pulumi:dev::shop::example:index:Team::team";
const same = (name: string, more: object = {}): ResourceSketch => {
  return { ...corp, ...{ name, was, is: was, op: "same" }, ...more };
};
/** A resource that an alias has under another name in the state. */
const renamed = (sketch: ResourceSketch, more: object = {}) =>
  stepWithOld(sketch, { urn: urnOf("corp", "Connection"), ...more });

describe("the list of resources that are only renamed or moved in the program", () => {
  it("is at the end, and its resources count as no changes", () => {
    const report = reportOfSteps([renamed(same("partners"))]);
    expect(report).toMatchObject({
      changes: false,
      counts: { move: 1, delete: 0, create: 0, update: 0 },
      concerns: [],
    });
    expect(toText(report)).toBe(
      "The next up of stack dev changes nothing: 1 only renamed or moved\n\n" +
        `${head}\n  Connection partners (con_1)\n    renamed in the program, by an alias: before, it was Connection corp\n`,
    );
    expect(toMarkdown(report)).toContain(`#### ${head}\n\n**\`Connection partners (con_1)\`**\n`);
  });

  it("names the former and the new parents", () => {
    const { resources } = reportOfSteps([
      renamed(
        { ...same("corp"), parent: team },
        { urn: "urn:pulumi:dev::shop::example:Old$t::corp", parent: undefined },
      ),
    ]);
    expect(resources).toMatchObject([
      {
        action: "move",
        effects: [
          expect.anything(),
          "moved in the program, by an alias: from the top of the stack to example:index:Team team",
        ],
      },
    ]);
  });

  it("is after all changes", () => {
    const created = { name: "new", type: "Role", op: "create", is: { name: "Reader" } };
    const report = reportOf([{ ...corp, was }, same("kept"), created]);
    expect(report.resources.map(({ action }) => action)).toEqual(["create", "move"]);
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text.indexOf(head)).toBeGreaterThan(text.indexOf("Created"));
    }
  });

  it("does not contain a renamed resource that also loses a safeguard or a value", () => {
    const unprotected = renamed(same("partners"), { protect: true });
    expect(reportOfSteps([unprotected])).toMatchObject({ changes: true, resources: [{ action: "update" }] });
    const changed = renamed({
      ...same("partners"),
      is: { ...was, strategy: "okta" },
      op: "update",
      diff: { strategy: "update" },
    });
    expect(reportOfSteps([changed]).resources).toMatchObject([
      { action: "update", effects: ["renamed in the program, by an alias: before, it was Connection corp"] },
    ]);
  });

  it("is no deletion for --fail-on and no loss for --reviewed; a later deletion is a loss that was not reviewed", () => {
    const moved = reportOf([{ ...corp, was }, same("kept")]);
    expect(findingsOfKinds(moved, ["delete", "replace", "adopt", "weaker"])).toEqual([]);
    expect(moved.changes).toBe(true);
    expect(notReviewed(moved, reportOf([]))).toEqual([]);
    expect(notReviewed(reportOf([{ ...corp, was }]), moved)).toEqual(["delete Connection corp (con_1)"]);
  });

  // Settings are never deleted: they are no longer managed, or reset.
  const objects = typeNames.filter(
    (type) => resourceTypes[type].hasOwnObject && definitions[type].schema.singleton === undefined,
  );
  it.each(objects)("contains a removed entry whose object another resource manages: %s", (name) => {
    const { type } = definitions[name];
    const gone = { name: "gone", type, id: "id_1", was: {} };
    const kept = reportOf([gone, { ...gone, name: "kept", is: {}, op: "same" }]);
    expect(kept.resources).toMatchObject([{ name: "gone", action: "move", changes: [], concerns: [] }]);
    const lost = reportOf([gone, { ...gone, name: "kept", id: "id_2", is: {}, op: "same" }]);
    expect(lost.resources).toMatchObject([{ name: "gone", action: "delete" }]);
  });

  it("contains a set whose members other sets declare, and no set of which the run removes a member", () => {
    const members = (list: readonly string[]) => ({ organizationId: "org_1", members: list });
    const set = { name: "north", type: "OrganizationMembers", id: "org_1" };
    const other = { ...set, name: "south", was: members(["a"]), is: members(["a"]), op: "same" };
    const actions = (list: readonly string[]) =>
      reportOf([{ ...set, was: members(list) }, other]).resources.map(({ action }) => action);
    expect(actions(["a"])).toEqual(["move"]);
    expect(actions(["a", "b"])).toEqual(["delete"]);
  });
});

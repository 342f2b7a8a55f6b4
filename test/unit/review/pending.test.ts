import { describe, expect, it } from "vitest";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { corp, portal, reportOfSteps, stepWithOld } from "./plans.ts";

/** A replacement has made `corp-2` and could not delete `corp-1`. */
const live: ResourceSketch = {
  ...{ ...corp, id: "con_2", op: "same" },
  was: { name: "corp-2", strategy: "oidc" },
};
const left: ResourceSketch = { ...corp, was: { name: "corp-1", strategy: "oidc" } };
const pending = (marks: object = {}) => stepWithOld(left, { delete: true, ...marks }).oldState;
const link = (connectionId: string): ResourceSketch => ({
  ...{ name: "link", type: "OrganizationConnection", id: "org_1::con_1" },
  was: { organizationId: "org_1", connectionId },
});
const entry = (sketch: ResourceSketch) => stepWithOld(sketch, {}).oldState;

describe("an object that an earlier replacement has left undeleted", () => {
  it("is deleted by the next run, with the loss of a connection's users", () => {
    const report = reportOfSteps([stepOf(live)], [portal], {}, [pending(), entry(link("con_1"))]);
    expect(report).toMatchObject({
      ...{ changes: true, counts: { delete: 1 } },
      resources: [{ action: "delete", name: "corp", id: "con_1", isPending: true, losesContent: true }],
    });
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 1 deleted\n/);
    expect(text).toContain(
      'Deleted at the tenant\n  Connection corp (con_1), strategy "oidc"\n    an earlier replacement did not delete this object; ',
    );
    expect(text).toContain("    deleted with it: its users, with their metadata, second factors and memberships\n");
    expect(text).toContain("1 resource of this program still refers to this object: OrganizationConnection link\n");
    expect(toMarkdown(report)).toContain(
      '#### Deleted at the tenant\n\n**`Connection corp (con_1), strategy "oidc"`**\n',
    );
  });

  it("is listed once if the preview deletes it too; a deletion before a replacement is listed as well", () => {
    const step = stepOf({ ...left, op: "delete-replaced" });
    const dependent = stepOf({ ...link("con_2"), op: "delete-replaced" });
    const { resources } = reportOfSteps([stepOf(live), step, dependent], [], {}, [pending()]);
    expect(resources.map(({ name, isPending }) => [name, isPending])).toEqual([
      ["corp", true],
      ["link", undefined],
    ]);
  });

  it("is listed before all other deletions", () => {
    const gone = stepOf({ name: "admin", type: "Action", id: "act_1", was: { name: "Admin" } });
    const { resources } = reportOfSteps([gone], [live], {}, [pending()]);
    expect(resources.map(({ name, action }) => `${action} ${name}`)).toEqual(["delete corp", "delete admin"]);
  });

  it("is distinguished from its replacement, and each keeps its own name", () => {
    const moved = { ...link("con_1"), op: "replace", is: { organizationId: "org_1", connectionId: "con_2" } };
    for (const state of [
      [entry(live), pending()],
      [pending(), entry(live)],
    ]) {
      const report = reportOfSteps([stepOf(moved)], [], {}, state);
      const { changes } = report.resources.find(({ name }) => name === "link") ?? {};
      expect(changes).toMatchObject([{ path: "connectionId", wasName: "corp-1", isName: "corp-2" }]);
    }
  });

  it("stays without a loss if its resource manages it again", () => {
    const { resources } = reportOfSteps([], [{ ...live, id: "con_1" }], {}, [pending()]);
    expect(resources).toMatchObject([{ action: "move", effects: [expect.any(String), expect.any(String)] }]);
    expect(resources[0]?.effects?.[1]).toContain("the object stays, because Connection corp");
    expect(resources[0]).not.toHaveProperty("losesContent");
  });

  it("can be managed again by a program that is rolled back, and is lost otherwise", () => {
    const record = { __managed: { v: 2, paths: [], replaced: ["con_1"] } };
    const back = stepOf({ ...live, op: "replace", is: { name: "corp-1", strategy: "oidc" } }) as {
      oldState: { outputs: object };
    };
    const step = { ...back, oldState: { ...back.oldState, outputs: { ...back.oldState.outputs, ...record } } };
    const text = toText(reportOfSteps([step], [], {}, [pending()]));
    expect(text).toMatch(
      /Connection corp \(con_1\), strategy "oidc"\n.*\n {4}if the program declares .* again, the run does not delete it but manages it/,
    );
    expect(text).toContain("    otherwise deleted with it: its users");
  });

  it.each([
    ["is listed as no longer managed if the tenant keeps the object", { retainOnDelete: true }, [{ action: "forget" }]],
    ["is not listed if the stack has only read the object", { external: true }, []],
  ])("%s", (_, marks, expected) => {
    expect(reportOfSteps([], [live], {}, [pending(marks)]).resources).toMatchObject(expected);
  });
});

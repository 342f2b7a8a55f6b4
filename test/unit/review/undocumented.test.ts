import { describe, expect, it } from "vitest";
import { toText } from "../../../provider/src/review/render.ts";
import type { Path } from "../../../provider/src/schema/json.ts";
import { undocumented } from "../../../provider/src/schema/undocumented.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { updateOf } from "./plans.ts";

/* A review cannot tell what a property means that this version does not know, so it calls no change of such a property harmless. */

const places = [
  ...typeNames
    .filter((type) => undocumented in definitions[type].schema.fields)
    .map((type) => [type, [undocumented, "newer_property"]] as const),
  ["connection", ["options", "newer_option"]],
] as const satisfies readonly (readonly [TypeName, Path])[];

describe.each(places)("a property of %s that this version does not know: %j", (type, path) => {
  it("may be weaker if it changes, is new or leaves", () => {
    for (const [was, is] of [
      [true, false],
      [1, { newer: 2 }],
      [undefined, "on"],
      ["on", undefined],
    ] as const) {
      const report = updateOf(type, path, was, is);
      expect(report.weaker).toMatchObject([{ path: expect.stringContaining(path.join(".")), isUnsure: true }]);
      expect(toText(report)).toContain("may be weaker: This version does not know the property");
    }
  });
});

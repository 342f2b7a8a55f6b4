import { expect, test } from "vitest";
import { declarationsIn } from "../../../provider/src/commands/stage-declarations.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";

const urnOf = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;
const role = urnOf(typeToken("Role"), "reader");
const team = urnOf("example:index:Team", "team");
const bucket = urnOf("example:index:Bucket", "bucket");

/** The targets of a stack whose role is in a component in a bucket of another package. */
function targetsWith(op: string): readonly string[] {
  const step = (urn: string, its: string, custom: boolean, parent = "") => ({
    ...{ op: its, urn },
    newState: { urn, type: urn.split("::")[2], custom, parent, inputs: {}, outputs: {} },
  });
  const steps = [step(bucket, op, true), step(team, "create", false, bucket), step(role, "create", true, team)];
  return declarationsIn(parsePreview(JSON.stringify({ steps })).steps).targets;
}

test("a parent of another package is not created or changed by an import for a further stage", () => {
  expect(targetsWith("create")).toEqual([]);
  expect(targetsWith("update")).toEqual([role, team]);
});

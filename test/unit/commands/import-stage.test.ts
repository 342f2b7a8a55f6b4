import { expect, test } from "vitest";
import { batchesOf, declarationsIn } from "../../../provider/src/commands/stage-declarations.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";

const urnOf = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`;
const role = urnOf(typeToken("Role"), "reader");
const team = urnOf("example:index:Team", "team");
const bucket = urnOf("example:index:Bucket", "bucket");

test.each(["create", "update"])("a parent of another package is not a target of a further stage (%s)", (op) => {
  const step = (urn: string, its: string, custom: boolean, parent = "") => ({
    ...{ op: its, urn },
    newState: { urn, type: urn.split("::")[2], custom, parent, inputs: {}, outputs: {} },
  });
  const steps = [step(bucket, op, true), step(team, "create", false, bucket), step(role, "create", true, team)];
  const declarations = declarationsIn(parsePreview(JSON.stringify({ steps })).steps);
  expect(batchesOf(declarations).flatMap(({ targets }) => targets)).toEqual([role, team]);
});

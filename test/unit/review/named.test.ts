import { expect, test } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../../provider/src/report/drift.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { withNames } from "../../../provider/src/review/planned.ts";
import { previewText } from "../helpers/preview.ts";

const [editor, admin, unknown] = ["rol_0000000000000001", "rol_0000000000000002", "rol_0000000000000003"];
const role = (id: string, name: string) => ({ name, type: "Role", id, was: { name }, is: { name } });
const ofJane = (roles: readonly string[]) => ({ organizationId: "org_1", userId: "auth0|jane", roles });
const jane = {
  ...{ name: "jane", type: "OrganizationMemberRoles", id: "org_1::auth0|jane" },
  ...{ was: ofJane([editor]), is: ofJane([admin, unknown]), diff: { roles: "update" } },
};

test("a drift report has the names of added and removed objects beside their ids, if the stack knows the names", () => {
  const preview = parsePreview(previewText([role(editor, "Editor"), role(admin, "Administrator `\u202e"), jane]));
  const report = withNames(driftReport(preview), preview);
  const text = toText(report);
  expect(text).toContain(`  roles[]: "${editor}" (Editor) → absent\n`);
  expect(text).toContain(`  roles[]: absent → "${admin}" (Administrator \`\\u202e)\n`);
  expect(text).toContain(`  roles[]: absent → "${unknown}"\n`);
  expect(report.resources[0]?.changes).toContainEqual(expect.objectContaining({ was: editor, wasName: "Editor" }));
  expect(toMarkdown(report)).not.toContain("\u202e");
});

import { expect, test } from "vitest";
import { parsePreview } from "../../provider/src/drift/preview.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { toText } from "../../provider/src/review/text.ts";
import { type Program, upNow } from "./project.ts";
import { withWorld } from "./world.ts";

const of = withWorld();
const identifiers = ["https://a.example.com", "https://b.example.com"] as const;

/** What adopts both APIs of the tenant, and has the organization under another name than before. */
const changed: Program = {
  ...Object.fromEntries(
    identifiers.map((identifier, at) => [`api-${at}`, { args: { identifier, name: "Orders", adopt: true } }]),
  ),
  renamed: { kind: "Organization", args: { name: "north", adopt: true } },
};

test("a review knows an adoption from a creation, and announces no deletion that the run does not make", async () => {
  const { tenant, stack } = of();
  await of().up({ north: { kind: "Organization", args: { name: "north" } } });
  const { id } = tenant.organizations.get("north") ?? {};
  for (const identifier of identifiers) tenant.resourceServers.create({ identifier, name: `By hand ${identifier}` });
  await stack.declare(changed);
  const { stdout } = await stack.run(["preview", "--json"]);
  const report = reviewReport(parsePreview(stdout, "pulumi preview --json"), []);
  expect(report).toMatchObject({ counts: { delete: 1, adopt: 3, create: 0 }, notes: [] });
  const text = toText(report);
  for (const identifier of identifiers) {
    expect(text).toMatch(
      new RegExp(`adopt takes it over and changes:\\n {4}name: "By hand ${identifier}" → "Orders"\\n`),
    );
  }
  expect(text).toContain("the run leaves the object alone, as Organization renamed of this program keeps it");
  await stack.run(upNow);
  expect(tenant.organizations.get("north")?.id).toBe(id);
});

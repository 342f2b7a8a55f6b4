import { expect, test } from "vitest";
import { toText } from "../../provider/src/review/render.ts";
import { type Program, upNow } from "./project.ts";
import { reviewOf } from "./reviewing.ts";
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

test("a review shows adoptions as the preview does, and marks as unsure those that only a name decides", async () => {
  const { tenant, stack } = of();
  await of().up({ north: { kind: "Organization", args: { name: "north" } } });
  const { id } = tenant.organizations.get("north") ?? {};
  for (const identifier of identifiers) tenant.resourceServers.create({ identifier, name: `By hand ${identifier}` });
  await stack.declare(changed);
  const report = await reviewOf(stack);
  expect(report).toMatchObject({ counts: { delete: 1, adopt: 3, create: 0 } });
  const text = toText(report);
  for (const identifier of identifiers) {
    expect(text).toMatch(new RegExp(`note: .*adopts it and changes: name: "By hand ${identifier}" → "Orders"\\n`));
  }
  expect(text).toContain("the object may stay: Organization");
  await stack.run(upNow);
  expect(tenant.organizations.get("north")?.id).toBe(id);
});

test("a changed configuration value of the project is not shown as a change at the tenant", async () => {
  const { stack } = of();
  const program: Program = { south: { kind: "Organization", args: { name: "south" } } };
  await of().up(program);
  await stack.run(["config", "set", "colour", "blue"]);
  await stack.run(["config", "set", "--secret", "word", "blue"]);
  expect(await reviewOf(stack)).toMatchObject({ changes: false, resources: [] });
});

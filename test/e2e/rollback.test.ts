import { expect, test } from "vitest";
import type { Declared } from "./project/index.ts";
import { upNow } from "./project.ts";
import { program, replacing } from "./replacing.ts";
import { withWorld } from "./world.ts";

/** Replacements that stop half-way, and the program that is set to the first, the second or a third value. */
const of = withWorld();

const { idsInState, idsAtTenant, halfReplaced } = replacing(of);

test("a rollback of a half-applied replacement takes back the originals, and deletes only the new objects, as previewed", async () => {
  const { stack, up } = of();
  await up(program(1));
  const originals = await idsInState();
  expect(idsAtTenant()).toEqual(originals);

  await halfReplaced(2);

  await stack.declare(program(1));
  const preview = await stack.run(["preview"]);
  for (const id of originals) expect(preview.stdout).toMatch(new RegExp(`manages .*id ${id}.* again`));
  const { stdout } = await stack.run(upNow);
  for (const id of originals) expect(stdout).toMatch(new RegExp(`manages .*id ${id}.* again`));
  expect(await idsInState()).toEqual(originals);
  expect(idsAtTenant()).toEqual(originals);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("an application renamed without an alias keeps its id: no run deletes it, and the old name restores its entry", async () => {
  const { stack, refused, up, tenant } = of();
  const job: Declared = { kind: "Client", args: { name: "Reports", appType: "non_interactive" } };
  await up({ reports: job });
  const original = (await stack.entry("reports"))?.id;
  const ids = () => tenant.clients.list().flatMap((one) => (one.name === "Reports" ? [one.client_id] : []));
  await stack.declare({ renamed: job });
  for (const _ of ["first run", "second run"]) {
    expect(await refused(upNow)).toMatch(/is not deleted: this program has a newer object with the same name/);
    expect(ids()).toContain(original);
  }
  await up({ reports: job });
  expect(ids()).toEqual([original]);
});

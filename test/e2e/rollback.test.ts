import { expect, test } from "vitest";
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

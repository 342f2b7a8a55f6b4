import { expect, test } from "vitest";
import { withWorld } from "./world.ts";

const world = withWorld();

/** What a run of a program with such APIs shows of its look-ups in the preview, and what they have found in the end. */
async function run(names: string) {
  const { stack } = world();
  const { stdout } = await stack.run(["up", "--yes"], { env: { LOOK_UP_OWN: names } });
  const [preview = ""] = stdout.split("Updating (");
  const shown = [...preview.matchAll(/(plain|inside|handedOn|together) *: (\S+)/g)].map(([, , value]) => value);
  const { names: outputs } = await stack.json<{ names: { found: object[] } }>(["stack", "output"]);
  return { shown, found: outputs.found };
}

function expected(name: string): object {
  const idOf = (api: string) => world().tenant.resourceServers.get(`https://${api}.example.com`)?.id;
  const inBox = idOf(`${name}-box`);
  expect(inBox).toBeDefined();
  return { plain: idOf(name), inside: inBox, handedOn: inBox, together: 2 };
}

test("a look-up by an output is unknown in the preview that creates the resource, and found in the run, without dependsOn", async () => {
  await world().stack.declare({});
  const first = await run("orders");
  expect(first).toEqual({ shown: Array(4).fill("[unknown]"), found: [expected("orders")] });

  // What is there by now is looked up in the preview as well.
  const second = await run("orders billing");
  const known = Object.entries(first.found[0] ?? {}).toSorted();
  expect(second.shown).toEqual([...known.map(([, value]) => JSON.stringify(value)), ...Array(4).fill("[unknown]")]);
  expect(second.found).toEqual([expected("orders"), expected("billing")]);
});

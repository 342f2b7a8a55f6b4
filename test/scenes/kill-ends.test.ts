import { expect, test } from "vitest";
import {
  api,
  apis,
  connection,
  connections,
  editor,
  interrupt,
  reader,
  roles,
  type Scene,
  withGround,
} from "../e2e/killing.ts";
import { upNow } from "../e2e/project.ts";

/** Runs that end too early in another way than by `kill -9` of the CLI. Each test continues where the one before ended. */
const ground = withGround();

const changed = {
  orders: api("orders", "Orders"),
  search: api("search"),
  corp: connection("corp", "bitbucket"),
  alice: roles(1, reader, editor),
};

const grown = { ...changed, shop: connection("shop", "github"), mail: api("mail"), search: api("search", "Search") };

test("kill -9 of the provider: the run fails and unlocks the stack; the documented recovery works", async () => {
  await ground().stack.up(changed);
  const scene: Scene = {
    program: grown,
    faults: [
      { kind: "hang-after", method: "POST", path: connections },
      { kind: "hang", method: "POST", path: apis },
      { kind: "hang-after", method: "PATCH", path: apis },
    ],
    writes: ["POST connections: hang-after", "POST resource-servers: hang", "PATCH resource-servers: hang-after"],
  };
  const run = await ground().start(scene);
  const host = run.tree.find(({ command }) => command.includes("dynamic-provider"));
  process.kill(host?.pid ?? 0, "SIGKILL");
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain("error reading from server: EOF");
  await ground().expectNothingLeft(run, scene);
  expect(await ground().pending()).toEqual([]);
  await ground().expectWayOut(scene.program);
});

test("Ctrl-C waits for calls under way and starts no others; the next up continues", async () => {
  const interrupted = { ...grown, wiki: api("wiki"), post: { ...api("post"), dependsOn: ["wiki"] } };
  const scene: Scene = {
    program: interrupted,
    faults: [{ kind: "reset-after", method: "POST", path: apis, delayMs: 500 }],
    writes: ["POST resource-servers: reset-after"],
  };
  const run = await ground().start(scene);
  interrupt(run);
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain("update canceled");
  await ground().expectNothingLeft(run, scene);
  expect(await ground().pending()).toEqual([]);
  const before = ground().objects();
  await ground().stack.run(upNow);
  await ground().expectSettled(interrupted, before);
});

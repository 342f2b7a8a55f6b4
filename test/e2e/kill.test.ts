import { expect, test } from "vitest";
import {
  api,
  apis,
  connection,
  connections,
  editor,
  heading,
  interrupt,
  kill,
  members,
  reader,
  roles,
  type Scene,
  withGround,
} from "./killing.ts";
import { upNow } from "./project.ts";
import { commandsUnder } from "./recovery.ts";

/** One run of each way to end too early. `test/scenes/kill.test.ts` goes through every point of every operation. Each test goes on where the one before ended. */
const ground = withGround();

test("the way out is two commands", async () => {
  expect((await commandsUnder(heading)).trim().split("\n")).toHaveLength(2);
});

const first = {
  orders: api("orders"),
  billing: api("billing"),
  corp: connection("corp", "github"),
  alice: roles(1, reader),
};
const changed = {
  orders: api("orders", "Orders"),
  search: api("search"),
  corp: connection("corp", "bitbucket"),
  alice: roles(1, reader, editor),
};

test("kill -9 of the CLI with a creation, an update, a replacement and other roles in flight", async () => {
  await ground().stack.up(first);
  const scene: Scene = {
    program: changed,
    faults: [
      { kind: "hang-after", method: "POST", path: apis },
      { kind: "hang", method: "PATCH", path: apis },
      { kind: "hang-after", method: "DELETE", path: connections },
      { kind: "hang-after", method: "POST", path: members },
    ],
    writes: [
      "POST resource-servers: hang-after",
      "PATCH resource-servers: hang",
      "DELETE connections: hang-after",
      "POST organizations: hang-after",
    ],
  };
  const run = await ground().start(scene);
  kill(run);
  await ground().expectRecovery(run, scene);
  // What the state still calls pending is settled, and can be forgotten.
  expect(await ground().pending()).not.toEqual([]);
  await ground().recover(1);
  expect(await ground().pending()).toEqual([]);
});

const grown = { ...changed, shop: connection("shop", "github"), mail: api("mail"), search: api("search", "Search") };

test("kill -9 of the provider: the run fails and gives the stack free; the same way out", async () => {
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

test("Ctrl-C waits for the calls under way and starts no more: then the program just goes on", async () => {
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

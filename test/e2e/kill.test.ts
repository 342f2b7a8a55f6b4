import { expect, test } from "vitest";
import {
  api,
  apis,
  connection,
  connections,
  editor,
  heading,
  kill,
  members,
  reader,
  roles,
  type Scene,
  withGround,
} from "./killing.ts";
import { commandsUnder } from "./recovery.ts";

/** One run that is killed. `test/scenes/kill.test.ts` goes through every point of every operation, and `kill-ends` through the other ways to end. */
const ground = withGround();

test("the documented recovery is two commands", async () => {
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

test("kill -9 of the CLI during a creation, an update, a replacement and an assignment of roles", async () => {
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

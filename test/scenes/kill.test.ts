import { describe, expect, test } from "vitest";
import type { Fault } from "../../provider/src/emulator/index.ts";
import {
  api,
  apis,
  connection,
  connections,
  editor,
  interrupt,
  kill,
  members,
  organization,
  type Run,
  reader,
  roles,
  type Scene,
  users,
  withGround,
} from "../e2e/killing.ts";
import type { Program } from "../e2e/project.ts";

/** Kills at every point of every operation. Each test continues where the one before ended. */

/** A program, step by step: what each killed run was to do. */
const first = { orders: api("orders"), corp: connection("corp", "github"), alice: roles(1, reader) };
const more = {
  ...first,
  billing: api("billing"),
  search: api("search"),
  shop: connection("shop", "github"),
  blog: connection("blog", "github"),
  bob: roles(2, reader),
  carol: roles(3, reader),
};
const evenMore = { ...more, mail: api("mail"), chat: api("chat"), wiki: connection("wiki", "github") };
const edited = {
  ...evenMore,
  orders: api("orders", "Orders"),
  billing: api("billing", "Billing"),
  corp: connection("corp", "github", "Corporate"),
  shop: connection("shop", "github", "Shop"),
  alice: roles(1, editor),
  bob: roles(2, reader, editor),
};
const turnedBack = { ...edited, orders: more.orders, billing: more.billing };
const replaced = {
  ...turnedBack,
  search: api("find"),
  mail: api("post"),
  corp: connection("corp", "bitbucket"),
  shop: connection("shop", "bitbucket"),
  blog: connection("blog", "bitbucket"),
  carol: roles(4, reader),
};
const reduced = { chat: replaced.chat, search: api("seek"), wiki: replaced.wiki, alice: replaced.alice };
const last = { ...reduced, docs: api("docs"), help: { ...api("help"), dependsOn: ["docs"] } };

interface Kill extends Scene {
  readonly when: string;
  /** Killed when the first answer is lost, instead of when all writes have arrived. */
  readonly isAnswered?: true;
  /** What the program says when the way out is taken. Default: the same. */
  readonly afterwards?: Program;
}

const kills: readonly Kill[] = [
  {
    when: "before any write: the token is being fetched",
    program: first,
    faults: [{ kind: "hang", path: "/oauth/token" }],
    writes: ["POST token: hang"],
  },
  {
    when: "with creations in flight",
    program: more,
    faults: [apis, connections, members].flatMap((path): Fault[] => [
      { kind: "hang", method: "POST", path },
      { kind: "hang-after", method: "POST", path },
    ]),
    writes: [
      "POST resource-servers: hang",
      "POST resource-servers: hang-after",
      "POST connections: hang",
      "POST connections: hang-after",
      "POST organizations: hang",
      "POST organizations: hang-after",
    ],
  },
  {
    when: "as the answers to creations are lost",
    program: evenMore,
    isAnswered: true,
    faults: [
      { kind: "reset-before", method: "POST", path: apis, delayMs: 1_500 },
      { kind: "reset-after", method: "POST", path: apis, delayMs: 1_500 },
      { kind: "reset-after", method: "POST", path: connections, delayMs: 1_500 },
      // The look-up that follows a lost answer outlasts the engine: on a busy machine it takes a while until that is dead.
      // The looks before the creations pass.
      { kind: "hang", method: "GET", path: apis, times: 8, skip: 2 },
      { kind: "hang", method: "GET", path: connections, times: 8, skip: 1 },
    ],
    writes: [
      "POST resource-servers: reset-before",
      "POST resource-servers: reset-after",
      "POST connections: reset-after",
    ],
  },
  {
    when: "with updates in flight, of which some are then turned back",
    program: edited,
    afterwards: turnedBack,
    faults: [
      ...[apis, connections].flatMap((path): Fault[] => [
        { kind: "hang", method: "PATCH", path },
        { kind: "hang-after", method: "PATCH", path },
      ]),
      {
        kind: "hang-after",
        method: "POST",
        path: `${members}/${organization}/members/${encodeURIComponent(users[1] ?? "")}`,
      },
      { kind: "hang-after", method: "DELETE", path: members },
    ],
    writes: [
      "PATCH resource-servers: hang",
      "PATCH resource-servers: hang-after",
      "PATCH connections: hang",
      "PATCH connections: hang-after",
      // One member gains a role, the other has gained one and loses one.
      "POST organizations: hang-after",
      "POST organizations: 204",
      "DELETE organizations: hang-after",
    ],
  },
  {
    when: "in the middle of replacements, between creation and deletion of either order",
    program: replaced,
    faults: [
      { kind: "hang-after", method: "POST", path: apis, skip: 1 },
      { kind: "hang-after", method: "DELETE", path: connections, skip: 2 },
      { kind: "hang", method: "DELETE", path: connections, skip: 1 },
      { kind: "hang-after", method: "POST", path: connections },
      { kind: "hang-after", method: "POST", path: members },
    ],
    writes: [
      "POST resource-servers: 201",
      "POST resource-servers: hang-after",
      "DELETE connections: 202",
      "DELETE connections: hang",
      "DELETE connections: hang-after",
      "POST connections: hang-after",
      "POST organizations: hang-after",
    ],
  },
  {
    when: "with deletions in flight, that of a replaced object among them",
    program: reduced,
    faults: [apis, connections, members].flatMap((path): Fault[] => [
      { kind: "hang", method: "DELETE", path },
      { kind: "hang-after", method: "DELETE", path, times: Number.POSITIVE_INFINITY },
    ]),
    writes: [
      "POST resource-servers: 201",
      "DELETE resource-servers: hang",
      ...Array(3).fill("DELETE resource-servers: hang-after"),
      "DELETE connections: hang",
      ...Array(2).fill("DELETE connections: hang-after"),
      "DELETE organizations: hang",
      "DELETE organizations: hang-after",
    ],
  },
];

const ground = withGround();

describe("kill -9 of the CLI", () => {
  test.each(kills)("$when", async ({ isAnswered = false, afterwards, ...scene }) => {
    const run = await ground().start(scene);
    if (isAnswered) await Promise.race([firstLostAnswer(run), run.ended]);
    else kill(run);
    await ground().expectRecovery(run, scene, afterwards);
  });

  test("leaves pending creations in the state, which can be forgotten without a change once they are settled", async () => {
    expect(await ground().pending()).not.toEqual([]);
    ground().tenant.clearRequests();
    await ground().recover(1);
    expect(await ground().pending()).toEqual([]);
    expect(ground().writes()).toEqual([]);
    await ground().expectSettled(reduced, ground().objects());
  });
});

/** Kills a run at the very moment at which an answer is lost. */
function firstLostAnswer(run: Run): Promise<void> {
  return new Promise((resolve) => {
    const stop = ground().tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.fault === undefined) return;
      stop();
      kill(run);
      resolve();
    });
  });
}

test("a second Ctrl-C is a kill", async () => {
  const scene: Scene = {
    program: last,
    faults: [{ kind: "hang-after", method: "POST", path: apis }],
    writes: ["POST resource-servers: hang-after"],
  };
  const run = await ground().start(scene);
  interrupt(run);
  await expect.poll(run.output, { timeout: 10_000 }).toContain("press ^C again");
  interrupt(run);
  expect(await run.ended).not.toBe(0);
  await ground().expectNothingLeft(run, scene);
  expect(await ground().pending()).toHaveLength(1);
  await ground().expectWayOut(last);
});

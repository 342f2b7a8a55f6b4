import { join } from "node:path";
import { expect, test } from "vitest";
import { exec } from "../harness/exec.ts";

const dist = join(import.meta.dirname, "../../provider/dist");

/** Objects of several types in one process, whose listings have ever new cursors and entries of 10 kB. It prints how the reads have ended. */
const program = `
const { Reads } = require(${JSON.stringify(join(dist, "lifecycle/reads/reads.js"))});
let asked = 0;
const page = () => Buffer.from(JSON.stringify({
  things: Array.from({ length: 100 }, () => ({ id: String(asked++), text: String(asked).padEnd(10_000, "x") })),
  next: String(asked),
}));
const log = [];
const client = {
  host: "tenant.example.com",
  writes: 0,
  debug: (line) => log.push(line),
  request: async ({ path: [, id] }) => {
    await new Promise((answered) => setImmediate(answered));
    const body = id === undefined ? page() : Buffer.from(JSON.stringify({ id }));
    return { status: 200, headers: {}, bytes: body.length, body: JSON.parse(body.toString()) };
  },
};
const listable = () => ({
  collection: "things",
  paging: "checkpoint",
  entryFor: ({ path: [, id] }) => (id ? { listing: ["things"], key: id, answer: (row) => row } : undefined),
  keysOf: (row) => [row.id],
});
const read = (reads, id) => reads.answer({
  values: {},
  ask: async (from) => (await from.request({ method: "GET", path: ["things", id], subject: "it", action: "read" })).body,
  isExpected: () => true,
});
const types = Array.from({ length: 4 }, () => new Reads(client, { listable: listable() }, 100_000));
Promise.all(types.flatMap((reads) => ["mine-1", "mine-2"].map((id) => read(reads, id))))
  .then((all) => console.log(JSON.stringify([all.map(({ id }) => id), log])));
`;

test("a process with 512 MiB reads all objects although their listings never end", async () => {
  const { code, stdout, stderr } = await exec(process.execPath, ["--max-old-space-size=512", "--eval", program], {
    timeoutMs: 300_000,
  });
  expect([code, stderr]).toEqual([0, ""]);
  const [ids, log] = JSON.parse(stdout) as readonly (readonly string[])[];
  expect(ids).toEqual(Array.from({ length: 4 }, () => ["mine-1", "mine-2"]).flat());
  expect(log).toHaveLength(4);
  expect(log?.join("\n")).toMatch(/Could not list things: .*more than 268435456 bytes of memory together/);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Seed } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { StateEntry } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { startWorld } from "./world.ts";

/** A resource in a state that version 0.2.0 has saved, with the tenant as it was then. */
interface SavedState {
  readonly what: string;
  /** What a preview of that program has to find: nothing, or what version 0.2.0 has left to do. */
  readonly next: "same" | "update";
  readonly kind: TypeName;
  /** The program whose `up` was the last one. */
  readonly program: JsonObject;
  readonly entry: StateEntry;
  readonly seed: Seed;
}

const states = JSON.parse(
  await readFile(join(import.meta.dirname, "states", "0.2.0.json"), "utf8"),
) as readonly SavedState[];

afterEach(() => void vi.unstubAllEnvs());
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

describe.each(states)("a state of version 0.2.0: $what", ({ next, kind, program, entry, seed }) => {
  const start = async () => {
    const world = await startWorld({ seed }, kinds[kind]);
    onTestFinished(() => world.close());
    const host = world.tenant.domain.replace("http://", "");
    world.engine.state.set("it", JSON.parse(JSON.stringify(entry).replaceAll("tenant.example.com", host)));
    const up = async (args?: JsonObject) => {
      const [step] = await world.engine.up(args ? { it: args } : {});
      expect(step?.failure).toBeUndefined();
    };
    const left = () => [
      ...world.tenant.connections.list(),
      ...world.tenant.resourceServers.list().filter(({ is_system }) => !is_system),
      ...(seed.organizationMembers ?? []).flatMap(
        (member) =>
          world.tenant.organizationMembers.get(String(member.organization_id), String(member.user_id))?.roles ?? [],
      ),
    ];
    return { world, up, left };
  };

  /** A creation of which that version did not know what was there before it. */
  const isDoubtful = kind === "connection" && next === "update";
  /** The way out: nothing else tells that the object is ours. */
  const adoptIfDoubtful = () => void vi.stubEnv("TENANT_ADOPT", String(isDoubtful));

  test("is not changed by an upgrade alone", async () => {
    const { world } = await start();
    expect(await world.engine.preview({ it: program })).toEqual([{ name: "it", op: next }]);
  });

  test("can be refreshed, updated and destroyed", async () => {
    adoptIfDoubtful();
    const { world, up, left } = await start();
    await world.engine.refresh();
    await up(program);
    expect(await world.engine.changes({ it: program })).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    await up();
    expect(left()).toEqual([]);
  });

  test("can be updated and destroyed without a preceding refresh", async () => {
    adoptIfDoubtful();
    const { world, up, left } = await start();
    await up(program);
    expect(await world.engine.changes({ it: program })).toEqual([]);
    await up();
    expect(left()).toEqual([]);
  });

  test("can be destroyed at once; objects that may be another team's stay", async () => {
    const { up, left } = await start();
    await up();
    const others = kind === "organizationMemberRoles" ? [expect.stringMatching(/^rol_/)] : [];
    expect(left()).toEqual(isDoubtful ? [expect.objectContaining({ name: "corp" })] : others);
  });
});

test("a state of version 0.1 is refused before anything is sent, with the version that converts it", async () => {
  const { entry, seed, kind, program } = states[0] as SavedState;
  const world = await startWorld({ seed }, kinds[kind]);
  onTestFinished(() => world.close());
  const host = world.tenant.domain.replace("http://", "");
  const outputs: JsonObject = { ...entry.outputs, __tenant: host, __managed: { v: 1, paths: ["/name"] } };
  world.engine.state.set("it", { ...entry, inputs: { ...entry.inputs, __tenant: host }, outputs });
  const way = /saved by pulumi-tenant 0\.1.*Install pulumi-tenant 0\.2, run `pulumi refresh`/;
  await expect(world.engine.refresh()).rejects.toThrow(way);
  await expect(world.engine.preview({ it: program })).rejects.toThrow(way);
  expect(await world.engine.up({})).toEqual([
    expect.objectContaining({ failure: expect.objectContaining({ message: expect.stringMatching(way) }) }),
  ]);
  expect(world.tenant.requests).toEqual([]);
});

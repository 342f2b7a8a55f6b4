import { afterEach, beforeEach, expect, test } from "vitest";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { gatherWarnings } from "./warnings.ts";
import { providerFor, startWorld, type World } from "./world.ts";

/** Two resources of one program that share a set, through two providers: each has a process of its own, which can ask the other one. */
const userId = "auth0|0123456789abcdef";
const warnings = gatherWarnings();

let world: World;
let organizationId: string;
let [first, second]: MiniEngine[] = [];
beforeEach(async () => {
  world = await startWorld({}, resourceTypes.organizationMembers);
  organizationId = String(world.tenant.organizations.create({ name: "example" }).id);
});
afterEach(() => world.close());

/** Begins a run: processes that know nothing, on the states of the last one. */
function nextRun(): readonly [MiniEngine, MiniEngine] {
  const { domain, clientId, clientSecret } = world.tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const runs = [new EngineRun(), new EngineRun()] as const;
  const [one, other] = runs;
  one.neighbors = (host, leaving) => Promise.resolve([other.programFor(host).keepersOf(leaving)]);
  other.neighbors = (host, leaving) => Promise.resolve([one.programFor(host).keepersOf(leaving)]);
  const engines = runs.map((run) => new MiniEngine(providerFor(resourceTypes.organizationMembers, config, run)));
  for (const [at, before] of [first, second].entries())
    for (const [name, entry] of before?.state ?? []) engines[at]?.state.set(name, entry);
  [first, second] = engines;
  return engines as [MiniEngine, MiniEngine];
}

const members = () => world.tenant.organizationMembers.list("example").map(({ user_id }) => user_id);

test("a member that one provider drops stays, with its roles, if the other one declares the member", async () => {
  const ofFirst = (all: readonly string[]) => ({ "organizationMembers-first": { organizationId, members: all } });
  const ofSecond = { "organizationMembers-second": { organizationId, members: [userId] } };
  const [one, other] = nextRun();
  await one.up(ofFirst([userId]));
  await other.up(ofSecond);
  const role = String(world.tenant.roles.create({ name: "reader" }).id);
  world.tenant.organizationMembers.assignRoles(organizationId, userId, [role]);

  const [again, otherAgain] = nextRun();
  await otherAgain.up(ofSecond);
  expect(await again.up(ofFirst([]))).toMatchObject([{ op: "update" }]);
  expect(members()).toEqual([userId]);
  expect(world.tenant.organizationMembers.get(organizationId, userId)).toMatchObject({ roles: [role] });
  expect(warnings.join("\n")).toMatch(/kept auth0\|0123456789abcdef, which .*organizationMembers-second/);

  // The last one takes the member along.
  const [, last] = nextRun();
  await last.up({});
  expect(members()).toEqual([]);
});

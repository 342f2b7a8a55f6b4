import { afterEach, expect, test } from "vitest";
import { memberArgs, numbersBelow, prepareMembers } from "./fixtures.ts";
import { type Entry, type Seen, type Stack, startStack } from "./stack.ts";

/** The members of an organization and their roles are in one listing: what a refresh of both costs, and finds. */
let stack: Stack | undefined;
afterEach(async () => {
  await stack?.close();
});

const customers = 30;
const members = numbersBelow(2 * customers).map((n) => memberArgs(n, customers));
const organizationOf = (n: number) => String(members[n]?.organizationId);
const usersOf = (n: number) => [`auth0|${n}`, `auth0|${n + customers}`];

/** A stack of customers, each with its members and their roles, in the order in which a program declares them. */
async function start(options: Parameters<typeof startStack>[0] = {}): Promise<readonly [Stack, readonly Entry[]]> {
  const run = await startStack(options);
  stack = run;
  prepareMembers(run.tenant, members);
  const sets = numbersBelow(customers).map((n) => ({ organizationId: organizationOf(n), members: usersOf(n) }));
  const memberSets = await run.create("organizationMembers", sets);
  const roleSets = await run.create("organizationMemberRoles", members);
  run.calls();
  return [run, memberSets.flatMap((entry, n) => [entry, roleSets[n] as Entry, roleSets[n + customers] as Entry])];
}

const isSame = ({ entry, outputs }: Seen) => JSON.stringify(outputs) === JSON.stringify(entry.outputs);
const differing = (seen: readonly Seen[]) => seen.filter((one) => !isSame(one)).map(({ entry }) => entry.id);

test.each(["in the order of the program", "all members first", "all roles first"])(
  "%s: one call for each organization",
  async (order) => {
    const [run, entries] = await start();
    const rank = ({ kind }: Entry) => Number((kind === "organizationMembers") === (order === "all roles first"));
    const inOrder = order === "in the order of the program" ? entries : entries.toSorted((a, b) => rank(a) - rank(b));
    expect(differing(await run.refresh(inOrder))).toEqual([]);
    expect(run.calls().length).toBeLessThanOrEqual(customers + 2);
  },
);

test("a second refresh reads again, and shows removed members and roles", async () => {
  const [run, entries] = await start();
  await run.refresh(entries);
  run.calls();
  run.tenant.organizationMembers.remove(organizationOf(20), "auth0|20");
  run.tenant.organizationMembers.removeRoles(organizationOf(21), "auth0|21", members[21]?.roles as string[]);
  const seen = await run.refresh(entries);
  expect(differing(seen)).toEqual([
    organizationOf(20),
    `${organizationOf(20)}::auth0|20`,
    `${organizationOf(21)}::auth0|21`,
  ]);
  expect(seen.find(({ entry }) => entry.id === organizationOf(20))?.outputs.members).toEqual(["auth0|50"]);
});

test("a listing that lags behind hides neither members nor their roles", async () => {
  const [run, entries] = await start({ listingsBehindMs: 60_000 });
  expect(differing(await run.refresh(entries))).toEqual([]);
});

test("if the listing with roles is refused, members are listed without roles", async () => {
  const [run, entries] = await start();
  run.tenant.inject({ kind: "status", status: 403, path: /members\?.*roles/, times: Number.POSITIVE_INFINITY });
  expect(differing(await run.refresh(entries))).toEqual([]);
  const calls = run.calls();
  expect(calls.filter((call) => /members\?/.test(call) && / 200$/.test(call))).toHaveLength(customers);
});

import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Emulator } from "../../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import { cases, longest } from "../../harness/scale.ts";
import { apiArgs, connectionArgs, memberArgs, numbersBelow, prepareMembers, roleIds } from "./fixtures.ts";
import { type Entry, startStack } from "./stack.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** By how many milliseconds listings are behind at most. */
const maxBehind = 10_000;

const kinds = ["resourceServer", "connection", "organizationMemberRoles"] as const;
const count = 12;

/** Something that another client does at the tenant. */
const edit = fc.record({
  kind: fc.constantFrom(...kinds),
  n: fc.nat(count - 1),
  what: fc.constantFrom("change", "change", "delete", "create"),
  value: fc.nat(3),
});

/** Edits before a refresh and while it reads, and how long before each of them nothing happens. Milliseconds. */
const scenario = fc.record({
  before: fc.array(fc.record({ edit, wait: fc.constantFrom(0, 1, 500, 4_000, 9_000, 11_000) }), { maxLength: 8 }),
  during: fc.array(fc.option(edit, { freq: 2 }), { maxLength: 40 }),
  requestMs: fc.constantFrom(0, 20, 300, 2_000),
  parallel: fc.constantFrom(1, 8),
});

/** What one object holds of the property that is edited; undefined where the object is not there. */
type Held = string | undefined;

const members = numbersBelow(count).map((n) => memberArgs(n, 2));

function heldBy(tenant: Emulator, { kind, id }: Entry): Held {
  if (kind === "resourceServer") return text(tenant.resourceServers.get(id)?.name);
  if (kind === "connection") return text((tenant.connections.get(id)?.options as JsonObject | undefined)?.client_id);
  const [organization = "", user = ""] = id.split("::");
  // A user who is no longer a member has no roles: the resource stays in the state.
  return text(tenant.organizationMembers.get(organization, user)?.roles ?? []);
}

function reported(kind: Entry["kind"], id: string, outputs: JsonObject): Held {
  if (id === "") return undefined;
  if (kind === "resourceServer") return text(outputs.name);
  if (kind === "connection") return text((outputs.options as JsonObject).client_id);
  return text(outputs.roles);
}

function text(value: unknown): Held {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.toSorted().join(" ") : String(value as Json);
}

function carryOut(
  tenant: Emulator,
  { kind, n, what, value }: typeof edit extends fc.Arbitrary<infer E> ? E : never,
): void {
  const { organizationId = "", userId = "" } = memberArgs(n, 2) as Record<string, string>;
  if (kind === "organizationMemberRoles") {
    const held = tenant.organizationMembers.get(organizationId, userId);
    if (what === "delete") tenant.organizationMembers.remove(organizationId, userId);
    else tenant.organizationMembers.add(organizationId, userId);
    if (what === "change" && held)
      tenant.organizationMembers.removeRoles(organizationId, userId, held.roles as string[]);
    if (what === "change") tenant.organizationMembers.assignRoles(organizationId, userId, [roleIds[value] ?? ""]);
    return;
  }
  const collection = kind === "resourceServer" ? tenant.resourceServers : tenant.connections;
  const args = kind === "resourceServer" ? apiArgs(n) : connectionArgs(n);
  const key = String(args.identifier ?? args.name);
  const isThere = collection.get(key) !== undefined;
  if (what === "delete") collection.delete(key);
  else if (what === "create" && !isThere && kind === "resourceServer") collection.create({ identifier: key });
  else if (what === "create" && !isThere)
    collection.create({ name: key, strategy: "oidc", options: { client_id: "by-hand" } });
  else if (isThere && kind === "resourceServer") collection.update(key, { name: `By hand ${value}` });
  else if (isThere) tenant.connections.editOptions(key, { client_id: `by-hand-${value}` });
}

test(
  "with listings up to 10 s behind, a refresh reports no existing object as absent, and only values that it had",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scenario, { minLength: 1, maxLength: 3 }), async (refreshes) => {
        let now = Date.UTC(2026, 0, 1);
        const parallel = refreshes[0]?.parallel ?? 1;
        const stack = await startStack({ now: () => now, listingsBehindMs: { min: 0, max: maxBehind } }, { parallel });
        const { tenant } = stack;
        prepareMembers(tenant, members);
        let entries = [
          ...(await stack.create("resourceServer", numbersBelow(count).map(apiArgs))),
          ...(await stack.create("connection", numbersBelow(count).map(connectionArgs))),
          ...(await stack.create("organizationMemberRoles", members)),
        ];
        now += 60_000;
        const all = entries;
        const past = new Map(all.map((entry) => [entry, [{ from: 0, held: heldBy(tenant, entry) }]]));
        const note = () => {
          for (const entry of all) {
            const versions = past.get(entry) ?? [];
            const held = heldBy(tenant, entry);
            if (versions.at(-1)?.held !== held) versions.push({ from: now, held });
          }
        };
        /** What the object held at any time from one instant to now. */
        const heldSince = (entry: Entry, since: number): Held[] => {
          const versions = past.get(entry) ?? [];
          return versions.filter((_, index) => (versions[index + 1]?.from ?? now) >= since).map(({ held }) => held);
        };
        for (const { before, during, requestMs } of refreshes) {
          for (const { edit: one, wait } of before) {
            now += wait;
            carryOut(tenant, one);
            note();
          }
          const started = now;
          const edits = during.values();
          const stop = tenant.onRequest(({ phase }) => {
            if (phase !== "received") return;
            now += requestMs;
            const one = edits.next().value;
            if (one) carryOut(tenant, one);
            note();
          });
          const seen = await stack.refresh(entries);
          stop();
          const next: Entry[] = [];
          for (const { entry, id, outputs, inputs } of seen) {
            const origin = all.find((one) => one.kind === entry.kind && one.id === entry.id) as Entry;
            const told = reported(entry.kind, id, outputs);
            // What is news was seen at the object itself.
            const isNews = told !== reported(entry.kind, entry.id, entry.outputs);
            expect(heldSince(origin, isNews ? started : started - maxBehind)).toContain(told);
            if (id !== "") next.push({ ...entry, outputs, inputs });
          }
          entries = next;
        }
        await stack.close();
      }),
      cases(0.02),
    );
  },
  longest,
);

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { ScopeCase, Subject } from "../subjects/subject.ts";
import { providerFor } from "./world.ts";

/** The whole table, in the order in which it is documented. */
const scopeCases = subjects.flatMap((subject) => subject.scopes.map((one) => ({ ...one, subject })));

interface Case extends ScopeCase {
  readonly subject: Subject;
}

const tenants: Emulator[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(tenants.splice(0).map((tenant) => tenant.close()));
});

/** What came of a case: the failure's message, and what was printed. */
interface Outcome {
  readonly failure: string | undefined;
  readonly printed: string;
  /** The operations that changed something. */
  readonly writes: readonly string[];
}

/** Runs a case at a tenant of its own, with a token that has these scopes and no others. */
async function outcomeOf({ subject, before, run, adopted }: Case, scopes: readonly string[]): Promise<Outcome> {
  const { tenant, engineWith } = await start(subject);
  const full = engineWith(tenant.issueToken());
  if (before) await succeeding(full.up({ it: before }));
  const engine = engineWith(tenant.issueToken(scopes));
  if (!adopted) for (const [name, entry] of full.state) engine.state.set(name, entry);
  tenant.clearRequests();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const failure = await (run === "refresh" ? engine.refresh() : succeeding(engine.up(run ? { it: run } : {}))).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const printed = warn.mock.calls.flat().join("\n");
  warn.mockRestore();
  const writes = tenant.requests
    .filter(({ method, status }) => method !== "GET" && Number(status) < 300)
    .map(({ operation }) => String(operation));
  return { failure, printed, writes };
}

/** A tenant, and how to run programs there with a token. */
async function start(subject: Subject) {
  const tenant = await startEmulator();
  tenants.push(tenant);
  subject.prepare(tenant);
  const engineWith = (token: string) =>
    new MiniEngine(providerFor(kinds[subject.name], { "tenant:domain": tenant.domain, "tenant:token": token }));
  return { tenant, engineWith };
}

async function succeeding(up: ReturnType<MiniEngine["up"]>): Promise<void> {
  for (const { failure } of await up) if (failure) throw failure;
}

const titled = scopeCases.map((one) => [`${one.subject.resource}: ${one.operation}`, one] as const);

describe("the table of scopes", () => {
  test.each(titled)("%s works with exactly its scopes", async (_title, one) => {
    const { failure, printed } = await outcomeOf(one, one.scopes);
    expect(failure).toBeUndefined();
    expect(printed).not.toContain("scope");
  });

  const withheld = titled.flatMap(([title, one]) => one.scopes.map((scope) => [title, scope, one] as const));
  test.each(withheld)("%s names the missing %s", async (_title, scope, one) => {
    const { failure, printed } = await outcomeOf(
      one,
      one.scopes.filter((other) => other !== scope),
    );
    if (one.warned?.includes(scope)) {
      expect(failure).toBeUndefined();
      expect(printed).toContain(scope);
    } else {
      expect(failure).toContain(scope);
      expect(failure).not.toMatch(/\n\s+at /);
    }
  });

  test.each(subjects.map((subject) => [subject.resource, subject] as const))(
    "%s: its definition has the same scopes",
    (_, subject) => {
      const tried = scopeCases.filter((one) => one.subject === subject).flatMap(({ scopes }) => scopes);
      const described = Object.values(definitions[subject.name].scopes).flat();
      expect([...new Set(described)].toSorted()).toEqual([...new Set(tried)].toSorted());
    },
  );

  test("a token that can only read changes nothing in any operation", async () => {
    const readOnly = [
      ...new Set(scopeCases.flatMap(({ scopes }) => scopes.filter((scope) => scope.startsWith("read:")))),
    ];
    for (const one of scopeCases) {
      const { failure, writes } = await outcomeOf(one, readOnly);
      expect(writes).toEqual([]);
      const isWrite = one.scopes.some((scope) => !scope.startsWith("read:"));
      if (one.run !== "refresh" && isWrite) expect(failure).toBeDefined();
    }
  });
});

describe("the page on operations", () => {
  const page = () => readFile(join(import.meta.dirname, "../../examples/gitops/OPERATIONS.md"), "utf8");

  test("has exactly this table", async () => {
    const rows = scopeCases.map(({ subject, operation, scopes }) => {
      const listed = scopes.map((scope) => `\`${scope}\``).join(" ") || "none";
      return `| \`${subject.resource}\` | ${operation} | ${listed} |`;
    });
    const text = await page();
    const documented = text.split("\n").filter((line) => /^\| `[A-Z]\w+` \|/.test(line));
    expect(documented).toEqual(rows);
  });

  test("names the scopes of a client that only reports drift: those of the refreshes", async () => {
    const [, listed = ""] = /```text\n((?:read:\w+\s)+)```/.exec(await page()) ?? [];
    const needed = scopeCases.filter(({ run }) => run === "refresh").flatMap(({ scopes }) => scopes);
    expect(listed.split(/\s+/).filter(Boolean).toSorted()).toEqual([...new Set(needed)].toSorted());
  });
});

test("a preview without refresh sends no request, so it needs no scope and no valid token", async () => {
  for (const { subject, before, run } of scopeCases) {
    if (run === "refresh") continue;
    const { tenant, engineWith } = await start(subject);
    const full = engineWith(tenant.issueToken());
    if (before) await succeeding(full.up({ it: before }));
    const engine = engineWith(tenant.issueToken([], 0));
    for (const [name, entry] of full.state) engine.state.set(name, entry);
    tenant.clearRequests();
    await engine.preview(run ? { it: run as JsonObject } : {});
    expect(tenant.requests).toEqual([]);
  }
});

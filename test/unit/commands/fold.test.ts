import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { createColors } from "picocolors";
import { describe, expect, it, test } from "vitest";
import { type ImportReport, toJson, toText } from "../../../provider/src/commands/import-text.ts";
import type { NamedResource } from "../../../provider/src/import/names.ts";
import { columns, fold, forScreen } from "../../../provider/src/report/fold.ts";
import type { DriftReport } from "../../../provider/src/report/types.ts";

/** Names as hostile people give them: without a blank, in wide characters, of blanks alone. */
const names = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", " ", "名", "👍", "-"), maxLength: 500 }),
  fc.string({ unit: "grapheme", maxLength: 500 }).filter((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)),
  fc.constantFrom("x".repeat(500), "名".repeat(500), " ".repeat(500), "word ".repeat(100)),
);

/** The columns that a line takes at most. */
function widthOf(line: string): number {
  return [...stripVTControlCharacters(line)].reduce((width, one) => width + (one.length > 1 || one > "~" ? 2 : 1), 0);
}

function tooWide(text: string, most = columns): readonly string[] {
  return text.split("\n").filter((line) => widthOf(line) > most);
}

/** What was folded, as one line again; where it was broken at a blank, the blank is missing. */
function unfolded(lines: readonly string[]): string {
  return lines.map((line, index) => (index === 0 ? line : line.replace(/^ *\| /, ""))).join("");
}

describe("an import's report", () => {
  const report = (names: readonly string[]): ImportReport => ({
    tenant: "tenant.example.com",
    stack: "dev",
    managed: 0,
    resources: names.map((name): NamedResource => {
      const item = { type: "connection", id: "con_1", live: {}, label: `connection "${name}"`, names: [name] } as const;
      const notes = [{ place: `options.${name}`, why: `it is not shown: ${name}` }];
      return { item, type: "Connection", name, variable: "it", notes, isProtected: false } as unknown as NamedResource;
    }),
    literals: names.map((name, n) => ({
      ...{ file: "connections.ts", line: 10 * n + 1, value: "con_0000000000000001", label: `connection "${name}"` },
      ...{ place: `metadata.${name}`, why: `connection "${name}" also refers to this object` },
    })),
    leftOut: names.map((name) => ({
      type: "connection",
      label: `connection "${name}"`,
      reason: "unreadable",
      why: `it cannot be imported: the tenant said ${name}`,
    })),
    notTaken: names.map((name) => ({ address: name, type: `auth0_${name.length}`, reason: `no resource for ${name}` })),
  });

  it("fits 100 columns, whatever the names of the objects are", () => {
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), fc.boolean(), (some, isDry) => {
        expect(tooWide(toText(report(some), isDry))).toEqual([]);
      }),
    );
  });

  it("says that the next run deletes an object that is in the state and not in the program", () => {
    const identity = { urn: "urn:pulumi:dev::shop::t::admin", type: "Role", name: "admin" };
    const proof: DriftReport = {
      ...{ version: 1, drift: true, complete: true, errors: [], warnings: [] },
      counts: { total: 1, unchanged: 0, changed: 0, deleted: 1, failed: 0 },
      resources: [{ ...identity, state: "deleted", changes: [] }],
    };
    const text = stripVTControlCharacters(toText({ ...report([]), proof }, false));
    expect(text).toContain("in the state, but not in the program: `pulumi up` would delete it at the tenant");
  });

  it("has short names beside their reasons, and long names above them", () => {
    const { resources: _, notTaken: __, ...rest } = report(["corp", "x".repeat(120)]);
    expect(
      toText({ ...rest, resources: [], literals: [] }, true)
        .split("\n")
        .slice(2),
    ).toEqual([
      "Left out (2):",
      `  connection "corp"  it cannot be imported: the tenant said corp`,
      `  connection "${"x".repeat(82)}`,
      `    | ${"x".repeat(38)}"`,
      `      it cannot be imported: the tenant said ${"x".repeat(51)}`,
      `        | ${"x".repeat(69)}`,
      "",
    ]);
  });
});

test("the JSON of an import has the resource type of a left-out object as `kind`", () => {
  const leftOut = [{ type: "connection", label: 'connection "corp"', reason: "unreadable", why: "no scope" }] as const;
  const report = { tenant: "tenant.example.com", stack: "dev", managed: 0, resources: [], literals: [], leftOut };
  expect(toJson(report)).toMatchObject({ leftOut: [{ kind: "connection", label: 'connection "corp"' }] });
});

describe("a folded line", () => {
  it("fits, loses only spaces at its breaks, and begins each further line with an indent", () => {
    fc.assert(
      fc.property(names, fc.nat(8), fc.integer({ min: 20, max: 120 }), (text, indent, width) => {
        const line = `${" ".repeat(indent)}:${text}`;
        const lines = fold(line, width);
        expect(tooWide(lines.join("\n"), width)).toEqual([]);
        expect(unfolded(lines).replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
        for (const one of lines.slice(1)) expect(one.startsWith(`${" ".repeat(indent)}  | `)).toBe(true);
      }),
    );
  });

  it("keeps its colours, which count as no columns", () => {
    const { bold, red } = createColors(true);
    const line = `  ${bold(red("word ".repeat(30).trim()))}`;
    const lines = fold(line);
    expect(lines).toHaveLength(2);
    expect(tooWide(lines.join("\n"))).toEqual([]);
    expect(unfolded(lines).replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    expect(fold(`  ${red("x".repeat(98))}`)).toHaveLength(1);
  });
});

describe("a report", () => {
  const text = `${"word ".repeat(40)}\nshort\n`;

  it.each([
    ["fits the width of a terminal", { isTTY: true, columns: 60 }, 60],
    ["fits 100 columns at a wide terminal", { isTTY: true, columns: 200 }, 100],
    ["fits 100 columns at a terminal without a known width", { isTTY: true, columns: 0 }, 100],
  ])("%s", (_name, screen, width) => {
    expect(tooWide(forScreen(text, screen), width)).toEqual([]);
    expect(forScreen(text, screen)).toMatch(/\nshort\n$/);
  });

  it("in a log keeps its line breaks, so that a search finds whole lines", () => {
    expect(forScreen(text, {})).toBe(text);
  });
});

import { describe, expect, it } from "vitest";
import { failureText } from "../../../provider/src/client/errors.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { annotations } from "../../../provider/src/report/annotations.ts";
import { toMarkdown, toText } from "../../../provider/src/report/drift.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { previewText, type ResourceSketch, urnOf } from "../helpers/preview.ts";

const reportOf = (sketches: readonly ResourceSketch[], more?: object) =>
  driftReport(parsePreview(previewText(sketches, more)));
const renamed = (name: string, was = "old", is = "new"): ResourceSketch => ({
  name,
  was: { name: was },
  is: { name: is },
  diff: { name: "update" },
});

describe("a report as text", () => {
  it("begins with a summary, and ends with the next step", () => {
    const text = toText(reportOf([renamed("orders"), { name: "gone", was: {} }, { name: "same", was: {}, is: {} }]));
    expect(text).toMatch(/^Drift in stack dev: 1 changed, 1 deleted, 1 unchanged\n/);
    expect(text).toContain('ResourceServer orders (id-orders)\n  name: "old" → "new"\n');
    expect(text).toMatch(/pulumi up --refresh.*\n$/);
  });

  it("is one line if there is no drift", () => {
    expect(toText(reportOf([{ name: "same", was: {}, is: {} }]))).toBe("No drift in stack dev: 1 unchanged\n");
    expect(toText(driftReport(parsePreview('{"changeSummary":{}}')))).toBe("No drift: nothing is deployed\n");
  });

  it("cannot move the cursor or hide text by a value or a name", () => {
    const text = toText(reportOf([renamed("a\u001b[2K\nb", "\u001b[1A\r", "\u202eevil\u200b\u009b")]));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    expect(text).toContain("\\u202eevil");
  });

  it("shows only the differing lines of long texts, and a bounded number of them", () => {
    const code = Array.from({ length: 100 }, (_, n) => `line ${n}`);
    const edited = code.with(40, "edited \u001b[2K").toSpliced(42, 1);
    const text = toText(reportOf([renamed("a", code.join("\n"), edited.join("\r\n"))]));
    expect(text).toContain(
      "  name: from line 41, 3 of 100 lines → 2 of 99\n    - line 40\n    - line 41\n    - line 42\n",
    );
    expect(text).toContain("    + edited \\u001b[2K\n    + line 41\n");
    const other = toText(reportOf([renamed("a", code.join("\n"), "x\n".repeat(5_000))]));
    expect(other).toContain("    + … and 4991 more");
    expect(other.length).toBeLessThan(2_000);
  });

  it("shows each place in which long texts differ, up to a bound, and counts the others", () => {
    const code = Array.from({ length: 300 }, (_, n) => `line ${n}`);
    const text = toText(
      reportOf([renamed("a", code.join("\n"), code.with(2, "first").toSpliced(200, 0, "evil()").join("\n"))]),
    );
    expect(text).toContain(
      "  name: in 2 places, 1 of 300 lines → 2 of 301\n" +
        "    from line 3\n    - line 2\n    + first\n    from line 201\n    + evil()\n",
    );
    const many = code.map((line, n) => (n % 10 === 5 ? "x" : line));
    const shown = toText(reportOf([renamed("a", code.join("\n"), many.join("\n"))]));
    expect(shown).toContain("in 30 places, 30 of 300 lines → 30 of 300\n");
    expect(shown).toContain("\n    … and 20 more places\n");
  });

  it("shows up to which character two long lines differ, if they differ in more than is shown", () => {
    const text = (first: string, last: string) => `${"a();".repeat(100)}${first}${"b();".repeat(100)}${last}c();`;
    const found = toText(reportOf([renamed("a", text("x", "harmless"), text("y", "evil"))]));
    expect(found).toContain("(815 characters, differs up to character 810)");
    const once = toText(reportOf([renamed("a", text("x", "same"), text("y", "same"))]));
    expect(once).not.toContain("differs up to");
  });

  it.each([
    ["a value", (tail: string) => `${"<p>x</p>".repeat(100)}${tail}`],
    ["a line of a text", (tail: string) => `first\n${"f();".repeat(100)}${tail}${"g();".repeat(100)}\nlast`],
  ])("shows where two long texts with the same beginning differ: %s", (_, text) => {
    const found = toText(
      reportOf([renamed("a", text('go("https://a.example.com")'), text('go("https://evil.example.com")'))]),
    );
    for (const host of ["a.example.com", "evil.example.com"]) expect(found).toContain(`https://${host}`);
    expect(found).toMatch(/… ?\S.* \(\d+ characters\)/);
  });

  it("cuts values that are too long for a line", () => {
    const text = toText(reportOf([renamed("a", "x".repeat(10_000))]));
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain("(10002 characters)");
  });
});

describe("a report as Markdown", () => {
  it("is a list with all foreign text in code spans", () => {
    const markdown = toMarkdown(reportOf([renamed("orders", "@everyone `a` <b>")]));
    expect(markdown).toMatch(/^### Drift in stack dev: 1 changed\n\n- \*\*`ResourceServer orders \(id-orders\)`\*\*\n/);
    expect(markdown).toContain('  - `` name: "@everyone `a` <b>" → "new" ``\n');
  });

  it("fits into an issue, and counts the omitted resources", () => {
    const many = Array.from({ length: 3_000 }, (_, n) => renamed(`api-${n}`));
    const markdown = toMarkdown(reportOf(many));
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const items = markdown.match(/^- \*\*/gm)?.length ?? 0;
    expect(markdown).toContain(`… and ${3_000 - items} more`);
    expect(markdown).toContain("pulumi up --refresh");
  });

  it("names and counts a resource that is too large, and continues after it", () => {
    const keys = Array.from({ length: 5_000 }, (_, n) => `key-${n}`);
    const large: ResourceSketch = {
      name: "large",
      was: {},
      is: { scopes: Object.fromEntries(keys.map((key) => [key, "x".repeat(100)])) },
      diff: { scopes: "add" },
    };
    const huge = renamed("h".repeat(100_000));
    const markdown = toMarkdown(reportOf([renamed("a"), large, huge, renamed("z")]));
    expect(markdown.length).toBeLessThan(5_000);
    expect(markdown).toMatch(
      /- \*\*`ResourceServer large \(id-large\)`\*\*\n {2}- … 5000 in all, omitted for length\n/,
    );
    for (const name of ["a", "z"]) expect(markdown).toContain(`(id-${name})\`**\n  - \`name: "old" → "new"\`\n`);
    expect(markdown).toContain("hhh…`**");
  });

  it("shows a million backticks, and 200,000 differences, within its limit", { timeout: 120_000 }, () => {
    const ticks = toMarkdown(reportOf([renamed("`a".repeat(500_000), "`".repeat(1_000_000))]));
    expect(ticks).toContain("1 changed");
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n]));
    const made = reportOf([{ name: "it", was: {}, is: { scopes: many }, diff: { scopes: "add" } }]);
    expect(toText(made).split("\n").length).toBeGreaterThan(200_000);
    expect(toMarkdown(made)).toContain("200000 in all");
    expect(annotations(made).join("").length).toBeLessThan(10_000);
  });
});

describe("resources that could not be read for the same reason", () => {
  const refused = (id: string) => `the tenant refused the client's secret (401, access_denied, request id ${id}).`;
  const advice = 'Check TENANT_CLIENT_SECRET, and that client "a: b" belongs to the tenant.';
  const errors: Record<string, string> = {
    a: failureText("read", 'resource server "https://a: \\"b\\".example.com"', refused("1")),
    b: `Could not list the roles of member "auth0|1" of organization "org_1": ${refused("2")} ${advice}`,
    c: `Could not read connection con_1: ${refused("3")}`,
    d: "Could not read connection con_2: the connection was refused (ECONNREFUSED).",
    e: 'this resource belongs to tenant "x": nothing was read.',
    f: 'this resource belongs to tenant "x": nothing was read.',
  };
  const made = reportOf([renamed("z"), ...Object.keys(errors).map((name) => ({ name, was: {}, is: {} }))], {
    diagnostics: Object.entries(errors).map(([name, message]) => ({
      urn: urnOf(name),
      message: `error: Preview failed: ${message}\n`,
      severity: "error",
    })),
  });
  const why = `could not be read: ${refused("2")} ${advice}`;

  it("are listed below the reason, which is stated once, with the remedy", () => {
    expect(toText(made).split("\n\n").slice(2, 5)).toEqual([
      'could not be read: this resource belongs to tenant "x": nothing was read.\n  ResourceServer e (id-e)\n  ResourceServer f (id-f)',
      `${why}\n  ResourceServer a (id-a)\n  ResourceServer b (id-b)\n  ResourceServer c (id-c)`,
      "could not be read: the connection was refused (ECONNREFUSED).\n  ResourceServer d (id-d)",
    ]);
    expect(toMarkdown(made)).toContain(
      `- \`${why}\`\n  - **\`ResourceServer a (id-a)\`**\n  - **\`ResourceServer b (id-b)\`**\n  - **\`ResourceServer c`,
    );
  });

  it("are named up to ten in text and Markdown, and all in JSON", () => {
    const many = Array.from({ length: 12 }, (_, n) => `r${n + 10}`);
    const unread = reportOf(
      many.map((name) => ({ name, was: {}, is: {} })),
      {
        diagnostics: many.map((name) => ({
          urn: urnOf(name),
          message: "error: Preview failed: the connection was lost.\n",
          severity: "error",
        })),
      },
    );
    const lines = many.slice(0, 10).map((name) => `  ResourceServer ${name} (id-${name})`);
    expect(toText(unread)).toContain(`: the connection was lost.\n${lines.join("\n")}\n  … and 2 more\n`);
    expect(unread.resources).toHaveLength(12);
    expect(toMarkdown(unread)).toContain("r21");
  });

  it("have one annotation for GitHub", () => {
    const failures = annotations(made).filter((line) => line.startsWith("::error"));
    expect(failures).toHaveLength(3);
    expect(failures).toContain(
      `::error title=ResourceServer a (id-a) and 2 more::${why}%0AResourceServer a (id-a)%0AResourceServer b (id-b)%0AResourceServer c (id-c)`,
    );
    expect(failures.join("\n")).toContain("::error title=ResourceServer d (id-d)::could not be read: the connection");
  });

  it("have each their own error in the JSON report", () => {
    const failed = made.resources.filter(({ state }) => state === "failed");
    expect(Object.fromEntries(failed.map(({ name, error }) => [name, error]))).toEqual(errors);
  });
});

describe("GitHub annotations of a report", () => {
  it("are a warning for drift and an error for an unread resource, with special characters escaped", () => {
    const diagnostics = [{ urn: urnOf("b"), message: "error: 100%\nno", severity: "error" }];
    const made = reportOf([renamed("a:,b", "x%y"), { name: "b", was: {}, is: {} }], { diagnostics });
    expect(annotations(made)).toEqual([
      '::warning title=Drift%3A ResourceServer a%3A%2Cb (id-a%3A%2Cb)::name: "x%25y" → "new"',
      "::error title=ResourceServer b (id-b)::could not be read: 100%25 no",
    ]);
  });

  it("are at most as many as GitHub keeps, and the last one counts the others", () => {
    const made = annotations(reportOf(Array.from({ length: 25 }, (_, n) => renamed(`api-${n}`))));
    expect(made).toHaveLength(10);
    expect(made.at(-1)).toContain("and 16 more");
  });
});

import { describe, expect, it } from "vitest";
import { asMarkdown, asText, type Document, type Entry, titled } from "../../../provider/src/report/document.ts";

const entries = (count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, n) => ({
    says: `entry ${n}`,
    details: Array.from({ length: n % 7 }, () => "detail"),
  }));

describe("a document as text", () => {
  it("has a blank line between blocks, and none for an empty block", () => {
    const resource: Entry = {
      says: "resource",
      details: ["change"],
      below: ["child", { says: "other", details: ["x"] }],
    };
    expect(asText([["summary"], titled("Empty:", []), [], [resource, "last"]])).toBe(
      "summary\n\nresource\n  change\n  child\n  other\n    x\nlast\n",
    );
  });
});

describe("a document as Markdown", () => {
  it("is a heading, a list of all blocks, and a footer", () => {
    const document: Document = {
      summary: "Found: 2",
      blocks: [[{ says: "one", details: ["change"] }], titled("Others:", ["two"])],
      closing: [titled("By type:", ["clients: 2"]), ["What to do."]],
    };
    expect(asMarkdown(document)).toBe(
      "### Found: 2\n\n- one\n  - change\n- Others:\n  - two\n\n- By type:\n  - clients: 2\n\nWhat to do.\n",
    );
    expect(asMarkdown({ summary: "Nothing", blocks: [[], []] })).toBe("### Nothing\n");
  });

  it.each([300, 500, 1_000, 3_000, 10_000])(
    "fits %d characters, keeps its footer, and counts the omitted blocks",
    (limit) => {
      const closing = [["x".repeat(100)]];
      const blocks = [entries(200), titled("Title:", entries(100))];
      const markdown = asMarkdown({ summary: "Many", blocks, closing }, limit);
      expect(markdown.length).toBeLessThanOrEqual(limit);
      expect(markdown.endsWith(`\n${"x".repeat(100)}\n`)).toBe(true);
      const shown = markdown.match(/- entry/g)?.length ?? 0;
      expect(markdown).toContain(`- … and ${300 - shown} more, omitted for length\n`);
    },
  );

  it("names an entry whose details do not fit, and counts the details", () => {
    const large: Entry = { says: "large", details: Array.from({ length: 500 }, () => "detail") };
    const markdown = asMarkdown({ summary: "Found", blocks: [[large, "small"]] }, 1_000);
    expect(markdown).toBe("### Found\n\n- large\n  - … 500 in all, omitted for length\n- small\n");
  });
});

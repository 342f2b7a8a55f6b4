import { describe, expect, test } from "vitest";
import { textOf } from "./markdown.ts";

const page = textOf("SECURITY.md");

/** The points of the page, each on one line. */
const points = (page.match(/^- .*(?:\n {2}.*)*/gm) ?? []).map((point) => point.replaceAll(/\s+/g, " "));

describe("each point of SECURITY.md has a test that proves it", () => {
  test.each(points)("%s", (point) => {
    const proofs = [...point.matchAll(/\[test\]\((?<file>[^ )]+) "(?<title>[^"]+)"\)/g)];
    for (const { groups } of proofs) expect(textOf(groups?.file ?? "")).toContain(groups?.title);
    expect(proofs.length > 0 || point.endsWith("By design.")).toBe(true);
  });

  test("SECURITY.md says for each of the five kinds of users what they can do, and what they cannot", () => {
    const sections = page.split(/^## /m);
    const saysBoth = (title: string, who: string) => {
      const text = sections.find((section) => section.startsWith(`${title}\n`));
      expect(text).toMatch(new RegExp(`^${who} can.*:$[^]*^- [^]*^${who} cannot:$[^]*^- `, "m"));
    };
    saysBoth("Users who can write the state", "They");
    saysBoth("Users who can read the state", "They");
    saysBoth("Users who can edit the tenant", "They");
    saysBoth("Users who can push a branch", "They");
    saysBoth("A dependency", "It");
  });

  test("SECURITY.md names only files that exist", () => {
    const places = page.match(/(?<=\| `)[\w/.-]+\.ts(?=` \|)/g) ?? [];
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) expect(textOf(place)).not.toBe("");
  });
});

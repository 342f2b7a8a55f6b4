import { describe, expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import {
  parseWaivers,
  remarkOnEnd,
  startOfWaivers,
  type Waiver,
  Waivers,
} from "../../../provider/src/baseline/waivers.ts";

const ids = rules.map(({ id }) => id);
const parse = (text: string) => parseWaivers(text, "tenant-baseline.yaml", ids);
const entry = { rule: "client-no-implicit-grant", resource: "portal", reason: "Moves in March.", until: "2027-03-31" };
const yamlOf = (one: object) =>
  `waivers:\n  - ${Object.entries(one)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n    ")}\n`;

describe("a file of waivers", () => {
  test("lists rule, resource, reason and end", () => {
    expect(parse(yamlOf(entry))).toEqual([entry]);
  });

  test("permits nothing to a resource whose name only ends in a space, and can name that one", () => {
    const covers = (resource: string, name: string) => {
      const waivers = new Waivers(parse(yamlOf({ ...entry, resource: JSON.stringify(resource) })));
      return waivers.covering(entry.rule, { name, urn: `urn:pulumi:dev::p::t::${name}` }).length > 0;
    };
    expect(covers("portal ", "portal ")).toBe(true);
    expect(covers("portal ", "portal")).toBe(false);
    expect(covers("urn:pulumi:dev::p::t::portal ", "portal ")).toBe(true);
    expect(parse(yamlOf({ ...entry, resource: "|\n      portal" }))).toEqual([entry]);
  });

  test.each(["", "# nothing yet\n", "waivers:\n", "waivers: []\n"])("may be empty: %j", (text) => {
    expect(parse(text)).toEqual([]);
  });

  test.each([
    [
      "no reason",
      yamlOf({ ...entry, reason: "" }),
      /line 2: reason is missing\. A waiver needs rule, resource, reason, until/,
    ],
    ["no end", yamlOf({ rule: entry.rule, resource: "portal", reason: "x" }), /line 2: until is missing/],
    [
      "a rule with a typo",
      yamlOf({ ...entry, rule: "client-no-implict-grant" }),
      /no rule "client-no-implict-grant"\. Did you mean "client-no-implicit-grant"\?/,
    ],
    [
      "an unknown rule",
      yamlOf({ ...entry, rule: "be-nice" }),
      /no rule "be-nice"\. docs\/baseline\.md lists the rules/,
    ],
    ["a pattern of everything", yamlOf({ ...entry, resource: '"*"' }), /resource: "\*" matches every resource/],
    ["another pattern of everything", yamlOf({ ...entry, resource: '"?*"' }), /matches every resource/],
    [
      "a pattern without quotes",
      yamlOf({ ...entry, resource: "*-demo" }),
      /a pattern that begins with \* must be in quotes/,
    ],
    [
      "a day that does not exist",
      yamlOf({ ...entry, until: "2027-02-30" }),
      /until: "2027-02-30" is no date\. Use the form 2026-12-31/,
    ],
    ["another form of date", yamlOf({ ...entry, until: "31.12.2026" }), /"31\.12\.2026" is no date/],
    ["a number", yamlOf({ ...entry, resource: "12" }), /line 3: resource: expected text; put the value in quotes/],
    ["a wrong key", yamlOf({ ...entry, reson: "x" }), /line 6: unknown key "reson"\. Did you mean "reason"\?/],
    ["a key twice", `${yamlOf(entry)}    until: 2030-01-01\n`, /line 6: this is not YAML: Map keys must be unique/],
    ["a list at the top", "- rule: x\n", /line 1: expected a list under the key "waivers"/],
    ["a wrong key at the top", "waiver: []\n", /line 1: unknown key "waiver"\. Did you mean "waivers"\?/],
    ["text in place of the list", "waivers: none\n", /line 1: waivers: expected a list/],
    ["text in place of an entry", "waivers:\n  - portal\n", /line 2: expected an entry with rule/],
    ["no YAML", "waivers: [\n", /line \d: this is not YAML/],
  ])("with %s is refused, with file and line", (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow(/^tenant-baseline\.yaml, line /);
  });

  test("with several errors is refused once, with all of them", () => {
    const wrong = { ...entry, rule: "be-nice", resource: '"*"', until: "soon", why: "x" };
    const text = `${yamlOf(wrong)}  - portal\n  - rule: ${entry.rule}\nwaiver: []\n`;
    const found = () => {
      try {
        return parse(text);
      } catch (error) {
        return String(error).split("\n");
      }
    };
    expect(found()).toEqual([
      expect.stringMatching(/line 2: rule: there is no rule "be-nice"/),
      expect.stringMatching(/line 2: resource: "\*" matches/),
      expect.stringMatching(/line 2: until: "soon" is no date/),
      expect.stringMatching(/line 6: unknown key "why"/),
      expect.stringMatching(/line 7: expected an entry/),
      ...["resource", "reason", "until"].map((key) => expect.stringContaining(`line 8: ${key} is missing`)),
      expect.stringMatching(/line 9: unknown key "waiver"/),
    ]);
    expect(() => parse("waivers: [\n  {\n")).toThrow(/^.*line \d+: this is not YAML.*\n.*line \d+: this is not YAML/);
  });

  test("cannot control the terminal by its errors", () => {
    expect(() => parse(yamlOf({ ...entry, rule: '"a\\e[31mb"' }))).toThrow(/no rule "a\\\\u001b/);
  });
});

describe("waivers", () => {
  const covers = (waiver: Partial<Waiver>, object = { name: "portal", id: "abc", urn: "urn:pulumi:a::b::c::portal" }) =>
    new Waivers([{ ...entry, ...waiver }]).covering(entry.rule, object).length === 1;

  test("name a resource by its name, its id, its URN, or a pattern of names", () => {
    for (const resource of ["portal", "abc", "urn:pulumi:a::b::c::portal", "port*", "p?rtal"]) {
      expect(covers({ resource }), resource).toBe(true);
    }
  });

  test("match an object that no stack manages only by its id: its name can be that of a waived resource", () => {
    const copied = { name: "portal", id: "def" };
    for (const resource of ["portal", "port*"]) expect(covers({ resource }, copied as never), resource).toBe(false);
    expect(covers({ resource: "def" }, copied as never)).toBe(true);
  });

  test("match an object of another project only by its URN or its id: its name can be that of a waived resource", () => {
    const theirs = { name: "portal", id: "def", urn: "urn:pulumi:a::theirs::c::portal", isForeign: true };
    for (const resource of ["portal", "port*"]) expect(covers({ resource }, theirs), resource).toBe(false);
    for (const resource of [theirs.urn, theirs.id]) expect(covers({ resource }, theirs), resource).toBe(true);
  });

  test("do not match other names, other rules, or ids by a pattern", () => {
    for (const resource of ["port", "Portal", "a*", "urn:*", "portal-*"])
      expect(covers({ resource }), resource).toBe(false);
    expect(covers({ rule: "client-no-password-grant" })).toBe(false);
  });
});

test.each([
  ["2027-03-16", undefined],
  ["2027-03-17", "ends on 2027-03-31, in 14 days"],
  ["2027-03-30", "ends on 2027-03-31, tomorrow"],
  ["2027-03-31", "ends on 2027-03-31, today"],
  ["2027-04-01", "ended on 2027-03-31 and no longer applies. Remove it, or agree on a new end"],
])("on %s, a waiver until 2027-03-31 says: %s", (day, expected) => {
  expect(remarkOnEnd(entry, day)).toBe(expected);
});

describe("a new file of waivers", () => {
  const urn = (name: string) => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:Client::${name}`;
  const failing = [
    { name: "portal", id: "abc", urn: urn("portal") },
    { name: "every*", id: "def", urn: urn("every*") },
    { name: "Old portal\n# waivers: []", id: "ghi" },
    { name: ": {a: *b}\u001b[31m", id: "jkl", urn: urn(": {a: *b}\u001b[31m") },
  ];
  const text = startOfWaivers(
    failing.map((object) => ({
      rule: entry.rule,
      object,
      title: `Client ${object.name.replaceAll("\n", " ").replaceAll("\u001b", " ")}`,
    })),
    "2026-11-24",
  );

  test("covers each failure, and nothing else by a pattern", () => {
    const waivers = new Waivers(parse(text));
    for (const object of failing) expect(waivers.covering(entry.rule, object), object.name).toHaveLength(1);
    expect(waivers.covering(entry.rule, { name: "everything", id: "mno", urn: urn("everything") })).toEqual([]);
    expect(waivers.all).toHaveLength(failing.length);
    expect(waivers.all[0]).toEqual({
      ...entry,
      reason: "It failed when the baseline was introduced on 2026-11-24.",
      until: "2027-02-22",
    });
  });

  test("names an object that no stack manages by its id, with its name as a comment", () => {
    expect(text).toContain("  # Client Old portal # waivers: []\n");
    expect(parse(text)[2]?.resource).toBe("ghi");
  });
});

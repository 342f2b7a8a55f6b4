import { describe, expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import {
  addedWaivers,
  parseWaivers,
  remarkOnEnd,
  startOfWaivers,
  type Waiver,
  Waivers,
} from "../../../provider/src/baseline/waivers.ts";
import { inDays } from "../helpers/days.ts";

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

  test("can have an end that has passed, or that is at most a year away", () => {
    for (const until of [inDays(0), inDays(366), "2020-01-01"])
      expect(parse(yamlOf({ ...entry, until }))).toHaveLength(1);
  });

  test("matches a name with a trailing space only if the waiver has this space", () => {
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
    [
      "a pattern that matches everything",
      yamlOf({ ...entry, resource: '"*"' }),
      /resource: "\*" matches every resource/,
    ],
    ["another pattern that matches everything", yamlOf({ ...entry, resource: '"?*"' }), /matches every resource/],
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
    [
      "an end in the far future",
      yamlOf({ ...entry, until: "9999-12-31" }),
      /until: "9999-12-31" is more than a year away\. Use \d/,
    ],
    ["an end after a year", yamlOf({ ...entry, until: inDays(367) }), /is more than a year away/],
    ["a date of another form", yamlOf({ ...entry, until: "31.12.2026" }), /"31\.12\.2026" is no date/],
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

  test("may name a stack and a tenant", () => {
    const scoped = { ...entry, stack: "dev", tenant: "dev.example.com" };
    expect(parse(yamlOf(scoped))).toEqual([scoped]);
  });

  test.each([
    ["a stack with its project", { stack: "example/shop/dev" }, /stack: "example\/shop\/dev" is no name of a stack/],
    ["a pattern of stacks", { stack: '"*"' }, /stack: "\*" is no name of a stack/],
    ["an empty stack", { stack: '""' }, /line 2: stack is empty\. Give it a value, or leave it out/],
    ["a URL as tenant", { tenant: "https://dev.example.com/" }, /tenant: use the form "dev\.example\.com"/],
    ["a pattern of tenants", { tenant: '"*.example.com"' }, /tenant: must be a host name/],
  ])("with %s is refused", (_, more, message) => {
    expect(() => parse(yamlOf({ ...entry, ...more }))).toThrow(message);
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

  test("cannot control the terminal through an error", () => {
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

  test("match an unmanaged object only by its id, as its name can be that of a waived resource", () => {
    const copied = { name: "portal", id: "def" };
    for (const resource of ["portal", "port*"]) expect(covers({ resource }, copied as never), resource).toBe(false);
    expect(covers({ resource: "def" }, copied as never)).toBe(true);
  });

  test("match an object of another project only by URN or id, as its name can be that of a waived resource", () => {
    const theirs = { name: "portal", id: "def", urn: "urn:pulumi:a::theirs::c::portal", isForeign: true };
    for (const resource of ["portal", "port*"]) expect(covers({ resource }, theirs), resource).toBe(false);
    for (const resource of [theirs.urn, theirs.id]) expect(covers({ resource }, theirs), resource).toBe(true);
  });

  test("of a stack or a tenant match nothing of another one, and nothing whose stack or tenant is unknown", () => {
    const urn = (stack: string) => `urn:pulumi:${stack}::p::t::portal`;
    const portal = (stack: string, tenant: string) => ({ name: "portal", id: "abc", urn: urn(stack), tenant });
    for (const resource of ["portal", "p*", "abc", urn("dev")]) {
      expect(covers({ resource, stack: "dev" }, portal("dev", "d.example.com")), resource).toBe(true);
      expect(covers({ resource, stack: "dev" }, portal("prod", "d.example.com")), resource).toBe(false);
    }
    const scoped = { stack: "dev", tenant: "d.example.com" };
    expect(covers(scoped, portal("dev", "d.example.com"))).toBe(true);
    expect(covers(scoped, portal("dev", "p.example.com"))).toBe(false);
    const unmanaged = { name: "portal", id: "abc", tenant: "d.example.com" };
    expect(covers({ resource: "abc", tenant: "d.example.com" }, unmanaged as never)).toBe(true);
    expect(covers({ resource: "abc", tenant: "p.example.com" }, unmanaged as never)).toBe(false);
    expect(covers({ resource: "abc", stack: "dev" }, unmanaged as never)).toBe(false);
    expect(covers({ tenant: "d.example.com" }, portal("dev", ""))).toBe(false);
  });

  test("are new in a branch if they permit more than the file before", () => {
    const added = (waiver: Partial<Waiver>, before: Partial<Waiver>) =>
      addedWaivers([{ ...entry, ...before }], [{ ...entry, ...waiver }], "2026-12-01").length === 1;
    expect(added({}, {})).toBe(false);
    expect(added({ reason: "other" }, {})).toBe(false);
    expect(added({ until: "2027-03-30", stack: "dev", tenant: "a.example.com" }, {})).toBe(false);
    expect(added({ until: "2027-04-01" }, {})).toBe(true);
    expect(added({ resource: "port*" }, {})).toBe(true);
    expect(added({ rule: "client-no-password-grant" }, {})).toBe(true);
    expect(added({}, { stack: "dev" })).toBe(true);
    expect(added({ stack: "prod" }, { stack: "dev" })).toBe(true);
    expect(added({}, { tenant: "a.example.com" })).toBe(true);
    expect(added({ until: "2026-11-30" }, { resource: "other" })).toBe(false);
  });

  test("do not match other names or other rules, and match ids by no pattern", () => {
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
])("on %s, the report describes a waiver until 2027-03-31: %s", (day, expected) => {
  expect(remarkOnEnd(entry, day)).toBe(expected);
});

describe("a new file of waivers", () => {
  const urn = (name: string) => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:Client::${name}`;
  const failing = [
    { name: "portal", id: "abc", urn: urn("portal") },
    { name: "every*", id: "def", urn: urn("every*") },
    { name: "Old portal\n# waivers: []", id: "ghi", tenant: "dev.example.com" },
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

  test("covers each failure, and matches nothing else by a pattern", () => {
    const waivers = new Waivers(parse(text));
    for (const object of failing) expect(waivers.covering(entry.rule, object), object.name).toHaveLength(1);
    expect(waivers.covering(entry.rule, { name: "everything", id: "mno", urn: urn("everything") })).toEqual([]);
    expect(waivers.all).toHaveLength(failing.length);
    expect(waivers.all[0]).toEqual({
      ...entry,
      stack: "dev",
      reason: "It failed when the baseline was introduced on 2026-11-24.",
      until: "2027-02-22",
    });
  });

  test("is for the stack of each resource, and so permits nothing in another stack", () => {
    const waivers = new Waivers(parse(text));
    for (const { name, id, urn: at } of failing) {
      const inProd = { name, id, urn: at?.replace(":dev:", ":prod:") };
      if (at) expect(waivers.covering(entry.rule, inProd), name).toEqual([]);
    }
    const tenant = "prod.example.com";
    const added = startOfWaivers([{ rule: entry.rule, object: { name: "x", id: "ghi", tenant }, title: "x" }]);
    expect(parse(added)).toMatchObject([{ resource: "ghi", tenant }]);
  });

  test("is extended for another stack or tenant, keeping all its entries, but not for the same one", () => {
    const own = text.replace("\n  - rule", "\n  # ours\n  - rule");
    const before = { text: own, file: "tenant-baseline.yaml", waivers: parse(own) };
    const inProd = { name: "portal", id: "abc", urn: urn("portal").replace(":dev:", ":prod:") };
    const write = (object: typeof inProd) =>
      startOfWaivers([{ rule: entry.rule, object, title: "x" }], "2026-11-25", before);
    const both = write(inProd);
    expect(both).toContain("# ours\n");
    expect(parse(both)).toMatchObject([...parse(own), { resource: "portal", stack: "prod" }]);
    expect(() => write({ ...inProd, urn: urn("other") })).toThrow("tenant-baseline.yaml: exists already");
    const forAll = { ...before, waivers: [entry] };
    expect(() => startOfWaivers([{ rule: entry.rule, object: inProd, title: "x" }], "2026-11-25", forAll)).toThrow(
      "exists already",
    );
  });

  test("names an unmanaged object by its id, with its name as a comment", () => {
    expect(text).toContain("  # Client Old portal # waivers: []\n");
    expect(parse(text)[2]?.resource).toBe("ghi");
  });
});

import { describe, expect, test } from "vitest";
import { type Comparison, compare, isSame } from "../../../provider/src/compare/compare.ts";
import { type Expected, nothingExpected, Replacements } from "../../../provider/src/compare/expected.ts";
import { proposedPairs, proposedPermissions, proposedReplacements } from "../../../provider/src/compare/learn.ts";
import type { Side } from "../../../provider/src/compare/side.ts";
import { toMarkdown, toText } from "../../../provider/src/compare/words.ts";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import { notShown } from "../../../provider/src/schema/secrecy/find.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../../provider/src/types/tenant-object.ts";

function side(name: string, objects: readonly ExistingObject[], more: Partial<Side> = {}): Side {
  return { name, hosts: [`${name}.tenants.example.com`], objects, unread: new Map(), ...more };
}

function object(type: TypeName, id: string, properties: JsonObject): ExistingObject {
  return { type, id, properties };
}

const clientIds = ["abcdefghijklmnopqrstuvwxyz012345", "zyxwvutsrqponmlkjihgfedcba543210"] as const;
const [first, second] = clientIds;

function expected(more: Partial<Expected>): Expected {
  return { ...nothingExpected, sides: { from: "dev", to: "prod" }, ...more };
}

/** The differing paths by the name of the object. */
function pathsIn({ different }: Comparison): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(different.map(({ name, changes }) => [name, changes.map(({ path }) => path)]));
}

describe("no difference is reported for equal effects:", () => {
  const withIds = (id: string, host: string) => [
    object("client", id, { name: "Portal", clientId: id, initiateLoginUri: `https://${host}/start` }),
    object("action", `act-${id}`, {
      name: "Check",
      code: `if (event.client.client_id === "${id}") return; // ${host}`,
    }),
    object("connection", `con_${id}`, { name: "users", strategy: "auth0", enabledClients: [id] }),
  ];

  test("ids in sets and in code, and the tenant's own host", () => {
    const [a, b] = [
      side("dev", withIds(first, "dev.tenants.example.com")),
      side("prod", withIds(second, "prod.tenants.example.com")),
    ];
    expect(compare(a, b)).toMatchObject({ different: [], missing: [] });
    // The tenant of dev in prod is a mistake.
    const wrong = side("prod", withIds(second, "dev.tenants.example.com"));
    expect(pathsIn(compare(a, wrong))).toEqual({ Portal: ["initiateLoginUri"], Check: ["code"] });
  });

  test("a lifetime in hours and the same lifetime in minutes; if they differ, one entry permits both", () => {
    const settings = (hours: number) => [
      object("tenantSettings", "tenant-settings", { sessionLifetime: hours, sessionLifetimeInMinutes: hours * 60 }),
    ];
    const [a, b] = [side("dev", settings(24)), side("prod", settings(48))];
    expect(pathsIn(compare(a, b))).toEqual({ "tenant-settings": ["sessionLifetime"] });
    const mayDiffer = [
      { type: "tenantSettings", property: "sessionLifetime", reason: "short at prod", line: 1 },
    ] as const;
    expect(compare(a, b, { expected: expected({ mayDiffer }) }).different).toEqual([]);
    const declared = object("tenantSettings", "tenant-settings", { sessionLifetimeInMinutes: 60 });
    expect(Object.values(pathsIn(compare(a, side("stack", [declared], { isPartial: true }))))).toEqual([
      ["sessionLifetimeInMinutes"],
    ]);
  });

  test("an id in place of another application's id is a difference, with both names", () => {
    const apps = (id: string, other: string) => [
      object("client", id, { name: "Portal" }),
      object("client", other, { name: "Job" }),
    ];
    const a = side("dev", [
      ...apps(first, second),
      object("connection", "con_1", { name: "users", enabledClients: [first] }),
    ]);
    const b = side("prod", [
      ...apps(second, first),
      object("connection", "con_2", { name: "users", enabledClients: [first] }),
    ]);
    const [{ changes } = { changes: [] }] = compare(a, b).different;
    expect(changes.map(({ was, wasName, is, isName }) => [was, wasName, is, isName])).toEqual(
      expect.arrayContaining([
        [first, "Portal", undefined, undefined],
        [undefined, undefined, first, "Job"],
      ]),
    );
  });

  test("order in sets, defaults and empty values; but the order of a trigger's actions is compared", () => {
    const actions = [
      object("action", "act-000000001", { name: "A" }),
      object("action", "act-000000002", { name: "B" }),
    ];
    const bindings = (...ids: readonly string[]) =>
      object("triggerActions", "post-login", {
        triggerId: "post-login",
        actions: ids.map((actionId) => ({ actionId })),
      });
    const api = (more: JsonObject) => object("resourceServer", "1", { identifier: "https://a.example.com", ...more });
    const a = side("dev", [...actions, bindings("act-000000001", "act-000000002"), api({ allowOfflineAccess: false })]);
    const b = side("prod", [...actions, bindings("act-000000002", "act-000000001"), api({ scopes: {} })]);
    expect(pathsIn(compare(a, b))).toEqual({ "post-login": ["actions"] });
  });
});

test("secrets are compared by presence, and by value only if both values are readable", () => {
  const connection = (secret: Json | undefined) =>
    object("connection", "con_1", {
      name: "corp",
      strategy: "oidc",
      options: { issuer: "https://idp.example.com/", ...(secret !== undefined && { client_secret: secret }) },
    });
  const changeOf = (was: Json | undefined, is: Json | undefined) => {
    const result = compare(side("dev", [connection(was)]), side("prod", [connection(is)]));
    expect(JSON.stringify(result) + toText(result) + toMarkdown(result)).not.toContain("hush");
    return result.different.flatMap(({ changes }) => changes.map(({ path, kind, secret }) => [path, kind, secret]));
  };
  expect(changeOf("hush one", "hush two")).toEqual([["options.client_secret", "update", true]]);
  expect(changeOf("hush one", "hush one")).toEqual([]);
  expect(changeOf("hush one", notShown)).toEqual([]);
  expect(changeOf(notShown, undefined)).toEqual([["options.client_secret", "delete", true]]);
  expect(changeOf(undefined, "hush one")).toEqual([["options.client_secret", "add", true]]);
});

test("secrets that the service returns encrypted or not at all are no difference, and are listed", () => {
  const users = (name: string, key: Json, configuration: JsonObject) =>
    side(name, [
      object("connection", "con_1", {
        ...{ name: "users", strategy: "auth0", options: { configuration, client_secret: key } },
      }),
    ]);
  const a = users("dev", "same", { PASSWORD: "2.0$00000000000000000000000000000001$a", OLD: "2.0$a" });
  const b = users("prod", notShown, { PASSWORD: "2.0$00000000000000000000000000000002$b", NEW: "2.0$a" });
  const found = compare(a, b);
  expect(pathsIn(found)).toEqual({ users: ["options.configuration.NEW", "options.configuration.OLD"] });
  const paths = ["options.client_secret", "options.configuration.PASSWORD"];
  expect(found.notComparable).toMatchObject([{ name: "users", paths }]);
  expect(toText(found)).toMatch(/cannot be compared, .*:\n {2}Connection "users": options\.client_secret, options\.c/);
  expect(compare(a, { ...b, isPartial: true }).notComparable).toEqual([]);
  const mayDiffer = paths.map((property) => ({ type: "connection", property, reason: "own values" }) as const);
  expect(compare(a, b, { expected: expected({ mayDiffer }) })).toMatchObject({ notComparable: [], idle: [] });
});

describe("names that several objects of a side have", () => {
  const apps = (...ids: readonly string[]) => ids.map((id) => object("client", id, { name: "Job" }));
  const grant = (id: string, clientId: string) =>
    object("clientGrant", id, { clientId, audience: "https://a.example.com", subjectType: "client" });

  test("are reported, and their grants are left out, until lines of the file pair the objects", () => {
    const a = side("dev", [...apps("one-application", "two-applications"), grant("cgr_1", "one-application")]);
    const b = side("prod", [...apps("three-of-prod", "four-of-prod"), grant("cgr_2", "four-of-prod")]);
    const result = compare(a, b);
    expect(result.ambiguous).toEqual([
      {
        type: "client",
        name: "Job",
        title: 'Client "Job"',
        ids: [
          ["one-application", "two-applications"],
          ["three-of-prod", "four-of-prod"],
        ],
      },
    ]);
    expect([result.missing, result.different, isSame(result)]).toEqual([[], [], false]);
    const pairs = [
      { type: "client" as const, from: "one-application", to: "four-of-prod" },
      { type: "client" as const, from: "two-applications", to: "three-of-prod" },
    ];
    expect(isSame(compare(a, b, { expected: expected({ pairs }) }))).toBe(true);
    expect(() =>
      compare(a, b, { expected: expected({ pairs: [{ type: "client", from: "Job", to: "Job" }] }) }),
    ).toThrow('2 objects of dev are called "Job". Use the id of one: one-application, two-applications.');
  });
});

describe("replacements", () => {
  test("nest, but no replacement applies to the result of itself", () => {
    const all = new Replacements([
      { from: "dev.", to: "host." },
      { from: "host.", to: "" },
      { from: "example.com", to: "prod.example.com" },
    ]);
    expect(all.apply("https://dev.api.example.com")).toBe("https://api.prod.example.com");
  });

  test("that explain no difference are named, in either order of the sides", () => {
    const a = side("dev", [object("role", "rol_1", { name: "dev-Admin" })]);
    const b = side("prod", [object("role", "rol_2", { name: "Admin" })]);
    const file = expected({
      replacements: [
        { from: "dev-", to: "" },
        { from: "test-", to: "" },
      ],
    });
    for (const result of [compare(a, b, { expected: file }), compare(b, a, { expected: file })]) {
      expect(result.idle).toEqual([{ list: "replacements", from: "test-", to: "" }]);
      expect(isSame(result)).toBe(true);
    }
  });

  const shop = (properties: JsonObject) => object("client", "1", { name: "Shop", ...properties });
  const withFile = (from: string, to: string, was: JsonObject, is: JsonObject) =>
    compare(side("dev", [shop(was)]), side("prod", [shop(is)]), {
      expected: expected({ replacements: [{ from, to }] }),
    });

  test.each([
    ["https://a.", "http://*.", "https://a.example.com/cb", "http://*.example.com/cb"],
    ["dev.example.com", "*.example.com", "https://dev.example.com/cb", "https://*.example.com/cb"],
    ["/cb", "/other", "https://shop.example.com/cb", "https://shop.example.com/other"],
    [":8443", "", "https://shop.example.com:8443/cb", "https://shop.example.com/cb"],
    ["dev.example.com", "dev.example.com.*", "https://dev.example.com/", "https://dev.example.com.*/"],
    ["dev.example.com", "localhost", "https://dev.example.com/cb", "https://localhost/cb"],
  ])('of %s by %s leave a callback under "to check"', (from, to, was, is) => {
    const result = withFile(
      from,
      to,
      { callbacks: ["https://same.example.com", was] },
      { callbacks: [is, "https://same.example.com"] },
    );
    expect(isSame(result)).toBe(true);
    expect(result.idle).toEqual([]);
    expect(result.toCheck).toMatchObject([
      {
        name: "Shop",
        changes: [
          { path: "callbacks[]", was },
          { path: "callbacks[]", is },
        ].toSorted((a, b) => (String(a.was ?? a.is) < String(b.was ?? b.is) ? -1 : 1)),
      },
    ]);
    expect(result.toCheck[0]?.changes.every(({ safeguard }) => safeguard !== undefined)).toBe(true);
    expect(result.expected).toBe(0);
  });

  test.each([
    ["dev.example.com", "shop.example.com", "https://dev.example.com/cb?x=1", "https://shop.example.com/cb?x=1"],
    ["dev.example.com", "example.com", "https://login.dev.example.com:8443", "https://login.example.com:8443"],
    ["dev-", "", "com.example.app://dev-shop.example.com/ios", "com.example.app://shop.example.com/ios"],
  ])("of %s by %s explain a callback by its host", (from, to, was, is) => {
    const result = withFile(from, to, { callbacks: [was] }, { callbacks: [is] });
    expect([isSame(result), result.toCheck]).toEqual([true, []]);
  });

  test("of texts that are not hosts explain references and values that do not matter for security", () => {
    expect(withFile("of dev", "of prod", { description: "of dev" }, { description: "of prod" }).toCheck).toEqual([]);
    const sides = (["dev", "prod"] as const).map((name) =>
      side(name, [
        object("role", `rol_000000000000${name}`, { name: `${name}-Admin` }),
        object("connection", `con_000000000000${name}`, {
          name: `${name}-corp`,
          strategy: "oidc",
          enabledClients: [`app_000000000000${name}`],
        }),
        object("client", `app_000000000000${name}`, { name: `${name}-Shop` }),
      ]),
    );
    const [a, b] = sides;
    if (!a || !b) throw new Error("there are two sides");
    const file = expected({ replacements: [{ from: "dev-", to: "prod-" }] });
    expect(compare(a, b, { expected: file })).toMatchObject({ different: [], toCheck: [], missing: [] });
  });

  test('of a permission leave it under "to check", beside the differences that nothing explains', () => {
    const grant = (...scope: string[]) =>
      object("clientGrant", "cgr_1", { clientId: "app_1", audience: "https://a.example.com", scope });
    const file = expected({ replacements: [{ from: "read:", to: "delete:" }] });
    const [a, b] = [side("dev", [grant("read:x")]), side("prod", [grant("delete:x", "write:x")])];
    const result = compare(a, b, { expected: file });
    expect(result.different).toMatchObject([{ changes: [{ path: "scope[]", is: "write:x" }] }]);
    expect(result.toCheck).toMatchObject([
      {
        changes: [
          { path: "scope[]", is: "delete:x" },
          { path: "scope[]", was: "read:x" },
        ],
      },
    ]);
    const mirrored = compare(b, a, { expected: { ...file, sides: { from: "dev", to: "prod" } } });
    expect(mirrored.toCheck).toMatchObject([{ changes: [{ was: "delete:x" }, { is: "read:x" }] }]);
  });
});

test("the file permits objects and properties to differ for a reason, and unneeded entries are named", () => {
  const a = side("dev", [
    object("role", "rol_1", { name: "Debug", description: "For tests" }),
    object("role", "rol_2", { name: "Admin", description: "of dev" }),
  ]);
  const b = side("prod", [object("role", "rol_3", { name: "Admin", description: "of prod" })]);
  const mayDiffer = [
    { type: "role" as const, object: "Deb*", reason: "only for tests" },
    { type: "role" as const, property: "description", reason: "texts of the team" },
    { type: "client" as const, property: "callbacks", reason: "of yesterday" },
  ];
  const result = compare(a, b, { expected: expected({ mayDiffer }) });
  expect([result.different, result.missing, result.expected]).toEqual([[], [], 2]);
  expect(result.idle).toEqual([{ list: "mayDiffer", ...mayDiffer[2] }]);
});

test('a permitted property is still shown under "to check" if its difference breaks a rule on one side', () => {
  const application = (sso: boolean, description: string) => object("client", "1", { name: "shop", description, sso });
  const [a, b] = [side("dev", [application(true, "A")]), side("prod", [application(false, "B")])];
  const judge = () => (one: ExistingObject) =>
    one.properties.sso === false ? [{ id: "single-sign-on-of-our-own", paths: ["sso"] }] : [];
  const mayDiffer = [{ type: "client" as const, property: "*", reason: "of today" }];
  const result = compare(a, b, { expected: expected({ mayDiffer }), judge });
  expect(result.different).toEqual([]);
  expect(result.toCheck).toMatchObject([
    { changes: [{ path: "sso", was: true, is: false }], weaker: [{ on: 1, rule: "single-sign-on-of-our-own" }] },
  ]);
  for (const text of [toText(result), toMarkdown(result)]) {
    expect(text).toContain("weaker in prod: fails the rule single-sign-on-of-our-own of the security baseline");
    expect(text).toContain("sso: true → false");
  }
  // Permitted or not, the rule is named where its property is.
  const other = [{ type: "client" as const, property: "sso", reason: "of today" }];
  const both = compare(a, b, { expected: expected({ mayDiffer: other }), judge });
  expect(both.different).toMatchObject([{ changes: [{ path: "description" }] }]);
  expect(both.different[0]).not.toHaveProperty("weaker");
  expect(both.toCheck).toHaveLength(1);
});

test('an entry by pattern or for a whole object hides no safeguard; an entry that names the safeguard keeps it under "to check"', () => {
  const app = (id: string, callback: string, name: string) =>
    object("client", id, { name: "Portal", description: name, callbacks: [callback] });
  const a = side("dev", [app(first, "https://a.example.com/cb", "one")]);
  const b = side("prod", [app(second, "https://evil.example.com/cb", "two")]);
  const permitted = (more: object) =>
    compare(a, b, { expected: expected({ mayDiffer: [{ type: "client", reason: "of today", ...more }] }) });
  for (const more of [{}, { object: "Portal" }, { property: "*" }, { property: "callback?" }]) {
    const result = permitted(more);
    expect(pathsIn(result).Portal).toEqual(expect.arrayContaining(["callbacks[]"]));
    expect(isSame(result)).toBe(false);
  }
  const named = permitted({ object: "Port*", property: "callbacks" });
  expect(pathsIn(named)).toEqual({ Portal: ["description"] });
  expect(named.toCheck).toMatchObject([
    { name: "Portal", changes: [{ path: "callbacks[]" }, { path: "callbacks[]" }] },
  ]);
  for (const text of [toText(named), toMarkdown(named)]) expect(text).toContain("https://evil.example.com/cb");
  expect(toText(named)).toContain("1 to check");
});

describe("a side that breaks a rule of the baseline is named as weaker", () => {
  const api = (id: string, more: JsonObject) =>
    object("resourceServer", id, { identifier: "https://a.example.com", name: "A", ...more });
  // As rules do that judge other objects, too, or a value that is equal after a replacement.
  const judge = ({ name }: Side) => {
    return () => (name === "prod" ? [{ id: "api-of-example", paths: ["enforcePolicies"] }] : []);
  };
  const weaker = [{ on: 1, rule: "api-of-example" }];

  test("if no value differs", () => {
    const result = compare(side("dev", [api("1", {})]), side("prod", [api("2", {})]), { judge });
    expect([result.different, isSame(result)]).toEqual([[], true]);
    expect(result.toCheck).toMatchObject([{ name: "https://a.example.com", changes: [], weaker }]);
    for (const text of [toText(result), toMarkdown(result)]) {
      expect(text).toContain("weaker in prod: fails the rule api-of-example of the security baseline");
    }
  });

  test("if every other difference is expected", () => {
    const mayDiffer = [{ type: "resourceServer" as const, property: "name", reason: "of today" }];
    const [a, b] = [side("dev", [api("1", {})]), side("prod", [api("2", { name: "B" })])];
    const result = compare(a, b, { judge, expected: expected({ mayDiffer }) });
    expect([result.different, result.expected, isSame(result)]).toEqual([[], 1, true]);
    expect(result.toCheck).toMatchObject([{ changes: [], weaker }]);
  });

  test("but not because of values that a state does not have", () => {
    const [a, b] = [side("dev", [api("1", {})], { isPartial: true }), side("prod", [api("2", {})])];
    expect(compare(a, b, { judge }).toCheck).toEqual([]);
  });
});

test("an entry is not unneeded if a side cannot show the value: a state, or a hidden secret", () => {
  const corp = (options: JsonObject) => object("connection", "con_1", { name: "corp", strategy: "oidc", options });
  const mayDiffer = [{ type: "connection" as const, property: "options.client_secret", reason: "one for each tenant" }];
  const file = expected({ mayDiffer, replacements: [{ from: "dev-", to: "" }] });
  const states = [side("dev", [corp({})], { isPartial: true }), side("prod", [corp({})], { isPartial: true })] as const;
  expect(compare(...states, { expected: file }).idle).toEqual([]);
  const hidden = [
    side("dev", [corp({ client_secret: notShown })]),
    side("prod", [corp({ client_secret: notShown })]),
  ] as const;
  expect(compare(...hidden, { expected: expected({ mayDiffer }) }).idle).toEqual([]);
});

test("the remedies fit the differences", () => {
  const corp = (secret: string, displayName: string) =>
    object("connection", "con_1", { name: "corp", strategy: "oidc", displayName, options: { client_secret: secret } });
  const text = toText(compare(side("dev", [corp("one", "Corp")]), side("prod", [corp("two", "Firm")])));
  expect(text).toContain("[configuration] if each stack needs a different value");
  expect(text).toContain("whose tenant lacks it or has a wrong value");
});

test("a type that cannot be read is named, unless an entry of the file permits the whole type", () => {
  const grant = (id: string) => object("clientGrant", id, { clientId: first, audience: "https://a.example.com" });
  const unread = new Map([["client" as const, ["all applications: the scope read:clients is missing"]]]);
  const a = side("dev", [object("client", first, { name: "Portal" }), grant("cgr_1")]);
  const b = side("prod", [grant("cgr_2")], { unread });
  const result = compare(a, b);
  expect([result.different, result.missing]).toEqual([[], []]);
  // Without the applications, grants cannot be told apart.
  expect(result.notCompared.map(({ type, on }) => [type, on])).toEqual(
    expect.arrayContaining([
      ["client", 1],
      ["clientGrant", 1],
    ]),
  );
  const types = [...new Set(result.notCompared.map(({ type }) => type))];
  const mayDiffer = types.map((type) => ({ type, reason: "the plan does not include it" }));
  expect(compare(a, b, { expected: expected({ mayDiffer }) })).toMatchObject({
    notCompared: [],
    expected: types.length,
    idle: [],
  });
});

test("the objects that were read of a partly unreadable type are compared, and none is missing", () => {
  const role = (id: string, name: string, description: string) => object("role", id, { name, description });
  const a = side("dev", [role("rol_1", "Admin", "one"), role("rol_2", "Reader", "")]);
  const unread = new Map([["role" as const, ['role "Reader": its id is unusable']]]);
  const b = side("prod", [role("rol_3", "Admin", "two")], { unread });
  for (const result of [compare(a, b), compare(b, a)]) {
    expect(pathsIn(result)).toEqual({ Admin: ["description"] });
    expect(result.missing).toEqual([]);
    expect(result.notCompared).toMatchObject([{ type: "role", why: 'role "Reader": its id is unusable' }]);
  }
});

describe("--learn", () => {
  const apis = (name: string, host: string, secret: string) =>
    side(
      name,
      ["orders", "stock", "billing"].flatMap((api, n) => [
        object("resourceServer", `${n}`, { identifier: `https://${api}.${host}`, name: `${api}-${name}` }),
        object("connection", `con_${n}`, {
          name: `${api}-users`,
          strategy: "oidc",
          options: { issuer: `https://login.${host}/${api}`, client_secret: `${name}-${secret}${n}` },
        }),
      ]),
    );

  test("proposes the replacements that explain most differences first, never a bare word and never a secret", () => {
    const [a, b] = [apis("dev", "dev.example.com", "hush"), apis("prod", "prod.example.com", "hush")];
    const replacements = proposedReplacements(compare(a, b));
    expect(replacements[0]).toEqual({ from: "dev.example.com", to: "prod.example.com" });
    expect(JSON.stringify(replacements)).not.toContain("hush");
    expect(replacements.filter(({ from, to }) => /^\w+$/.test(from) || /^\w+$/.test(to))).toEqual([]);
    const again = proposedReplacements(compare(a, b, { expected: expected({ replacements }) }));
    expect([...replacements, ...again]).toContainEqual({ from: "-dev", to: "-prod" });
  });

  test("never proposes to permit differences that matter for security, or missing objects", () => {
    const app = (id: string, more: JsonObject) => object("client", id, { name: "Portal", ...more });
    const a = side("dev", [app(first, { callbacks: ["https://a.example.com"], description: "one" })]);
    const b = side("prod", [
      app(second, { callbacks: ["https://b.example.com"], description: "two" }),
      object("role", "rol_1", { name: "Admin" }),
    ]);
    expect(proposedPermissions(compare(a, b), "2026-12-31").map(({ property }) => property)).toEqual(["description"]);
  });

  test("proposes to permit the differences that it has seen, also in entries of documents and elements of sets", () => {
    const app = (...clientAliases: readonly string[]) => object("client", first, { name: "Portal", clientAliases });
    const texts = (login: JsonObject) =>
      object("promptTexts", "login::en", { prompt: "login", language: "en", texts: { login } });
    const a = side("dev", [app("an-alias-of-dev"), texts({ title: "Hello", "button:text": "Go" })]);
    const b = side("prod", [app(), texts({ title: "Welcome" })]);
    const before = compare(a, b);
    expect(Object.values(pathsIn(before)).flat().toSorted()).toEqual([
      "clientAliases[]",
      "texts.login.title",
      'texts.login["button:text"]',
    ]);
    const mayDiffer = proposedPermissions(before, "2026-12-31");
    expect(compare(a, b, { expected: expected({ mayDiffer }) })).toMatchObject({ different: [], idle: [] });
  });

  test("proposes neither a property that matters for security, nor the path of a secret", () => {
    const api = (id: string, name: string, enforcePolicies: boolean) =>
      object("resourceServer", id, { identifier: "https://a.example.com", name, enforcePolicies });
    const corp = (secret: string, name: string) =>
      object("connection", "con_1", {
        name: "corp",
        strategy: "oidc",
        displayName: name,
        options: { client_secret: secret },
      });
    const a = side("dev", [api("1", "A", true), corp("one", "Corp")]);
    const b = side("prod", [api("2", "B", false), corp("two", "Firm")]);
    const proposed = proposedPermissions(compare(a, b), "2026-12-31");
    expect(proposed.map(({ type, property }) => [type, property])).toEqual([
      ["resourceServer", "name"],
      ["connection", "displayName"],
    ]);
  });

  test("pairs two unmatched applications that each take the same place in a list", () => {
    const tenant = (name: string, id: string, app: string) =>
      side(name, [
        object("client", id, { name: app, clientId: id }),
        object("connection", `con_${name}`, { name: "corp", strategy: "oidc", enabledClients: [id] }),
      ]);
    const [a, b] = [tenant("dev", first, "Portal (dev)"), tenant("prod", second, "Portal")];
    const before = compare(a, b);
    const pairs = proposedPairs(before);
    expect(pairs).toEqual([{ type: "client", from: "Portal (dev)", to: "Portal" }]);
    expect(isSame(compare(a, b, { expected: expected({ pairs }) }))).toBe(true);
    expect(proposedPermissions(before, "2026-12-31")).toEqual([]);
  });

  test.each([
    ["orders.dev.acme.test", "orders.acme.test", "dev.acme.test", "acme.test"],
    ["orders.acme.test", "orders.acme.example", "acme.test", "acme.example"],
    ["orders-dev.acme.test", "orders.acme.test", "-dev.acme.test", ".acme.test"],
    ["orders.dev.acme.test", "orders.prod.acme.test", "dev.acme.test", "prod.acme.test"],
  ])("proposes whole hosts: %s and %s", (was, is, from, to) => {
    const tenant = (name: string, host: string) =>
      side(
        name,
        ["orders", "stock", "billing"].map((api, n) =>
          object("resourceServer", `${n}`, { identifier: `https://${host.replace("orders", api)}/v1`, name: api }),
        ),
      );
    expect(proposedReplacements(compare(tenant("dev", was), tenant("prod", is)))).toEqual([{ from, to }]);
  });

  /** Two tenants with three objects each that differ in one property by the same texts. */
  const both = (type: TypeName, propertiesOf: (n: number, text: string) => JsonObject, was: string, is: string) =>
    [
      ["dev", was],
      ["prod", is],
    ].map(([name = "", text = ""]) =>
      side(
        name,
        [1, 2, 3].map((n) => object(type, `${type}-of-${name}-${n}`, propertiesOf(n, text))),
      ),
    ) as [Side, Side];
  const api = (n: number, text: string) => ({ identifier: `https://a${n}.example.com`, name: `A${n}${text}` });

  test.each<[string, TypeName, (n: number, text: string) => JsonObject, string, string]>([
    [
      "a callback that leads over http",
      "client",
      (n, scheme) => ({ name: `P${n}`, callbacks: [`${scheme}://p${n}.example.com/cb`] }),
      "https",
      "http",
    ],
    [
      "the scheme of a URL that is a name",
      "resourceServer",
      (n, scheme) => ({ identifier: `${scheme}://a${n}.example.com`, name: "A" }),
      "https",
      "http",
    ],
    [
      "an origin for every host",
      "client",
      (n, host) => ({ name: `P${n}`, webOrigins: [`https://${host}.example.com`] }),
      "portal-dev",
      "*",
    ],
    ["a name with a wildcard", "resourceServer", api, "-dev", "-*"],
    ["a name that differs in its number", "resourceServer", api, "-v1-x", "-v2-x"],
    [
      "the length of a prefix",
      "role",
      (n, length) => ({ name: `R${n}`, description: `10.${n}.0.0/${length} only` }),
      "24",
      "8",
    ],
    [
      "a host of an allowlist",
      "client",
      (n, host) => ({ name: `P${n}`, allowedLogoutUrls: [`https://${host}/${n}`] }),
      "www.example.com",
      "www.evil.example",
    ],
    [
      "the issuer of an identity provider",
      "connection",
      (n, host) => ({ name: `corp-${n}`, strategy: "oidc", options: { issuer: `https://${host}/${n}` } }),
      "idp.example.com",
      "idp.evil.example",
    ],
    [
      "a host in code",
      "action",
      (n, host) => ({ name: `A${n}`, code: `fetch("https://${host}/${n}")` }),
      "a.example.com",
      "a.evil.example",
    ],
    [
      "an algorithm",
      "client",
      (n, hash) => ({ name: `P${n}`, addons: { samlp: { signatureAlgorithm: `rsa-${hash}` } } }),
      "sha-256",
      "sha-one",
    ],
    [
      "the strictness in a description",
      "role",
      (n, text) => ({ name: `R${n}`, description: `mode: ${text}-mode` }),
      "strict",
      "open",
    ],
  ])("proposes no replacement that would hide a weaker value for ever: %s", (_, type, propertiesOf, was, is) => {
    const [a, b] = both(type, propertiesOf, was, is);
    const before = compare(a, b);
    expect(before.different.length + before.missing.length).toBeGreaterThan(0);
    expect(proposedReplacements(before)).toEqual([]);
  });

  test("proposes no replacement because of a property that matters for security", () => {
    const names = both("resourceServer", api, "-dev", "-prod");
    expect(proposedReplacements(compare(...names))).toEqual([{ from: "-dev", to: "-prod" }]);
    const addresses = both(
      "client",
      (n, text) => ({ name: `P${n}`, initiateLoginUri: `https://login${text}.example.com/` }),
      "-dev",
      "-prod",
    );
    expect(compare(...addresses).different).toHaveLength(3);
    expect(proposedReplacements(compare(...addresses))).toEqual([]);
  });

  test.each<[string, TypeName, (n: number, text: string) => JsonObject, string, string]>([
    ["the code of an action", "action", (_, text) => ({ name: "Check", code: text }), "deny();", "allow();"],
    [
      "a script of a database",
      "connection",
      (_, login) => ({ name: "users", strategy: "auth0", options: { customScripts: { login } } }),
      "check();",
      "pass();",
    ],
    [
      "an issuer",
      "connection",
      (_, issuer) => ({ name: "corp", strategy: "oidc", options: { issuer } }),
      "https://idp.example.com/",
      "https://idp.example.org/",
    ],
    [
      "an endpoint of an identity provider",
      "connection",
      (_, url) => ({ name: "corp", strategy: "samlp", options: { signInEndpoint: url } }),
      "https://idp.example.com/saml",
      "https://idp.example.org/saml",
    ],
    [
      "a key of an identity provider",
      "connection",
      (_, key) => ({ name: "corp", strategy: "samlp", options: { signingCert: key } }),
      "MIIC one",
      "MIIC two",
    ],
    [
      "an option of an identity provider",
      "connection",
      (_, domain) => ({ name: "corp", strategy: "waad", options: { tenant_domain: domain } }),
      "example",
      "other",
    ],
    ["a page", "loginPageTemplate", (_, body) => ({ body }), "<p>one</p>", "<p>two</p>"],
    [
      "a URL",
      "client",
      (_, url) => ({ name: "P", logoUri: url }),
      "https://a.example.com/x",
      "https://b.example.org/y",
    ],
    [
      "a key of an application",
      "client",
      (_, pem) => ({ name: "P", encryptionKey: { pub: pem, cert: pem } }),
      "one key",
      "other key",
    ],
    [
      "a secret in metadata",
      "client",
      (_, text) => ({ name: "P", clientMetadata: { note: `sk_${"live"}_${text}` } }),
      "q7Rk2Zp9Xw4Lt8Vb",
      "m3Yd6Nc1Hs5Kf0Jg",
    ],
  ])("never proposes to permit differences of %s", (_, type, propertiesOf, was, is) => {
    const of = (name: string, text: string) => side(name, [object(type, `the-${type}`, propertiesOf(1, text))]);
    const before = compare(of("dev", was), of("prod", is));
    expect(before.different).toHaveLength(1);
    expect(proposedPermissions(before, "2026-12-31")).toEqual([]);
  });

  /** A tenant with four APIs at a host, and two applications that each may use one of them. */
  const withGrants = (name: string, urlOf: (api: string) => string, granted: string) => {
    const clients = ["Portal", "Job"].map((app, n) => object("client", `${name}-client-000${n}`, { name: app }));
    const names = ["orders", "billing", "stock", "people"];
    const all = names.map((api, n) => object("resourceServer", `${n}`, { identifier: urlOf(api), name: api }));
    const grants = clients.map(({ id }, n) =>
      object("clientGrant", `cgr_${name}_${n}`, { clientId: id, audience: urlOf(granted), subjectType: "client" }),
    );
    return side(name, [...clients, ...all, ...grants]);
  };

  test("proposes no pair for objects that a replacement explains, so that a grant of another API stays a difference", () => {
    const a = withGrants("dev", (api) => `https://dev.example.com/${api}`, "orders");
    const b = withGrants("prod", (api) => `https://example.com/${api}`, "billing");
    const replacements = proposedReplacements(compare(a, b));
    expect(replacements).toEqual([{ from: "dev.example.com", to: "example.com" }]);
    expect(compare(a, b, { expected: expected({ replacements }) }).missing).toHaveLength(4);
  });

  test("matches each object with one other object only", () => {
    const roles = (name: string, ...names: readonly string[]) =>
      side(
        name,
        names.map((role) => object("role", `rol_${role}`, { name: role })),
      );
    const a = roles("dev", "Portal-dev", "Shop-dev", "Portal-test", "Shop-test");
    expect(proposedReplacements(compare(a, roles("prod", "Portal-live", "Shop-live")))).toHaveLength(1);
  });

  test("proposes no replacement that undoes another proposal", () => {
    const of = (name: string, host: string, place: string) =>
      side(name, [
        ...["orders", "billing", "stock"].map((api, n) => {
          return object("resourceServer", `${n}`, { identifier: `https://${host}/${api}`, name: api });
        }),
        ...["Reader", "Editor"].map((role) => object("role", `rol_${role}`, { name: role, description: place })),
      ]);
    const a = of("dev", "eu.dev.example.com", "of eu.dev.example.com");
    const b = of("prod", "eu.example.com", "of us.live.example.com");
    expect(proposedReplacements(compare(a, b))).toEqual([{ from: "dev.example.com", to: "example.com" }]);
  });

  test("takes no grants as evidence that an API was renamed", () => {
    const a = withGrants("dev", (api) => `urn:example:${api === "stock" ? "old" : api}`, "stock");
    const b = withGrants("prod", (api) => `urn:example:${api === "stock" ? "new" : api}`, "stock");
    expect(proposedReplacements(compare(a, b))).toEqual([]);
  });

  test("proposes replacements for hosts of URLs only, not for paths", () => {
    const of = (name: string) => withGrants(name, (api) => `https://example.com/${name}/${api}`, "orders");
    expect(proposedReplacements(compare(of("dev"), of("prod")))).toEqual([]);
  });

  test("proposes no entry for an object whose name would be a pattern", () => {
    const role = (name: string, description: string) => object("role", `rol_${name}`, { name, description });
    const of = (name: string) => side(name, [role("*", `of ${name}`), role("Admin", "the same")]);
    expect(proposedPermissions(compare(of("dev"), of("prod")), "2026-12-31")).toEqual([]);
  });
});

test("an undeclared value of a state is no difference", () => {
  const a = side("dev", [object("role", "rol_1", { name: "Admin" })], { isPartial: true });
  const b = side("prod", [
    object("role", "rol_2", { name: "Admin", description: "May do everything" }),
    object("branding", "branding", { logoUrl: "https://www.example.com/logo.svg" }),
  ]);
  expect(isSame(compare(a, b))).toBe(true);
});

test("texts of both sides cannot imitate references, control the terminal, or write comments", () => {
  const hostile = "x\u001b[2J\u202e\n::error::`@team`\u0000<tenant\u0000>";
  const a = side("dev", [object("role", "rol_1", { name: hostile, description: "dev.tenants.example.com" })]);
  const b = side("prod\u001b[31m", [object("role", "rol_2", { name: hostile, description: "\u0000<tenant\u0000>" })]);
  const result = compare(a, b);
  expect(result.different).toHaveLength(1);
  for (const text of [toText(result), toMarkdown(result)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
    expect(text).not.toMatch(/[\u0000\u001b\u202e]/);
    expect(text.split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
  }
  expect(toMarkdown(result).replaceAll(/(`+) ?.*? ?\1(?!`)/g, "")).not.toContain("@team");
});

test.each([
  "</code><script>alert(1)</script>",
  "[a](https://evil.example.com)![b](https://evil.example.com/x.png)",
  "a | b | c",
  "<!-- hidden",
  "```\n# heading\n- item",
  "`` ` ``` @team #1",
  "\u0007\u009b31m\u2028\u202e\ufeff",
  "&lt;b&gt; *bold* _x_ ~~y~~ $z$",
])("names stay text in the comment of a pull request: %j", (hostile) => {
  const role = (id: string, name: string, description: string) => object("role", id, { name, description });
  const rule = [{ id: hostile, paths: ["description"] }];
  const a = side(`dev ${hostile}`, [role("rol_1", hostile, "one"), role("rol_2", `${hostile} only`, "")]);
  const b = side("prod", [role("rol_3", hostile, hostile), role(hostile, "twice", ""), role("rol_5", "twice", "")], {
    unread: new Map([["client", [hostile]]]),
  });
  const double = side(`dev ${hostile}`, [...a.objects, role("rol_6", "twice", "")]);
  const result = compare(double, b, { judge: () => () => rule });
  expect([result.different, result.missing, result.ambiguous, result.notCompared].every((all) => all.length > 0)).toBe(
    true,
  );
  const markdown = toMarkdown(result);
  // Nothing is left outside of code spans but the list's own markup.
  const outside = markdown.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  expect(outside).toMatch(/^[#*\s-]*$/);
  for (const text of [markdown, toText(result)]) {
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

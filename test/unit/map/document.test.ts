import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapOf, toMermaid } from "../../../provider/src/map/map.ts";
import { objectOf, product } from "../graph/objects.ts";

const managed = product.map((object) => ({ ...object, stack: "dev" }));

describe("the map as data", () => {
  it("includes referred objects, the manager of each object, and the references", () => {
    const map = mapOf({
      objects: [...managed.slice(0, 3), objectOf("role", "rol_1", { name: "Admin" })],
      stacks: ["dev"],
    });
    expect(map.objects.map(({ kind, label, state, stacks }) => [kind, label, state, ...stacks])).toEqual([
      ["ResourceServer", "Orders", "managed", "dev"],
      ["Client", "Portal", "managed", "dev"],
      ["Role", "Admin", "unmanaged"],
      ["ClientGrant", "Portal · Orders", "managed", "dev"],
    ]);
    const label = (key: string) => map.objects.find((object) => object.key === key)?.label;
    expect(
      map.links.map(({ from, to, as, concerns, alsoTo }) => [label(from), as, label(to), concerns, alsoTo]),
    ).toEqual([
      ["Portal · Orders", "clientId", "Portal", "from", true],
      ["Portal · Orders", "audience", "Orders", "from", undefined],
    ]);
    expect(map.objects.map(({ called }) => called)).toEqual([["https://orders.example.com"], [], [], []]);
    expect(map.kinds).toContainEqual({ kind: "ClientGrant", plural: "client grants", isRelation: true });
  });

  it("names by its references only an object without a name of its own", () => {
    const { objects, kinds } = mapOf({
      objects: [
        objectOf("action", "act_1", { name: "Exchange" }),
        objectOf("tokenExchangeProfile", "tep_1", { subjectTokenType: "urn:example:session", actionId: "act_1" }),
        objectOf("clientAuthentication", "app_1", { clientId: "app_1" }),
        objectOf("client", "app_1", { name: "Portal" }),
      ],
      stacks: [],
    });
    const isRelation = new Map(kinds.map((one) => [one.kind, one.isRelation]));
    expect(objects.map(({ kind, label }) => [kind, label, isRelation.get(kind)])).toEqual([
      ["Client", "Portal", false],
      ["ClientAuthentication", "Portal", true],
      ["Action", "Exchange", false],
      ["TokenExchangeProfile", "urn:example:session", false],
    ]);
  });

  it("distinguishes objects by their whole identity, such as the texts of a prompt in two languages", () => {
    const { objects } = mapOf({
      objects: [
        objectOf("promptTexts", "login::en", { prompt: "login", language: "en" }),
        objectOf("promptTexts", "login::de", { prompt: "login", language: "de" }),
        objectOf("promptRendering", "login-id::login-id", { prompt: "login-id", screen: "login-id" }),
      ],
      stacks: [],
    });
    expect(objects.map(({ label, called }) => [label, ...called])).toEqual([
      ["login · de"],
      ["login · en"],
      ["login-id · login-id"],
    ]);
  });

  it("marks users as outside of programs, and management as unknown if no stack was read", () => {
    const states = (stacks: readonly string[] | undefined) =>
      mapOf({ objects: product, stacks }).objects.map(({ kind, state }) =>
        kind === "User" ? state : `object ${state}`,
      );
    expect(new Set(states(undefined))).toEqual(new Set(["object unknown", "outside"]));
    expect(new Set(states([]))).toEqual(new Set(["object unmanaged", "outside"]));
  });

  it("has one object for the entries of two stacks, also if the tenant lists it too", () => {
    const [api] = product;
    if (!api) throw new Error("there is an API");
    const { urn: _, ...listed } = api;
    const twice = [
      { ...api, stack: "a" },
      { ...api, urn: "urn:pulumi:b::shop::x::y", stack: "b" },
    ];
    expect(mapOf({ objects: [...twice, { ...listed, name: "Orders" }], stacks: ["a", "b"] }).objects).toMatchObject([
      { label: "Orders", stacks: ["a", "b"], state: "managed" },
    ]);
  });

  it("contains no properties except names and references", () => {
    const secret = { ...objectOf("connection", "con_1", { name: "corp", options: { client_secret: "hidden" } }) };
    expect(JSON.stringify(mapOf({ objects: [secret], stacks: [] }))).not.toContain("hidden");
  });
});

describe("the map in Mermaid", () => {
  it("is a flowchart with a line for each object and each reference", () => {
    const { text, objects, references } = toMermaid(mapOf({ objects: managed, stacks: ["dev"] }));
    expect([objects.size, references]).toEqual([0, 0]);
    expect(text).toMatch(/^flowchart LR\n/);
    expect(text.match(/^ {2}o\d+\["/gm)).toHaveLength(14);
    expect(text.match(/^ {2}o\d+ -->\|\w+\| o\d+$/gm)).toHaveLength(14);
  });

  it("has only labels of letters, digits and character codes, whatever names are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, id) => {
        const { text } = toMermaid(mapOf({ objects: [objectOf("client", id, { name: `"]${name}` })], stacks: [] }));
        const lines = text.split("\n").slice(1, -2);
        for (const line of lines) expect(line).toMatch(/^ {2}o\d+\["(?:[\p{L}\p{N} ]|#\d+;)*"\]:::unmanaged$/u);
      }),
    );
  });

  it("stays within the limits of renderers, and counts the omitted objects", () => {
    const objects = Array.from({ length: 2_000 }, (_, at) =>
      objectOf("clientGrant", `cgr_${at}`, { clientId: `app_${at}`, audience: `https://${at}.example.com` }),
    );
    const map = mapOf({ objects, stacks: [] });
    const { text, objects: left, references } = toMermaid(map);
    const count = [...left.values()].reduce((sum, one) => sum + one, 0);
    expect(count + (text.match(/^ {2}o\d+\["/gm)?.length ?? 0)).toBe(map.objects.length);
    expect(references + (text.match(/-->/g)?.length ?? 0)).toBe(map.links.length);
    expect(text.length).toBeLessThan(50_000);
    expect(text.match(/-->/g)?.length).toBeLessThan(500);
    expect(text).toMatch(/more\["… and \d+ more objects"\]\n/);
  });

  it("omits users first, then their roles, and other objects only after all of these", () => {
    const members = Array.from({ length: 300 }, (_, at) =>
      objectOf("organizationMemberRoles", `org_1::user-${at}`, {
        ...{ organizationId: "org_1", userId: `user-${at}`, roles: ["rol_1"] },
      }),
    );
    const alone = objectOf("client", "app_9", { name: "Alone" });
    const cut = (count: number) => {
      const map = mapOf({ objects: [...members.slice(0, count), alone, ...product], stacks: [] });
      return Object.fromEntries(toMermaid(map).objects);
    };
    expect(cut(100)).toEqual({});
    expect(Object.keys(cut(180))).toEqual(["users"]);
    // All that is not of a user is there, and so many roles of members that no user has a line.
    const most = cut(300);
    expect(Object.keys(most)).toEqual(["users", "members of organizations"]);
    expect(most).toMatchObject({ users: 302 });
  });
});

import { afterAll, expect, test } from "vitest";
import { eventRoutes, TenantEvents } from "../../../provider/src/emulator/events/tenant-events.ts";
import { modulesOf } from "../../../provider/src/emulator/modules.ts";
import { table } from "../../../provider/src/emulator/shared/interface.made.ts";
import { rulesOf, tableRoutes } from "../../../provider/src/emulator/shared/interface.ts";
import { newTenant } from "../../../provider/src/emulator/shared/module.ts";
import { check, violationText } from "../../../provider/src/emulator/shared/validation.ts";
import { corrections } from "../../harness/interface/corrections.ts";
import { type Description, reduce, textAt } from "../../harness/interface/reduce.ts";
import { routes } from "../../harness/interface/routes.ts";
import { closeAll, setup } from "./client.ts";

afterAll(closeAll);

const key = (route: string) => route.replaceAll(/\{\w+\}/g, "{}");

/** The routes that the emulator serves. */
function servedRoutes(): readonly string[] {
  const now = () => 0;
  const shared = { origin: "http://127.0.0.1:1", name: "t", documents: {}, now, time: () => "" };
  const modules = modulesOf(
    { ...shared, traits: newTenant },
    { lenientPatch: true, deletionMs: 0 },
    { buildMs: now, deployMs: now },
  );
  const all = Object.values(modules).flatMap((module) => module.routes);
  return [...all, ...eventRoutes(new TenantEvents("t", 1, {}, now))].map(({ method, path }) =>
    key(`${method} ${path}`),
  );
}

test("the table has exactly the routes that the emulator serves, and the generator keeps them", () => {
  expect(servedRoutes().toSorted()).toEqual([...tableRoutes].toSorted());
  expect(routes.map(key)).toEqual(tableRoutes);
});

test("each route of the table has a scope, and each line can be read", () => {
  for (const route of tableRoutes) {
    const { scopes, parameters, body } = rulesOf(route);
    expect([route, scopes.length]).not.toEqual([route, 0]);
    expect([route, Object.values(parameters).includes(undefined as never)]).toEqual([route, false]);
    expect(body.type).toBeDefined();
  }
});

/** By place: what the last correction of the place says. */
const last = new Map(
  corrections.flatMap(({ at, is }) =>
    [at].flat().flatMap((place) => {
      const [, before = "", names = ""] = /^((?:\*|[A-Z]+ \S+)(?: (?:.*\.)?)?)([^ ]*)$/.exec(place) ?? [];
      return names.split(",").map((name) => [`${before}${name}`, is] as const);
    }),
  ),
);

test("the table has each correction", () => {
  const wrong = [...last].flatMap(([place, is]) => {
    if (place.startsWith("*") || is === "…") return [];
    const expected = /^\S+ \S+$/.test(place) ? is?.split("\n")[0] : is;
    const found = textAt(table, place.replaceAll(/[!?]+(?=$|\.)/g, ""));
    return found?.trim() === expected?.trim() ? [] : [`${place}: ${found} and not ${expected}`];
  });
  expect(wrong).toEqual([]);
  expect(last.size).toBeGreaterThan(150);
});

test("each correction has a reason", () => {
  expect(corrections.filter(({ why }) => !/^[A-Z].{15,}\.$/.test(why))).toEqual([]);
});

const described: Description = {
  schemas: {
    Mode: { type: "string", enum: ["one", "two"] },
    Link: {
      oneOf: [
        {
          type: "object",
          properties: {
            kind: { enum: ["a"], type: "string" },
            more: { type: "object", properties: { x: { type: "string" } } },
          },
        },
        {
          type: "object",
          properties: {
            kind: { enum: ["b"], type: "string" },
            more: { type: "object", properties: { y: { type: "boolean" } } },
          },
        },
      ],
    },
  },
  paths: {
    "/things/{id}": {
      patch: {
        scopes: ["update:things"],
        parameters: [{ name: "page", in: "query", schema: { type: "integer", minimum: 0 } }],
        body: {
          type: "object",
          additionalProperties: false,
          minProperties: 1,
          required: ["name"],
          properties: {
            name: { type: "string", minLength: 0, maxLength: 9, pattern: "^a+$" },
            mode: { oneOf: [{ $ref: "#/components/schemas/Mode" }, { type: "null" }] },
            uri: { type: "string", format: "absolute-uri-or-empty" },
            id: { type: "string", format: "thing-id" },
            all: { type: "array", maxItems: 2, items: { type: ["integer", "null"], minimum: 1 } },
            open: { type: "object", properties: { a: { type: "boolean" } } },
          },
        },
      },
    },
    "/links": { post: { scopes: ["create:links"], body: { $ref: "#/components/schemas/Link" } } },
  },
};

test("the generator reduces a description to the table's form", () => {
  const routesOf = ["PATCH /things/{id}", "POST /links"];
  expect(reduce(described, routesOf, [])).toBe(`/things/{id} things
 PATCH : 1..
  ?page integer 0..
  name! string ..9 /^a+$/
  mode? =one|two
  uri string %absolute-uri-or-empty
  id string 1..
  all [..2]? integer 1..
  open
   a boolean
   * any
/links links
 POST
  kind =a|b
  more
   |a
    x string
    * any
   |b
    y boolean
    * any
  * any`);
});

test("a correction replaces, adds or removes a line, and is refused if the table has no such place", () => {
  const at = (place: string, is: string | undefined) =>
    reduce(described, ["PATCH /things/{id}"], [{ at: `PATCH /things/{id}${place}`, is, why: "" }]);
  expect(at(" name!", "string")).toContain("\n  name! string\n");
  expect(at(" name?", "…")).toContain("\n  name? string ..9 /^a+$/\n");
  expect(at(" open.b", "integer")).toContain("\n   * any\n   b integer");
  expect(at(" open", undefined)).not.toContain("open");
  expect(at(" :", "2..")).toContain(" PATCH : 2..");
  expect(at(" ?page", "integer 1..")).toContain("\n  ?page integer 1..\n");
  expect(at("", "update:all update:things")).toContain(" PATCH update:all update:things : 1..");
  expect(() => at(" missing", undefined)).toThrow("PATCH /things/{id} missing: no line missing");
  expect(() => at(" missing.b", "string")).toThrow("PATCH /things/{id} missing.b: no line missing");
  expect(() => reduce(described, [], [{ at: "GET /things", is: "", why: "" }])).toThrow("no such route is kept");
});

test("errors name the place and the reason in the service's words", () => {
  const { body } = rulesOf("POST /clients");
  const said = (value: unknown) => {
    const violation = check(body, value);
    return violation && violationText("Payload", violation);
  };
  expect(said({ name: "a" })).toBeUndefined();
  expect(said({})).toBe("Payload validation error: 'Missing required property: name' on property name.");
  expect(said({ name: "a", callbacks: ["b", "b"] })).toBe(
    "Payload validation error: 'Array items are not unique (indexes 0 and 1)' on property callbacks.",
  );
  expect(said({ name: "a", logo_uri: "no" })).toBe(
    "Payload validation error: 'Object didn't pass validation for format absolute-uri-or-empty' on property logo_uri.",
  );
  expect(said({ name: "a", mobile: { ios: { team_id: 1 } } })).toBe(
    "Payload validation error: 'Expected type string but found type integer' on property mobile.ios.team_id.",
  );
});

test.each([
  ["PUT", "/guardian/factors/duo/settings", { host: "a", later: 1 }],
  [
    "POST",
    "/email-templates",
    { template: "welcome_email", body: "b", from: "", subject: "s", syntax: "liquid", enabled: true, later: 1 },
  ],
])("a newer service accepts properties that the table lacks: %s %s", async (method, path, body) => {
  const [today, newer] = [await setup(), await setup({ newerService: true })];
  expect((await today.call(method, path, body)).status).toBe(400);
  expect((await newer.call(method, path, body)).status).toBe(200);
});

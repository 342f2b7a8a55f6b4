import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { wireName } from "../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { Runs, stackOfEachTest } from "./runs.ts";

const logo = "https://www.example.com/logo.svg";
const stack = stackOfEachTest();

/** Runs of a stack that has nothing yet. */
async function afresh() {
  await stack.runs.close();
  return new Runs(stack.tenant);
}

const { up } = stack;
const look = (args: JsonObject) => up({ "branding-it": args });
const sent = () =>
  stack.tenant.requests.filter(({ method }) => method === "PATCH").map(({ path, body }) => ({ path, body }));
const at = (path: string) => stack.tenant.settings.get(path) ?? {};
const settled = async () => {
  const { engine } = await stack.runs.next();
  return engine.refresh();
};

test.each([
  [
    "with custom colors",
    {
      colors: {
        primary: "#0059d6",
        page_background: { type: "linear-gradient", start: "#fff", end: "#000", angle_deg: 35 },
      },
    },
  ],
  ["without any colors", undefined],
])("a new logo keeps identifier first (tenant %s)", async (_, before) => {
  if (before) stack.tenant.settings.update("branding", before);
  stack.tenant.settings.update("prompts", { identifier_first: true });
  expect(await look({ logoUrl: logo })).toEqual([]);
  expect(sent()).toEqual([
    { path: "/api/v2/branding", body: { logo_url: logo, colors: before?.colors ?? { primary: null } } },
  ]);
  expect(at("prompts")).toMatchObject({ identifier_first: true });
  expect(at("branding")).toEqual({ id: "branding", logo_url: logo, ...before });
  expect(await look({})).toEqual([]);
  expect(at("prompts")).toMatchObject({ identifier_first: true });
  expect(at("branding")).toEqual({ id: "branding", ...before });
});

test("a run killed after any request of a branding change keeps identifier first", async () => {
  stack.tenant.settings.update("prompts", { identifier_first: true });
  const changed: unknown[] = [];
  stack.tenant.onRequest(() => changed.push(at("prompts").identifier_first));
  for (const args of [{ logoUrl: logo }, { logoUrl: logo, font: { url: logo } }, { colors: { primary: "#000" } }, {}]) {
    expect(await look({ ...args, resetOnDestroy: true })).toEqual([]);
  }
  await up({});
  expect(new Set(changed)).toEqual(new Set([true]));
});

test("a run that ends after any of its requests keeps identifier first, and the next run completes the change", async () => {
  const look = { logoUrl: logo, font: { url: `${logo}?font` } };
  const changes: readonly (readonly [before: JsonObject | undefined, after: JsonObject | undefined])[] = [
    [undefined, look],
    [look, { ...look, logoUrl: `${logo}?2` }],
    [look, {}],
    [{ ...look, resetOnDestroy: true }, undefined],
  ];
  const programOf = (args: JsonObject | undefined) => (args ? { "branding-it": args } : {});
  let kills = 0;
  for (const [before, after] of changes) {
    for (let isEnded = false, allowed = 1; !isEnded; allowed++) {
      stack.tenant.settings.delete("branding");
      stack.tenant.settings.update("prompts", { identifier_first: true });
      stack.runs = await afresh();
      expect(await up(programOf(before))).toEqual([]);
      // All later requests fail, as nobody sends them.
      const killed = stack.tenant.inject({
        ...{ kind: "status", status: 403, path: "/api/v2/", skip: allowed, times: Number.POSITIVE_INFINITY },
      });
      await up(programOf(after));
      isEnded = killed.hits === 0;
      kills += isEnded ? 0 : 1;
      expect(at("prompts")).toMatchObject({ identifier_first: true });
      killed.remove();
      expect(await up(programOf(after))).toEqual([]);
      expect(at("prompts")).toMatchObject({ identifier_first: true });
    }
  }
  expect(kills).toBeGreaterThan(changes.length);
});

test("branding and prompt settings of one program change no value of each other", async () => {
  const program = {
    "branding-it": { logoUrl: logo, colors: { primary: "#0059d6" } },
    "promptSettings-it": { identifierFirst: true },
  };
  expect(await up(program)).toEqual([]);
  expect((await settled()).map(({ op }) => op)).toEqual(["same", "same"]);
  expect(await up({ ...program, "branding-it": { logoUrl: `${logo}?2`, colors: { primary: "#0059d6" } } })).toEqual([]);
  expect((await settled()).map(({ op }) => op)).toEqual(["same", "same"]);
});

test("a value behind two routes has one owner: no other type declares colors, logo, experience or identifier first", () => {
  const owned = new Set([
    "universal_login",
    "picture_url",
    "universal_login_experience",
    "identifier_first",
    "logo_url",
  ]);
  const owners = typeNames.flatMap((name) =>
    Object.entries(definitions[name].schema.fields).flatMap(([property, field]) =>
      definitions[name].schema.singleton !== undefined && owned.has(wireName(property, field)) ? [name] : [],
    ),
  );
  expect(new Set(owners)).toEqual(new Set(["branding", "promptSettings"]));
});

test("declaring primary alone keeps another client's background", async () => {
  stack.tenant.settings.update("branding", { colors: { primary: "#000", page_background: "#eee" } });
  expect(await look({ colors: { primary: "#111" } })).toEqual([]);
  expect(sent().map(({ body }) => body)).toEqual([{ colors: { primary: "#111" } }]);
  expect(at("branding").colors).toEqual({ primary: "#111", page_background: "#eee" });
});

test("a plain background becomes a gradient and back, without drift", async () => {
  const gradient = { start: "#fff", end: "#000", angleDeg: 35 };
  for (const colors of [{ pageBackground: "#eee" }, { pageBackgroundGradient: gradient }, { pageBackground: "#eee" }]) {
    expect(await look({ colors })).toEqual([]);
    expect((await settled()).map(({ op }) => op)).toEqual(["same"]);
  }
  expect(at("branding").colors).toEqual({ page_background: "#eee" });
  expect(await look({ colors: { pageBackground: "#eee", pageBackgroundGradient: gradient } })).toEqual([]);
  expect(at("branding").colors).toEqual({
    page_background: { type: "linear-gradient", start: "#fff", end: "#000", angle_deg: 35 },
  });
});

test("a logo that the service returns as an empty text counts as absent", async () => {
  stack.tenant.inject({
    kind: "status",
    method: "GET",
    path: "/api/v2/branding",
    status: 200,
    body: '{"logo_url":""}',
    times: Number.POSITIVE_INFINITY,
  });
  expect(await look({ faviconUrl: logo })).toEqual([]);
  expect(sent().map(({ body }) => body)).toEqual([{ favicon_url: logo, colors: { primary: null } }]);
});

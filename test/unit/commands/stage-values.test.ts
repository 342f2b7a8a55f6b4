import fc from "fast-check";
import { expect, test } from "vitest";
import { stageKeys, stageValuesIn } from "../../../provider/src/commands/stage-values.ts";
import type { Change, ResourceReport } from "../../../provider/src/report/types.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { cases } from "../../harness/scale.ts";

const changed = (type: string, name: string, changes: readonly Change[]): ResourceReport => ({
  urn: `urn:pulumi:prod::shop::${typeToken(type)}::${name}`,
  ...{ type: typeToken(type), name, id: `id of ${name}`, state: "changed", changes },
});
const update = (path: string, was: Change["was"], is?: Change["is"]): Change => ({
  ...{ path, kind: "update" },
  ...(was !== undefined && { was }),
  ...(is !== undefined && { is }),
});

const report = [
  changed("Client", "shop", [
    update("callbacks[]", "https://shop.example.com/callback"),
    update("initiateLoginUri", "https://shop.example.com", "https://dev.example.com"),
    update("refreshToken.leeway", 3, 0),
    update("isFirstParty", true, false),
    update("description", undefined, "of dev"),
    update("mobile", { ios: {} }, "text"),
  ]),
  changed("Action", "login", [update("code", "a()", "b()"), update("runtime", "node24", "node22")]),
  changed("Connection", "corp", [
    { path: "options.client_secret", kind: "update", secret: true },
    update("options.customScripts.login", "a()", "b()"),
    update("options.note", "two\nlines", "one"),
  ]),
];

const places = (patterns: readonly string[] = []) =>
  stageValuesIn(report, patterns).values.map(({ place: { name, path, kind } }) => `${name} ${path.join(".")} ${kind}`);

test("texts, numbers, booleans and secrets become configuration; lists, code and missing values stay, with a reason", () => {
  expect(places()).toEqual([
    "shop initiateLoginUri text",
    "shop refreshToken.leeway number",
    "shop isFirstParty boolean",
    "login runtime text",
    "corp options.client_secret secret",
  ]);
  expect(stageValuesIn(report, []).staying.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    "callbacks[]: an element of a list",
    "description: the tenant has no value",
    "mobile: a list or an object",
    "code: code, or a text of several lines",
    "options.customScripts.login: code, or a text of several lines",
    "options.note: code, or a text of several lines",
  ]);
});

test.each([
  ["corp", ["corp options.client_secret secret"]],
  ["shop:refreshToken", ["shop refreshToken.leeway number"]],
  ["*:runtime", ["login runtime text"]],
  ["shop:*Uri", ["shop initiateLoginUri text"]],
  ["sho", []],
])("the pattern %s chooses %j", (pattern, chosen) => expect(places([pattern])).toEqual(chosen));

test("objects that the next update creates have no value for the configuration", () => {
  const { id: _, ...created } = changed("Role", "auditor", [update("name", undefined, "auditor")]);
  expect(stageValuesIn([created], [])).toEqual({ values: [], staying: [] });
});

test("each chosen difference becomes configuration or is listed, and a property keeps its key in every further stage", () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.constant(undefined),
  );
  const path = fc.constantFrom(
    "name",
    "description",
    "callbacks[]",
    "callbacks[0]",
    "refreshToken.leeway",
    'clientMetadata["a.b"]',
  );
  const change = fc
    .record({ path, was: value, is: value, secret: fc.boolean() })
    .map(
      ({ secret, path: at, was, is }): Change =>
        (secret ? { path: at, kind: "update", secret } : update(at, was, is)) as Change,
    );
  const resource = fc
    .tuple(
      fc.constantFrom("Client", "Role"),
      fc.string({ minLength: 1 }),
      fc.uniqueArray(change, { selector: (one) => one.path }),
    )
    .map(([type, name, changes]) => changed(type, name, changes));
  const resources = fc.uniqueArray(resource, { selector: ({ urn }) => urn });
  fc.assert(
    fc.property(resources, fc.array(fc.string()), (all, taken) => {
      const { values, staying } = stageValuesIn(all, []);
      expect(values.length + staying.length).toBe(all.flatMap(({ changes }) => changes).length);
      for (const { place, value: given } of values)
        expect(given === undefined ? "secret" : typeof given === "string" ? "text" : typeof given).toBe(place.kind);
      const keys = stageKeys(values, {}, taken);
      expect(keys.size).toBe(values.length);
      expect([...keys.keys()].some((key) => taken.includes(key))).toBe(false);
      const known = Object.fromEntries([...keys].map(([key, one]) => [key, one.place]));
      expect([...stageKeys(values.toReversed(), known, taken).keys()].toSorted()).toEqual([...keys.keys()].toSorted());
    }),
    cases(),
  );
});

test("values of two resources with the same class and name stay in the program", () => {
  const [first] = report.filter(({ state }) => state === "changed");
  if (!first) throw new Error("nothing has changed");
  const { values, staying } = stageValuesIn([first, { ...first, urn: `${first.urn}2` }], []);
  expect(values).toEqual([]);
  expect(new Set(staying.map(({ why }) => why))).toEqual(
    new Set(["another resource has the same class and name, in another component"]),
  );
});

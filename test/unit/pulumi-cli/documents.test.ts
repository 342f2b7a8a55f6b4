import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesFrom } from "../../../provider/src/import/names-from/select.ts";
import { readJson } from "../../../provider/src/pulumi-cli/document.ts";
import { parseState } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { parsePlan } from "../../../provider/src/review/saved-plan.ts";
import { isObject, type Json, type JsonObject } from "../../../provider/src/schema/json.ts";
import { providerCode } from "../../../provider/src/schema/provider-code.ts";
import { urnOf } from "../helpers/preview.ts";

const manifest = { time: "2026-01-01T00:00:00Z", magic: "m", version: "v3.259.0", plugins: [{ name: "nodejs" }] };
const type = "pulumi-nodejs:dynamic/tenant:MultiFactor";
const urn = urnOf("mfa", "MultiFactor");
const inputs = {
  policies: ["all-applications"],
  __provider: providerCode("multiFactor", true),
  factors: { otp: true },
};

const resource = {
  ...{ urn, type, custom: true, id: "mfa", inputs, outputs: inputs, parent: urn, provider: "p::1", protect: true },
  ...{ taint: false, delete: false, external: false, retainOnDelete: false, pendingReplacement: false },
  ...{ dependencies: [], propertyDependencies: { policies: [] }, ignoreChanges: ["factors"], aliases: [] },
  ...{ customTimeouts: { create: 1 }, sourcePosition: "project:///a.ts#1,1", created: manifest.time },
  ...{ stackTrace: [{ sourcePosition: "project:///a.ts#1,1" }], deletedWith: "", replaceOnChanges: ["x"] },
  ...{ initErrors: [], modified: manifest.time, resourceHooks: {}, viewOf: "", importID: "i", snippetID: "s" },
};

/** Documents with the members that the CLI writes, and their readers. */
const documents: Readonly<Record<string, { readonly content: JsonObject; readonly read: (text: string) => unknown }>> =
  {
    "a saved plan": {
      content: {
        ...{ manifest, config: { "tenant:domain": "dev.example.com" } },
        resourcePlans: {
          [urn]: {
            goal: {
              ...{ type, name: "mfa", custom: true, protect: false, parent: urn, id: "", provider: "p::1" },
              inputDiff: { adds: { policies: [] }, updates: { factors: { otp: false } }, deletes: ["x"] },
              outputDiff: { adds: {}, updates: {}, deletes: [] },
              ...{
                dependencies: [],
                propertyDependencies: { policies: [urn] },
                ignoreChanges: ["factors"],
                aliases: [],
              },
              structuredAliases: [
                { URN: "", Name: "old", Type: "", Project: "", Stack: "", Parent: "", NoParent: false },
              ],
              ...{ deleteBeforeReplace: true, additionalSecretOutputs: [], customTimeouts: {} },
            },
            ...{ steps: ["update"], state: { policies: [] }, seed: "AAAA" },
          },
        },
      },
      read: (text) => [...parsePlan(text)],
    },
    "a state": {
      content: {
        ...{ version: 3, features: [] },
        deployment: {
          ...{ manifest, resources: [resource], pending_operations: [{ resource, type: "updating" }], metadata: {} },
          secrets_providers: { type: "passphrase", state: { salt: "s" } },
        },
      },
      read: parseState,
    },
    "a preview": {
      content: {
        ...{ config: { "tenant:domain": "dev.example.com" }, duration: 1, changeSummary: { update: 1 } },
        diagnostics: [{ urn, prefix: "", message: "m", severity: "info" }],
        steps: [
          {
            ...{ op: "update", urn, provider: "p::1", oldState: resource, newState: resource },
            ...{ diffReasons: ["policies"], replaceReasons: [] },
            detailedDiff: { policies: { kind: "update", inputDiff: true } },
          },
        ],
      },
      read: parsePreview,
    },
    "a state of another provider": {
      content: {
        version: 3,
        deployment: { resources: [{ ...resource, urn: urnOf("a", "auth0:index/client:Client"), id: "c" }] },
      },
      read: namesFrom,
    },
  };

/** The members whose values belong to users: below them, the engine keeps `Goal` apart from `goal`. */
const ofUsers = new Set([
  ...["inputs", "outputs", "adds", "updates", "config", "state", "propertyDependencies", "resourcePlans"],
  ...["detailedDiff", "changeSummary", "resourceHooks", "customTimeouts"],
]);

type Path = readonly (string | number)[];
type Entries = readonly (readonly [string, Json])[];

/** A document as text, with the members of the object at a path replaced, also by repeated ones. */
function printed(value: Json, at: Path | undefined, change: (entries: Entries) => Entries): string {
  const below = (key: string | number) => (at?.[0] === key ? at.slice(1) : undefined);
  if (Array.isArray(value)) return `[${value.map((item, index) => printed(item, below(index), change)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  const members = at?.length === 0 ? change(entries) : entries;
  const text = ([key, item]: Entries[number]) => `${JSON.stringify(key)}: ${printed(item, below(key), change)}`;
  return `{${members.map(text).join(", ")}}`;
}

/** The objects of a document, with their paths: those of the engine, and those of users. */
function objectsIn(
  value: Json,
  path: Path = [],
  isOfUser = false,
): { path: Path; keys: readonly string[]; isOfUser: boolean }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...path, index], isOfUser));
  if (!isObject(value)) return [];
  const isMap = isOfUser || ofUsers.has(String(path.at(-1)));
  return [
    { path, keys: Object.keys(value), isOfUser: isMap },
    ...Object.entries(value).flatMap(([key, item]) => {
      // The members of these two maps are objects of the engine again.
      const isEngines = ["resourcePlans", "detailedDiff"].includes(String(path.at(-1)));
      return objectsIn(item, [...path, key], isMap && !isEngines);
    }),
  ];
}

/** Other names that Go takes for a name. */
const foldsOf = (name: string) =>
  [
    ...[name.toUpperCase(), name.toLowerCase(), name[0]?.toUpperCase() + name.slice(1)],
    ...[name.replace(/s/i, "ſ"), name.replace(/k/i, "\u212a")],
  ].filter((fold) => fold !== name);

describe.each(Object.entries(documents))("%s", (_, { content, read }) => {
  const whole = JSON.stringify(content);
  const objects = objectsIn(content);
  const members = objects.flatMap(({ path, keys, isOfUser }) => keys.map((key) => ({ path, key, isOfUser })));
  const engines = members.filter(({ isOfUser }) => !isOfUser);
  const edited = (path: Path, change: (entries: Entries) => Entries) => printed(content, path, change);

  it("is read with the same result, in any order of its members", () => {
    const expected = read(whole);
    for (const { path } of objects) expect(read(edited(path, (entries) => entries.toReversed()))).toEqual(expected);
  });

  it("is refused with a member in another letter case, alone or as a second one, in each object of the engine", () => {
    for (const { path, key } of engines) {
      for (const fold of foldsOf(key)) {
        const instead = edited(path, (all) => all.map(([name, value]) => [name === key ? fold : name, value]));
        expect(() => read(instead), `${path.join(".")} ${fold}`).toThrow();
        for (const change of [
          (all: Entries): Entries => [[fold, {}], ...all],
          (all: Entries): Entries => [...all, [fold, {}]],
        ])
          expect(() => read(edited(path, change)), `${path.join(".")} ${fold}`).toThrow(
            /the engine reads the member|expected/,
          );
      }
    }
  });

  it("is refused with a repeated member, in each object of the engine and of users, however it is spelled", () => {
    for (const { path, key } of members) {
      expect(() => read(edited(path, (all) => [[key, {}], ...all]))).toThrow(/line 1 repeats a member/);
      const escaped = `\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(key.slice(1)).slice(1, -1)}`;
      const text = edited(path, (all) => [["@", {}], ...all]).replace('"@"', `"${escaped}"`);
      expect(() => read(text)).toThrow(/line 1 repeats a member/);
    }
  });

  it("is refused with an unknown member, as written by a newer CLI, and with a document inside another object", () => {
    for (const { path } of objects.filter(({ isOfUser }) => !isOfUser))
      expect(() => read(edited(path, (all) => [...all, ["later", 1]]))).toThrow(/newer CLI.*update pulumi-tenant/);
    expect(() => read(JSON.stringify({ plan: content }))).toThrow();
    expect(() => read(JSON.stringify([content]))).toThrow();
  });

  it("is refused before or after another document", () => {
    for (const other of ["{}", "[]", "1", "{", whole]) {
      for (const between of ["\n", " ", "", "\n \n"]) {
        expect(() => read(`${whole}${between}${other}`)).toThrow();
        for (const before of ["", " ", "\n", "\t"])
          if (other.startsWith("{")) expect(() => read(`${before}${other}${between}${whole}`)).toThrow();
      }
    }
  });

  it("can have user-defined names that differ only in their letter case", () => {
    const ofValues = new Set<unknown>(["inputs", "outputs", "adds", "updates", "factors"]);
    for (const { path } of objects.filter(({ path }) => ofValues.has(path.at(-1))))
      expect(() => read(edited(path, (all) => [...all, ["goal", 1], ["Goal", 2]]))).not.toThrow();
  });
});

describe("a JSON text", () => {
  const failing = (what: string) => new Error(what);
  const spaces = fc.constantFrom(undefined, 1, "\t", 4);

  it("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), spaces, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(readJson(text, failing)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused if any object repeats a member, at any depth and among any texts", () => {
    const surroundings = fc.array(fc.oneof(fc.nat(9), fc.string()), { maxLength: 6 });
    fc.assert(
      fc.property(surroundings, fc.string(), fc.jsonValue(), spaces, (path, key, value, space) => {
        const twice = `{${JSON.stringify(key)}: 1, "x${key.length}": ${JSON.stringify(value, undefined, space)}, ${JSON.stringify(key)} :2}`;
        const text = path.reduce<string>(
          (inner, step) =>
            typeof step === "number" ? `["{", ${inner}, "\\"}"]` : `{${JSON.stringify(step)}:${inner}}`,
          twice,
        );
        expect(() => readJson(text, failing)).toThrow(/repeats a member/);
      }),
    );
  });

  it("is refused if two names differ only in invalid Unicode, which Go replaces", () => {
    expect(() => readJson('{"a\\ud800": 1, "a\\ufffd": 2}', failing)).toThrow(/repeats a member/);
  });

  it("is refused without quoting values if it is invalid", () => {
    for (const text of ["", " ", "s3cret", '{"a": "s3cret"'])
      expect(() => readJson(text, failing)).toThrow(/^it is (empty|not one JSON document)$/);
  });
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignCode } from "../../../provider/src/commands/check-state.ts";

const ours = 'exports.handler = () => require("pulumi-tenant/host").resourceServer';
const foreign = 'require("fs").writeFileSync("/tmp/planted", process.env.TENANT_CLIENT_SECRET)';
const sha256 = createHash("sha256").update(foreign).digest("hex");

/** What `pulumi stack export` prints for resources of one property. */
const stateOf = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } }, undefined, 4);
const resource = (more: object) => ({
  urn: "urn:pulumi:dev::p::pulumi-nodejs:dynamic/tenant:ResourceServer::a",
  ...more,
});

describe("provider code in a state", () => {
  it("that this package saved is accepted", () => {
    const props = { name: "a", __provider: ours };
    const propertyDependencies = { name: null, __provider: [] };
    expect(foreignCode(stateOf(resource({ inputs: props, outputs: props, propertyDependencies })))).toEqual([]);
    expect(foreignCode('{"version":3,"deployment":{}}')).toEqual([]);
  });

  it.each<[string, object]>([
    ["in the inputs", resource({ inputs: { __provider: foreign }, outputs: { __provider: ours } })],
    ["in the outputs", resource({ inputs: { __provider: ours }, outputs: { __provider: foreign } })],
    ["in a resource of another package", { type: "pulumi-nodejs:dynamic/mine:Thing", inputs: { __provider: foreign } }],
    [
      "in a type that resembles ours",
      { type: "pulumi-nodejs:dynamic/tenant/x:Thing", outputs: { __provider: foreign } },
    ],
    ["in a resource of another language", { type: "pulumi-python:dynamic:Resource", outputs: { __provider: foreign } }],
    ["under a name that only the engine reads as inputs", resource({ INPUTS: { __provider: foreign } })],
    ["after code of this package", resource({ inputs: { __provider: `${ours};${foreign}` } })],
  ])("of another author is found %s", (_, one) => {
    expect(foreignCode(stateOf(resource({ inputs: { __provider: ours } }), one))).toHaveLength(1);
  });

  it("of another author is found in a pending operation", () => {
    const pending = { type: "creating", resource: resource({ inputs: { __provider: foreign } }) };
    expect(foreignCode(JSON.stringify({ deployment: { pending_operations: [pending] } }))).toEqual([
      { line: 1, sha256 },
    ]);
  });

  it.each([
    ["a repeated key", `{"inputs":{"__provider":${JSON.stringify(foreign)}},"inputs":{}}`],
    ["a key with escapes", `{"inputs":{"\\u005f_provider":${JSON.stringify(foreign)}}}`],
    ["a key far from its value", `{"inputs":{"__provider" \n\t:\r\n ${JSON.stringify(foreign)}}}`],
    ["a text with quotes before it", `{"name":"\\"\\\\","inputs":{"__provider":${JSON.stringify(foreign)}}}`],
  ])("of another author is not hidden by %s", (_, entry) => {
    expect(foreignCode(`{"deployment":{"resources":[${entry}]}}`)).toMatchObject([{ sha256 }]);
  });

  it("that is encrypted or not a text is foreign", () => {
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };
    for (const value of [secret, null, 1]) {
      const [found, ...more] = foreignCode(stateOf(resource({ inputs: { __provider: value } })));
      expect(found).toMatchObject({ sha256: undefined });
      expect(more).toEqual([]);
    }
  });

  it("is named by its line in the export, and accepted by its SHA-256", () => {
    const text = stateOf(resource({ inputs: { __provider: ours } }), resource({ inputs: { __provider: foreign } }));
    const line = text.split("\n").findIndex((one) => one.includes("planted")) + 1;
    expect(foreignCode(text)).toEqual([{ line, sha256 }]);
    expect(foreignCode(text, new Set([sha256]))).toEqual([]);
  });

  it("is not found in ordinary values, or under keys that only contain the name", () => {
    expect(foreignCode(stateOf(resource({ inputs: { name: "__provider", x__provider: foreign } })))).toEqual([]);
  });

  it("is found at any place, and nothing else is found", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.boolean(), (before, after, isOurs) => {
        const entry = resource({ outputs: { before, __provider: isOurs ? ours : foreign, after } });
        expect(foreignCode(stateOf({ before }, entry, { after }))).toHaveLength(isOurs ? 0 : 1);
      }),
    );
  });

  it.each(["", "{", "[]", "null", '{"resources":[]}', '"deployment"'])(
    "a text that is not an export is an error: %j",
    (text) => {
      expect(() => foreignCode(text)).toThrow("pulumi stack export");
    },
  );

  it("a state of 20 MB with one long text is read in bounded time", () => {
    const entry = resource({ inputs: { name: '\\"'.repeat(5_000_000), __provider: foreign } });
    expect(foreignCode(stateOf(entry))).toHaveLength(1);
  });
});

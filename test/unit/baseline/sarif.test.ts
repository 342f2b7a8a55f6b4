import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { auditOf, type NamedObject, rules } from "../../../provider/src/baseline/audit.ts";
import { toMarkdown, toSarif, toText } from "../../../provider/src/baseline/words.ts";
import { sanitizeJson } from "../../../provider/src/client/index.ts";
import { programLineOf } from "../../../provider/src/pulumi-cli/exported-stack.ts";

/** The whole schema of SARIF 2.1.0. */
function validator() {
  const file = createRequire(import.meta.url)
    .resolve("@microsoft/jest-sarif")
    .replace(/index\.js$/, "schemas/sarif-2.1.0-rtm.5.json");
  // Of draft 4 of JSON Schema, it uses only what later drafts have, except the name of its own id.
  const { $schema: _, id: _id, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const isUri = (text: string) => URL.canParse(text);
  return new Ajv({
    strict: false,
    unicodeRegExp: false,
    formats: {
      uri: isUri,
      "uri-reference": (text) => /^[\w\-.~%!$&'()*+,;=:@/?#[\]]*$/.test(text) && !/%(?![\da-f]{2})/i.test(text),
      "date-time": true,
    },
  }).compile(schema);
}
const isSarif = validator();

const options = { version: "1.2.3", category: "pulumi-tenant-dev" };
const urn = (name: string) => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:Client::${name}`;
const client = (name: string, more: Partial<NamedObject> = {}): NamedObject => ({
  ...{ type: "client", name, tenant: "t", id: name, urn: urn(name), properties: { grantTypes: ["implicit"] } },
  ...more,
});
const sarifOf = (objects: readonly NamedObject[], more = {}) =>
  toSarif(auditOf(objects, rules), { ...options, ...more });

/** Texts that a tenant can hold, against terminals, viewers and comments. */
const hostile = [
  "[click](https://evil.example.com)",
  "![image](https://evil.example.com/a.png)",
  "\\[click](https://evil.example.com)",
  "<img src=x onerror=alert(1)>",
  "\u001b]8;;https://evil.example.com\u0007link\u001b]8;;\u0007",
  "\u001b[2J\u001b[1;1H0 failed",
  "a\r\n::error::b\n## title\n- [ ] @everyone",
  "`` ` `` @everyone </details>",
  "\u202egnp.exe",
  "\ud800",
  "{0} {1}",
  `${"[".repeat(2_000)}`,
];

describe("a report as SARIF", () => {
  test("satisfies the schema of SARIF 2.1.0, whatever the names are", () => {
    const sarif = JSON.parse(
      sanitizeJson(sarifOf([client("portal"), ...hostile.map((name) => client(name))])),
    ) as unknown;
    isSarif(sarif);
    expect(isSarif.errors).toBeNull();
    isSarif(JSON.parse(sanitizeJson(sarifOf([]))));
    expect(isSarif.errors).toBeNull();
    // The check can fail.
    expect(isSarif({ version: "2.1.0", runs: [{ results: [{ message: {} }] }] })).toBe(false);
  });

  test("has no link and no control character in a message, and at most 1,024 characters", () => {
    const [run] = sarifOf(hostile.map((name) => client(name))).runs;
    expect(run?.results).toHaveLength(hostile.length);
    for (const { message } of run?.results ?? []) {
      expect(message.text.length).toBeLessThanOrEqual(1_024);
      expect(message.text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      // Every bracket is escaped by a backslash of its own, which no other one escapes.
      expect(message.text.replace(/\\[\\[\]]/g, "")).not.toMatch(/[[\]\\]/);
    }
  });

  test("has a fingerprint for each rule and object, which stays if the line changes", () => {
    const long = "x".repeat(400);
    const [run] = sarifOf([client(`${long}1`), client(`${long}2`)]).runs;
    const prints = run?.results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    expect(new Set(prints).size).toBe(2);
    const at = (line: number) => sarifOf([client("portal", { line: { file: "index.ts", line } })]).runs[0]?.results[0];
    expect(at(1)?.partialFingerprints).toEqual(at(2)?.partialFingerprints);
  });

  test("names the program's line from the root of the repository, or the project file if no line is known", () => {
    const places = (objects: readonly NamedObject[], project?: string) =>
      sarifOf(objects, project === undefined ? {} : { project }).runs[0]?.results.map(
        ({ locations: [{ physicalLocation } = { physicalLocation: undefined }] }) =>
          `${physicalLocation?.artifactLocation.uri}:${physicalLocation?.region.startLine}`,
      );
    const line = { file: "src/my apps.ts", line: 12 };
    expect(places([client("portal", { line })])).toEqual(["src/my%20apps.ts:12"]);
    expect(places([client("portal", { line })], "infra/tenant")).toEqual(["infra/tenant/src/my%20apps.ts:12"]);
    expect(places([client("portal")], "infra/tenant")).toEqual(["infra/tenant/Pulumi.yaml:1"]);
  });
});

test("a name can control neither the terminal nor a comment", () => {
  const audit = auditOf(
    hostile.map((name) => client(name)),
    rules,
  );
  for (const text of [toText(audit), toMarkdown(audit)]) {
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Cs}/u);
    expect(text).not.toMatch(/^(::|## |- \[ \])/m);
  }
  // Outside of code spans, Markdown has only our own texts.
  const outside = toMarkdown(audit).replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "");
  expect(outside).not.toMatch(/evil|everyone|<|\[click/);
});

test.each([
  ["project:///index.ts#4,3", { file: "index.ts", line: 4 }],
  ["project:///src/a%20b.ts#40", { file: "src/a b.ts", line: 40 }],
  ["project:///node_modules/pulumi-tenant/dist/sdk/resources/client.js#1,1", undefined],
  ["project:///provider/dist/sdk/resources/client.js#1,1", undefined],
  ["project:///../outside.ts#1,1", undefined],
  ["project:///%2e%2e/outside.ts#1,1", undefined],
  ["file:///etc/passwd#1,1", undefined],
  ["project:///index.ts#0,0", undefined],
  ["project:///%ff.ts#1,1", undefined],
  ["", undefined],
])("the position %s means the line %j", (sourcePosition, expected) => {
  expect(programLineOf({ sourcePosition })).toEqual(expected);
});

test("the line of a resource is the innermost call outside of packages", () => {
  const stackTrace = [
    { sourcePosition: "project:///node_modules/pulumi-tenant/dist/sdk/resources/client.js#9,1" },
    { sourcePosition: "project:///component.ts#7,5" },
    { sourcePosition: "project:///index.ts#4,3" },
  ];
  const [{ sourcePosition } = { sourcePosition: "" }] = stackTrace;
  expect(programLineOf({ sourcePosition, stackTrace })).toEqual({ file: "component.ts", line: 7 });
});

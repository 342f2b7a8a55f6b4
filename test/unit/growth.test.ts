import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { eventLine } from "../../provider/src/cli/event-line.ts";
import { annotations, driftReport, parsePreview, toMarkdown, toText } from "../../provider/src/drift/index.ts";
import { parsePropertyPath } from "../../provider/src/drift/property-path.ts";
import { parseUrn } from "../../provider/src/drift/urn.ts";
import { askedOptions } from "../../provider/src/functions/options.ts";
import { handOver, namesFrom } from "../../provider/src/importer/names-from/index.ts";
import { inputsOf, outputsOf, wrapped } from "../../provider/src/lifecycle/outputs.ts";
import { canonical, inOrderOf, same } from "../../provider/src/model/canonical.ts";
import { connectionTable as table } from "../../provider/src/model/connection.ts";
import { equal, isObject, isPortable, type Json, type JsonObject, plain } from "../../provider/src/model/json.ts";
import { leavesOf } from "../../provider/src/model/leaves.ts";
import { mergeOptions } from "../../provider/src/model/merge.ts";
import { isOutdated, recordAfter } from "../../provider/src/model/outcome.ts";
import { planChange } from "../../provider/src/model/plan.ts";
import { describePath, fromPointer, toPointer } from "../../provider/src/model/pointer.ts";
import { blankRecord, recordedPaths } from "../../provider/src/model/record.ts";
import { dropSecrets } from "../../provider/src/model/secrets.ts";
import { setChange } from "../../provider/src/model/set-change.ts";
import { fromWire, toWire } from "../../provider/src/model/wire.ts";
import { parseJson } from "../../provider/src/tenant/answer.ts";
import { decode } from "../../provider/src/tenant/events/decode.ts";
import { legible, legibleJson, parseDomain, withoutCommands } from "../../provider/src/tenant/index.ts";
import { encodePath } from "../../provider/src/tenant/path.ts";
import { Redactor, secretsIn } from "../../provider/src/tenant/redact.ts";
import { previewText } from "./helpers/preview.ts";

/** Each size is four times the one before; the last is an eighth of 1 MB. */
const sizes = [1 << 11, 1 << 13, 1 << 15, 1 << 17];
/** What may take so much longer with the fourfold: quadratic time would be 16 times as long, n log n is less than 5 times. */
const mostGrowth = 10;
/** Milliseconds that are not worth a comparison. */
const trifle = 20;

/** CPU time of this thread, so that what else runs on the machine does not count. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function expectModestGrowth(make: (size: number) => () => unknown): void {
  let before = trifle;
  for (const size of sizes) {
    const work = make(size);
    let time = timeOf(work);
    // A collection of garbage may hit either of the two.
    for (let again = 0; again < 2 && time > before * mostGrowth; again++) time = Math.min(time, timeOf(work));
    expect(time, `${size} characters after ${before} ms for a quarter of them`).toBeLessThan(before * mostGrowth);
    before = Math.max(time, trifle);
  }
}

const repeated = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const numbered = (size: number) => Array.from({ length: Math.ceil(size / 10) }, (_, n) => `word-${n}`);

const texts: Readonly<Record<string, (size: number) => string>> = {
  spaces: repeated(" "),
  newlines: repeated("\n"),
  "one word": repeated("x"),
  "many words": (size) => numbered(size).join(" "),
  "words and gaps": repeated(`x${" ".repeat(50)}`),
  "control characters": repeated("\u001b[2K\r"),
  "halves of characters": repeated("\ud83d"),
  backticks: repeated("`a``b"),
  "brackets and quotes": repeated('["\\'),
  "markup of the CLI": repeated("<{%x"),
  "tags without end": repeated("<a "),
  commands: repeated("::warning::##[error]"),
  separators: repeated("/~."),
};

/** A chain of objects that is as deep as an answer may be. */
const chain = (n: number) => JSON.parse(`${`{"k${n}":`.repeat(90)}"v"${"}".repeat(90)}`) as Json;

const values: Readonly<Record<string, (size: number) => Json>> = {
  "one text": repeated(" "),
  "a text of many words": (size) => numbered(size).join(" "),
  "a list of texts": numbered,
  "a list of the same text": (size) => numbered(size).fill("word"),
  "a list of objects": (size) => numbered(size / 2).map((name) => ({ name, value: null })),
  "an object of many keys": (size) => Object.fromEntries(numbered(size / 2).map((name) => [name, name])),
  "an object of many objects": (size) => Object.fromEntries(numbered(size / 3).map((name) => [name, { a: 1, b: "x" }])),
  "deep objects": (size) =>
    Array.from({ length: Math.ceil(size / 900) }, (_, n) => chain(n)).reduce<JsonObject>(
      (all, one, n) => Object.assign(all, { [`c${n}`]: one }),
      {},
    ),
};

/** The same value, edited everywhere. */
function edited(value: Json): Json {
  if (typeof value === "string")
    return value.split(" ").length > 2 ? value.split(" ").reverse().join(" ") : `${value}!`;
  if (Array.isArray(value)) return value.map(edited).reverse();
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, edited(item)]));
  return value;
}

/** The paths that the engine names for a value, as the CLI writes them. */
function places(value: Json, path: readonly (string | number)[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => places(item, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]));
  return [describePath(path)];
}

function inAllFormats(text: string): unknown {
  const report = driftReport(parsePreview(text));
  return [toText(report), toMarkdown(report), annotations(report), legibleJson(report, 2)];
}

const secret = "a-secret-of-the-program";
const colors = createColors(false);
const attempt = (text: string, work: (text: string) => unknown) => {
  try {
    return work(text);
  } catch (error) {
    return error;
  }
};

const textWorks: Readonly<Record<string, (text: string) => unknown>> = {
  legible: (text) => [legible(text), legible(text, Number.POSITIVE_INFINITY), withoutCommands(text)],
  "legible JSON": (text) => legibleJson({ [text]: [text] }, 2),
  "hiding secrets in it": (text) => new Redactor().add([secret, "pin"]).clean(`${text}${secret}${text}`),
  "hiding it in an error": (text) => new Redactor().add([text, `${text}x`]).clean(text),
  "a path of it": (text) => [
    parsePropertyPath(describePath([text, 1, text])),
    parsePropertyPath(text),
    fromPointer(toPointer([text, text])),
    attempt(text, (id) => encodePath(["connections", id])),
    attempt(text, parseDomain),
  ],
  "a URN of it": (text) => [parseUrn(text), parseUrn(`urn:pulumi:${text}`), parseUrn(`urn:pulumi:a::b::${text}::c`)],
  "an event with it": (text) => eventLine(decode({ event: text, data: JSON.stringify({ text }) }), colors),
  "another tool's state with it": (text) => {
    const instances = [{ index_key: text, attributes: { id: text } }];
    const resource = {
      mode: "managed",
      type: "auth0_connection",
      name: text,
      module: `module.${text}`,
      provider: text,
    };
    const state = { version: 4, lineage: "x", resources: [{ ...resource, instances }] };
    const named = namesFrom(JSON.stringify(state));
    return handOver(named, named.objects);
  },
  "a drift report of it": (text) =>
    inAllFormats(
      previewText(
        [
          { name: "it", was: { name: text }, is: { name: `${text}!` }, diff: { name: "update" } },
          { name: text, was: { [text]: 1 }, is: { [text]: 2 }, diff: { [describePath([text])]: "update" } },
        ],
        {
          diagnostics: [
            { message: text, severity: "error" },
            { message: `warning: ${text}`, severity: "info#err" },
            { urn: `urn:pulumi:dev::shop::a:b:c::${text}`, message: text, severity: "error" },
          ],
        },
      ),
    ),
};

const valueWorks: Readonly<Record<string, (value: Json, other: Json) => unknown>> = {
  "comparing it": (value, other) => [equal(value, other), isPortable(value), plain(value), secretsIn(value)],
  "comparing it without order": (value, other) => [
    same(undefined, value, other, { unordered: true }),
    same({ kind: "set", item: { kind: "string" } }, value, other),
    Array.isArray(value) && Array.isArray(other) && [inOrderOf(value, other), setChange(value, other)],
  ],
  "its canonical form": (value, other) => canonical(table.fields, program(value), program(other)),
  "its way over the wire": (value) => [
    fromWire(table.fields, { name: "it", strategy: "oidc", options: { value } }),
    toWire(table.fields, program(value)),
    parseJson(JSON.stringify({ value })),
  ],
  "a refresh of it": (value, other) => {
    const outputs = saved(value, other);
    return [wrapped(table, outputs), wrapped(table, inputsOf(table, outputs)), dropSecrets(table.fields, outputs)];
  },
  "an update of it": (value, other) => updated(program(other), program(value)),
  "an update that declares it no more": (value) => updated(program(null), program(value)),
  "a look-up of it": (value) => {
    const connection = { name: "it", strategy: "custom", options: { value } };
    expect([askedOptions(connection, { options: ["value"] })]).toHaveLength(1);
  },
  "a drift report of it": (value, other) => {
    const diff = Object.fromEntries(places(value, ["options", "value"]).map((path) => [path, "update"]));
    return inAllFormats(previewText([{ name: "it", was: program(value), is: program(other), diff }]));
  },
};

function program(value: Json): JsonObject {
  return { name: "it", strategy: "oidc", options: { client_secret: secret, value } };
}

const recordOf = (inputs: JsonObject) => ({
  ...blankRecord({ at: "tenant", id: "con_1" }),
  paths: recordedPaths(leavesOf(table.fields, inputs)),
});

function saved(value: Json, live: Json): JsonObject {
  const before = { ...program(value), __secrets: recordOf(program(value)).paths };
  return outputsOf({
    ...{ table, host: "tenant.example.com", id: "con_1", before, record: recordOf(before) },
    seen: { live: program(live) },
  });
}

/** Everything that an update does but for the calls. */
function updated(inputs: JsonObject, before: JsonObject): unknown {
  const record = recordOf(before);
  const plan = planChange(table, before, record, inputs);
  const how = { table, plan, inputs };
  return [
    mergeOptions(plan, inputs, before),
    isOutdated(record, how),
    recordAfter(record, how, { how: "partly", id: "con_1", seen: { live: inputs }, unsure: record.paths }),
    recordAfter(record, how, { how: "lost", sent: record.paths }),
  ];
}

/** Milliseconds. On a busy machine the CPU time that is bounded here can take many times as long. */
const patience = { timeout: 300_000 };

describe("text from outside takes time in proportion, not its square", patience, () => {
  describe.each(Object.entries(textWorks))("%s", (_name, work) => {
    it.each(Object.entries(texts))("%s", (_kind, make) => {
      expectModestGrowth((size) => {
        const text = make(size);
        return () => work(text);
      });
    });
  });
});

describe("values take time in proportion, not its square", patience, () => {
  describe.each(Object.entries(valueWorks))("%s", (_name, work) => {
    it.each(Object.entries(values))("%s", (_kind, make) => {
      expectModestGrowth((size) => {
        const value = make(size);
        const other = edited(value);
        return () => work(value, other);
      });
    });
  });
});

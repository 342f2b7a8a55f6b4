import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { auditOf, type NamedObject, rules } from "../../provider/src/baseline/audit.ts";
import { parseWaivers, startOfWaivers, Waivers } from "../../provider/src/baseline/waivers.ts";
import { toMarkdown as auditMarkdown, toText as auditText, toSarif } from "../../provider/src/baseline/words.ts";
import { encodePath } from "../../provider/src/client/call.ts";
import { parseDomain } from "../../provider/src/client/configuration.ts";
import type { TenantEvent } from "../../provider/src/client/events/index.ts";
import { decode, wireReader } from "../../provider/src/client/events/stream-connection.ts";
import { parseJson } from "../../provider/src/client/http.ts";
import { ListingBounds, sanitize, sanitizeJson, withoutCommands } from "../../provider/src/client/index.ts";
import { Redactor } from "../../provider/src/client/sanitize.ts";
import { explicitProviders, foreignCode, foreignDomains } from "../../provider/src/commands/check-state.ts";
import { eventLine } from "../../provider/src/commands/events.ts";
import { compare } from "../../provider/src/compare/compare.ts";
import { proposedPairs, proposedPermissions, proposedReplacements } from "../../provider/src/compare/learn.ts";
import type { Side } from "../../provider/src/compare/side.ts";
import {
  toJson as compareJson,
  toMarkdown as compareMarkdown,
  toText as compareText,
} from "../../provider/src/compare/words.ts";
import { terraformOf } from "../../provider/src/export/terraform.ts";
import { handOver, namesFrom } from "../../provider/src/import/names-from/select.ts";
import { programOf } from "../../provider/src/import/program.ts";
import type { ImportedResource } from "../../provider/src/import/resource.ts";
import { Words } from "../../provider/src/import/words.ts";
import { idWarnings } from "../../provider/src/lifecycle/checks/check.ts";
import { inputsOf, outputsOf, wrapped } from "../../provider/src/lifecycle/outputs.ts";
import { parseDocument, readJson, withoutWarnings } from "../../provider/src/pulumi-cli/document.ts";
import { exportedStack } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { parseUrn } from "../../provider/src/pulumi-cli/urn.ts";
import { annotations } from "../../provider/src/report/annotations.ts";
import { keysInWords } from "../../provider/src/report/certificates.ts";
import { lineDiff } from "../../provider/src/report/differences.ts";
import { toMarkdown, toText } from "../../provider/src/report/drift.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import type { Change } from "../../provider/src/report/types.ts";
import { toMarkdown as reviewMarkdown, toText as reviewText } from "../../provider/src/review/render.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import {
  describePath,
  equal,
  fromPointer,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  plain,
  toPointer,
} from "../../provider/src/schema/json.ts";
import { isTypoOf, nearest } from "../../provider/src/schema/names.ts";
import { parsePropertyPath } from "../../provider/src/schema/property-path.ts";
import { typeToken } from "../../provider/src/schema/provider-code.ts";
import { secretTextsIn } from "../../provider/src/schema/secrecy/find.ts";
import { filled } from "../../provider/src/schema/template.ts";
import { markSecrets } from "../../provider/src/sdk/base.ts";
import { askedOptions } from "../../provider/src/sdk/resources/connection-asked-options.ts";
import { refusalsOf } from "../../provider/src/sdk/under-mocks.ts";
import { canonical, inOrderOf, same } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { isOutdated, planChange, recordAfter, setChange } from "../../provider/src/state/plan.ts";
import { blankRecord, recordedPaths } from "../../provider/src/state/record.ts";
import { dropSecrets, secrecyOfFields, secretPaths } from "../../provider/src/state/secrets.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { connectionSchema as schema } from "../../provider/src/types/connection/definition.ts";
import { mergeOptions } from "../../provider/src/types/connection/options.ts";
import { undocumentedOptions } from "../../provider/src/types/connection/tools.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { compareDescription } from "../../provider/src/verify/description.ts";
import { shapeOfBody } from "../../provider/src/verify/recording.ts";
import { attribute } from "../../provider/src/watch/causes.ts";
import { DeliveredReports } from "../../provider/src/watch/watch.ts";
import { deltasOf } from "../../provider/src/watch/watched-resource.ts";
import { mismatchOf } from "../acceptance/mismatch.ts";
import { later } from "../unit/helpers/days.ts";
import { previewText } from "../unit/helpers/preview.ts";

/** Each size is four times the one before; the last is an eighth of 1 MB. */
const sizes = [1 << 11, 1 << 13, 1 << 15, 1 << 17];
/** What may take so much longer with the fourfold: quadratic time would be 16 times as long, n log n is less than 5 times. */
const maxGrowth = 10;
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
    for (let again = 0; again < 2 && time > before * maxGrowth; again++) time = Math.min(time, timeOf(work));
    expect(time, `${size} characters after ${before} ms for a quarter of them`).toBeLessThan(before * maxGrowth);
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
  "hyphens within a word": (size) => `x${"-".repeat(size)}x`,
  "calls without end": repeated("console.log("),
  "comments without end": repeated("/*"),
  "regular expressions without end": repeated("=/[a"),
  "templates without end": repeated("a`${"),
  "printed variables without end": repeated("{{a"),
  "printed variables": repeated("<a b={{ c | escape }}"),
  "URLs with half a password": repeated("://a:"),
  "halves of tokens": repeated("eyJ-"),
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
  const review = reviewReport(parsePreview(text), []);
  const reviewed = [reviewText(review), reviewMarkdown(review), sanitizeJson(review, 2)];
  return [toText(report), toMarkdown(report), annotations(report), sanitizeJson(report, 2), ...reviewed];
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
  "readable text": (text) => [sanitize(text), sanitize(text, Number.POSITIVE_INFINITY), withoutCommands(text)],
  "doubting that it is an id": (text) => {
    const field = { kind: "string", idPrefix: "org_" } as const;
    const args = { one: text, many: text.split(" ") };
    return idWarnings({ one: field, many: { kind: "set", item: field } }, args);
  },
  "a fingerprint of certificates": (text) => keysInWords(`-----BEGIN ${text}`),
  "the lines that differ": (text) => [lineDiff(text, `${text}x`), lineDiff(text.replaceAll(" ", "\n"), text)],
  "the placeholders in it": (text) => filled(text, {}, () => true),
  "ids and a host in it": (text) => new Words("tenant.example.com", () => true).in(`${text} tenant.example.com`),
  "readable JSON": (text) => sanitizeJson({ [text]: [text] }, 2),
  "hiding secrets in it": (text) => new Redactor().add([secret, "pin"]).clean(`${text}${secret}${text}`),
  "hiding it in an error": (text) => new Redactor().add([text, `${text}x`]).clean(text),
  "names like it": (text) => [nearest(text, ["client_secret", "issuer"]), isTypoOf(text, "client_id")],
  // So many secrets with one beginning took 43 seconds of an error that repeats it.
  "hiding secrets that begin with it": (text) => {
    const prefix = text.slice(0, 100);
    const secrets = Array.from({ length: text.length / 128 }, (_, n) => `${prefix}${n}`);
    return new Redactor().add([...secrets, `${text.slice(0, text.length / 2)}!`]).hide(text);
  },
  "looking for secrets in it": (text) =>
    secretTextsIn({ [text]: 1, note: text, url: `://${text}`, password: `://a:${text}` }),
  "a path of it": (text) => [
    parsePropertyPath(describePath([text, 1, text])),
    parsePropertyPath(text),
    fromPointer(toPointer([text, text])),
    attempt(text, (id) => encodePath(["connections", id])),
    attempt(text, parseDomain),
  ],
  "a URN of it": (text) => [parseUrn(text), parseUrn(`urn:pulumi:${text}`), parseUrn(`urn:pulumi:a::b::${text}::c`)],
  "an event with it": (text) => eventLine(decode({ event: text, data: JSON.stringify({ text }) }), colors),
  "a check of a state with it": (text) => {
    const inputs = { "tenant:explicit": "true", "tenant:domain": text, __provider: text, [text]: text };
    const resource = { urn: text, type: "pulumi:providers:pulumi-nodejs", inputs };
    const state = JSON.stringify({ deployment: { resources: [resource, resource] } });
    expect(foreignCode(state)).toHaveLength(2);
    const { resources } = parseDocument(state, exportedStack, (what) => new Error(what)).deployment;
    return [foreignDomains(state, new Set()), explicitProviders(resources ?? [])];
  },
  "documents with it": (text) => {
    const documents = [text, `${text}\n{}`, `{${JSON.stringify(text)}: ${JSON.stringify(text)}, "a": 1, "a": 2}`];
    for (const one of documents) attempt(one, (whole) => readJson(withoutWarnings(whole), (what) => new Error(what)));
  },
  "waivers with it": (text) => {
    const waiver = { rule: "client-no-implicit-grant", resource: text, reason: text, until: later };
    const written = JSON.stringify({ waivers: [waiver] });
    attempt(text, () => parseWaivers(text, "tenant-baseline.yaml", [waiver.rule]));
    attempt(text, () => parseWaivers(written, "tenant-baseline.yaml", [waiver.rule]));
    attempt(text, () => parseWaivers(`waivers:\n  - rule: ${text}`, "tenant-baseline.yaml", [waiver.rule]));
    const object = { name: text, id: text, urn: text };
    startOfWaivers([{ rule: waiver.rule, object, title: sanitize(text) }]);
    return new Waivers([waiver, { ...waiver, resource: "*a*b*" }].slice(text.includes("*") ? 1 : 0)).covering(
      waiver.rule,
      object,
    );
  },
  "an audit of it": (text) => {
    const object = (type: NamedObject["type"], properties: JsonObject): NamedObject => ({
      type,
      name: text,
      id: text,
      tenant: "t",
      properties,
    });
    const words = text.split(" ");
    const audit = auditOf(
      [
        object("client", {
          name: text,
          appType: "spa",
          grantTypes: ["implicit", ...words],
          callbacks: [text, ...words],
          clientMetadata: { [text]: text, token: text },
        }),
        object("action", {
          code: text,
          dependencies: words.map((version) => ({ name: version, version })),
          runtime: text,
        }),
        object("connection", {
          strategy: "auth0",
          options: { customScripts: { login: text }, issuer: text, passwordPolicy: text },
        }),
        object("tenantSettings", { errorPage: { html: text, url: text }, allowedLogoutUrls: [text, ...words] }),
        object("bruteForceProtection", { allowlist: [text, ...words, `${text}/96`] }),
        object("logStream", { type: "http", sink: { httpEndpoint: text, httpAuthorization: text } }),
      ],
      rules,
    );
    return [
      auditText(audit),
      auditMarkdown(audit),
      sanitizeJson(toSarif(audit, { version: "1", category: text, project: text })),
    ];
  },
  "a comparison of it": (text) => {
    const side = (name: string, more: string): Side => ({
      name,
      hosts: [`${name}.tenants.example.com`],
      unread: new Map(),
      objects: [
        {
          type: "client",
          id: "id",
          properties: { name: text, callbacks: [more + text], clientMetadata: { token: text + more } },
        },
        {
          type: "action",
          id: "act",
          properties: { name: "A", code: `const token = "${more}";${text}\n${text}${text.replaceAll(" ", '\\"')}` },
        },
        { type: "role", id: more + text, properties: { name: more + text, description: `?token=${text}` } },
      ],
    });
    const result = compare(side("dev", "one-word-of-dev"), side("prod", "://a:one-word-of-prod@"));
    return [
      ...[compareText(result), compareMarkdown(result), sanitizeJson(compareJson(result))],
      ...[proposedReplacements(result), proposedPairs(result), proposedPermissions(result, "today")],
    ];
  },
  "a description of the service with it": (text) => {
    const schema = {
      $ref: text,
      allOf: [{ $ref: `#/${text}` }],
      properties: { [text]: { enum: [text] }, name: { enum: [text] } },
    };
    return compareDescription(describedBy(schema, { [text]: {} }));
  },
  "a piece of the stream with it": (text) => wireReader(1 << 22)(Buffer.from(text)),
  "another tool's state with it": (text) => {
    const resource = {
      ...{ mode: "managed", type: "auth0_connection", name: "corp", module: `module.a[${JSON.stringify(text)}]` },
      ...{ provider: text, instances: [{ index_key: text, attributes: { id: text } }] },
    };
    const of = (one: object) => namesFrom(JSON.stringify({ version: 4, lineage: "x", resources: [one] }));
    const named = of(resource);
    return [
      handOver(named, named.objects),
      attempt(text, () => of({ ...resource, name: text })),
      attempt(text, () => of({ ...resource, module: `module.${text}` })),
      attempt(text, () => of({ ...resource, module: `module.a[${text}` })),
    ];
  },
  "the export of another provider's stack with it": (text) =>
    [text, `urn:pulumi:dev::shop::auth0:index/connection:Connection::${text}`].map((urn) =>
      attempt(urn, () => {
        const type = "auth0:index/connection:Connection";
        const resources = [{ urn, custom: true, type, id: text }];
        const named = namesFrom(JSON.stringify({ deployment: { resources } }));
        return handOver(named, named.objects);
      }),
    ),
  "a configuration of Terraform with it": (text) =>
    terraformOf([
      { type: "role", name: text, id: text, properties: { name: text, description: `${text}{` } },
      { type: "userRoles", name: text, id: text, properties: { userId: text, roles: [text, "$".repeat(text.length)] } },
    ]),
  "a program with it": (text) =>
    imported([
      { ...resource(text), args: { ...program(text), displayName: text, metadata: { [text]: text } } },
      { ...resource(text), args: { name: text, enabledClients: [text, text] } },
    ]),
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
  "a recording and a mismatch of it": (value, other) => [
    shapeOfBody(value, new Set(textsIn(value).slice(0, 10))),
    mismatchOf("metadata", { kind: "document" }, { whole: value }, { whole: other }),
    mismatchOf("names", { kind: "set", item: { kind: "string" } }, [value], [other]),
  ],
  "a description of the service of it": (value) => {
    const list = [value, ...textsIn(value)];
    // Two ways lead from each schema to the next one, so that the number of ways to the last is exponential.
    const schemas = Object.fromEntries(
      list.map((_, n) => [`s${n}`, { anyOf: [value], ...refersTo(`s${n + 1}`), properties: { name: { enum: list } } }]),
    );
    const nested = list.reduce<Json>((inner, one) => ({ allOf: [inner], items: one }), value);
    return compareDescription(describedBy({ oneOf: [nested], ...refersTo("s0") }, {}, schemas));
  },
  "comparing it": (value, other) => [equal(value, other), isPortable(value), plain(value)],
  "another tool's parts of one object, named after it": (value) => {
    const attributes = { resource_server_identifier: "https://orders.example.com" };
    const resources = [...new Set(textsIn(value))].map((scope, n) => ({
      ...{ mode: "managed", type: "auth0_resource_server_scope", name: `s${n}`, provider: "auth0" },
      instances: [{ attributes: { ...attributes, id: `https://orders.example.com::${scope}`, scope } }],
    }));
    return namesFrom(JSON.stringify({ version: 4, lineage: "x", resources }));
  },
  "looking for secrets in it": (value) => [
    secretTextsIn(value),
    secretPaths(schema.fields, program(value)),
    markSecrets(program(value), secrecyOfFields(schema.fields, program(value))),
  ],
  "comparing it without order": (value, other) => [
    same(undefined, value, other, { unordered: true }),
    same({ kind: "set", item: { kind: "string" } }, value, other),
    Array.isArray(value) && Array.isArray(other) && [inOrderOf(value, other), setChange(value, other)],
  ],
  "bounding a listing of it": (value) => {
    const bounds = new ListingBounds();
    const pages = isObject(value) || Array.isArray(value) ? Object.values(value) : [value];
    return pages.map((page) => bounds.add([page], 1));
  },
  "its canonical form": (value, other) => canonical(schema.fields, program(value), program(other)),
  "its way over the wire": (value) => [
    fromWire(schema.fields, { name: "it", strategy: "oidc", options: { value } }),
    toWire(schema.fields, program(value)),
    parseJson(JSON.stringify({ value })),
  ],
  "a refresh of it": (value, other) => {
    const outputs = saved(value, other);
    return [wrapped(schema, outputs), wrapped(schema, inputsOf(schema, outputs)), dropSecrets(schema.fields, outputs)];
  },
  "an update of it": (value, other) => updated(program(other), program(value)),
  "an update that declares it no more": (value) => updated(program(null), program(value)),
  "the check of it": (value) => refusalsOf(typeToken("Connection"), program(value)),
  "what its types do not have": (value) =>
    undocumentedOptions("oidc", { value, oidc_metadata: value, upstream_params: { value } }),
  "a look-up of it": (value) => {
    const connection = { name: "it", strategy: "custom", options: { value } };
    expect([askedOptions(connection, { options: ["value"] })]).toHaveLength(1);
  },
  "a watch of it": (value, other) => {
    const changes = changed(value, other);
    const resource = { urn: "it", type: "it", name: "it", state: "changed" as const, changes };
    const attributed = attribute(definitions.connection.schema, "changed", changes, [
      edit("a", value, other),
      edit("b", other, value),
    ]);
    const reported = { resource, kind: "drift" as const, state: "changed" as const, left: { finding: resource } };
    const book = new DeliveredReports();
    book.add({ ...reported, ...attributed }, 0);
    return deltasOf(book.open[0], { ...resource, changes: changed(other, value) });
  },
  "a program with it": (value) => imported([{ ...resource("it"), args: program(value) }]),
  "names of an import": (value) => imported(textsIn(value).map((text) => resource(text))),
  "a drift report of it": (value, other) => {
    const diff = Object.fromEntries(places(value, ["options", "value"]).map((path) => [path, "update"]));
    return inAllFormats(previewText([{ name: "it", was: program(value), is: program(other), diff }]));
  },
};

function program(value: Json): JsonObject {
  return { name: "it", strategy: "oidc", options: { client_secret: secret, value } };
}

/** The leaves that differ, as the comparison of a watch finds them. */
function changed(was: Json, is: Json): readonly Change[] {
  const path = "options.value";
  if (!Array.isArray(was) || !was.every((item) => typeof item === "string")) return [{ path, kind: "update", was, is }];
  return was.map((item: Json) => ({ path: `${path}[]`, kind: "add", is: item }));
}

const refersTo = (name: string) => {
  const reference = { $ref: `#/components/schemas/${name}` };
  return { allOf: [reference, { ...reference }] };
};

/** A description of the service in which the requests about roles have a schema. */
function describedBy(schema: JsonObject, paths: JsonObject, schemas: JsonObject = {}): JsonObject {
  const content = { "application/json": { schema } };
  const operation = { requestBody: { content }, responses: { 200: { content } } };
  return {
    paths: { ...paths, "/roles": { post: operation }, "/roles/{id}": { get: operation } },
    components: { schemas },
  };
}

const edit = (id: string, value: Json, before: Json): TenantEvent => ({
  ...{ id, type: "connection.updated", time: "2026-01-31T12:00:00Z" },
  data: { object: { options: { value } }, previous_object: { options: { value: before } } },
});
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

function resource(name: string): ImportedResource {
  return {
    item: { type: "connection", id: name, properties: {}, label: name, names: [name] },
    type: "tenant:Connection",
    ...{ args: { name }, secrets: [{ pointer: "/options/client_secret", value: secret }], notes: [] },
    ...{ inputs: {}, outputs: {}, isProtected: false },
  };
}

function imported(resources: readonly ImportedResource[]): unknown {
  const known = new Map(resources.map(({ item }) => [`client ${item.id}`, item.id]));
  const layout = { main: "index", isEntry: true, ending: "" } as const;
  return programOf(resources, layout, { names: [], keys: [], chosen: new Map(), known });
}

const recordOf = (inputs: JsonObject) => ({
  ...blankRecord({ at: "tenant", id: "con_1" }),
  paths: recordedPaths(leavesOf(schema.fields, inputs)),
});

function saved(value: Json, live: Json): JsonObject {
  const before = { ...program(value), __secrets: recordOf(program(value)).paths };
  return outputsOf({
    ...{ schema, host: "tenant.example.com", id: "con_1", before, record: recordOf(before) },
    seen: { live: program(live) },
  });
}

/** Everything that an update does but for the calls. */
function updated(inputs: JsonObject, before: JsonObject): unknown {
  const record = recordOf(before);
  const plan = planChange(schema, before, record, inputs);
  const how = { schema, plan, inputs };
  return [
    mergeOptions(plan, inputs, before),
    isOutdated(record, how),
    recordAfter(record, how, { how: "partly", id: "con_1", seen: { live: inputs }, unsure: record.paths }),
    recordAfter(record, how, { how: "lost", sentPaths: record.paths }),
  ];
}

/** Milliseconds. On a busy machine the CPU time that is bounded here can take many times as long. */
const patience = { timeout: 300_000 };

describe("text from outside is processed in linear time", patience, () => {
  describe.each(Object.entries(textWorks))("%s", (_name, work) => {
    it.each(Object.entries(texts))("%s", (_kind, make) => {
      expectModestGrowth((size) => {
        const text = make(size);
        return () => work(text);
      });
    });
  });
});

describe("values are processed in linear time", patience, () => {
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

/** An error object for each line took thirty times as long as the line, and the sender of a stream chooses its lines. */
it.each(["x\n", "x: y\n", "retry: x\n"])(
  "an unknown field of the event stream costs as little as a known one: %j",
  patience,
  (line) => {
    const lines = 1 << 18;
    const timeOfLines = (text: string) => timeOf(() => wireReader(1 << 22)(Buffer.from(text.repeat(lines))));
    const known = Math.max(timeOfLines("data: x\n"), timeOfLines("data: x\n"));
    expect(timeOfLines(line)).toBeLessThan(Math.max(known, trifle) * maxGrowth);
  },
);

import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { createColors } from "picocolors";
import { afterEach, describe, expect, test, vi } from "vitest";
import { resolveSettings, sanitizeJson, TenantClient, withoutCommands } from "../../provider/src/client/index.ts";
import { eventLine } from "../../provider/src/commands/events.ts";
import type { Collection, Emulator } from "../../provider/src/emulator/index.ts";
import { events } from "../../provider/src/events.ts";
import { getConnection, getResourceServer, getTokenExchangeProfile } from "../../provider/src/index.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { annotations } from "../../provider/src/report/annotations.ts";
import { toMarkdown, toText } from "../../provider/src/report/drift.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import type { DriftReport } from "../../provider/src/report/types.ts";
import { ofRefresh } from "../../provider/src/report/words.ts";
import { describePath, equal, isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { typeToken } from "../../provider/src/schema/provider-code.ts";
import { inClear, type StateEntry } from "../harness/mini-engine.ts";
import { cases } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { runProgram } from "../unit/helpers/program.ts";
import { startWorld, type World } from "./world.ts";

/** What must never begin a line, as it would mean something there to GitHub, GitLab, a terminal or a reader of Markdown. */
const word = "INJECTED";
const snippets = [
  ...["\u001b[2J", "\u001b]0;x\u0007", "\u009b31m", "\u0000", "\b", "\t", "\r", "\u0085", "\u007f"],
  ...["\u202e", "\u2066", "\u200b", "\u200d", "\u00ad", "\ufeff", "\u{e0041}", "\ud800", "\udc00"],
  ...["\n", "\r\n", "\u2028", "\u2029"].map((end) => `${end}${word}`),
  ...["\n::error::", "\r::warning title=x::", "::stop-commands::x", "##[error]", "\n##[group]", "\n##vso[x]"],
  ...["%0A::error::", "section_start:1:x\r\u001b[0K", "\nsection_end:1:x\r\u001b[0K", "\n/close", "@everyone "],
  ...["`", "``` ", "**", "\n# ", "[x](javascript:x)", "![x](https://example.com/x)", "| a |", "\n- ", "\\"],
  ...["<script>x</script>", "</details>", "<!--", "&lt;", "[secret]", "{{x}}", "$(x)", "  "],
];
const hostileText = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...snippets), weight: 4 }, fc.string({ maxLength: 4 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
/** The length of a text; a few of them are too long for every report. The soak has the time for 1 MB. */
const bulkSize = process.env.SOAK_CASES === undefined ? 1 << 14 : 1 << 20;
const bulk = fc.constantFrom(...snippets, "x", " ").map((unit) => unit.repeat(bulkSize / unit.length));

/** The kinds whose objects have texts of their own. */
const subjectsWithTexts = subjects.filter(({ make }) => make !== undefined);

/**
 * Objects with something in every property, where a program of the usual size has not. The service refuses what it does not
 * take, and this keeps the rest.
 */
const fullPrograms: Partial<Record<TypeName, JsonObject>> = {
  resourceServer: {
    identifier: "https://api.example.com",
    name: "API",
    scopes: { "read:it": "Read", "write:it": "Write" },
    consentPolicy: "transactional-authorization-with-mfa",
    authorizationDetails: [{ type: "payment" }],
  },
  connection: {
    name: "corp",
    strategy: "oidc",
    displayName: "Corp",
    realms: ["corp"],
    metadata: { team: "identity" },
    options: {
      issuer: "https://idp.example.com/",
      client_id: "client-a",
      scope: "openid profile",
      domain_aliases: ["a.example.com", "b.example.com"],
      upstream_params: { login_hint: { alias: "hint" } },
      attribute_map: { mapping_mode: "use_map", attributes: { email: "mail" } },
    },
  },
  organization: {
    name: "north",
    displayName: "North",
    branding: { logoUrl: "https://example.com/logo.png", colors: { primary: "#000000", pageBackground: "#ffffff" } },
    metadata: { plan: "enterprise" },
    thirdPartyClientAccess: "allow",
  },
};

function programOf({ name, bench: [usual] }: Subject): JsonObject {
  return fullPrograms[name] ?? usual;
}

function isCollection(part: unknown): part is Collection {
  return typeof part === "object" && part !== null && "list" in part && "update" in part;
}

/** Puts the text into every field of every object, in every way that the service takes. */
function fill(tenant: Emulator, text: string): void {
  tenant.organizations.create({ name: "org" });
  tenant.roles.create({ name: "role" });
  const { connections } = tenant;
  for (const collection of Object.values(tenant).filter(isCollection)) {
    const change = (key: string, patch: JsonObject) =>
      collection === connections ? connections.edit(key, patch) : collection.update(key, patch);
    for (const { id, ...object } of collection.list()) {
      fillObject(object, text, (patch) => attempt(() => change(String(id ?? object.client_id), patch)));
    }
  }
  for (const { id } of tenant.organizations.list()) {
    for (const user of [text, "auth0|member"]) {
      attempt(() => tenant.organizationMembers.add(String(id), user, { name: text, email: text, picture: text }));
    }
  }
  expect(JSON.stringify(tenant.export())).toContain(JSON.stringify(text));
}

function fillObject(
  object: Readonly<Record<string, unknown>>,
  text: string,
  change: (patch: JsonObject) => void,
): void {
  for (const [name, value] of Object.entries(object)) {
    for (const form of forms(value as Json, text)) change({ [name]: form });
  }
}

/** A value with the text in place of all its texts, and as one more member. */
function forms(value: Json, text: string): readonly Json[] {
  const replaced = (one: Json): Json => {
    if (typeof one === "string") return text;
    if (Array.isArray(one)) return one.map(replaced);
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([key, item]) => [key, replaced(item)])) : one;
  };
  if (Array.isArray(value))
    return [value.map(replaced), [...value.slice(1), text], [{ value: text, description: text }]];
  return isObject(value)
    ? [{ ...value, [text]: text }, replaced(value), { ...(replaced(value) as JsonObject), [text]: text }]
    : [replaced(value)];
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    expect((error as Error).name).toMatch(/ServiceError/);
  }
}

/** The places where two values differ, as the CLI writes them. */
function differences(was: Json | undefined, is: Json | undefined, path: readonly (string | number)[]): string[] {
  if (equal(was, is)) return [];
  if (isObject(was) && isObject(is)) {
    const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...keys].flatMap((key) => differences(was[key], is[key], [...path, key]));
  }
  return [describePath(path)];
}

/** What the CLI prints of a refresh that leads from one state to the other. */
function previewOf({ resource }: Subject, before: StateEntry, after: StateEntry | undefined, text: string): string {
  const urn = `urn:pulumi:dev::shop::${typeToken(resource)}::it`;
  const shown = (entry: StateEntry) => ({
    ...(inClear({ inputs: entry.inputs, outputs: entry.outputs }) as JsonObject),
    id: entry.id,
  });
  const [was, is] = [shown(before), after && shown(after)];
  const paths = after ? differences(before.inputs, after.inputs, []) : [];
  const diagnostics = [
    { message: text, severity: "error" },
    { message: text, severity: "warning" },
    { message: `warning: ${text}`, severity: "info#err" },
    { urn: `${urn}${text}`, message: `<{%reset%}>error: ${text}<{%reset%}>`, severity: "error" },
  ];
  const detailedDiff = Object.fromEntries(paths.map((path) => [path, { kind: "update", inputDiff: true }]));
  const step = { op: after ? "update" : "delete", urn, oldState: was, ...(is && { newState: is }), detailedDiff };
  // A text of a file: the state can name a resource and its parent anything.
  const named = {
    ...step,
    urn: `urn:pulumi:${text}::shop::my:${text}::${text}`,
    oldState: { ...was, parent: `urn:${text}` },
  };
  return JSON.stringify({ steps: [named, step], diagnostics });
}

function expectLegible(text: string, maxLine = 25_000): void {
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[/u);
  for (const line of text.split("\n")) {
    expect(line).not.toMatch(new RegExp(`^\\s*(::|##|section_|/|#|@|${word})`));
    expect(line.length).toBeLessThan(maxLine);
  }
  // An id of several parts has two colons in it: after a letter they are no command.
  if (process.env.GITHUB_ACTIONS === "true") expect(text).not.toMatch(/(?<!\w)::/);
}

/** Markdown without its code spans, as a reader of it finds them. */
function withoutCode(line: string): string {
  const [opening] = /`+/.exec(line) ?? [];
  if (opening === undefined) return line;
  const start = line.indexOf(opening);
  const runs = [...line.matchAll(/`+/g)].filter(({ index }) => index > start);
  const end = runs.find(([run]) => run.length === opening.length)?.index;
  expect(end).toBeDefined();
  return line.slice(0, start) + withoutCode(line.slice(Number(end) + opening.length));
}

function expectReport(report: DriftReport): void {
  const text = toText(report);
  expectLegible(text);
  expect(withoutCommands(text)).not.toMatch(/::|##\[/);

  const json = sanitizeJson(report, 2);
  expect(json).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[/u);
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(report)));

  for (const annotation of annotations(report)) {
    expect(annotation).toMatch(/^::(warning|error) title=[^:]+::[^\n]*$/);
    expect(annotation.replace(/^::\w+ title=[^:]+::/, "")).not.toMatch(/::|##\[/);
    expect(annotation).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  }

  const markdown = toMarkdown(report);
  expect(markdown.length).toBeLessThanOrEqual(60_000);
  const [heading = "", ...lines] = markdown.trimEnd().split("\n");
  expect(withoutCode(heading)).toMatch(/^### (Drift|Not everything could be read) in stack (dev)?: [\w, ]+$/);
  const known = /^( *- (\*{4}|error: |warning: |… (and )?\d+ (more|in all), omitted for length)?)?$/;
  const advice = new Set(ofRefresh.advice.split("\n"));
  for (const line of lines) {
    if (!advice.has(line)) expect(withoutCode(line)).toMatch(known);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  }
}

let world: World | undefined;
const printed = vi.fn();
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await world?.close();
});

async function started(name: TypeName): Promise<World> {
  await world?.close();
  world = await startWorld({}, kinds[name]);
  for (const level of ["warn", "info", "error"] as const) vi.spyOn(console, level).mockImplementation(printed);
  return world;
}

/** All that was printed since the last time. */
const said = () => printed.mock.calls.splice(0).map((parts) => parts.join(" "));

/** One resource's life at a tenant whose every field holds the text, and every answer that says no. */
async function live(subject: Subject, text: string): Promise<void> {
  const { tenant, engine, port } = await started(subject.name);
  subject.prepare(tenant);
  const program = programOf(subject);
  const other = { ...edited(program), ...subject.identity(tenant, 1) };
  const messages: string[] = [];
  const note = (steps: readonly { failure?: Error }[]) => {
    for (const { failure } of steps) messages.push(...(failure ? [failure.message] : []));
  };
  note(await engine.up({ it: program }));
  expect(messages).toEqual([]);
  const before = engine.state.get("it") as StateEntry;
  fill(tenant, text);
  await engine.refresh().catch((error: Error) => messages.push(error.message));
  const after = engine.state.get("it");
  expectReport(driftReport(parsePreview(previewOf(subject, before, after, text))));
  expectReport(driftReport(parsePreview(previewOf(subject, before, undefined, text))));

  for (const body of [{ statusCode: 400, error: text, message: text, errorCode: text }, text]) {
    for (const method of ["POST", "PATCH", "GET", "DELETE"]) {
      const fault = { kind: "status", status: 400, path: "/api/v2", method, body, times: 1 } as const;
      tenant.inject(fault);
      note(await engine.up({ it: edited(program), other }));
      tenant.clearFaults();
      tenant.inject(fault);
      await engine.refresh().catch((error: Error) => messages.push(error.message));
      tenant.clearFaults();
    }
  }
  note(await engine.up({ [text]: { ...program, ...textIn(program, text) } }));
  await port.read(text, {}).catch((error: Error) => messages.push(error.message));
  for (const message of [...messages, ...said()]) expectLegible(message);
}

const edited = (program: JsonObject): JsonObject => ({
  ...program,
  ...("displayName" in program && { displayName: "New" }),
  ...(!("displayName" in program) && "name" in program && { name: "New" }),
});
/** All texts of a program replaced, for what a check says of them. */
const textIn = (program: JsonObject, text: string): JsonObject => ({ ...(forms(program, text)[2] as JsonObject) });

/** The share of the cases that each kind has of those that all have together. */
const shareOfEach = 1 / subjectsWithTexts.length;

describe.each(subjectsWithTexts)("a tenant in which every text is hostile: $name", (subject) => {
  test.each(["", "true"])(
    "no message contains a hostile text unchanged (GITHUB_ACTIONS=%s)",
    { timeout: 300_000 },
    async (github) => {
      vi.stubEnv("GITHUB_ACTIONS", github);
      await fc.assert(
        fc.asyncProperty(hostileText, (text) => live(subject, text)),
        cases(0.015 * shareOfEach),
      );
    },
  );

  test("no message contains a very long text unchanged", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(bulk, (text) => live(subject, text)),
      cases(0.003 * shareOfEach),
    );
  });
});

describe("other output with texts of the tenant", () => {
  test.each(["", "true"])(
    "contains no hostile text unchanged: events, errors of data sources, debug log (GITHUB_ACTIONS=%s)",
    { timeout: 300_000 },
    async (github) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof({ arbitrary: hostileText, weight: 9 }, bulk), async (text) => {
          vi.stubEnv("GITHUB_ACTIONS", github);
          const { tenant } = await started("tokenExchangeProfile");
          for (const subject_token_type of ["urn:example:a", "urn:example:b"]) {
            const profile = { name: "Legacy", action_id: "action-a", type: "custom_authentication" };
            tenant.tokenExchangeProfiles.create({ ...profile, subject_token_type });
          }
          tenant.connections.create({ name: "corp", strategy: "oidc", options: { client_id: "a" } });
          const settings = {
            "tenant:domain": tenant.domain,
            "tenant:clientId": tenant.clientId,
            "tenant:clientSecret": tenant.clientSecret,
          };
          fill(tenant, text);
          const options = { client_id: "a", upstream_params: { [text]: { token: text } } };
          tenant.connections.create({ name: "other", strategy: "oidc", options });
          const shown = [
            ...(await eventsOf(tenant, text)),
            ...(await debugged(settings, text)),
            await listed(settings, text),
          ];
          for (const one of [...shown, ...said()]) expectLegible(one);
        }),
        cases(0.005),
      );
    },
  );
});

/** The printed events of a stream whose data contain a text, and the reasons of its pauses. */
async function eventsOf(tenant: Emulator, text: string): Promise<string[]> {
  const { domain, clientId, clientSecret } = tenant;
  const shown: string[] = [];
  const since = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+/, "");
  let told = 0;
  const stop = new AbortController();
  const stream = events({
    ...{ domain, clientId, clientSecret, fromTimestamp: since, backoff: { baseMs: 1, capMs: 2 }, signal: stop.signal },
    onStatus: (status) => {
      if (status.state === "waiting") shown.push(status.why);
      if (status.state !== "open") return;
      told += 1;
      if (told > 1) return stop.abort();
      tenant.events.publish("connection.updated", { id: text, name: text, strategy: text });
      tenant.events.publish(text, { id: text });
      tenant.events.fail(text, text);
    },
  });
  for await (const item of stream) {
    shown.push(eventLine(item, createColors(false)));
    expect(sanitizeJson(item)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[/u);
    expect(JSON.parse(sanitizeJson(item))).toEqual(JSON.parse(JSON.stringify(item)));
  }
  expect(shown.length).toBeGreaterThan(2);
  return shown;
}

/** The debug log and the error of a call that names the text. */
async function debugged(config: Readonly<Record<string, string>>, text: string): Promise<string[]> {
  const settings = resolveSettings({ config: (key) => config[`tenant:${key}`], env: { TENANT_LOG: "debug" } });
  const lines: string[] = [];
  const client = new TenantClient(settings, { onLog: (line) => lines.push(line) });
  const call = { method: "GET", path: ["connections", text], subject: `connection ${text}`, action: "read" } as const;
  await client.request({ ...call, query: { [text]: text } }).catch((error: Error) => lines.push(error.message));
  await client.close();
  expect(lines.length).toBeGreaterThan(0);
  return lines;
}

/** What look-ups say where they find none or several, or a secret among options. */
async function listed(config: Readonly<Record<string, string>>, text: string): Promise<string> {
  pulumi.runtime.setAllConfig(config);
  await runProgram();
  const other = `${text}, which nothing has`;
  const forms: Promise<unknown>[] = [
    getTokenExchangeProfile({ name: other }),
    getTokenExchangeProfile({}),
    getResourceServer({ identifier: other }),
    getConnection({ id: other }),
    getConnection({ name: "corp", options: [text] }),
    getConnection({ name: "other", options: ["upstream_params"] }),
  ];
  const errors = forms.map((form) =>
    form.then(
      () => "",
      (error: Error) => error.message,
    ),
  );
  return (await Promise.all(errors)).join("\n");
}

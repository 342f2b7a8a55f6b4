import { isDeepStrictEqual } from "node:util";
import {
  describePath,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt } from "../../provider/src/schema/schema.ts";
import { undocumented } from "../../provider/src/schema/undocumented.ts";
import { Draft, leavesOf } from "../../provider/src/state/leaves.ts";
import { pairs } from "../harness/keys.ts";
import { subjects } from "./index.ts";
import { kinds } from "./kinds.ts";
import type { Subject } from "./subject.ts";

/** A property that is an object, or a document. */
export interface ObjectProperty {
  readonly subject: Subject;
  readonly name: string;
  readonly field: Field;
}

/** All of them, of all types. */
export const objectProperties: readonly ObjectProperty[] = subjects.flatMap((subject) =>
  writableIn(kinds[subject.name].schema.fields).flatMap(([name, field]): ObjectProperty[] =>
    (field.kind === "object" || field.kind === "document") && !isApart(subject, name) ? [{ subject, name, field }] : [],
  ),
);

/**
 * The emulator's links between objects take only what they know. Members of the credentials of several e-mail providers exclude each other, and so do
 * the destinations of event streams: tests of their own have them.
 */
function isApart({ name: kind }: Subject, name: string): boolean {
  return (
    (kind === "organizationConnection" && name === undocumented) ||
    (kind === "emailProvider" && name === "credentials") ||
    (kind === "eventStream" && name !== undocumented)
  );
}

function writableIn(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).filter(([, field]) => !field.computed);
}

/** Values that the service looks into, by the name of the property. */
const samples: Readonly<Record<string, readonly Json[]>> = {
  pem: pairs(2).map(({ pem }) => pem),
  permissions: ["https://orders.example.com read:orders", "https://orders.example.com write:orders"],
  allowlist: ["192.0.2.1", "198.51.100.1"],
  sandboxVersion: ["20", "18"],
  ipAllowlist: ["192.0.2.1", "2001:db8::/32"],
  kid: ["0123456789-a", "0123456789-b"],
  organizationId: ["org_0000000000000001", "org_0000000000000002"],
  action: ["redirect", "redirect"],
  auth0Managed: ["auth0.low_reputation", "auth0.icloud_relay_proxy"],
  // The service refuses it beside signals: tests of its own have it.
  matchAll: [false, false],
};

/** Documents of which the service knows the members, by the name of the property. */
const documents: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  languages: [
    { primary: "en", default: "de" },
    { primary: "fr", default: "es" },
  ],
  start: [
    { next_node: "$ending", coordinates: { x: 1, y: 1 } },
    { next_node: "$ending", coordinates: { x: 2, y: 2 } },
  ],
  ending: [
    { redirection: { target: "https://one.example.com" }, after_submit: { flow_id: "af_1" } },
    { redirection: { target: "https://two.example.com" }, after_submit: { flow_id: "af_2" } },
  ],
  messages: [
    { errors: { A: "a-0", B: "b-0" }, custom: { c: "c-0" } },
    { errors: { A: "a-1", B: "b-1" }, custom: { c: "c-1" } },
  ],
  style: [{ css: "a {}" }, { css: "b {}" }],
  // The service knows no member yet.
  connectionConfig: [{}, {}],
};

/** Members that the service refuses beside the same ones of another object, by the name of their object. */
const refused: Readonly<Record<string, string>> = { notMatch: "auth0Managed" };

/** The keys of documents of which the service knows the keys. */
const keysOf: Readonly<Record<string, readonly string[]>> = { strategyOverrides: ["okta", "waad"] };

/** One of two full values of a property. */
export function fullValue(field: Field, name: string, n: 0 | 1): Json {
  switch (field.kind) {
    case "object":
      return Object.fromEntries(
        writableIn(field.fields).flatMap(([key, member]) =>
          refused[name] === key ? [] : [[key, fullValue(member, key, n)] as const],
        ),
      );
    case "list":
    case "set":
      return [fullValue(field.item, name, n)];
    case "map":
      return { ours: `ours-${n}`, theirs: `theirs-${n}` };
    case "document": {
      const known = documents[name]?.[n];
      if (known) return known;
      const { values } = field;
      const inside = (key: string) => {
        if (values?.kind === "string") return `${key}-${n}`;
        return values ? fullValue(values, key, n) : { [`${key}_a`]: `a-${n}`, [`${key}_b`]: `b-${n}` };
      };
      return Object.fromEntries((keysOf[name] ?? ["one", "two"]).map((key) => [key, inside(key)]));
    }
    case "integer":
      return field.min + 1 + n;
    case "boolean":
      return samples[name]?.[n] ?? n === 0;
    case "string": {
      const sample = samples[name]?.[n];
      if (sample !== undefined) return sample;
      const { oneOf, pattern } = field;
      if (oneOf) return oneOf[n % oneOf.length] ?? null;
      const texts = [
        ...[`text-${n}`, `https://example.com/${n}`, `#00000${n}`, n === 0 ? "AA" : "BB"],
        ...[`user-${n}@example.com`, `+1202555010${n}`],
      ];
      return texts.find((text) => !pattern || new RegExp(pattern.source, "u").test(text)) ?? null;
    }
  }
}

/** All that a program declares that declares this of a property. */
export function programOf({ subject, name }: ObjectProperty, identity: JsonObject, declared: JsonObject): JsonObject {
  const base = subject.besidesOf?.[name] ?? subject.besides;
  return merged({ ...identity, ...base }, declared) as JsonObject;
}

/** The paths of a value that a program can leave out, each by itself. */
export function optionalIn({ name, field }: ObjectProperty, value: Json): readonly Path[] {
  const fields = { [name]: field };
  const leaves = leavesOf(fields, { [name]: value }).map(({ path }) => path);
  return leaves.filter((path) => !isRequired(fields, path));
}

function isRequired(fields: Fields, path: Path): boolean {
  return fieldAt(fields, path)?.required === true;
}

/** What becomes of a program, in words, and the program. */
export type NextProgram = readonly [step: string, program: JsonObject];

/** The programs that follow one: without the property, without one of its members, and with another value for one of them. */
export function programsAfter({ name, field }: ObjectProperty, program: JsonObject): readonly NextProgram[] {
  const fields = { [name]: field };
  const other = { [name]: fullValue(field, name, 1) };
  const programs: NextProgram[] = [["drops all", {}]];
  for (const { path, value } of leavesOf(fields, program)) {
    if (!isRequired(fields, path)) programs.push([`drops ${describePath(path)}`, without(program, [path])]);
    const next = valueAt(other, path);
    if (next === undefined || isDeepStrictEqual(next, value)) continue;
    const changed = new Draft(program);
    changed.put(path, next);
    programs.push([`changes ${describePath(path)}`, changed.root]);
  }
  return programs;
}

/** A value without some of its members, and without the objects that hold nothing then. */
export function without(value: JsonObject, paths: readonly Path[]): JsonObject {
  const draft = new Draft(value);
  for (const path of paths) {
    draft.remove(path);
    for (let above = path.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
      const holder = valueAt(draft.root, above);
      if (isObject(holder) && Object.keys(holder).length === 0) draft.remove(above);
    }
  }
  return draft.root;
}

/** Both values, at any depth. */
export function merged(before: Json | undefined, value: Json): Json {
  if (!isObject(before) || !isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, merged(own(before, key), item)]);
  return { ...before, ...Object.fromEntries(members) };
}

/** What an update takes along by design, though the program never declared it. */
export const takenAlong: readonly {
  readonly property: string;
  readonly step: RegExp;
  /** The member that goes. */
  readonly member: RegExp;
  readonly why: string;
}[] = [
  {
    property: "resourceServer.tokenEncryption",
    step: /^changes .*\.pem$/,
    member: /^tokenEncryption\.encryptionKey\./,
    why: "another key takes the place of the whole one: a name or an id that was given to the old key must not stick to it",
  },
  {
    property: "client.refreshToken",
    step: /^drops all$/,
    member: /\.infinite(Idle)?TokenLifetime$/,
    why: "the service makes it of the type of expiration, so nothing tells that somebody has set it",
  },
  {
    property: "branding.colors",
    step: /^changes colors\.pageBackgroundGradient\./,
    member: /\.pageBackground$/,
    why: "the service has one background: a gradient or a plain color",
  },
];

/** Whether a member goes by design. */
export function isTakenAlong({ subject, name }: ObjectProperty, step: string, member: Path): boolean {
  return takenAlong.some(
    (one) => one.property === `${subject.name}.${name}` && one.step.test(step) && one.member.test(describePath(member)),
  );
}

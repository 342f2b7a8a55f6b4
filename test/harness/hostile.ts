import fc from "fast-check";
import { type Json, signatureKey, unknownValue } from "../../provider/src/schema/json.ts";

/** Ids that name nothing, something else, or not what they seem to. */
export const hostileIds: readonly string[] = [
  "",
  ".",
  "..",
  "../clients/client-1",
  "a/b",
  "a\\b",
  "a?b=c",
  "a#b",
  "%2e%2e",
  "%2F",
  " ",
  "a\nb",
  "\r\nx-injected: 1",
  "\0",
  "\u001b[2Jgone",
  "\u009b2J",
  "\u202egnp",
  "\ud800",
  unknownValue,
  "x".repeat(5_000),
];

/** Names of members that the service, JavaScript or the engine knows. */
export const hostileNames: readonly string[] = [
  ...["id", "identifier", "name", "strategy", "options", "scopes", "token_lifetime", "metadata", "realms", "is_system"],
  ...["display_name", "enabled_clients", "roles", "clients", "connections", "next", "total", "start", "limit"],
  ...["client_id", "value", "description", "statusCode", "error", "message", "errorCode", "issuer", "client_secret"],
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "then", "length", "toJSON"],
  signatureKey,
];

const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e300, 2 ** 64, "", "x", "polluted"),
  fc.constantFrom(...hostileIds),
  // What the engine takes for a secret, a file of this machine, an archive, or something else that is none.
  fc.constantFrom("1b47061264138c4ac30d75fd1eb44270", "c44067f5952c0a294b673a41bacd8c17"),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Any JSON, with names and texts that mean something to somebody. */
export const { value: hostileJson } = fc.letrec<{ value: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { arbitrary: scalars, weight: 3 },
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...hostileNames), fc.string({ maxLength: 4 })), tie("value")), {
      maxLength: 5,
    })
    // As an object literal would, JSON.parse makes "__proto__" a member like any other, and so does this.
    .map((entries) => Object.fromEntries(entries)),
}));

/** JSON that is nested so deeply. */
export const deep = (open: string, close: string, levels = 100_000) => `${open.repeat(levels)}1${close.repeat(levels)}`;

/** Answers of other kinds: no JSON, or JSON that no value of JavaScript is written as. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "null",
  "[]",
  "{}",
  "NaN",
  "nothing here",
  "\ufeff{}",
  '{"id":"a","id":"b"}',
  '{"id":"a","name":1e400,"identifier":-1e400}',
  '{"roles":[{"id":1e400}],"options":{"n":123456789012345678901234567890}}',
  '{"id":"a","name":"\\ud800","scopes":[{"value":"\\ud800"}],"options":{"\\ud800":1}}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"id":{"toString":1,"valueOf":1},"name":{"toString":1},"identifier":{"toString":1}}',
  '{"connections":[null],"roles":[null],"clients":[null]}',
  '{"roles":[{"id":"rol_1"}],"total":1e15}',
  '{"clients":[{"client_id":"a"}],"connections":[],"next":"again"}',
  '{"statusCode":409,"error":"Conflict","message":{"toString":1},"errorCode":["x"]}',
  '{"statusCode":400,"message":"\\u001b]0;title\\u0007\\u001b[31mred\\r\\nsecond line"}',
  `{"statusCode":400,"message":${deep("[", "]")}}`,
  deep("[", "]"),
  deep('{"a":', "}"),
  `{"id":"a","options":${deep('{"a":', "}")},"roles":${deep("[", "]")}}`,
  JSON.stringify("x".repeat(100_000)),
  "<".repeat(200_000),
];

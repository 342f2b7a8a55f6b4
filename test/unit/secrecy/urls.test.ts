import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import type { Field } from "../../../provider/src/schema/schema.ts";
import { nothingDocumented } from "../../../provider/src/schema/secrecy/by-path.ts";
import { isSecretText } from "../../../provider/src/schema/secrecy/find.ts";
import { rowFrom, shownFields } from "../../../provider/src/sdk/rows.ts";
import { inPlain, wrapSecrets } from "../../../provider/src/state/secrets.ts";
import { toWire } from "../../../provider/src/state/wire.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { cases } from "../../harness/scale.ts";
import { randomSecret } from "../helpers/fake-service.ts";

/*
 * A secret in a URL is in clear neither in the state nor in a look-up, whichever property has the URL. Ordinary URLs stay readable: reviewers must see
 * where users and data go.
 */

const secret = `${randomSecret()}a1B2`;
const [scheme, host] = ["https://", "registry.example.com"];
/** Put together here, as the files of this repository are looked through for secrets. */
const secretUrls = {
  "a password": [`${scheme}user:${secret}`, `${host}/`].join("@"),
  "a token as the user": [`${scheme}${secret}`, `${host}/`].join("@"),
  "a token in the query": `${scheme}${host}/logs?format=json&access_token=${secret}`,
  "a signature": `${scheme}${host}/logs?sv=2024-01-01&sig=${secret}`,
  "the key of a function": `${scheme}${host}/api/logs?code=${secret}`,
  "a token in the fragment": `${scheme}${host}/#token=${secret}`,
} as const;
const webhook = `${scheme}hooks.example.com/services/T00000000/B00000000/${secret}`;

/** A value of a property with a URL as each text of it; undefined for one that has no texts. */
function withUrl(field: Field, url: string): Json | undefined {
  if (field.kind === "string") return url;
  if (field.kind === "list" || field.kind === "set") {
    const item = withUrl(field.item, url);
    return item === undefined ? undefined : [item];
  }
  if (field.kind !== "object") return undefined;
  const members = Object.entries(field.fields).flatMap(([name, member]) => {
    const value = withUrl(member, url);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** The properties as they stand in the state in clear. */
function inClear(fields: Readonly<Record<string, Field>>, args: JsonObject): string {
  const wrapped = wrapSecrets(fields, args);
  expect(inPlain(wrapped)).toEqual(args);
  return JSON.stringify(wrapped, (_, item: Json) =>
    typeof item === "object" &&
    item !== null &&
    !Array.isArray(item) &&
    Object.keys(item).length === 2 &&
    "value" in item
      ? "[secret]"
      : item,
  );
}

describe.each(Object.entries(secretUrls))("a URL with %s", (_, url) => {
  test.each(typeNames)("%s: is never shown in clear", (type) => {
    const { fields } = definitions[type].schema as { fields: Readonly<Record<string, Field>> };
    for (const [name, field] of Object.entries(fields)) {
      const value = withUrl(field, url);
      if (value !== undefined) expect(inClear(fields, { [name]: value }), name).not.toContain(secret);
    }
  });

  test("is left out by a look-up of an action's registry", () => {
    const { fields } = definitions.action.schema;
    const dependencies = [{ name: "left", version: "1.0.0", registryUrl: url }];
    const item = { id: "a", ...toWire(fields, { name: "Enrich", dependencies } as JsonObject) };
    const row = rowFrom({ fields: shownFields(fields) }, item);
    expect(row).toMatchObject({ name: "Enrich", dependencies: [{ name: "left", version: "1.0.0" }] });
    expect(JSON.stringify(row)).not.toContain(secret);
  });
});

/** The URLs to which the service sends data: fields of definitions, and names in documents. */
const receivers = typeNames.flatMap((type) => {
  const { fields } = definitions[type].schema as { fields: Readonly<Record<string, Field>> };
  return Object.entries(fields).flatMap(([name, field]) => receiversIn(field, [name]).map((path) => ({ type, path })));
});

function receiversIn(field: Field, path: readonly string[]): readonly (readonly string[])[] {
  if (field.receiver) return [path];
  if (field.kind === "object")
    return Object.entries(field.fields).flatMap(([name, member]) => receiversIn(member, [...path, name]));
  const { receivers = [] } = (field.kind === "document" && field.documented?.({})) || nothingDocumented;
  return receivers.map((below) => [...path, ...below]);
}

test.each(receivers)("$type: $path is secret if only its path protects it", ({ type, path }) => {
  const { fields } = definitions[type].schema as { fields: Readonly<Record<string, Field>> };
  const argsWith = (url: string) => path.reduceRight<Json>((value, name) => ({ [name]: value }), url) as JsonObject;
  expect(inClear(fields, argsWith(webhook))).not.toContain(secret);
  const ordinary = `${scheme}siem.example.com/tenants/prod-2024/v2/events`;
  expect(inClear(fields, argsWith(ordinary))).toContain(ordinary);
});

test("URLs of log streams, event streams and connections are receivers", () => {
  expect(receivers.map(({ type }) => type)).toEqual(expect.arrayContaining(["logStream", "eventStream", "connection"]));
});

const word = fc.constantFrom(
  ...[
    "login",
    "callback",
    "oauth2",
    "v2",
    "en-US",
    "logo-2024.png",
    "acme",
    "saml2",
    "token",
    "password-reset",
    "keys",
  ],
  ...["com.example.app", "FederationMetadata.xml", "{organization_name}", "well-known", "jwks.json", "2026"],
);
const id = fc.oneof(fc.uuid(), fc.stringMatching(/^exk[a-zA-Z\d]{17}$/), fc.stringMatching(/^con_[a-zA-Z\d]{16}$/));
const parameter = fc.oneof(
  fc.tuple(fc.constantFrom("client_id", "connection", "appid", "state", "v", "organization"), fc.oneof(word, id)),
  fc.tuple(fc.constantFrom("redirect_uri", "returnTo"), fc.constant("https%3A%2F%2Fapp.example.com%2Fcallback")),
  fc.constantFrom(
    ...([
      ["response_type", "code"],
      ["token_type", "urn:ietf:params:oauth"],
      ["token", "{{ticket}}"],
      ["token", "true"],
      ["password", "$" + "{password}"],
      ["key", "logo-of-example"],
      ["code", "{code}"],
    ] as const),
  ),
);
const ordinary = fc
  .record({
    start: fc.constantFrom("https://app.example.com", "http://localhost:3000", "com.example.app://callback"),
    path: fc.array(fc.oneof(word, id), { maxLength: 5 }),
    query: fc.array(parameter, { maxLength: 4 }),
  })
  .map(({ start, path, query }) => {
    const parameters = query.map(([name, value]) => `${name}=${value}`).join("&");
    return [start, ...path].join("/") + (parameters === "" ? "" : `?${parameters}`);
  });

test("a URL without a secret stays readable", () => {
  fc.assert(
    fc.property(ordinary, (url) => !isSecretText(url)),
    cases(5),
  );
});

test("a URL with a secret parameter is hidden, wherever the parameter is", () => {
  const name = fc.constantFrom("token", "apikey", "api-key", "X-Amz-Signature", "sig", "client_secret", "password");
  const value = fc.stringMatching(/^[\w.~-]{8,40}$/);
  fc.assert(
    fc.property(ordinary, name, value, (url, key, given) => {
      const mark = url.includes("?") ? "&" : "?";
      return isSecretText(`${url}${mark}${key}=${given}`) && isSecretText(`${url}${mark}${key}=${given}&a=b`);
    }),
    cases(5),
  );
});

test("code and templates with URL parameters stay readable", () => {
  for (const text of [
    `const link = "https://app.example.com/reset?token=" + ticket;`,
    `<a href="https://app.example.com/verify?token={{ticket}}">Verify</a>`,
    "fetch(`https://api.example.com/users?api_key=$" + "{event.secrets.KEY}`)",
  ])
    expect(isSecretText(text), text).toBe(false);
});

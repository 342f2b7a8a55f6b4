import { expect, test } from "vitest";
import { compare } from "../../../provider/src/compare/compare.ts";
import type { Side } from "../../../provider/src/compare/side.ts";
import { toJson, toMarkdown, toText } from "../../../provider/src/compare/words.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../../provider/src/types/tenant-object.ts";

/** Texts in the form of secrets, put together so that no scanner takes them for real ones. */
const secrets = {
  one: ["q7Rk2Zp", "9Xw4Lt8Vb"].join(""),
  other: ["m3Yd6Nc", "1Hs5Kf0Jg"].join(""),
  live: ["sk", "live", "51HxQk2Zp9Xw4Lt8Vb"].join("_"),
  key: `${["-----BEGIN", "PRIVATE KEY-----"].join(" ")}\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n${["-----END", "PRIVATE KEY-----"].join(" ")}`,
};

function side(name: string, objects: readonly ExistingObject[]): Side {
  return { name, hosts: [`${name}.tenants.example.com`], objects, unread: new Map() };
}

function object(type: TypeName, id: string, properties: JsonObject): ExistingObject {
  return { type, id, properties };
}

/** Everything that the command can print about one object that differs, is missing on a side, or is ambiguous. */
function printed(type: TypeName, was: JsonObject, is: JsonObject | undefined): string {
  const b = is === undefined ? [] : [object(type, "two", is)];
  const result = compare(side("dev", [object(type, "one", was)]), side("prod", b));
  expect(result.different.length + result.missing.length).toBe(1);
  return [toText(result), toMarkdown(result), JSON.stringify(toJson(result), undefined, 1)].join("\n");
}

const action = (code: string) => ({ name: "Check", code });
const database = (login: string) => ({ name: "users", strategy: "auth0", options: { customScripts: { login } } });
const app = (more: JsonObject) => ({ name: "Portal", ...more });

test.each<[string, TypeName, JsonObject, JsonObject | undefined, readonly string[]]>([
  [
    "the code of an action",
    "action",
    action(`const apiKey = "${secrets.one}";\nlog(1);`),
    action(`const apiKey = "${secrets.one}";\nlog(2);`),
    [secrets.one],
  ],
  [
    "the code of an action, on the line after its name",
    "action",
    action(`const apiKey =\n  "${secrets.one}";\nlog(1);`),
    action(`const apiKey =\n  "${secrets.other}";\nlog(2);`),
    [secrets.one, secrets.other],
  ],
  [
    "code, although it is short or has escapes",
    "action",
    action('const password = "hunter2!";\nsend({ headers: { "Authorization": "Basic aHVudGVy\\"Mg" } });'),
    action('const password = "hunter3!";\nsend({ headers: {} });'),
    ["hunter2!", "hunter3!", "aHVudGVy"],
  ],
  [
    "a short parameter of a URL",
    "client",
    app({ callbacks: ["https://a.example.com/cb?api_key=abc123", "https://b.example.com/#access_token=abc124"] }),
    app({ callbacks: [] }),
    ["abc123", "abc124"],
  ],
  [
    "a private key in code",
    "action",
    action(`const pem = \`${secrets.key}\`;`),
    action("const pem = event.secrets.PEM;"),
    ["MIIEvQIBADANBgkq", "hkiG9w0BAQEFAASC"],
  ],
  ["a script of a database", "connection", database(`login("${secrets.live}");`), database("login();"), [secrets.live]],
  [
    "the query of a URL",
    "client",
    app({ callbacks: [`https://a.example.com/cb?token=${secrets.one}&x=1`] }),
    app({ callbacks: [`https://a.example.com/cb?token=${secrets.other}&x=1`] }),
    [secrets.one, secrets.other],
  ],
  [
    "the user of a URL",
    "client",
    app({ initiateLoginUri: `https://${secrets.one}@a.example.com/` }),
    app({ initiateLoginUri: "https://a.example.com/" }),
    [secrets.one],
  ],
  [
    "an entry of metadata",
    "client",
    app({ clientMetadata: { hook_credential_id: secrets.one, note: `use ${secrets.live} here` } }),
    app({ clientMetadata: { hook_credential_id: secrets.other, note: "none" } }),
    [secrets.one, secrets.other, secrets.live],
  ],
  [
    "the identifier of an object that is missing",
    "resourceServer",
    { identifier: `https://a.example.com/?api_key=${secrets.one}` },
    undefined,
    [secrets.one],
  ],
])("a report shows no secret inside %s", (_, type, was, is, hidden) => {
  const [text, turned] = [printed(type, was, is), is && printed(type, is, was)];
  for (const one of [text, turned ?? ""]) {
    for (const secret of hidden) expect(one).not.toContain(secret);
  }
  expect(text).toContain("[secret");
});

test("differing lines are shown without their secrets, and a different secret in the same place is a visible difference", () => {
  const code = (key: string, level: number) =>
    action(`const apiKey = "${key}";\nconst region = "eu";\nlog(${level});\nexports.done = 1;`);
  const text = printed("action", code(secrets.one, 1), code(secrets.other, 2));
  expect(text).toContain('- const apiKey = "[secret of dev]";');
  expect(text).toContain('+ const apiKey = "[secret of prod]";');
  expect(text).toContain('const region = "eu";');
  // The line of a secret that both have is no difference.
  expect(printed("action", code(secrets.one, 1), code(secrets.one, 2))).toContain("from line 3, 1 of 4 lines → 1 of 4");
});

test("texts that are no secrets stay readable: placeholders, hosts, ports, sentences and fingerprints of keys", () => {
  const uris = ["https://a.example.com:8443/cb?token={organization.id}", "https://{organization.name}.example.com/cb"];
  const text = printed("client", app({ callbacks: uris, description: "The token is rotated each night" }), app({}));
  for (const uri of uris) expect(text).toContain(uri);
  expect(text).toContain("The token is rotated each night");
  const code = `const token = \`\${event.secrets.TOKEN}\`;\nconst token_endpoint = "https://idp.example.com/token";`;
  const lines = printed("action", action(code), action("done();"));
  for (const line of code.split("\n")) expect(lines).toContain(`- ${line}`);
  expect(text).not.toContain("[secret");
});

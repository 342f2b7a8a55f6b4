import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fromPointer, type JsonObject, toPointer } from "../../../provider/src/schema/json.ts";
import { type Field, wireName } from "../../../provider/src/schema/schema.ts";
import { looksSecret } from "../../../provider/src/schema/secrecy/by-path.ts";
import { secretTextsIn } from "../../../provider/src/schema/secrecy/find.ts";
import { Draft } from "../../../provider/src/state/leaves.ts";
import { secrecyOfBody, secretPaths } from "../../../provider/src/state/secrets.ts";
import { connectionSchema as table } from "../../../provider/src/types/connection/definition.ts";
import { secretOptionPaths } from "../../../provider/src/types/connection/definition-options.ts";
import { cases } from "../../harness/scale.ts";
import { kinds } from "../../subjects/kinds.ts";

/** The places of a connection's secrets. */
const found = (args: JsonObject) =>
  secretPaths(table.fields, { name: "corp", strategy: "custom", ...args }).map(toPointer);
const foundIn = (options: JsonObject, strategy = "custom") => found({ options, strategy });

/** Put together here, as the files of this repository are looked through for secrets. */
const pem = (what: string) => [`-----BEGIN ${what}`, "-----\nMIIE\n-----END ", `${what}-----`].join("");
const url = (userinfo: string) => [`https://${userinfo}`, "sms.example.com/send"].join("@");

describe("values that are secret", () => {
  it.each<[string, JsonObject, string]>([
    ["the header of a custom connection", { customHeaders: { Authorization: "Basic x" } }, "/options/customHeaders"],
    ["headers under any names", { custom_headers: [{ name: "x-a", value: "b" }] }, "/options/custom_headers"],
    [
      "an authorization header at another place",
      { upstream: { authorization: "Bearer x" } },
      "/options/upstream/authorization",
    ],
    ["a URL with a password", { gateway_url: url("user:hunter2") }, "/options/gateway_url"],
    ["a URL with a password and no user", { gateway_url: url(":hunter2") }, "/options/gateway_url"],
    ["a URL with a password in a longer text", { script: `connect("${url("a:b")}")` }, "/options/script"],
    ["a private key", { note: pem("PRIVATE KEY") }, "/options/note"],
    ["an encrypted private key", { note: pem("ENCRYPTED PRIVATE KEY") }, "/options/note"],
    ["a PGP private key", { note: pem("PGP PRIVATE KEY BLOCK") }, "/options/note"],
    ["a private key in Base64, as certificates are given", { note: btoa(pem("RSA PRIVATE KEY")) }, "/options/note"],
    ["a list with a private key, as a whole", { list: ["a", { b: pem("EC PRIVATE KEY") }] }, "/options/list"],
    [
      "a private key after a certificate, in Base64",
      { note: btoa(`${pem("CERTIFICATE")}\n${pem("PRIVATE KEY")}`) },
      "/options/note",
    ],
    ["a PIN", { pin_token: 1234 }, "/options/pin_token"],
    ["a name with words separated by a hyphen", { "pass-word": "x" }, "/options/pass-word"],
    ["a name with words separated by a space", { "api key": "x" }, "/options/api key"],
    ["another name of an authorization header", { "X-Authorization": "x" }, "/options/X-Authorization"],
    ["cookies", { cookie: "x" }, "/options/cookie"],
  ])("%s", (_, options, place) => {
    expect(foundIn(options)).toEqual([place]);
  });

  it("secrets are also found in metadata, which can have any content", () => {
    expect(found({ metadata: { api_key: "x", note: url("a:b"), team: "blue" } })).toEqual([
      "/metadata/api_key",
      "/metadata/note",
    ]);
  });
});

describe("values that are not secret, and stay readable", () => {
  it.each<[string, JsonObject, string?]>([
    ["endpoints", { token_endpoint: "https://idp.example.com/token", token_endpoint_auth_method: "private_key_jwt" }],
    ["the token endpoints of OAuth", { tokenURL: "https://idp.example.com/token", accessTokenURL: "https://idp/t" }],
    ["lifetimes and sizes", { access_token_ttl: 60, token_lifetime: 3600, password_history: { size: 5 } }],
    ["switches", { ext_token: true, send_password_reset: false }],
    ["rules for passwords", { passwordPolicy: "good", password_options: { complexity: { min_length: 8 } } }, "auth0"],
    ["a certificate", { signingCert: pem("CERTIFICATE"), cert: btoa(pem("CERTIFICATE")) }],
    ["public keys", { public_key: pem("PUBLIC KEY"), jwks_uri: "https://idp.example.com/keys" }],
    ["a certificate signing request", { note: pem("CERTIFICATE REQUEST") }],
    ["a URL with a port", { gateway_url: "https://sms.example.com:8443/send?to=a@b" }],
    ["a URL with a user only", { gateway_url: url("user") }],
    [
      "a URL with a placeholder in a script",
      { script: `post("${url(["a:$", "{configuration.PASSWORD}"].join(""))}")` },
    ],
    ["a template", { template: url("a:{{password}}"), example: url("user:<password>") }],
    ["names and addresses", { authorization_endpoint: "https://idp.example.com/", authParams: { scope: "openid" } }],
  ])("%s", (_, options, strategy) => {
    expect(foundIn(options, strategy)).toEqual([]);
  });
});

test("a name whose text version 0.2.0 has encrypted always counts as secret", () => {
  const secret =
    /secret|passw|passphrase|token|assertion|credential|(private|signing|decryption|api|access)_?-?key|^(key|configuration)$/i;
  // The URLs of tokens are secret no more: hidden, they hid where the tokens of all users go.
  const plain =
    /^token_(dialect|lifetime|lifetime_for_web|encryption)$|token_endpoint|_(endpoint|algs?|type|url)$|^((access|request)_?)?token_?url$/i;
  const word = fc.constantFrom(
    ..."secret token key api access private signing password Passwd credential configuration assertion".split(" "),
    ..."policy endpoint url URL type alg lifetime dialect ttl id a x _ -".split(" "),
  );
  const name = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .chain((words) => fc.constantFrom("", "_", "-").map((between) => words.join(between)));
  fc.assert(
    fc.property(name, (one) => {
      if (secret.test(one) && !plain.test(one)) expect(looksSecret(one)).toBe(true);
    }),
    cases(),
  );
});

test("a documented secret is hidden in errors by its name alone, as the client does not know strategies", () => {
  for (const path of secretOptionPaths) {
    const options = new Draft();
    options.put(fromPointer(path.replace("*", "ANY")), "hunter2-hunter2");
    expect(secretTextsIn({ name: "corp", options: options.root }), path).toEqual(["hunter2-hunter2"]);
  }
});

describe("in a request body", () => {
  const secrecies = Object.entries(kinds).map(([name, { schema }]) => ({ name, fields: schema.fields }));

  test.each(secrecies)(
    "secrets of $name are hidden in errors, also inside documents and unknown properties",
    ({ fields }) => {
      const namesOf = (has: (field: Field) => boolean) =>
        Object.entries(fields).flatMap(([name, field]) => (has(field) ? [wireName(name, field)] : []));
      const texts = namesOf(({ kind, secret }) => kind === "string" && secret === true).filter(looksSecret);
      const documents = namesOf((field) => field.kind === "document" && !field.notSecret);
      const body = {
        ...Object.fromEntries([...texts, "unknown_token"].map((name) => [name, `hunter2 of ${name}`])),
        ...Object.fromEntries([...documents, "unknown"].map((name) => [name, { password: `hunter2 of ${name}` }])),
      };
      expect(secretTextsIn(body, secrecyOfBody(fields)).toSorted()).toEqual(
        Object.keys(body)
          .map((name) => `hunter2 of ${name}`)
          .toSorted(),
      );
    },
  );

  test("a property whose name only looks secret is not hidden", () => {
    const { fields } = kinds.client.schema;
    const body = { refresh_token: { rotation_type: "rotating", unknown_token: "hunter2-hunter2" } };
    expect(secretTextsIn(body, secrecyOfBody(fields))).toEqual(["hunter2-hunter2"]);
    expect(secretTextsIn(body)).toContain("rotating");
  });
});

test("an error hides only the password of a URL", () => {
  expect(secretTextsIn({ gateway_url: url("user:hunter2-hunter2") })).toContain("hunter2-hunter2");
});

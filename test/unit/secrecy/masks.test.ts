import { expect, test } from "vitest";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { holdsMask, isMask } from "../../../provider/src/schema/secrecy/find.ts";
import { hiddenIn, hideMasks } from "../../../provider/src/state/secrets.ts";
import { connectionSchema } from "../../../provider/src/types/connection/definition.ts";

test.each([
  ["", "********", "***", "••••••••", "●●●", "xxxxxxxx", "XXXX", "--------", "…", "..."],
  [
    "[REDACTED]",
    "<redacted>",
    "(hidden)",
    "***masked***",
    "_VALUE_NOT_SHOWN_",
    "[not shown]",
    "{{secret}}",
    "Redacted",
  ],
  ["ab****yz", "••••••1234", "sk_live_************4242"],
  ["https://user:***@idp.example.com/", "https://user:[REDACTED]@idp.example.com/"],
])("the text is a mask: %s", (...texts) => {
  expect(texts.filter((text) => !isMask(text))).toEqual([]);
});

test.each([
  ["secret", "hidden", "masked", "a", "0", "password*", "a**b", "p@$$w0rd!", "!x!", "xx", "-a-", "Redacted2024"],
  [`https://user:${"pass"}@idp.example.com/`, `-----BEGIN ${"PRIVATE"} KEY-----\nMIIB`],
  ["ключ", "密码", "Ünï*cödé"],
])("the text is no mask: %s", (...texts) => {
  expect(texts.filter(isMask)).toEqual([]);
});

test("a mask hides a value at a secret path only, or a whole list that contains it", () => {
  const options = {
    client_secret: "",
    client_id: "a",
    scope: "***",
    configuration: { KEY: "********", OTHER: "2.0$abc" },
    upstream: { headers: ["a", "b"], api_key: ["one", "***"] },
    url: "https://user:***@idp.example.com/",
  };
  const live = { name: "***", strategy: "auth0", options };
  const shown = hideMasks(connectionSchema.fields, live);
  expect(
    hiddenIn(shown)
      .map((path) => path.join("."))
      .toSorted(),
  ).toEqual(["options.client_secret", "options.configuration.KEY", "options.upstream.api_key", "options.url"]);
  expect(holdsMask(options)).toBe(true);
});

test("an object without masks is returned as the same object, without a copy", () => {
  const live = { name: "corp", strategy: "oidc", options: { client_secret: "real", scope: "openid" } };
  expect(hideMasks(connectionSchema.fields, live)).toBe(live);
});

test.each([
  [{ client_secret: "", client_id: "" }, []],
  [{ client_secret: "", client_id: "a" }, ["client_secret"]],
  [{ client_secret: "", id: "" }, ["client_secret"]],
  [{ client_secret: "***", client_id: "" }, ["client_secret"]],
  [{ consumerSecret: "", consumerKey: "" }, []],
  [{ secret: "", id: "" }, []],
  [{ client_secret: "", type: "front_channel", client_id: "a" }, []],
  [{ client_secret: "", type: "back_channel", client_id: "a" }, ["client_secret"]],
  [{ upstream: { client_secret: "", client_id: "" }, client_id: "a" }, []],
] as const)("an empty secret is a mask unless its identifier is empty too: %j hides %j", (options, hidden) => {
  const live = { name: "corp", strategy: "oidc", options };
  const shown = hideMasks(connectionSchema.fields, live as JsonObject);
  expect(hiddenIn(shown).map(([, ...path]) => path.join("."))).toEqual(hidden);
});

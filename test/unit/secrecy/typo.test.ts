import { expect, test } from "vitest";
import { nearest } from "../../../provider/src/schema/names.ts";

test.each([
  ["isuer", "issuer"],
  ["isseur", "issuer"],
  ["clientId", "client_id"],
  ["CLIENT-ID", "client_id"],
  ["client_secrt", "client_secret"],
  ["odic", "oidc"],
  // The nearest of several.
  ["tasks_readonli", "tasks_readonly"],
  ["gmail_newt", "gmail_new"],
])("%s is recognized as a misspelled %s", (name, meant) => {
  const known = ["gmail_send", "gmail_new", "issuer", "client_id", "client_secret", "oidc", "tasks", "tasks_readonly"];
  expect(nearest(name, known)).toBe(meant);
});

test.each(["signInEndpoint", "metadataUrl", "id", "x", "", "clients_of", "isr", "client_id_of_another"])(
  "%j is recognized as no known name",
  (name) => {
    expect(nearest(name, ["authorization_endpoint", "discovery_url", "ad", "issuer", "client_id"])).toBeUndefined();
  },
);

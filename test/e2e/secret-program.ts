import { generateKeyPairSync } from "node:crypto";
import { expect } from "vitest";
import { random } from "./world.ts";

const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
export const secrets = {
  header: random(),
  named: random(),
  password: random(),
  byHand: random(),
  privateKey: key.toString().split("\n")[1] ?? "",
};
/** Put together here, as the files of this repository are looked through for secrets. */
export const urlWith = (password: string) => [`https://user:${password}`, "sms.example.com/send"].join("@");

const connection = (name: string, strategy: string, options: object) => ({
  kind: "Connection" as const,
  args: { name, strategy, options },
  opts: { protect: false },
});
/** Connections whose secrets no mark tells. */
export const program = {
  social: connection("social", "oauth2", {
    client_id: "portal",
    customHeaders: { Authorization: `Basic ${secrets.header}` },
    scripts: { note: key },
  }),
  users: connection("users", "auth0", {
    custom_headers: [{ name: "x-tenant", value: secrets.named }],
    passwordPolicy: "good",
  }),
  texts: connection("texts", "sms", { twilio_sid: "sid", gateway_url: urlWith(secrets.password), from: "+1" }),
};

export function expectNoSecretIn(...texts: readonly string[]): void {
  const text = texts.join("\n");
  const readable = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
  expect(readable.map(([name]) => name)).toEqual([]);
}

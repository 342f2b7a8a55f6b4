import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { closeAll, send, setup } from "./client.ts";

afterEach(closeAll);

test("responses have a mask in place of secrets while a test sets one, and tokens are still issued", async () => {
  const secret = randomBytes(18).toString("hex");
  const { emulator, call } = await setup();
  const { url, clientId: client_id, clientSecret: client_secret } = emulator;
  const options = { client_id: "a", client_secret: secret, configuration: { KEY: secret } };
  const { id } = emulator.connections.create({ name: "corp", strategy: "oidc", options });
  const shown = async () => (await call("GET", `/connections/${id}`)).body.options;
  emulator.maskSecrets("********");
  const masked = { client_id: "a", client_secret: "********", configuration: { KEY: "********" } };
  expect(await shown()).toMatchObject(masked);
  const asked = { grant_type: "client_credentials", client_id, client_secret, audience: `${url}/api/v2/` };
  const { body: token } = await send(`${url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  expect(token.access_token).not.toContain("*");
  emulator.maskSecrets(undefined);
  expect(await shown()).toMatchObject({ client_id: "a", client_secret: secret });
});

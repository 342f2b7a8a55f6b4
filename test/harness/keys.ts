import { generateKeyPairSync } from "node:crypto";
import { algorithmOf, signAssertion } from "../../provider/src/client/settings.ts";
import type { Emulator } from "../../provider/src/emulator/index.ts";

/** A pair of keys: a program declares one half, a caller signs with the other. */
export interface Pair {
  readonly pem: string;
  readonly privatePem: string;
}

/** New pairs of RSA keys. */
export function pairs(count: number, modulusLength = 2048): readonly Pair[] {
  return Array.from({ length: count }, () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
    return {
      pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
      privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    };
  });
}

/** The status of the answer to an application that asks for a token with an assertion of its own. */
export async function askWith(
  tenant: Emulator,
  clientId: string,
  { privatePem }: Pair,
  audience: string,
): Promise<number> {
  const client = { kind: "privateKey", clientId, keyId: undefined, source: "a test" } as const;
  const key = { ...client, privateKey: privatePem, algorithm: algorithmOf(privatePem) };
  const response = await fetch(`${tenant.url}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "client_credentials",
      audience,
      client_assertion: signAssertion(key, `${tenant.url}/`, Date.now()),
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

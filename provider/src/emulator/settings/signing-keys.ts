import { randomBytes } from "node:crypto";
import { signingCertificate } from "../shared/certificates.ts";
import { type Route, route, type Tenant } from "../shared/module.ts";
import type { WireObject } from "../shared/store.ts";

/** The keys with which the tenant signs tokens: `GET /keys/signing`. They are created when a request first asks for them. */
export function signingKeyRoutes({ time }: Tenant): readonly Route[] {
  let keys: Promise<readonly WireObject[]> | undefined;
  const since = time();
  const made = async (): Promise<readonly WireObject[]> => [
    { ...(await newKey()), current: true, current_since: since, next: false, previous: false, revoked: false },
    { ...(await newKey()), current: false, next: true, previous: false, revoked: false },
  ];
  return [
    route("GET /keys/signing", () => {
      keys ??= made();
      return keys;
    }),
  ];
}

async function newKey(): Promise<WireObject> {
  return { kid: randomBytes(16).toString("base64url"), ...(await signingCertificate("tenant.example.com")) };
}

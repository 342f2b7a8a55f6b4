import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { signingCertificate } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import type { Connections } from "./connections.ts";
import { openIdStrategies } from "./strategies.ts";

/** The keys with which a connection signs: made when they are first asked for. */
interface Keys {
  readonly previous?: WireObject;
  readonly current: WireObject;
  readonly next: WireObject;
}

/**
 * The operations on the keys of oidc and okta connections: `/connections/{id}/keys`, scopes `read|create:connections_keys`.
 * @param now the clock, in milliseconds since the epoch
 */
export function keyRoutes(connections: Connections, now: () => number): Route[] {
  const all = new Map<string, Promise<Keys>>();
  connections.deleted.listen((id) => all.delete(id));
  const since = (key: WireObject) => ({ ...key, current_since: new Date(now()).toISOString() });
  const keysOf = (id: string): Promise<Keys> => {
    const { strategy, name } = connections.require(id);
    if (!openIdStrategies.includes(strategy)) throw new ServiceError(404, "Not Found");
    const made = async (): Promise<Keys> => ({ current: since(await newKey(name)), next: await newKey(name) });
    const keys = all.get(id) ?? made();
    all.set(id, keys);
    return keys;
  };
  const rotated = async (id: string, before: Promise<Keys>): Promise<Keys> => {
    const { current, next } = await before;
    return { previous: current, current: since(next), next: await newKey(connections.require(id).name) };
  };
  const rotate = async ({ param }: RouteRequest) => {
    const keys = rotated(param("id"), keysOf(param("id")));
    all.set(param("id"), keys);
    return { ...(await keys).next, next: true };
  };
  return [
    route("connections.keys.list", "GET /connections/:id/keys", "read:connections_keys", async ({ param }) => {
      const { current, next, previous } = await keysOf(param("id"));
      const shown = previous ? [{ ...previous, previous: true }] : [];
      return [{ ...current, current: true }, ...shown, { ...next, next: true }];
    }),
    {
      ...route("connections.keys.rotate", "POST /connections/:id/keys/rotate", "create:connections_keys", rotate),
      bodyIsOptional: true,
    },
  ];
}

async function newKey(name: string): Promise<WireObject> {
  const { cert, pkcs7 } = await signingCertificate(name);
  const { fingerprint, raw } = new X509Certificate(cert);
  return {
    kid: randomBytes(32).toString("base64url"),
    algorithm: "RS256",
    key_use: "signing",
    subject_dn: `/CN=${name}`,
    cert: withCarriageReturns(cert),
    pkcs: withCarriageReturns(pkcs7),
    fingerprint,
    thumbprint: createHash("sha1").update(raw).digest("hex").toUpperCase(),
  };
}

function withCarriageReturns(pem: string): string {
  return pem.replaceAll(/\r?\n/g, "\r\n");
}

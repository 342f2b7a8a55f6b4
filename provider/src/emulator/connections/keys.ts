import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { signingCertificate } from "../shared/certificates.ts";
import { ServiceError } from "../shared/errors.ts";
import type { Route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import type { Connections } from "./connections.ts";

/** The keys with which a connection signs: made when they are first asked for. */
interface Keys {
  readonly previous?: WireObject;
  readonly current: WireObject;
  readonly next: WireObject;
}

const strategies = ["oidc", "okta"];

/**
 * The operations on the keys of oidc and okta connections: `/connections/{id}/keys`, scopes `read|create:connections_keys`.
 * @param now the clock, in milliseconds since the epoch
 */
export function keyRoutes(connections: Connections, now: () => number): Route[] {
  const all = new Map<string, Promise<Keys>>();
  connections.changed.listen(({ what, object }) => {
    if (what === "deleted") all.delete(String(object.id));
  });
  const since = () => ({ current: true, current_since: new Date(now()).toISOString() });
  const keysOf = (id: string): Promise<Keys> => {
    const { strategy, name } = connections.require(id);
    if (!strategies.includes(String(strategy))) throw new ServiceError(404, "Not Found");
    const made = async (): Promise<Keys> => ({
      current: { ...(await newKey(String(name))), ...since() },
      next: { ...(await newKey(String(name))), next: true },
    });
    const keys = all.get(id) ?? made();
    all.set(id, keys);
    return keys;
  };
  const rotated = async (id: string, before: Promise<Keys>): Promise<Keys> => {
    const { current, next } = await before;
    const { next: _, ...coming } = next;
    const { current: __, ...going } = current;
    return {
      previous: { ...going, previous: true },
      current: { ...coming, ...since() },
      next: { ...(await newKey(String(connections.require(id).name))), next: true },
    };
  };
  const path = "/connections/:id/keys";
  return [
    {
      method: "GET",
      path,
      operation: "connections.keys.list",
      scope: "read:connections_keys",
      handle: async ({ param }) => {
        const { current, next, previous } = await keysOf(param("id"));
        return { status: 200, body: [current, ...(previous ? [previous] : []), next] };
      },
    },
    {
      method: "POST",
      path: `${path}/rotate`,
      operation: "connections.keys.rotate",
      scope: "create:connections_keys",
      bodyIsOptional: true,
      handle: async ({ param }) => {
        const keys = rotated(param("id"), keysOf(param("id")));
        all.set(param("id"), keys);
        return { status: 201, body: (await keys).next };
      },
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

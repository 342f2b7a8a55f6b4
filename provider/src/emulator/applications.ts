import type { StoredGrant } from "./client-grants/client-grants.ts";
import type { StoredClient } from "./clients/clients.ts";
import { attachedTo } from "./clients/credentials.ts";
import { type AssertionKey, type CallerKind, readAssertionKey } from "./http/tokens.ts";
import type { Held } from "./modules.ts";
import { readPublicKey } from "./shared/certificates.ts";
import { isObject } from "./shared/validation.ts";

/**
 * The applications of the tenant, as callers of the token endpoint. An application gets those requested scopes that its client grants allow.
 *
 * @param now the clock, in milliseconds since the epoch
 */
export function applicationsOf({ clients, clientGrants, resourceServers }: Held, now: () => number): CallerKind {
  const clientAt = (clientId: string): StoredClient | undefined => clients.at(clientId);
  return {
    hasSecret(clientId, secret, how) {
      const client = clientAt(clientId);
      if (client?.client_secret === undefined || client.client_authentication_methods !== undefined) return false;
      const method = client.token_endpoint_auth_method ?? how;
      return method === how && client.client_secret === secret;
    },
    keysOf(clientId) {
      const client = clientAt(clientId);
      return client && keysOf(client, now());
    },
    granted(clientId, audience, _, asked) {
      const client = clientAt(clientId);
      const types = Array.isArray(client?.grant_types) ? client.grant_types : [];
      if (!types.includes("client_credentials")) {
        return "Grant type 'client_credentials' not allowed for the client.";
      }
      const api = resourceServers.at(audience);
      if (!api) return `Service not enabled within domain: ${audience}`;
      const grant = clientGrants.table.all().find((one) => isOf(one, clientId, api.identifier));
      const { subject_type_authorization: policies } = api;
      const policy = isObject(policies) && isObject(policies.client) ? policies.client.policy : undefined;
      if (!grant || policy === "deny_all") {
        return `Client is not authorized to access "${audience}". You need to create a "client-grant" associated to this API.`;
      }
      const all = Array.isArray(api.scopes) ? api.scopes.map(({ value }) => String(value)) : [];
      const scopes = grant.allow_all_scopes === true ? all : (grant.scope ?? []);
      return { scopes: asked ? scopes.filter((one) => asked.includes(one)) : scopes };
    },
  };
}

/** The lifetime of a token for an API, in seconds, if the API sets one. */
export function lifetimeFor({ resourceServers }: Held, audience: string): number | undefined {
  const seconds = resourceServers.at(audience)?.token_lifetime;
  return typeof seconds === "number" ? seconds : undefined;
}

function isOf(grant: StoredGrant, clientId: string, audience: string): boolean {
  return grant.client_id === clientId && (grant.subject_type ?? "client") === "client" && grant.audience === audience;
}

/** The public keys of a client's `private_key_jwt` credentials, except expired ones. */
function keysOf(client: StoredClient, now: number): readonly AssertionKey[] {
  const { client_authentication_methods: methods, credentials = [] } = client;
  if (!isObject(methods) || !isObject(methods.private_key_jwt)) return [];
  const attached = attachedTo({ client_authentication_methods: methods });
  return credentials.flatMap(({ id, pem, kid, expires_at: expires }) => {
    const isOver = expires !== undefined && Date.parse(String(expires)) <= now;
    if (!attached.includes(id) || typeof pem !== "string" || isOver) return [];
    const key = readPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
    return [readAssertionKey(key, String(kid))];
  });
}

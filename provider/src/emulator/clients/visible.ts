import { omit, pick, type WireObject } from "../shared/store.ts";

/** The scopes of which one is enough to read clients. */
export const readScopes = ["read:client_keys", "read:client_credentials", "read:client_summary"] as const;

const summary = ["client_id", "app_type", "name", "description"];
const secrets = ["client_secret", "encryption_key", "client_authentication_methods", "signing_keys"];

/** What of a client a token shows. What it hides is simply missing. */
export function visible(client: WireObject, may: (scope: string) => boolean, isWritten = false): WireObject {
  const showsAll = isWritten || may("read:clients") || may("read:client_keys");
  const showsSecrets = may("read:client_keys") || may("read:client_credentials");
  const shown = pick(client, [...summary, ...(showsSecrets ? secrets : [])]);
  if (!showsAll) return shown;
  return showsSecrets ? client : omit(client, secrets);
}

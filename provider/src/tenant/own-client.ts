import type { Credentials } from "./find-credentials.ts";

/** The id of the client that credentials are of; undefined for a token that does not tell. */
export function ownClientOf(credentials: Credentials): string | undefined {
  return credentials.kind === "token" ? clientIn(credentials.token) : credentials.clientId;
}

/** The client that a token was issued to, as it says itself. Whoever has the token need not doubt it. */
function clientIn(token: string): string | undefined {
  const [, claims, ...rest] = token.split(".");
  if (claims === undefined || rest.length !== 1) return undefined;
  try {
    const read = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly azp?: unknown } | null;
    return typeof read?.azp === "string" && read.azp !== "" ? read.azp : undefined;
  } catch {
    return undefined;
  }
}

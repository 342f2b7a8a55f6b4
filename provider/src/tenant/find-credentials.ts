import { type Key, proofs } from "./configuration.ts";
import { algorithmOf, type KeyCredentials } from "./private-key.ts";
import { meaningOf, missing, type SettingSearch } from "./setting-source.ts";

/** How to get an access token. `source` tells people where the proof was found, never what it is. */
export type Credentials =
  | { kind: "clientSecret"; clientId: string; clientSecret: string; source: string }
  | KeyCredentials
  | { kind: "token"; token: string; source: string };

/** The credentials, as a set from one source: the environment if it has any, else the configuration. What is wrong with them becomes a problem. */
export function findCredentials(search: SettingSearch): Credentials | undefined {
  const { environment, configured, explicit, problems } = search;
  const holder = proofs.some((key) => environment.get(key) !== undefined) ? environment : configured;
  const given = proofs.filter((key) => holder.get(key) !== undefined);
  const [kind] = given;
  if (kind === undefined) {
    problems.push(missingProof((key) => (environment.get(key) ?? configured.get(key)) !== undefined, explicit));
    return undefined;
  }
  if (given.length > 1) {
    problems.push(
      `${given.map((key) => holder.name(key)).join(" and ")} are set at once, and each is enough: keep one of them.`,
    );
    return undefined;
  }
  const proof = holder.get(kind) ?? "";
  const source = holder.name(kind);
  if (kind === "token") {
    if (/^[\x21-\x7e]+$/.test(proof)) return { kind, token: proof, source };
    problems.push(`${source} is not a token: it contains white space or characters other than ASCII.`);
    return undefined;
  }
  // What is no secret may come from the other source.
  const clientId = [holder, environment, configured].map((one) => one.get("clientId")).find((id) => id !== undefined);
  if (clientId === undefined) problems.push(missing("client id", "clientId", explicit));
  if (kind === "clientSecret") {
    return clientId === undefined ? undefined : { kind, clientId, clientSecret: proof, source };
  }
  const note = (message: string) => problems.push(`${source} ${message}.`);
  const algorithm = meaningOf(() => algorithmOf(proof), note);
  if (clientId === undefined || algorithm === undefined) return undefined;
  return { kind, clientId, privateKey: proof, keyId: holder.get("keyId"), algorithm, source };
}

/** The credentials that are missing: only what is left, where some of them are there. */
function missingProof(isSet: (key: Key) => boolean, explicit: string | undefined): string {
  if (isSet("keyId")) return missing("private key", "privateKey", explicit);
  if (isSet("clientId")) return missing("client secret", "clientSecret", explicit);
  return explicit ? noExplicitCredentials(explicit) : noCredentials;
}

function noExplicitCredentials(explicit: string): string {
  return (
    `No credentials: ${explicit} needs clientId and clientSecret, or clientId and privateKey (with keyId), or token. ` +
    `TENANT_* variables do not count for ${explicit.replace(/^the explicit/, "an explicit")}.`
  );
}

const noCredentials =
  "No credentials: set TENANT_CLIENT_ID and TENANT_CLIENT_SECRET (tenant:clientId and tenant:clientSecret). In place of the secret, " +
  "TENANT_PRIVATE_KEY (tenant:privateKey) will do, with TENANT_KEY_ID (tenant:keyId) if the key has an id. In place of both, " +
  "TENANT_TOKEN (tenant:token) will do.";

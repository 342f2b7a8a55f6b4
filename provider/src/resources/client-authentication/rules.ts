import { type Method, typeOfMethod } from "../../definitions/client.ts";
import type { Problem } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { isCertificate } from "../client/public-keys.ts";
import { faultOf, isMethod, keyOf } from "./entries.ts";

/** Properties that only credentials of the type `public_key` can have. */
const ofPublicKeys = ["algorithm", "kid", "expiresAt", "parseExpiryFromCert"];

/**
 * Rules that the schema cannot express. Values can be unknown.
 *
 * @param before the inputs in the state
 */
export function problemsOf(args: JsonObject, before: JsonObject): readonly Problem[] {
  const [method, credentials] = [own(args, "method"), own(args, "credentials")];
  // The method determines how credentials are identified, so an unknown method is the only problem that is reported.
  if (typeof method === "string" && method !== unknownValue && !isMethod(method)) {
    const known = Object.keys(typeOfMethod).map((name) => `"${name}"`);
    return [{ path: ["method"], says: `must be one of ${known.join(", ")}` }];
  }
  if (!Array.isArray(credentials)) return [];
  if (credentials.length === 0) {
    return [
      {
        path: ["credentials"],
        says: "must have at least 1 element: without credentials, the application could not authenticate",
      },
    ];
  }
  if (!isMethod(method)) return [];
  return credentials.flatMap((declared: Json, at) =>
    isObject(declared) ? problemsAt(credentials, declared, at, method, before) : [],
  );
}

function problemsAt(
  all: readonly Json[],
  declared: JsonObject,
  at: number,
  method: Method,
  before: JsonObject,
): readonly Problem[] {
  const problem = (name: string, says: string): Problem => ({ path: ["credentials", at, name], says });
  const { credentialType, pem } = declared;
  const type = typeOfMethod[method];
  const fault = typeof pem === "string" && pem !== unknownValue ? faultOf(pem, method) : undefined;
  if (fault !== undefined) return [problem("pem", fault)];
  const isOtherType = credentialType !== undefined && credentialType !== unknownValue && credentialType !== type;
  const key = keyOf(declared, method);
  const isTwice = key !== undefined && all.findIndex((one) => isObject(one) && keyOf(one, method) === key) < at;
  return [
    ...(isOtherType ? [problem("credentialType", `must be "${type}" for method "${method}"`)] : []),
    ...misplaced(declared, method).map((name) => problem(name, `is not allowed for method "${method}"`)),
    ...missing(declared, method).map((says) => problem("pem", says)),
    ...expiryProblems(declared).map(([name, says]) => problem(name, says)),
    ...(isOtherCertificate(declared, method) ? [problem("thumbprint", "does not match the certificate in pem")] : []),
    ...(isTwice ? [problem("pem", "occurs twice: each key or certificate can be declared only once")] : []),
    ...(method === "private_key_jwt" ? kidProblems(declared, before) : []).map((says) => problem("kid", says)),
  ];
}

function misplaced(declared: JsonObject, method: Method): readonly string[] {
  const wrong = [
    ...(method === "private_key_jwt" ? [] : ofPublicKeys),
    ...(method === "tls_client_auth" ? [] : ["subjectDn"]),
    ...(method === "self_signed_tls_client_auth" ? [] : ["thumbprint"]),
  ];
  return wrong.filter((name) => own(declared, name) !== undefined);
}

function missing(declared: JsonObject, method: Method): readonly string[] {
  const { pem, kid, thumbprint, subjectDn } = declared;
  if (method === "tls_client_auth") {
    return (pem === undefined) === (subjectDn === undefined)
      ? ["is required unless subjectDn is declared; declare only one of the two"]
      : [];
  }
  if (method === "private_key_jwt") {
    return pem === undefined && kid === undefined ? ["is required; for an existing credential, kid is enough"] : [];
  }
  return pem === undefined && thumbprint === undefined
    ? ["is required; for an existing credential, thumbprint is enough"]
    : [];
}

function isOtherCertificate({ pem, thumbprint }: JsonObject, method: Method): boolean {
  if (typeof pem !== "string" || typeof thumbprint !== "string" || thumbprint === unknownValue) return false;
  return pem !== unknownValue && keyOf({ pem }, method) !== thumbprint;
}

function expiryProblems({ pem, expiresAt, parseExpiryFromCert }: JsonObject): readonly (readonly [string, string])[] {
  if (typeof expiresAt === "string" && expiresAt !== unknownValue && Number.isNaN(Date.parse(expiresAt))) {
    return [["expiresAt", "must be a valid date and time, such as 2031-01-31T00:00:00Z"]];
  }
  if (parseExpiryFromCert !== true) return [];
  if (expiresAt !== undefined)
    return [["expiresAt", "cannot be declared together with parseExpiryFromCert: the certificate contains the expiry"]];
  const isKey = typeof pem === "string" && pem !== unknownValue && !isCertificate(pem);
  return isKey ? [["parseExpiryFromCert", "needs a certificate: a public key contains no expiry"]] : [];
}

/** Refuses a kid that moves to another key, and a key with a changed kid: verifiers select the key of a signature by its kid. */
function kidProblems({ kid, pem }: JsonObject, before: JsonObject): readonly string[] {
  const credentials = own(before, "credentials");
  const known = (Array.isArray(credentials) ? credentials : []).filter(isObject);
  const key = keyOf({ pem: pem ?? null }, "private_key_jwt");
  const ofOther = known.some((one) => one.kid !== undefined && one.kid === kid && isOtherKey(one, key));
  if (ofOther) return ["is the kid of another key in the state: a new key needs a new kid"];
  const same = known.find((one) => key !== undefined && keyOf({ pem: one.pem ?? null }, "private_key_jwt") === key);
  const isChanged = same !== undefined && kid !== unknownValue && (kid ?? key) !== (same.kid ?? key);
  return isChanged ? ["cannot be changed: it belongs to the key. Declare the previous kid, or a new key"] : [];
}

function isOtherKey({ pem }: JsonObject, key: string | undefined): boolean {
  const known = keyOf({ pem: pem ?? null }, "private_key_jwt");
  return known !== undefined && key !== undefined && known !== key;
}

import { UserError } from "../../../lifecycle/errors.ts";
import { fingerprintOf, isFingerprintOf } from "../../../lifecycle/fingerprint.ts";
import type { UpdateRequest } from "../../../lifecycle/kind.ts";
import { equal, type JsonObject, own } from "../../../model/json.ts";

/** What a changed `secretRotation` has to do: only to note the secret, or to make another one. */
export function rotationOf({ inputs, outputs }: UpdateRequest, live: JsonObject, label: string) {
  const secret = own(live, "clientSecret");
  if (typeof secret !== "string") throw unreadable(label);
  const [was, is] = [own(outputs, "secretRotation"), own(inputs, "secretRotation")];
  const known = own(outputs, "secretFingerprint");
  const isFirst = was === undefined || (known === undefined && equal(was, is));
  if (isFirst) return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
  if (typeof known !== "string" || isFingerprintOf(known, secret)) {
    return { is: "due", fingerprint: fingerprintOf(secret) } as const;
  }
  console.warn(
    `warning: ${label} has another secret than the last run saw, so it counts as rotated: by a run whose answer was lost, or by somebody else`,
  );
  return { is: "noted", fingerprint: fingerprintOf(secret) } as const;
}

/** Why a secret was not rotated. @param subject the application, for people */
export function unreadable(subject: string): UserError {
  return new UserError(
    `The secret of ${subject} was not rotated: it cannot be read, and nothing else tells whether an answer was lost. ` +
      "Give the client the scopes read:client_keys and update:client_keys. An application with credentials has no secret that could be rotated.",
  );
}

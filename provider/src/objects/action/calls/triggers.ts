import type { Problem } from "../../../lifecycle/kind.ts";
import type { Json } from "../../../model/json.ts";
import { unknownValue } from "../../../model/json.ts";
import { nearest } from "../../../model/secrecy/typo.ts";

/** The triggers of tenants as of 2026. The service may have more one day, so another one is sent as it is. */
const knownTriggers = [
  ...["post-login", "credentials-exchange", "pre-user-registration", "post-user-registration", "post-change-password"],
  ...["send-phone-message", "password-reset-post-challenge", "custom-phone-provider", "custom-email-provider"],
  ...["custom-token-exchange", "event-stream", "password-hash-migration", "mcp-tool"],
];

/** The refusal of a trigger that is a slip of one that the service has. */
export function problemsOfTrigger(trigger: Json | undefined, path: Problem["path"]): readonly Problem[] {
  if (typeof trigger !== "string" || trigger === unknownValue || knownTriggers.includes(trigger)) return [];
  const meant = nearest(trigger, knownTriggers);
  return meant === undefined ? [] : [{ path, says: `is no trigger that the service has; did you mean "${meant}"?` }];
}

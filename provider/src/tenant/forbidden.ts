/** What a 403 means: a scope is missing, a limit of the tenant is reached, its plan lacks the feature, or something else. */
export type Forbidden = "scope" | "limit" | "feature" | "other";

/** The meaning of a 403: by the service's code, or by its message if the code is absent or another one. */
export function meaningOf403(errorCode: string | undefined, said: string | undefined): Forbidden {
  if (errorCode === "insufficient_scope") return "scope";
  if (errorCode === "insufficient_entitlement") return "limit";
  if (errorCode === "feature_not_enabled") return "feature";
  const text = said ?? "";
  if (/insufficient scope/i.test(text)) return "scope";
  if (/\b(limit|quota|maximum|too many|entitlement|exceed)/i.test(text)) return "limit";
  if (/not (enabled|available|supported)\b/i.test(text)) return "feature";
  return "other";
}

/** The scopes in a message such as "Insufficient scope, expected any of: read:a,update:a". */
export function scopesIn(said: string | undefined): string[] {
  return [...new Set(said?.match(/\b(?:create|read|update|delete):[a-z_]+/g) ?? [])];
}

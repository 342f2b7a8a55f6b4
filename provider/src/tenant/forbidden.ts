/** What a 403 means: a scope is missing, the tenant's limit of entities is reached, its plan lacks the feature, or something else. */
export type Forbidden = "scope" | "limit" | "feature" | "other";

/** Tells the meanings of a 403 apart by the service's code, and by its message where there is no code. */
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

/** The scopes that a message such as "Insufficient scope, expected any of: read:a,update:a" names. */
export function scopesIn(said: string | undefined): string[] {
  return [...new Set(said?.match(/\b(?:create|read|update|delete):[a-z_]+/g) ?? [])];
}

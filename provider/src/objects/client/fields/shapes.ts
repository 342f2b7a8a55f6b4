/** Null takes it away. */
export const none = { how: "null" } as const;
/** Nothing takes it away: it stays. */
export const never = { how: "release" } as const;
/** It stays as an empty text, which the service takes for none. */
export const emptied = { how: "default", value: "" } as const;
/** The largest whole number that the service takes. */
export const most = 2_147_483_647;

/** A flag that the service cannot forget once it was said. */
export const flag = { kind: "boolean", clear: never } as const;
/** A set of texts that an empty one takes the place of. */
export const texts = {
  kind: "set",
  item: { kind: "string", min: 1 },
  absent: [],
  clear: { how: "default", value: [] },
} as const;

/** One of these, which null clears. */
export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return { kind: "string", oneOf: values, clear: none } as const;
}

/** A URL, or an empty text, which the service takes for none. */
export const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;
/** The same, with https and without a fragment. */
export const secureUrl = {
  pattern: { source: "^(|https://[^#\\s]+)$", says: "must be an https URL without a fragment, or empty" },
} as const;

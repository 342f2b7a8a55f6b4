/** The day that lies a number of days after today, as `2026-12-31`. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A day for entries that are in force in a test: an entry ends within a year. */
export const later = inDays(300);

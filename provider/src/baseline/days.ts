/** The current day, as `2026-12-31`. */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The day that lies a number of days after a day, as `2026-12-31`. */
export function daysAfter(day: string, days: number): string {
  return today(new Date(Date.parse(day) + days * 86_400_000));
}

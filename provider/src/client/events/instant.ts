/** Calendar date and time with a zone, in the extended or basic format of ISO 8601. The last part of the time may have a fraction. */
const form =
  /^(\d{4})(-?)(\d\d)\2(\d\d)T(\d\d)(?:(:?)(\d\d)(?:\6(\d\d))?)?(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Parses an ISO 8601 instant: milliseconds since the epoch, or undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [, years, , months, days, hours, , minutes, seconds, fraction, sign, zoneHours, zoneMinutes] = match;
  const date = `${years}-${months}-${days}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse would move a nonexistent day to the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const [h, m, s] = [hours, minutes, seconds].map((part) => Number(part ?? 0)) as [number, number, number];
  const [zh, zm] = [Number(zoneHours ?? 0), Number(zoneMinutes ?? 0)];
  const unit = seconds !== undefined ? second : minutes !== undefined ? minute : hour;
  const time = h * hour + m * minute + s * second + Math.floor(Number(`0.${fraction ?? 0}`) * unit);
  // 24:00 is the end of a day, and second 60 can be a leap second, so both are accepted.
  if (time > 24 * hour || h > 24 || m > 59 || s > 60 || zh > 23 || zm > 59) return undefined;
  const instant = midnight + time - (sign === "-" ? -1 : 1) * (zh * hour + zm * minute);
  return /^\d{4}-/.test(new Date(instant).toISOString()) ? instant : undefined;
}

/** A timestamp in the format of `GET /events`: whole seconds, rounded down. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

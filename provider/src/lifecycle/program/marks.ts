import { randomBytes } from "node:crypto";

/**
 * A mark for one write: unique, and comparable by time with the marks of other writes.
 *
 * @param time in microseconds since 1970
 */
export function markAt(time: number): string {
  return `${time.toString(36)}.${randomBytes(3).toString("base64url")}`;
}

import { isObject } from "../shared/validation.ts";

/** Keys whose texts, at any depth below them, are masked. */
const secret =
  /secret$|^password$|private_?key$|(api|access|sas|master)_?key$|servicePassword$|_token$|^configuration$/i;

/** An answer with a mask in place of secrets. */
export function masked(answer: unknown, mask: string, isSecret = false): unknown {
  if (typeof answer === "string") return isSecret ? mask : answer;
  if (Array.isArray(answer)) return answer.map((item) => masked(item, mask, isSecret));
  if (!isObject(answer)) return answer;
  const members = Object.entries(answer).map(([key, value]) => [
    key,
    masked(value, mask, isSecret || secret.test(key)),
  ]);
  return Object.fromEntries(members);
}

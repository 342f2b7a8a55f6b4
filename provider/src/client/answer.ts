import { STATUS_CODES } from "node:http";
import { isObject } from "../schema/json.ts";
import { AttemptFailed, type Failure, requestIdText } from "./errors.ts";
import type { HttpAnswer } from "./http.ts";
import { parseRetryAfter } from "./retry.ts";

/** The expected body of a successful response: a JSON object, any JSON, or nothing. "nothing" accepts JSON, but no HTML page. */
export type ExpectedBody = "object" | "json" | "nothing";

/**
 * The maximum nesting of a response. The service's objects have a handful of levels. Later code compares, merges and serializes values
 * recursively, and a deeper value would overflow the stack.
 */
const maxLevels = 100;

/** The value of a JSON text, or the problem, which completes the sentence "the text …". */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  const problem = unusable(value, maxLevels);
  return problem === undefined ? { value } : { problem };
}

function unusable(value: unknown, levels: number): string | undefined {
  // JSON.parse reads a number beyond the range of a double as Infinity, which JSON cannot express: it could be neither saved nor sent.
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "contains a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `is nested more than ${maxLevels} levels deep`;
  for (const item of Object.values(value)) {
    const problem = unusable(item, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseBody(body: Buffer): ReturnType<typeof parseJson> {
  try {
    return parseJson(utf8.decode(body));
  } catch {
    return { problem: "is not UTF-8" };
  }
}

/** The failure for a successful response with unexpected content. */
export function foreignAnswer(outcome: Failure["outcome"], what: string, status?: number): Failure {
  return {
    outcome,
    status,
    code: "UNREADABLE",
    what,
    advice: "A proxy may have changed the response, or the domain is not a tenant's: check both.",
  };
}

/**
 * The body of a 2xx response.
 *
 * @throws AttemptFailed with outcome `unknown` if the body is not the expected one
 */
export function readBody(answer: HttpAnswer, expected: ExpectedBody, host: string): unknown {
  if (answer.status === 204 || answer.status === 205) return undefined;
  const isEmpty = answer.body.length === 0;
  if (isEmpty && expected === "nothing") return undefined;
  const parsed = isEmpty ? { problem: "is empty" } : parseBody(answer.body);
  if ("value" in parsed && (expected !== "object" || isObject(parsed.value))) return parsed.value;
  const problem = "problem" in parsed ? parsed.problem : "is not a JSON object";
  const what = `${host} answered ${answer.status}, but the body ${problem}`;
  throw new AttemptFailed(foreignAnswer("unknown", what, answer.status));
}

/** The maximum number of bytes of an error's body that are read. */
export const maxExplained = 64 * 1024;

/** The failure for a response with a status outside 2xx, in words. `clean` removes secrets from untrusted text and makes it printable. */
export function readFailure(answer: HttpAnswer, host: string, now: number, clean: (text: string) => string): Failure {
  const { status, headers } = answer;
  const explanation = answer.body.subarray(0, maxExplained);
  const parsed = parseBody(explanation);
  const body = "value" in parsed && isObject(parsed.value) ? parsed.value : undefined;
  const fields = body ?? {};
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? clean(value) : undefined);
  // POST /oauth/token responds with error and error_description, the management API with statusCode, error, message and errorCode.
  const oauth = typeof fields.statusCode !== "number" && typeof fields.message !== "string";
  const errorCode = text(fields.errorCode) ?? (oauth ? text(fields.error) : undefined);
  const said =
    text(fields.message) ??
    text(fields.error_description) ??
    (fields.message === undefined ? text(fields.error) : text(JSON.stringify(fields.message)));
  const requestId = text(requestIdOf(headers));
  const rest = said ?? (body ? undefined : text(explanation.toString("utf8").replaceAll(/<[^<>]*>/g, " ")));
  const details = [errorCode && `code ${errorCode}`, requestId && requestIdText(requestId)].filter(Boolean).join(", ");
  return {
    outcome: outcomeOf(status),
    status,
    // A gateway's JSON errors also have a message, but unlike the service they do not repeat the status in the body.
    recognised: fields.statusCode === status && typeof (fields.message ?? fields.error) === "string",
    what:
      `${host} answered ${status} ${STATUS_CODES[status] ?? ""}`.trimEnd() +
      (details && ` (${details})`) +
      (rest ? `: ${rest.replace(/[.\s]+$/, "")}` : ""),
    errorCode,
    said,
    requestId,
    retryAfterMs: parseRetryAfter(headers["retry-after"], now),
  };
}

/**
 * The outcome for a status outside 2xx. It is unknown for 408 and 5xx, because the service may have executed the call, and for 303, which
 * redirects to the result of a call. With any other status, the service refused the call.
 */
function outcomeOf(status: number): Failure["outcome"] {
  return status >= 500 || status === 408 || status === 303 ? "unknown" : "refused";
}

function requestIdOf(headers: HttpAnswer["headers"]): unknown {
  const name = Object.keys(headers).find((key) => /^x-(.+-)?(request|correlation)-?id$/.test(key));
  return name === undefined ? undefined : headers[name];
}

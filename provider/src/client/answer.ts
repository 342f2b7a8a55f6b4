import { STATUS_CODES } from "node:http";
import { isObject } from "../schema/json.ts";
import { AttemptFailed, type Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import { parseRetryAfter } from "./retry.ts";

/** What a successful answer must hold: a JSON object, any JSON, or nothing. "nothing" accepts JSON, but no foreign page. */
export type ExpectedBody = "object" | "json" | "nothing";

/**
 * The deepest nesting that an answer may have. The service's objects have a handful of levels. The code behind this check compares,
 * merges and marshals values by recursion, and a deeper value would overflow its stack.
 */
const maxLevels = 100;

/** The value of a JSON text, or the problem with the text, which completes the sentence "the text …". */
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
  // JSON.parse reads a number that no double can hold as infinite. It could be neither saved nor sent back.
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "holds a number that is too large";
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

/** The failure of an answer that says yes, but is not what was asked for. */
export function foreignAnswer(outcome: Failure["outcome"], what: string, status?: number): Failure {
  return {
    outcome,
    status,
    code: "UNREADABLE",
    what,
    advice:
      "Something between here and the tenant may have changed the answer (a proxy?), or the domain is not a tenant's.",
  };
}

/**
 * The body of a 2xx answer.
 * @throws AttemptFailed with outcome `unknown` if it is not what was expected
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

/** Bytes of an error's body that are looked at. */
export const maxExplained = 64 * 1024;

/** An answer with a status outside 2xx as a failure, in words. `clean` makes foreign text fit to be shown. */
export function readFailure(answer: HttpAnswer, host: string, now: number, clean: (text: string) => string): Failure {
  const { status, headers } = answer;
  const explanation = answer.body.subarray(0, maxExplained);
  const parsed = parseBody(explanation);
  const body = "value" in parsed && isObject(parsed.value) ? parsed.value : undefined;
  const fields = body ?? {};
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? clean(value) : undefined);
  // POST /oauth/token answers error and error_description, the management API statusCode, error, message and errorCode.
  const oauth = typeof fields.statusCode !== "number" && typeof fields.message !== "string";
  const errorCode = text(fields.errorCode) ?? (oauth ? text(fields.error) : undefined);
  const said =
    text(fields.message) ??
    text(fields.error_description) ??
    (fields.message === undefined ? text(fields.error) : text(JSON.stringify(fields.message)));
  const requestId = text(requestIdOf(headers));
  const rest = said ?? (body ? undefined : text(explanation.toString("utf8").replaceAll(/<[^<>]*>/g, " ")));
  const details = [errorCode && `code ${errorCode}`, requestId && `request id ${requestId}`].filter(Boolean).join(", ");
  return {
    outcome: outcomeOf(status),
    status,
    // A gateway's JSON errors also have a message, but they do not repeat the status in the body as the service does.
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

/** 408 and 5xx do not say whether the call was carried out; 303 says that something was. Every other status is a no. */
function outcomeOf(status: number): Failure["outcome"] {
  return status >= 500 || status === 408 || status === 303 ? "unknown" : "refused";
}

function requestIdOf(headers: HttpAnswer["headers"]): unknown {
  const name = Object.keys(headers).find((key) => /^x-(.+-)?(request|correlation)-?id$/.test(key));
  return name === undefined ? undefined : headers[name];
}

import { STATUS_CODES } from "node:http";
import { AttemptFailed, type Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import { parseRetryAfter } from "./retry.ts";

/** What a successful answer must hold: a JSON object, any JSON, or nothing (where JSON is let pass, and a foreign page is not). */
export type Expected = "object" | "json" | "nothing";

/** Is it an object with keys? */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * How deeply an answer may be nested. The service's objects have a handful of levels. Whatever comes after this border
 * compares, merges and marshals values by recursion, and relies on it.
 */
const mostLevels = 100;

/** JSON that can be worked with as a value, or what is wrong with it: completes the sentence "the text …". */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  const problem = unusable(value, mostLevels);
  return problem === undefined ? { value } : { problem };
}

function unusable(value: unknown, levels: number): string | undefined {
  // A number that no double can hold is read as infinite: it could be neither saved nor sent back.
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "holds a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `is nested more than ${mostLevels} levels deep`;
  for (const item of Object.values(value)) {
    const problem = unusable(item, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function parseBody(body: Buffer): ReturnType<typeof parseJson> {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return { problem: "is not UTF-8" };
  }
}

/**
 * The body of a 2xx answer.
 * @throws AttemptFailed with outcome `unknown` if it is not what was expected
 */
export function readBody(answer: HttpAnswer, expected: Expected, host: string): unknown {
  if (answer.status === 204 || answer.status === 205) return undefined;
  const isEmpty = answer.body.length === 0;
  if (isEmpty && expected === "nothing") return undefined;
  const parsed = isEmpty ? { problem: "is empty" } : parseBody(answer.body);
  if ("value" in parsed && (expected !== "object" || isRecord(parsed.value))) return parsed.value;
  const problem = "problem" in parsed ? parsed.problem : "is not a JSON object";
  throw new AttemptFailed({
    outcome: "unknown",
    status: answer.status,
    code: "UNREADABLE",
    what: `${host} answered ${answer.status}, but the body ${problem}`,
    advice:
      "Something between here and the tenant may have changed the answer (a proxy?), or the domain is not a tenant's.",
  });
}

/** As much of an explanation is looked at, in bytes. */
const mostExplained = 64 * 1024;

/** A status outside 2xx as a failure, in words. `clean` makes foreign text fit to be shown. */
export function readFailure(answer: HttpAnswer, host: string, now: number, clean: (text: string) => string): Failure {
  const { status, headers } = answer;
  const explanation = answer.body.subarray(0, mostExplained);
  const parsed = parseBody(explanation);
  const body = "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
  const fields = body ?? {};
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? clean(value) : undefined);
  // OAuth endpoints say error and error_description, the management API statusCode, error, message and errorCode.
  const oauth = typeof fields.statusCode !== "number" && typeof fields.message !== "string";
  const errorCode = text(fields.errorCode) ?? (oauth ? text(fields.error) : undefined);
  const said =
    text(fields.message) ??
    text(fields.error_description) ??
    (fields.message === undefined ? text(fields.error) : text(JSON.stringify(fields.message)));
  const requestId = text(requestIdOf(headers));
  const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
  const rest = said ?? (body ? undefined : text(explanation.toString("utf8").replaceAll(/<[^<>]*>/g, " ")));
  const details = [errorCode && `code ${errorCode}`, requestId && `request id ${requestId}`].filter(Boolean).join(", ");
  return {
    outcome: outcomeOf(status),
    status,
    // A gateway's JSON errors have a message too, but not the service's own status code in them.
    recognised: fields.statusCode === status && typeof (fields.message ?? fields.error) === "string",
    what:
      `${host} answered ${status} ${STATUS_CODES[status] ?? ""}`.trimEnd() +
      (details && ` (${details})`) +
      (rest ? `: ${rest.replace(/[.\s]+$/, "")}` : ""),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(said === undefined ? {} : { said }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** 408 and 5xx say nothing about what happened before; 303 says that something did. Every other status is a no. */
function outcomeOf(status: number): Failure["outcome"] {
  return status >= 500 || status === 408 || status === 303 ? "unknown" : "refused";
}

function requestIdOf(headers: HttpAnswer["headers"]): unknown {
  const name = Object.keys(headers).find((key) => /^x-(.+-)?(request|correlation)-?id$/.test(key));
  return name === undefined ? undefined : headers[name];
}

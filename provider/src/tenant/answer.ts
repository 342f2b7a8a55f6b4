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

function parseJson(body: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

/**
 * The body of a 2xx answer.
 * @throws AttemptFailed with outcome `unknown` if it is not what was expected
 */
export function readBody(answer: HttpAnswer, expected: Expected, host: string): unknown {
  if (answer.status === 204 || answer.status === 205) return undefined;
  const parsed = parseJson(answer.body);
  const fits =
    (expected === "nothing" && answer.body.length === 0) ||
    (parsed !== undefined && (expected !== "object" || isRecord(parsed.value)));
  if (fits) return parsed?.value;
  const problem = answer.body.length === 0 ? "is empty" : parsed ? "is not a JSON object" : "is not JSON";
  throw new AttemptFailed({
    outcome: "unknown",
    status: answer.status,
    code: "UNREADABLE",
    what: `${host} answered ${answer.status}, but the body ${problem}`,
    advice:
      "Something between here and the tenant may have changed the answer (a proxy?), or the domain is not a tenant's.",
  });
}

/** A status outside 2xx as a failure, in words. `clean` makes foreign text fit to be shown. */
export function readFailure(answer: HttpAnswer, host: string, now: number, clean: (text: string) => string): Failure {
  const { status, headers } = answer;
  const parsed = parseJson(answer.body)?.value;
  const fields: Record<string, unknown> = isRecord(parsed) ? parsed : {};
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
  const rest = said ?? (isRecord(parsed) ? undefined : text(answer.body.toString("utf8").replaceAll(/<[^>]*>/g, " ")));
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

import { STATUS_CODES } from "node:http";
import type { Dispatcher } from "undici";
import { isObject } from "../schema/json.ts";
import type { Timeouts } from "./client-options.ts";
import { AttemptFailed, type Failure, requestIdText } from "./errors.ts";
import { ProxyFailed } from "./proxy.ts";
import { parseRetryAfter } from "./retries.ts";

/** One request, ready to be written. */
export interface HttpRequest {
  origin: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  /** The body; null for none. */
  body: string | null;
}

/** One complete response. With a status from 300 on, the body may be truncated. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * Sends one request once. Redirects are returned like any other response.
 *
 * @param maxBytes the maximum size of a response body
 * @throws AttemptFailed with outcome `notSent` if and only if no byte of the request was written
 */
export async function send(
  dispatcher: Dispatcher,
  request: HttpRequest,
  timeouts: Timeouts,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const exchange = new Exchange(maxBytes);
  const late = `no complete response from ${request.origin} within ${seconds(timeouts.attempt)}`;
  const timer = setTimeout(() => exchange.abort("TIMEOUT", late), timeouts.attempt);
  const cancel = () => exchange.abort("ABORTED", "the call was aborted before a response arrived");
  signal.addEventListener("abort", cancel);
  try {
    if (signal.aborted) cancel();
    else {
      const { headers: headersTimeout, body: bodyTimeout } = timeouts;
      dispatcher.dispatch({ ...request, headersTimeout, bodyTimeout }, exchange);
    }
  } catch (error) {
    exchange.fail(error);
  }
  return exchange.answer.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  });
}

/** Collects one response. undici calls `onRequestStart` right before it writes, which reveals whether the request was written. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #answered = Promise.withResolvers<HttpAnswer>();
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp = false;
  #status = 0;
  #headers: HttpAnswer["headers"] = {};
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get answer(): Promise<HttpAnswer> {
    return this.#answered.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#givenUp) controller.abort(new Error("given up"));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpAnswer["headers"]): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#maxBytes) this.#chunks.push(chunk);
    else this.abort("TOO_LARGE", `the response is larger than ${this.#maxBytes} bytes`, "never");
  }

  onResponseEnd(): void {
    this.#answered.resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Gives up and closes the connection, because further data on it would not be read. */
  abort(code: string, what: string, retry?: "never"): void {
    this.#end({ outcome: this.#sent ? "unknown" : "notSent", what, code, retry });
    this.#controller?.abort(new Error(code));
  }

  fail(error: unknown): void {
    this.#end(describe(error, this.#sent));
  }

  get #sent(): boolean {
    return this.#controller !== undefined;
  }

  #end(failure: Failure): void {
    this.#givenUp = true;
    // An error response with an incomplete body is still a response: its status says what happened.
    if (this.#status >= 300) this.onResponseEnd();
    else this.#answered.reject(new AttemptFailed(failure));
  }
}

/**
 * The failure for an error of name resolution, TLS and the like, in words. Errors are distinguished by their codes, because a process may
 * contain several copies of undici with separate error classes.
 */
export function describe(error: unknown, sent: boolean): Failure {
  if (error instanceof ProxyFailed) {
    const { code, message } = error;
    return { outcome: "notSent", what: message, code, retry: code === "PROXY_REFUSED" ? "never" : undefined };
  }
  const code = codeOf(error);
  const outcome = sent ? "unknown" : "notSent";
  const what = explain(code, sent);
  // A retry cannot help against an untrusted certificate or an invalid header.
  const isPermanent =
    !sent && /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|UND_ERR_INVALID)/.test(code);
  return { outcome, what: `${what} (${code})`, code, retry: isPermanent ? "never" : undefined };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : "UNKNOWN";
}

function explain(code: string, sent: boolean): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host name could not be resolved";
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || (code === "ETIMEDOUT" && !sent)) return "the connection attempt timed out";
  if (code === "UND_ERR_HEADERS_TIMEOUT") return "the response timed out";
  if (code === "UND_ERR_BODY_TIMEOUT") return "the response stopped before its end";
  if (/^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return "the server's certificate is not trusted";
  }
  if (code.startsWith("HPE_")) return "the response is not valid HTTP";
  return sent ? "the connection was lost before the response was complete" : "no connection could be made";
}

/** A duration as text: in seconds, or in milliseconds if it is shorter than a second. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 100) / 10} s`;
}

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

import type { Dispatcher } from "undici";
import type { Timeouts } from "./client-options.ts";
import { AttemptFailed, type Failure } from "./errors.ts";
import { ProxyFailed } from "./proxy.ts";

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

import type { Dispatcher } from "undici";
import { AttemptFailed, type Failure } from "./failure.ts";

/** Bounds of one attempt: milliseconds and bytes. */
export interface HttpLimits {
  /** From the request being written to the last header of its answer. */
  headersMs: number;
  /** Between two pieces of the answer's body. */
  bodyMs: number;
  /** The whole attempt, waiting for a connection included. */
  attemptMs: number;
  maxBytes: number;
}

/** One request, ready to be written. */
export interface HttpRequest {
  origin: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** One answer, whole, or for statuses from 300 on as much of it as arrived and fits. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * Sends one request once. Redirects are answers like any other.
 * Anything but an answer rejects with `AttemptFailed`, whose outcome is `notSent` exactly if no byte of the request was written.
 */
export function send(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: HttpLimits,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(limits.maxBytes, {
      resolve: (answer) => {
        release();
        resolve(answer);
      },
      reject: (failure) => {
        release();
        reject(new AttemptFailed(failure));
      },
    });
    const late = () =>
      exchange.abort("TIMEOUT", `no complete answer came from ${request.origin} within ${seconds(limits.attemptMs)}`);
    const cancelled = () => exchange.abort("ABORTED", "the call was ended before an answer came");
    const timer = setTimeout(late, limits.attemptMs);
    signal.addEventListener("abort", cancelled);
    const release = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancelled);
    };
    if (signal.aborted) return cancelled();
    try {
      dispatcher.dispatch(
        {
          origin: request.origin,
          method: request.method,
          path: request.path,
          headers: request.headers,
          body: request.body ?? null,
          headersTimeout: limits.headersMs,
          bodyTimeout: limits.bodyMs,
        },
        exchange,
      );
    } catch (error) {
      exchange.fail(error);
    }
  });
}

interface Settle {
  resolve(answer: HttpAnswer): void;
  reject(failure: Failure): void;
}

/** Collects one answer and knows whether the request was written: undici calls `onRequestStart` right before it writes. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly maxBytes: number;
  private readonly settle: Settle;
  private controller: Dispatcher.DispatchController | undefined;
  private sent = false;
  private settled = false;
  private status = 0;
  private headers: HttpAnswer["headers"] = {};
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(maxBytes: number, settle: Settle) {
    this.maxBytes = maxBytes;
    this.settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.settled) {
      controller.abort(new Error("given up"));
    } else {
      this.controller = controller;
      this.sent = true;
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpAnswer["headers"]): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= this.maxBytes) this.chunks.push(chunk);
    else this.abort("TOO_LARGE", `the answer is larger than ${this.maxBytes} bytes`, true);
  }

  onResponseEnd(): void {
    this.answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Gives up and closes the connection, as what may still arrive on it belongs to nobody. */
  abort(code: string, what: string, permanent = false): void {
    this.end({ outcome: this.sent ? "unknown" : "notSent", what, code, permanent });
    this.controller?.abort(new Error(code));
  }

  fail(error: unknown): void {
    this.end(describe(error, this.sent));
  }

  private end(failure: Failure): void {
    // A status that says no counts even if its explanation is cut off.
    if (this.status >= 300) {
      this.answer();
    } else if (!this.settled) {
      this.settled = true;
      this.settle.reject(failure);
    }
  }

  private answer(): void {
    if (this.settled) return;
    this.settled = true;
    this.settle.resolve({ status: this.status, headers: this.headers, body: Buffer.concat(this.chunks) });
  }
}

/** Errors of name resolution, certificates and the like, each in words; by code, as classes differ between undici's copies. */
export function describe(error: unknown, sent: boolean): Failure {
  const code = codeOf(error);
  const outcome = sent ? "unknown" : "notSent";
  const what = explain(code, sent);
  // A certificate does not become valid and an unusable header does not become usable by trying again.
  const permanent = !sent && /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|UND_ERR_INVALID)/.test(code);
  return { outcome, what: `${what} (${code})`, code, permanent };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : "UNKNOWN";
}

function explain(code: string, sent: boolean): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host name could not be resolved";
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || (code === "ETIMEDOUT" && !sent)) return "no connection came about in time";
  if (code === "UND_ERR_HEADERS_TIMEOUT") return "no answer came in time";
  if (code === "UND_ERR_BODY_TIMEOUT") return "the answer stopped half-way";
  if (/^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return "the server's certificate is not trusted";
  if (code.startsWith("HPE_")) return "the answer is not valid HTTP";
  return sent ? "the connection was lost before the answer was complete" : "no connection could be made";
}

/** Milliseconds for people. */
export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 100) / 10} s`;
}

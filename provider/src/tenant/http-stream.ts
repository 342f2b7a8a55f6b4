import type { Dispatcher } from "undici";
import { AttemptFailed } from "./failure.ts";
import { describe, type HttpAnswer, type HttpRequest, seconds } from "./http.ts";

/** Milliseconds until a stream must be open, and what it must be. */
export interface StreamLimits {
  /** From the request being written to the last header of its answer. */
  headersMs: number;
  /** The whole attempt, waiting for a connection included. */
  attemptMs: number;
  contentType: string;
}

/** An answer whose body is still coming. Nothing is read ahead but what fits the buffers of transport and system. */
export interface HttpStream {
  readonly status: 200;
  readonly headers: HttpAnswer["headers"];
  /**
   * The next piece, or undefined at the end.
   * @throws AttemptFailed when the connection is lost or was ended by a signal
   */
  read(): Promise<Buffer | undefined>;
  /** Ends it, also while `read` waits. */
  close(): void;
}

/** Of an answer that is not a stream, this much is read. */
const explanationBytes = 64 * 1024;

/** Codes of failures that only a request which was written can have. */
const afterWriting = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "UND_ERR_HEADERS_TIMEOUT"]);

/** Is this the stream that was asked for? */
export function isStream(answer: HttpStream | HttpAnswer): answer is HttpStream {
  return "read" in answer;
}

/**
 * Opens a stream: status 200 with the content type that was asked for. Any other answer comes whole, or as much of it as fits.
 * @throws AttemptFailed if there was no answer
 */
export async function openStream(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: StreamLimits,
  signals: { opening: AbortSignal; reading: AbortSignal },
): Promise<HttpStream | HttpAnswer> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    cancel();
  }, limits.attemptMs);
  const release = () => {
    clearTimeout(timer);
    signals.opening.removeEventListener("abort", cancel);
  };
  const forget = () => {
    release();
    signals.reading.removeEventListener("abort", cancel);
  };
  signals.opening.addEventListener("abort", cancel);
  signals.reading.addEventListener("abort", cancel);
  if (signals.opening.aborted || signals.reading.aborted) cancel();
  const failed = (error: unknown, sent: boolean) => {
    const what = late
      ? `no answer came from ${request.origin} within ${seconds(limits.attemptMs)}`
      : "the stream was ended";
    const code = late ? "TIMEOUT" : "ABORTED";
    const failure = controller.signal.aborted ? { outcome: "unknown" as const, what, code } : describe(error, sent);
    return new AttemptFailed(failure);
  };
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: request.origin,
      method: request.method,
      path: request.path,
      headers: request.headers,
      headersTimeout: limits.headersMs,
      // silence is judged by whoever reads, as a reader that takes its time is no fault of the service
      bodyTimeout: 0,
      signal: controller.signal,
    });
    // what comes after an abort is nobody's concern, and must not end the process
    body.on("error", () => {});
    const type = String(headers["content-type"] ?? "")
      .split(";", 1)[0]
      ?.trim()
      .toLowerCase();
    if (statusCode !== 200 || type !== limits.contentType) {
      const content = await explanation(body);
      forget();
      return { status: statusCode, headers, body: content };
    }
    release();
    const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    return {
      status: 200,
      headers,
      read: async () => {
        try {
          const { done, value } = await pieces.next();
          return done === true ? undefined : value;
        } catch (error) {
          throw failed(error, true);
        }
      },
      close: () => {
        forget();
        cancel();
        body.destroy();
      },
    };
  } catch (error) {
    forget();
    throw failed(error, afterWriting.has(String((error as { code?: unknown } | null)?.code)));
  }
}

/** The first bytes of a body; what is left of one that is cut off counts all the same. */
async function explanation(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= explanationBytes) break;
    }
  } catch {
    // the status says no, whatever happened to its explanation
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

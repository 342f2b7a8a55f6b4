import type { Dispatcher } from "undici";
import type { Timeouts } from "./client-options.ts";
import { AttemptFailed } from "./errors.ts";
import { describe, type HttpAnswer, type HttpRequest, maxExplained, seconds } from "./http.ts";

/** The content type of an event stream. */
export const eventStream = "text/event-stream";

/** A response whose body is still arriving. Only undici and the operating system read ahead, as far as their buffers go. */
export interface HttpStream {
  readonly status: 200;
  readonly headers: HttpAnswer["headers"];
  /**
   * The next chunk, or undefined at the end.
   *
   * @throws AttemptFailed if the connection is lost or was aborted by a signal
   */
  read(): Promise<Buffer | undefined>;
  /** Closes the stream, also while `read` waits. */
  close(): void;
}

/** Codes of failures that happen only after the request was written. */
const afterWriting = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "UND_ERR_HEADERS_TIMEOUT"]);

/** Whether a response is the requested stream. */
export function isStream<T extends object>(answer: HttpStream | T): answer is HttpStream {
  return "read" in answer;
}

/**
 * Opens an event stream. A response with status 200 and the content type of an event stream is returned as a stream. For any other response, the
 * status, the headers and the beginning of the body are returned.
 *
 * @throws AttemptFailed if there was no response
 */
export async function openStream(
  dispatcher: Dispatcher,
  request: HttpRequest,
  timeouts: Timeouts,
  signals: { opening: AbortSignal; reading: AbortSignal },
): Promise<HttpStream | HttpAnswer> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    cancel();
  }, timeouts.attempt);
  const forget = () => {
    clearTimeout(timer);
    signals.reading.removeEventListener("abort", cancel);
  };
  signals.opening.addEventListener("abort", cancel);
  signals.reading.addEventListener("abort", cancel);
  if (signals.opening.aborted || signals.reading.aborted) cancel();
  const failed = (error: unknown, sent: boolean) => {
    if (!controller.signal.aborted) return new AttemptFailed(describe(error, sent));
    const [code, what] = late
      ? ["TIMEOUT", `no response from ${request.origin} within ${seconds(timeouts.attempt)}`]
      : ["ABORTED", "the stream was aborted"];
    return new AttemptFailed({ outcome: "unknown", code, what });
  };
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      ...request,
      headersTimeout: timeouts.headers,
      // The caller of `read` detects silence. A timeout here would also count the time that a slow consumer takes.
      bodyTimeout: 0,
      signal: controller.signal,
    });
    // After an abort the body has no reader, and a late error without a listener would end the process.
    body.on("error", () => {});
    const [type = ""] = String(headers["content-type"]).split(";", 1);
    if (statusCode !== 200 || type.trim().toLowerCase() !== eventStream) {
      const content = await explanation(body);
      forget();
      return { status: statusCode, headers, body: content };
    }
    clearTimeout(timer);
    signals.opening.removeEventListener("abort", cancel);
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

/** The first bytes of a body, as far as they arrived. */
async function explanation(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxExplained) break;
    }
  } catch {
    // The status is enough: an incomplete body only shortens the message.
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

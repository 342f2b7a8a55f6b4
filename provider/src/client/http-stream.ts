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
  const { signal, cancel, opened, forget, failed } = watching(request.origin, timeouts.attempt, signals);
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      ...request,
      headersTimeout: timeouts.headers,
      // The caller of `read` detects silence. A timeout here would also count the time that a slow consumer takes.
      bodyTimeout: 0,
      signal,
    });
    // After an abort the body has no reader, and a late error without a listener would end the process.
    body.on("error", () => {});
    const [type = ""] = String(headers["content-type"]).split(";", 1);
    if (statusCode !== 200 || type.trim().toLowerCase() !== eventStream) {
      const content = await explanation(body);
      forget();
      return { status: statusCode, headers, body: content };
    }
    opened();
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

/** Ends a stream by its signals, and also if there is no response within `attempt` milliseconds. */
function watching(
  origin: string,
  attempt: number,
  { opening, reading }: { opening: AbortSignal; reading: AbortSignal },
) {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    cancel();
  }, attempt);
  opening.addEventListener("abort", cancel);
  reading.addEventListener("abort", cancel);
  if (opening.aborted || reading.aborted) cancel();
  return {
    signal: controller.signal,
    cancel,
    /** The response has arrived: only the signal for reading counts from here on. */
    opened: () => {
      clearTimeout(timer);
      opening.removeEventListener("abort", cancel);
    },
    forget: () => {
      clearTimeout(timer);
      reading.removeEventListener("abort", cancel);
    },
    failed: (error: unknown, sent: boolean) => {
      if (!controller.signal.aborted) return new AttemptFailed(describe(error, sent));
      const [code, what] = late
        ? ["TIMEOUT", `no response from ${origin} within ${seconds(attempt)}`]
        : ["ABORTED", "the stream was aborted"];
      return new AttemptFailed({ outcome: "unknown", code, what });
    },
  };
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

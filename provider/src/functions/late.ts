/** Errors of data sources. Every promise that is made of a failed one fails with the same error. */
const ours = new WeakSet<object>();
let isListening = false;

/**
 * Keeps Node from warning of a failure of a data source that the program looks at later than it happens, as with outputs that are exported.
 * The SDK reports the failure as soon as it happens, so the warning would only say it again, in words that nobody understands. Node warns
 * only where nobody listens, so the warnings of other failures are made here.
 */
export function expectLateHandling<T extends object>(error: T): T {
  ours.add(error);
  if (!isListening) process.on("rejectionHandled", warnOfOthers);
  isListening = true;
  return error;
}

function warnOfOthers(promise: Promise<unknown>): void {
  promise.catch((reason: unknown) => {
    if (typeof reason === "object" && reason !== null && ours.has(reason)) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  });
}

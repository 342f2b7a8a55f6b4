import { fileURLToPath } from "node:url";

type Prepare = typeof Error.prepareStackTrace;

/**
 * A frame whose position the SDK does not read: the file of an ES module is a URL, and a frame outside of named functions has no parentheses. The
 * groups are the function, the file, and line and column.
 */
const frame = /^ +at (?:(.*?) \()?(?:async )?((?:file:\/\/)?\/.*?):(\d+:\d+)\)?$/gm;

/**
 * A function for `Error.prepareStackTrace` that writes stack traces in the form that Pulumi's SDK reads, so that the engine is told the lines of ES
 * modules and of functions without a name.
 *
 * @param prepare the function in force. It stays in force if Node itself maps traces to sources, because Node does so only without another function
 */
export function readableTraces(prepare: Prepare): Prepare {
  if (process.sourceMapsEnabled) return prepare;
  return (error, frames) => {
    const trace: unknown = prepare ? prepare(error, frames) : [error, ...frames].join("\n    at ");
    return typeof trace === "string" ? inFormOfSdk(trace) : trace;
  };
}

function inFormOfSdk(trace: string): string {
  return trace.replace(
    frame,
    (_, name: string | undefined, file: string, place: string) =>
      `    at ${name ?? "<anonymous>"} (${file.startsWith("file:") ? fileURLToPath(file) : file}:${place})`,
  );
}

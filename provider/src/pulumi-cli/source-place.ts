import { z } from "zod";

const position = z.string().nullish();

/** The fields of a resource in the CLI's documents that tell where the program declares the resource. */
export const sourcePlace = {
  sourcePosition: position,
  stackTrace: z.array(z.object({ sourcePosition: position }).nullish()).nullish(),
};

/** A line of a program. */
export interface ProgramLine {
  /** The path relative to the project's folder, with slashes. */
  readonly file: string;
  readonly line: number;
}

/** A position in the engine's notation, `project:///src/index.ts#12,3`. The engine writes positions only for files in the project. */
const form = /^project:\/\/\/(?<path>[^#?]+)#(?<line>\d{1,7})(?:,\d+)?$/;

/** A file of this package with a resource class. If the package is linked from a folder of the project, its path has no `node_modules`. */
const ownClass = /(?:^|\/)dist\/sdk\/(?:resources\/[^/]+|base)\.js$/;

/**
 * The line of the program that declares a resource: the innermost call outside packages. The position that the CLI gives for the resource itself is
 * usually in the package that contains its class; the stack trace then leads to the program. Undefined if no position is in the program.
 */
export function programLineOf({
  sourcePosition,
  stackTrace,
}: z.infer<z.ZodObject<typeof sourcePlace>>): ProgramLine | undefined {
  for (const one of [sourcePosition, ...(stackTrace ?? []).map((frame) => frame?.sourcePosition)]) {
    const { path = "", line = "" } = form.exec(one ?? "")?.groups ?? {};
    const file = decoded(path);
    const parts = file.split("/");
    if (
      file === "" ||
      ownClass.test(file) ||
      parts.some((part) => ["node_modules", "..", "."].includes(part)) ||
      Number(line) < 1
    )
      continue;
    return { file, line: Number(line) };
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

import { z } from "zod";

const position = z.string().nullish();

/** The part of a resource in a document of the CLI that names its place in the program. */
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

/** The engine writes positions only of files in the project: `project:///src/index.ts#12,3`. */
const form = /^project:\/\/\/(?<path>[^#?]+)#(?<line>\d{1,7})(?:,\d+)?$/;

/** A file of a class of this package, which is in no folder of packages if it is linked from a folder of the project. */
const ownClass = /(?:^|\/)dist\/sdk\/(?:resources\/[^/]+|base)\.js$/;

/**
 * The line of the program that declares a resource: the innermost call that is not in a package. The position of the resource itself is in
 * the package that has its class.
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

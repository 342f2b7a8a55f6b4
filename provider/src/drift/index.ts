export type { Change } from "./changes.ts";
export { annotations, failureAnnotation } from "./github.ts";
export { toMarkdown } from "./markdown.ts";
export { PreviewFormatError, parsePreview } from "./preview.ts";
export { type DriftReport, driftReport, type ResourceReport } from "./report.ts";
export { toText } from "./text.ts";
export type { Unmanaged, UnmanagedObject } from "./unmanaged.ts";
export { longestError } from "./words.ts";

import { sanitize } from "../client/index.ts";

/** The documents from which a review is made. None of them names its author. */
export interface Origin {
  /** The preview that the command has run, the output of a preview, or the file of a saved plan. */
  readonly from: "preview" | "preview file" | "saved plan";
  /** The name of the file. Absent for a preview that the command has run, and for standard input. Untrusted text. */
  readonly file?: string;
  /**
   * The values from which the changes are reported: the stored ones of the state, or those that the preview's refresh has read at the tenant. A saved plan
   * does not say whether its preview has refreshed.
   */
  readonly comparedWith: "state" | "tenant";
}

/** The documents in a sentence without a full stop. */
export function originInWords({ from, file, comparedWith }: Origin): string {
  const name = file === undefined ? undefined : sanitize(file);
  const previewed = name === undefined ? "a preview from standard input" : `the preview in ${name}`;
  const source = {
    preview: "a preview that this command has run",
    "preview file": previewed,
    "saved plan": `the saved plan ${name ?? ""}`.trim(),
  }[from];
  const values =
    comparedWith === "tenant"
      ? "the tenant as it is (refresh)"
      : "the stored values of the state, which lack edits at the tenant since the last refresh";
  return `${source}; compared with ${values}`;
}

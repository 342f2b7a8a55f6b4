import { createHash } from "node:crypto";
import { providerKey } from "../model/keys.ts";
import { knownProviderCodes } from "../objects/descriptors.ts";
import { valuesOf } from "./state-text.ts";

/**
 * Finds all code in what `pulumi stack export` printed that is neither of this package nor allowed. The engine's host runs such code in
 * every operation on its resource, a deletion included.
 *
 * @param allowed SHA-256 of other code, in hexadecimal
 * @returns the lines, from 1, each with the SHA-256; undefined where the value is not a plain text, as an encrypted one
 * @throws SyntaxError for a text that is not the export of a stack
 */
export function foreignCode(state: string, allowed: ReadonlySet<string> = new Set()) {
  return valuesOf(state, providerKey).flatMap(({ line, text }) => {
    const sha256 = text === undefined ? undefined : createHash("sha256").update(text).digest("hex");
    const isKnown = text !== undefined && (knownProviderCodes.has(text) || allowed.has(sha256 ?? ""));
    return isKnown ? [] : [{ line, sha256 }];
  });
}

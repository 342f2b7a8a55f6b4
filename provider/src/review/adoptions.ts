import type { Diagnostic, Preview, PreviewStep } from "../drift/preview.ts";
import { parseUrn } from "../drift/urn.ts";
import { kindOfType } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";

/** What the provider says of an object that the tenant has already, and that a creation takes over. */
export interface Adoption {
  readonly id: string;
  /** That it is there, and each leaf that changes. Foreign text. */
  readonly says: readonly string[];
}

/** What a preview says of adoptions, and all that it says besides. */
export interface Adoptions {
  /** By URNs. */
  readonly byUrn: ReadonlyMap<string, Adoption>;
  readonly rest: readonly Diagnostic[];
}

/**
 * Finds to which resource each note of an adoption belongs. The engine passes on what a provider prints line by line and with no URN, so
 * the note's own words tell: they begin with what the object is called, and the leaves below are indented. A note that two resources could
 * have stays among the rest.
 */
export function adoptionsIn({ steps, diagnostics }: Preview): Adoptions {
  // What the stack has only read so far is replaced, and can be what the new one takes over.
  const isNew = ({ op, before }: PreviewStep) => op === "create" || (op === "replace" && before?.external === true);
  const created = steps.filter((step) => isNew(step) && step.after);
  const called = Map.groupBy(created, ({ urn, after }) => {
    const kind = kindOfType(parseUrn(urn)?.type ?? "");
    return kind && kinds[kind].label(after?.inputs ?? {});
  });
  const byUrn = new Map<string, { id: string; says: string[] }>();
  const rest: Diagnostic[] = [];
  let open: string[] | undefined;
  for (const diagnostic of diagnostics) {
    const { urn: from, severity, message } = diagnostic;
    const isPrinted = from === undefined && severity.startsWith("info");
    const [, label, says, id] =
      (isPrinted && /^(.*) (exists already \(id (\S+)\): adopt takes it over.*)/.exec(message)) || [];
    const [one, ...others] = label === undefined ? [] : (called.get(label) ?? []);
    if (one && others.length === 0 && says !== undefined && id !== undefined) {
      open = [says];
      byUrn.set(one.urn, { id, says: open });
    } else if (open && isPrinted && message.startsWith("  ")) open.push(message.trim());
    else {
      if (isPrinted && message.trim() !== "") open = undefined;
      rest.push(diagnostic);
    }
  }
  return { byUrn, rest };
}

import { recordOf } from "../model/record.ts";
import { mayHaveWritten } from "./attempt.ts";
import { summaryOf, UserError } from "./errors.ts";
import { isUntouched, locate, sayLeftAlone } from "./whereabouts.ts";
import type { Entry, Work } from "./work.ts";

/** Deletes the object of a resource, if there is one that is ours. */
export async function remove(work: Work, entry: Entry): Promise<void> {
  const label = work.kind.label(entry.outputs);
  const refusal = work.kind.untouchable(entry.outputs);
  if (refusal) {
    throw new UserError(`${label} cannot be deleted: ${refusal}. To stop managing it, use \`pulumi state delete\`.`);
  }
  try {
    await removeIfOurs(work, entry);
  } catch (error) {
    if (!(error instanceof Error) || !mayHaveWritten(error)) throw error;
    // The engine keeps the state as it was, and compares a program that has the resource again with that.
    throw new UserError(
      `${summaryOf(error)}\nWhether ${label} was deleted is not known. The next \`pulumi up\` deletes it again; ` +
        "to keep it in the program after all, run `pulumi up --refresh`, which looks whether it is still there.",
      { cause: error },
    );
  }
}

async function removeIfOurs(work: Work, { id, outputs }: Entry): Promise<void> {
  const { kind, service, claims, deleted } = work;
  const record = recordOf(kind.table, id, outputs);
  const where = await locate(work, record, outputs);
  if (where.is === "absent") return;
  if (claims.has(where.id)) {
    console.warn(
      `${kind.label(outputs)} is not deleted: another resource of this program has taken it over in this run`,
    );
    return;
  }
  const mayDelete = where.is === "known" || (where.is === "ours" && isUntouched(kind, outputs, where.found.live));
  if (!mayDelete) return sayLeftAlone(work, outputs, where.id);
  deleted.add(kind.provisionalId(outputs));
  await kind.delete(service, where.id, outputs, record.remembered);
}

import { covers, fromPointer, type Path, valueAt } from "../../schema/json.ts";
import { type Field, fieldAt, pathRulesOf, type Schema } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { isRewritten, type WrittenValue, writtenValues } from "../../state/write-only.ts";
import { named } from "../foreign-values.ts";
import type { IntendedWrite, Veto } from "./veto.ts";

/**
 * Refuses to overwrite or remove a write-only value that another client has written since, if no preview has shown that. The API replaces lists and
 * objects as a whole, and never returns the value. So an update of a value beside it cannot send back the other client's value.
 */
export const unseenEdits: Veto = async ({ type: { schema } }, write) => {
  if (write.action !== "update") return [];
  const unsure = write.known.unsure.map(fromPointer);
  const written = writtenValues(schema, write.record.hints, write.known.outputs).filter(
    ({ path }) => !unsure.some((place) => covers(place, path)),
  );
  const staying = written.filter((value) => isSentAgain(schema, write, value));
  const leaving = written.filter(({ path }) => isLeaving(write, path));
  const live = staying.length + leaving.length > 0 ? await write.live() : undefined;
  if (live === undefined) return [];
  const isThere = ({ path }: WrittenValue) => valueAt(live, path) !== undefined;
  const edited = {
    overwrite: staying.filter((one) => isRewritten(one, live)),
    remove: leaving.filter((one) => isThere(one) && isRewritten(one, live)),
  };
  return (["overwrite", "remove"] as const).flatMap((what) => {
    const paths = edited[what].map(({ path }) => path);
    return paths.length > 0 ? [refusal(what, paths)] : [];
  });
};

/** Whether an update sends a value that it does not change, because it changes another value of a whole that the API replaces. */
function isSentAgain(
  { fields }: Schema,
  { plan, inputs, known }: IntendedWrite,
  { path, field }: WrittenValue,
): boolean {
  const declared = valueAt(inputs, path);
  if (
    pathRulesOf(field, path, inputs).reads?.isSentBack ||
    declared === undefined ||
    !same(field, declared, valueAt(known.outputs, path))
  )
    return false;
  const whole = path.map((_, at) => path.slice(0, at + 1)).find((place) => !merges(fieldAt(fields, place))) ?? path;
  return [...plan.changed, ...plan.removed].some((change) => covers(whole, change.path));
}

/** Whether the API keeps the members of a property that an update does not send. */
function merges(field: Field | undefined): boolean {
  return (field?.kind === "object" || field?.kind === "document") && field.merges === true;
}

function isLeaving({ plan, inputs }: IntendedWrite, path: Path): boolean {
  return (
    valueAt(inputs, path) === undefined &&
    plan.removed.some(({ path: removed, clear }) => covers(removed, path) && clear.how !== "release")
  );
}

function refusal(what: "overwrite" | "remove", paths: readonly Path[]): string {
  const names = named(paths);
  return (
    `the update would ${what} ${names}, which another client may have changed since this stack last set or read it. The API never returns the value, ` +
    `so the preview did not show the change. Run \`pulumi up --refresh\`: its preview shows the change.`
  );
}

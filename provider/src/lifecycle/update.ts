import { touched } from "../model/compose.ts";
import type { JsonObject } from "../model/json.ts";
import { planChange, sendsSomething } from "../model/plan.ts";
import { blankRecord, type ManagedRecord, readRecord } from "../model/record.ts";
import { TenantError } from "../tenant/index.ts";
import { carryOut, type ResourceAttempt, type Saved } from "./attempt.ts";
import { completed, createOrFind, creationOf } from "./create.ts";
import { gone, UserError } from "./errors.ts";
import type { Found } from "./kind.ts";
import { refuseMarkers } from "./outputs.ts";
import { locate, sayOurs } from "./whereabouts.ts";
import type { Entry, Work } from "./work.ts";

/** Brings the object of a resource to what the program declares. The id in the state stays what it is. */
export async function update(work: Work, entry: Entry, inputs: JsonObject): Promise<Saved> {
  const { id, outputs } = entry;
  const record = readRecord(work.kind.table, id, outputs) ?? blankRecord({ at: "tenant", id });
  const where = await locate(work, record, outputs);
  switch (where.is) {
    case "known":
      return change(work, entry, inputs, record, where.id);
    case "ours":
      sayOurs(work, outputs, where.id);
      return carryOut(work, creationOf(work, inputs, id), () => completed(work, inputs, where.found, record.paths));
    case "theirs":
    case "absent":
      return carryOut(work, creationOf(work, inputs, id), () => createOrFind(work, inputs));
  }
}

/** @param realId the tenant's id of the object */
async function change(
  work: Work,
  { id, outputs }: Entry,
  inputs: JsonObject,
  record: ManagedRecord,
  realId: string,
): Promise<Saved> {
  const { kind, service } = work;
  const { table } = kind;
  const label = kind.label(inputs);
  const plan = planChange(table, outputs, record, inputs);
  const attempt: ResourceAttempt = {
    ...{ table, inputs, plan, id, record },
    provisionalId: id,
    known: outputs,
    whenLost: `Whether ${label} was changed is not known. The next \`pulumi up\` sends the change again.`,
  };
  if (!sendsSomething(plan)) {
    // Only the record is renewed.
    const unchanged: Found = { id: realId, live: outputs, unseen: Object.keys(table.fields) };
    return carryOut(work, attempt, () => Promise.resolve(unchanged));
  }
  const refusal = kind.untouchable(outputs);
  if (refusal) throw new UserError(`${label} cannot be changed: ${refusal}`);
  const names = touched(plan);
  refuseMarkers(
    label,
    plan.declared.filter(({ path }) => names.includes(path[0] ?? "")),
  );
  return carryOut(work, attempt, async () => {
    try {
      return {
        id: realId,
        ...(await kind.update(service, { id: realId, plan, inputs, outputs, unsure: record.unsure })),
      };
    } catch (error) {
      throw error instanceof TenantError && error.isAbsence ? gone(label) : error;
    }
  });
}

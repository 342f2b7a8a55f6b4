import fc from "fast-check";
import { expect } from "vitest";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, few } from "../harness/scale.ts";
import { kinds } from "../subjects/kinds.ts";
import { partsOf } from "../subjects/parts.ts";
import type { Step } from "../subjects/steps.ts";
import type { Stage } from "./laws.ts";
import { everywhere } from "./stages.ts";
import { gatherWarnings } from "./warnings.ts";

const warnings = gatherWarnings();
const name = "object";
let count = 0;

/** The changes of another client between two runs, of which no refresh tells. */
const meanwhile = fc.constantFrom("nothing", "removed", "edited");

/**
 * Applies programs one after the other, while another client removes or edits the object.
 *
 * @throws if a run that sends nothing says that the tenant stored another value, or a run that writes says that nothing was sent
 */
async function claimsOnlyWhatIsSent(
  { subject, world, root }: Stage,
  steps: readonly (Step & { readonly before: string })[],
): Promise<void> {
  const { tenant, port } = world;
  const identity = { ...subject.identity(tenant, ++count), ...root };
  const engine = new MiniEngine(port);
  let key = subject.keyOf(identity);
  try {
    for (const { program, edit = {}, before } of steps) {
      if (engine.state.size > 0 && before === "removed") subject.remove(tenant, key);
      if (engine.state.size > 0 && before === "edited") {
        for (const part of partsOf(kinds[subject.name].schema.fields, edit)) {
          try {
            subject.edit(tenant, key, part.name, part.value);
          } catch {
            // The service refuses this value, or the object is gone.
          }
        }
      }
      tenant.clearRequests();
      warnings.length = 0;
      await engine.up({ [name]: { ...identity, ...program } });
      key = engine.state.get(name)?.id ?? key;
      const isSent = tenant.requests.some(({ method, operation }) => method !== "GET" && operation !== "token");
      expect(warnings.filter((line) => line.includes(isSent ? "nothing was sent" : "stored another value"))).toEqual(
        [],
      );
    }
  } finally {
    subject.remove(tenant, key);
  }
}

everywhere("a run that sends nothing never reports that the tenant stored another value", (stage, { steps, share }) => {
  const sequence = steps.chain((all) =>
    fc
      .array(meanwhile, { minLength: all.length, maxLength: all.length })
      .map((each) => all.map((step, at) => ({ ...step, before: each[at] ?? "nothing" }))),
  );
  return fc.assert(
    fc.asyncProperty(sequence, (each) => claimsOnlyWhatIsSent(stage, each)),
    cases(share, 4 * few),
  );
});

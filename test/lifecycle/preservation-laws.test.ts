import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { preservation, preservationOfShared } from "./laws.ts";
import { everywhere } from "./stages.ts";

/** What happens to the first writes of each step: mostly nothing. */
const faults = fc.array(
  fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 3 },
    { arbitrary: fc.constantFrom("refused", "lost before", "lost after"), weight: 1 },
  ),
);

everywhere(
  "preservation: values that another client sets are never changed and never shown",
  (stage, { steps, share }) => {
    const { shared } = stage.subject;
    if (!shared) {
      return fc.assert(
        fc.asyncProperty(steps, (sequence) => preservation(stage, sequence)),
        cases(share, few),
      );
    }
    return fc.assert(
      fc.asyncProperty(steps, fc.record({ theirs: shared.given, isSeen: fc.boolean(), faults }), (sequence, more) =>
        preservationOfShared(stage, shared, sequence, more),
      ),
      cases(share, few),
    );
  },
);

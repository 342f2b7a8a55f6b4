import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { preservation, preservationOfShared } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "preservation: values that another client sets are never changed, and never shown",
  (stage, { steps, share }) => {
    const { shared } = stage.subject;
    if (!shared) {
      return fc.assert(
        fc.asyncProperty(steps, (sequence) => preservation(stage, sequence)),
        cases(share, few),
      );
    }
    return fc.assert(
      fc.asyncProperty(steps, shared.given, fc.boolean(), (sequence, theirs, isSeen) =>
        preservationOfShared(stage, shared, sequence, theirs, isSeen),
      ),
      cases(share, few),
    );
  },
);

import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { foresight } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "foresight: the object that a review shows is the one at the tenant after the run",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, fc.record({ isForced: fc.boolean(), isReset: fc.boolean() }), (sequence, how) =>
        foresight(stage, sequence, how),
      ),
      cases(share, 2 * few),
    ),
);

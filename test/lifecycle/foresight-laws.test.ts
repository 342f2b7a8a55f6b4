import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { foresight } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "foresight: what a review says of an object after the run is what the tenant has after it",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, fc.record({ isForced: fc.boolean(), isReset: fc.boolean() }), (sequence, how) =>
        foresight(stage, sequence, how),
      ),
      cases(share, few),
    ),
);

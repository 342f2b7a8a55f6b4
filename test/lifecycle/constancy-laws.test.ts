import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { constancy } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere("constancy: a change of one value of any object keeps all others", (stage, { steps, share }) =>
  fc.assert(
    fc.asyncProperty(steps, steps, async ([step], [other]) => {
      if (step && other) await constancy(stage, step, other.program);
    }),
    // Each case changes many values, one by one.
    cases(share / 4, few),
  ),
);

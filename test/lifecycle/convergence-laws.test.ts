import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { convergence } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "convergence: a program edited step by step leaves the same as a creation of its last version",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, (sequence) => convergence(stage, sequence)),
      cases(share, few),
    ),
);

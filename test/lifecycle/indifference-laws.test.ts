import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { indifference } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere("indifference: no run judges or sends a value that the program ignores", (stage, { steps, share }) =>
  fc.assert(
    fc.asyncProperty(steps, steps, ([step], [other]) =>
      indifference(stage, [step?.program ?? {}, other?.program ?? {}]),
    ),
    cases(share, few / 4),
  ),
);

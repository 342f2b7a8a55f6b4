import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { patience } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "patience: a declared value that another client sets stays until a refresh, and an ignored one for good",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, steps, async ([step], [other]) => {
        for (const isIgnored of [false, true])
          await patience(stage, [step?.program ?? {}, other?.program ?? {}], isIgnored);
      }),
      cases(share, few / 4),
    ),
);

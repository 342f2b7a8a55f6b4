import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { release } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere("release: members of documents leave the program one by one or all at once", (stage, { steps, share }) =>
  fc.assert(
    fc.asyncProperty(steps, steps, ([step], [other]) => release(stage, step?.program ?? {}, other?.program ?? {})),
    cases(share, few),
  ),
);

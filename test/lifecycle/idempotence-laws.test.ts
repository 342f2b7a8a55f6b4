import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { idempotence } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "idempotence: after any sequence of programs, neither a preview nor a refresh finds a change",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, (sequence) => idempotence(stage, sequence)),
      cases(share, few),
    ),
);

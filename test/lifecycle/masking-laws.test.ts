import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { masking } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "masks: with masks in place of secrets, neither a refresh nor a preview finds a change",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, (sequence) => masking(stage, sequence)),
      cases(share, few),
    ),
);

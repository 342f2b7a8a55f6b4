import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { takeover } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "takeover: a review of an adoption shows what the run does, and lists no unchanged value",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, (sequence) => takeover(stage, sequence)),
      cases(share, few),
    ),
);

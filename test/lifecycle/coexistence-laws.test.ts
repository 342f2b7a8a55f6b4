import fc from "fast-check";
import { cases, few } from "../harness/scale.ts";
import { coexistence } from "./laws.ts";
import { everywhere } from "./stages.ts";

everywhere(
  "coexistence: two clients have members in one object, and each removes only its own",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, async ([step]) => {
        await coexistence(stage, step?.program ?? {});
      }),
      // Each case tries every object and every member.
      cases(share / 4, few),
    ),
);

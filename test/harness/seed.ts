import fc from "fast-check";
import { cases } from "./scale.ts";

// A property without a seed of its own, too, is tried with the same cases in each `npm test`.
fc.configureGlobal({ seed: cases().seed });

import { bodyOf, flag, integer, list, type Schema, text } from "../shared/validation.ts";
import type { Setting } from "./setting.ts";

const scope = "attack_protection";
const isUnordered = true;
const some = (about: string, ...oneOf: string[]): Schema => list(about, text(about, { oneOf }));
const address = /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.]*)(\/\d{1,3})?$/;
const allowlist = list("Addresses that are not limited", text("Address", { pattern: address }), { max: 100 });

/** Attack protection. A PATCH is merged at every depth, and there is neither null nor DELETE. */
export const attackProtection: Readonly<Record<string, Setting>> = {
  "attack-protection/brute-force-protection": {
    scope,
    isUnordered,
    changed: bodyOf({
      enabled: flag("Whether it is on"),
      shields: some("Shields", "block", "user_notification"),
      allowlist,
      mode: text("Mode", { oneOf: ["count_per_identifier_and_ip", "count_per_identifier"] }),
      max_attempts: integer("Attempts", { min: 1, max: 100 }),
    }),
    fresh: () => ({
      enabled: true,
      shields: ["block", "user_notification"],
      mode: "count_per_identifier_and_ip",
      allowlist: [],
      max_attempts: 10,
    }),
  },
};

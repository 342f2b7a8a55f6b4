import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const values = {
  universalLoginExperience: fc.constantFrom("new", "classic"),
  identifierFirst: fc.boolean(),
  webauthnPlatformFirstFactor: fc.boolean(),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { universalLoginExperience: "classic", identifierFirst: true };
const other = { ...one, webauthnPlatformFirstFactor: true };

export const promptSettings: Subject<"promptSettings"> = {
  ...settingOf("promptSettings"),
  isEmpty: ({ universalLoginExperience, ...flags }) =>
    universalLoginExperience === "new" && Object.values(flags).every((flag) => flag === false),
  exceptions: [],
  laws: [casesOf(some, some, 0.3)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ identifierFirst: fc.boolean() }) }],
  scopes: scopesOf("prompts", one, other),
  hostile: {
    ...readOnly("promptSettings"),
    versions: (_, n) => [
      { identifierFirst: n % 2 === 0, universalLoginExperience: "new" },
      { identifierFirst: n % 2 === 0, universalLoginExperience: "classic" },
    ],
    misshapen: ["[]"].map((body) => ({ path: /prompts$/, body })),
    programs: (text) => text.map(() => ({ args: one, mayAsk: [["prompts"]] })),
  },
  bench: [one, other],
  harmless: { "the looks of pages": "identifierFirst" },
  elsewhere: [["auth0_prompt", "login", { id: "login", identifier_first: true }]],
  namesElsewhere: ["login"],
};

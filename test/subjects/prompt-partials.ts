import fc from "fast-check";
import { identityIn, readOnly, scopesOf, settingOf } from "./settings.ts";
import { sequencesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const identities = [
  ...["login", "login-id", "login-password", "login-passwordless", "signup", "signup-id", "signup-password"],
  ...["customized-consent", "passkeys"],
].map((prompt) => ({ prompt }));
const html = fc.constantFrom("<p>a</p>", "ü 𝒳 <b>", "\n");
const screen = fc.dictionary(fc.constantFrom("form-content", "form-content-end", "form-footer-start"), html, {
  maxKeys: 3,
});
const screens = fc.constantFrom("login", "login-id");
const some = fc.record({ partials: fc.dictionary(screens, screen, { maxKeys: 2 }) });
/** The service keeps no empty screens. */
const filled = screen.filter((all) => Object.keys(all).length > 0);
const theirs = fc.record({ partials: fc.dictionary(screens, filled, { maxKeys: 2 }) });
const [first] = identities;

const one = { ...first, partials: { login: { "form-content-end": "<p>one</p>" } } };
const other = { ...first, partials: { login: { "form-content-end": "<p>other</p>", "form-content": "<p>b</p>" } } };

export const promptPartials: Subject<"promptPartials"> = {
  ...settingOf("promptPartials", { identities }),
  exceptions: [
    {
      law: "convergence",
      how: "unseen",
      paths: ["/partials"],
      by: ["/partials"],
      why: "a preview without a refresh has shown the removal of another text",
      documented: "it keeps a removed value that was changed outside the program since the last run",
      examples: [
        [
          { program: { partials: { login: { "form-content": "<p>a</p>" } } } },
          { program: { partials: {} }, edit: { partials: { login: { "form-content": "\n" } } }, unseen: true },
        ],
      ],
    },
  ],
  laws: [{}, { exclusive: false }].map((root) => ({
    root,
    steps: sequencesOf({ program: some, edit: theirs, unseen: fc.boolean() }),
    share: 0.1,
  })),
  writes: 1,
  share: 0.3,
  programs: (slot) =>
    fc.constant(some.map((rest) => ({ ...identityIn("promptPartials", slot), ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: theirs }],
  scopes: scopesOf("prompts", one, other),
  hostile: {
    ...readOnly("promptPartials"),
    versions: (_, n) => {
      const identity = identities[n % identities.length];
      return [
        { ...identity, partials: { login: { "form-content": `${n}` } } },
        { ...identity, partials: { login: { "form-content": `${n}, new` } } },
      ];
    },
    misshapen: ["[]", "7"].map((body) => ({ path: /partials/, body })),
    programs: (text) =>
      text.map((content) => ({
        args: { ...first, partials: { login: { "form-content": content } } },
        mayAsk: [["prompts", "login", "partials"]],
      })),
  },
  bench: [one, other],
  elsewhere: [
    ["auth0_prompt_screen_partials", "terms", { id: "signup-id", prompt_type: "signup-id", screen_partials: [] }],
    ["auth0_prompt_screen_partial", "terms_at_the_end", { id: "signup-id:signup-id", prompt_type: "signup-id" }],
    ["auth0_prompt_partials", "old_terms", { id: "signup-id", prompt: "signup-id" }],
  ],
  namesElsewhere: ["terms"],
};

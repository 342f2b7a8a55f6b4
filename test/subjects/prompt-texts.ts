import fc from "fast-check";
import { pathOf } from "../../provider/src/schema/service.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { identityIn, readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const languages = ["en", "de", "fr", "pt-BR", "ja"];
const identities = ["login", "signup", "logout", "consent", "mfa", "status", "passkeys", "captcha", "common"].flatMap(
  (prompt) => languages.map((language) => ({ prompt, language })),
);
const text = fc.constantFrom("Welcome", "ü 𝒳 #{clientName}", "\n", "");
const screen = fc.dictionary(fc.constantFrom("title", "password_placeholder", "a.b/c"), text, { maxKeys: 3 });
const screens = fc.constantFrom("login", "login-two");
const some = fc.record({ texts: fc.dictionary(screens, screen, { maxKeys: 2 }) });
/** The service keeps no empty screens. */
const filled = screen.filter((all) => Object.keys(all).length > 0);
const theirs = fc.record({ texts: fc.dictionary(screens, filled, { maxKeys: 2 }) });

const [first] = identities;
const one = { ...first, texts: { login: { title: "Welcome" } } };
const other = { ...first, texts: { login: { title: "Hello", description: "Log in" } } };

export const promptTexts: Subject<"promptTexts"> = {
  ...settingOf("promptTexts", { identities }),
  exceptions: [],
  laws: [casesOf(some, theirs, 0.2, fc.boolean())],
  writes: 1,
  share: 0.3,
  programs: (slot) =>
    fc.constant(some.map((rest) => ({ ...identityIn("promptTexts", slot), ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: theirs }],
  scopes: scopesOf("prompts", one, other),
  hostile: {
    ...readOnly("promptTexts"),
    versions: (_, n) => {
      const identity = identities[n % identities.length];
      return [
        { ...identity, texts: { login: { title: `${n}` } } },
        { ...identity, texts: { login: { title: `${n}, new` } } },
      ];
    },
    misshapen: ["[]", "7"].map((body) => ({ path: /custom-text/, body })),
    programs: (text) =>
      text.map((title) => ({
        args: { ...first, texts: { login: { title } } },
        mayAsk: [pathOf(definitions.promptTexts.route, { ...first })],
      })),
  },
  bench: [one, other],
  harmless: { "texts without links, and their languages": "texts" },
  elsewhere: [
    ["auth0_prompt_custom_text", "login_texts", { id: "login::en", prompt: "login", language: "en", body: "{}" }],
  ],
  namesElsewhere: ["login_texts"],
};

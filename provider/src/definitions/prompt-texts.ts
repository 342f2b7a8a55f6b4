import type { Definition } from "../schema/definition.ts";
import { promptScopes, prompts } from "./prompts.ts";
import { tenantSettings } from "./tenant-settings.ts";

/**
 * Your own texts of one prompt of universal login, in one language.
 *
 * {@example}
 *
 * **Files**: `readPromptTexts(folder)` reads JSON files `<language>/<prompt>.json`, and returns the arguments of one resource for each file.
 *
 * **Creation** adopts the texts: it sends nothing if the tenant has them already. The preview lists the texts that change.
 *
 * **Updates** replace all texts of the prompt in that language, because the service has no request for a single one. So an update reads the texts
 * first, and sends undeclared texts unchanged.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: this resets the declared texts to the service's own.
 *
 * **Events**: the service sends no events about texts. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Only declared texts are managed. A text that you remove from the program is reset to the service's own text.
 *
 * @id The prompt and the language: `login::en`.
 */
export const promptTexts = {
  type: "PromptTexts",
  schema: {
    noun: "prompt texts",
    singleton: true,
    fields: {
      /**
       * The prompt.
       *
       * @example login
       */
      prompt: { kind: "string", required: true, forceNew: true, oneOf: prompts },
      /**
       * The language, one of those that the service supports: `en` or `pt-BR`, for example.
       *
       * @example en
       */
      language: {
        kind: "string",
        required: true,
        forceNew: true,
        pattern: { source: "^[a-z]{2,3}(-[A-Z0-9]{2,3})?$", says: 'must be a language such as "en" or "pt-BR"' },
      },
      /** The texts by screen and key, under the service's own names: `{ login: { title: "Welcome" } }`. */
      texts: { kind: "document", required: true, notSecret: true, absent: {} },
    },
  },
  plural: "prompt texts",
  route: "prompts/{prompt}/custom-text/{language}",
  parts: [{ path: "prompts/{prompt}/custom-text/{language}", properties: ["texts"], body: "value" }],
  scopes: promptScopes,
  uniqueBy: ["prompt", "language"],
  listing: undefined,
  // The service uses only the texts of enabled languages.
  identities: { listedIn: { language: { definition: tenantSettings, property: "enabledLocales" } } },
  events: undefined,
  imported: { noun: "texts", file: "prompt-texts", module: "promptTexts" },
  foreignTypes: { auth0_prompt_custom_text: { id: ["prompt", "language"] } },
} as const satisfies Definition;

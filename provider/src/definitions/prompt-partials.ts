import type { Definition } from "../schema/definition.ts";
import { customDomain } from "./custom-domain.ts";
import { promptScopes } from "./prompts.ts";

/** The maximum length of a partial, in characters. */
export const maxPartial = 10_000;

/**
 * Your own HTML at the insertion points of one prompt of universal login.
 *
 * {@example}
 *
 * **Requirements**: partials need a paid plan, a custom domain and a page template (`LoginPageTemplate`).
 *
 * **Length**: at most 10,000 characters at each insertion point.
 *
 * **Rate limit**: the service accepts five reads and five writes of partials per minute. The provider limits the rate of these requests
 * separately, so they do not slow down other requests. A refresh of six prompts takes at least 12 seconds, and a refresh of all nine prompts 48
 * seconds. While requests wait, a message says how long the wait will take.
 *
 * **Creation** adopts the partials: it sends nothing if the tenant has them already. The preview lists the partials that change.
 *
 * **Updates** replace all partials of the prompt, because the service has no request for a single one. So an update reads the partials first, and
 * sends undeclared partials unchanged.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: the declared partials are then removed.
 *
 * **Events**: the service sends no events about partials. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Only declared partials are managed. A partial that you remove from the program is removed.
 *
 * @id The prompt: `login`.
 */
export const promptPartials = {
  type: "PromptPartials",
  schema: {
    noun: "prompt partials",
    singleton: true,
    fields: {
      /**
       * The prompt.
       *
       * @example login
       */
      prompt: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: [
          "login",
          "login-id",
          "login-password",
          "login-passwordless",
          "signup",
          "signup-id",
          "signup-password",
          "customized-consent",
          "passkeys",
        ],
      },
      /**
       * The HTML by screen and insertion point, under the service's own names. The insertion points are `form-content`, `form-content-start`,
       * `form-content-end`, `form-footer-start`, `form-footer-end`, `secondary-actions-start` and `secondary-actions-end`.
       */
      partials: { kind: "document", required: true, notSecret: true, absent: {} },
    },
  },
  plural: "prompt partials",
  route: "prompts/{prompt}/partials",
  parts: [{ path: "prompts/{prompt}/partials", properties: ["partials"], body: "value" }],
  scopes: promptScopes,
  rateGroups: [
    { route: "prompts/*/partials", calls: "reads", refills: { 5: 5 / 60 } },
    { route: "prompts/*/partials", calls: "writes", refills: { 5: 5 / 60 } },
  ],
  uniqueBy: ["prompt"],
  listing: undefined,
  identities: { needs: customDomain },
  events: undefined,
  imported: { noun: "partials", file: "prompt-partials", module: "promptPartials" },
  affectsAll: true,
  foreignTypes: {
    auth0_prompt_partials: { id: ["prompt"] },
    auth0_prompt_screen_partials: { id: ["prompt_type"] },
    auth0_prompt_screen_partial: { id: ["prompt_type"] },
  },
} as const satisfies Definition;

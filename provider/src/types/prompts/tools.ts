import type { JsonObject } from "../../schema/json.ts";
import { entriesIn, listIn, type Part } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

function promptsOf({ customText, partials, screenRenderers, ...settings }: JsonObject): readonly Part[] {
  const texts = entriesIn(customText).flatMap(([language, prompts]) =>
    entriesIn(prompts).map(([prompt]) => ({
      type: "auth0_prompt_custom_text",
      attributes: { prompt, language },
      name: `${prompt}-${language}`,
    })),
  );
  const partial = entriesIn(partials).flatMap(([prompt, screens]) =>
    entriesIn(screens).length > 0
      ? [{ type: "auth0_prompt_partials", attributes: { prompt }, name: `${prompt}-partials` }]
      : [],
  );
  const screens = listIn(screenRenderers).flatMap((one) =>
    entriesIn(one).flatMap(([prompt, its]) =>
      entriesIn(its).map(([screen]) => ({
        type: "auth0_prompt_screen_renderer",
        attributes: { prompt_type: prompt, screen_name: screen },
        name: `${prompt}-${screen}`,
      })),
    ),
  );
  const own = Object.keys(settings).length > 0 ? [{ type: "auth0_prompt", attributes: {} }] : [];
  return [...own, ...texts, ...partial, ...screens];
}

/** What the tools need to know of the types in this folder. */
export const promptsTools = {
  promptSettings: {
    ...settingTools("prompt-settings"),
    foreignTypes: { auth0_prompt: { id: [] } },
    terraform: { type: "auth0_prompt" },
    deployed: { prompts: promptsOf },
  },
  promptTexts: {
    foreignTypes: { auth0_prompt_custom_text: { id: ["prompt", "language"] } },
    terraform: { type: "auth0_prompt_custom_text", names: { texts: "body" } },
    imported: { noun: "texts", file: "prompt-texts", module: "promptTexts" },
    events: undefined,
  },
  promptPartials: {
    foreignTypes: {
      auth0_prompt_partials: { id: ["prompt"] },
      auth0_prompt_screen_partials: { id: ["prompt_type"] },
      auth0_prompt_screen_partial: { id: ["prompt_type"] },
    },
    imported: { noun: "partials", file: "prompt-partials", module: "promptPartials" },
    affectsAll: true,
    events: undefined,
  },
  promptRendering: {
    foreignTypes: {
      auth0_prompt_screen_renderer: { id: ["prompt_type", "screen_name"] },
      auth0_prompt_screen_renderers: { each: "renderings", id: ["prompt", "screen"] },
    },
    imported: { noun: "renderings", file: "prompt-renderings", module: "promptRenderings" },
    affectsAll: true,
    events: undefined,
  },
} satisfies FeatureTools;

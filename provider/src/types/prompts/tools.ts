import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const promptsTools = {
  promptSettings: {
    ...settingTools("prompt-settings"),
    foreignTypes: { auth0_prompt: { id: [] } },
    terraform: { type: "auth0_prompt" },
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

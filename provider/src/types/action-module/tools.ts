import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const actionModuleTools = {
  actionModule: {
    foreignTypes: { auth0_action_module: { id: ["id"] } },
  },
} satisfies FeatureTools;

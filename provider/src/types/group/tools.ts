import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const groupTools = {
  groupRoles: {
    foreignTypes: {},
  },
} satisfies FeatureTools;

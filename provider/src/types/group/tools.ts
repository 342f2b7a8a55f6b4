import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const groupTools = {
  groupRoles: {
    foreignTypes: {},
    imported: { noun: "roles", file: "group-roles", module: "groupRoles" },
  },
} satisfies FeatureTools;

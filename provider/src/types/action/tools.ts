import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const actionTools = {
  action: {
    foreignTypes: { auth0_action: { id: ["id"] } },
  },
  triggerActions: {
    // The Terraform resource `auth0_trigger_action` manages a single binding; in this package, one resource manages all bindings of a trigger.
    foreignTypes: {
      auth0_trigger_actions: { id: ["trigger"] },
      auth0_trigger_action: { id: ["trigger"] },
      auth0_trigger_binding: { id: ["trigger"] },
    },
  },
} satisfies FeatureTools;

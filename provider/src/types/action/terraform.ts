import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const actionArguments = {
  auth0_action: {
    "code!": "string",
    "name!": "string",
    "supported_triggers!": [{ "id!": "string", "version!": "string" }],
    dependencies: [{ "name!": "string", "version!": "string" }],
    deploy: "bool",
    modules: [{ "module_id!": "string", "module_version_id!": "string" }],
    runtime: "string",
  },
  auth0_trigger_actions: {
    "actions!": [{ "display_name!": "string", "id!": "string" }],
    "trigger!": "string",
  },
} satisfies Arguments;

import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const actionModuleArguments = {
  auth0_action_module: {
    "code!": "string",
    "name!": "string",
    dependencies: [{ "name!": "string", "version!": "string" }],
    publish: "bool",
  },
} satisfies Arguments;

import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const promptsArguments = {
  auth0_prompt: {
    identifier_first: "bool",
    universal_login_experience: "string",
    webauthn_platform_first_factor: "bool",
  },
  auth0_prompt_custom_text: { "body!": "json", "language!": "string", "prompt!": "string" },
} satisfies Arguments;

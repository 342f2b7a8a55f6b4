import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const riskArguments = {
  auth0_supplemental_signals: { "akamai_enabled!": "bool" },
} satisfies Arguments;

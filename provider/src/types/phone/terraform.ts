import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const phoneArguments = {
  auth0_phone_provider_protection: { "type!": "string" },
} satisfies Arguments;

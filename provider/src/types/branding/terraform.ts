import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const brandingArguments = {
  auth0_branding: {
    colors: { page_background: "string", primary: "string" },
    favicon_url: "string",
    font: { url: "string" },
    logo_url: "string",
    universal_login: { "body!": "string" },
  },
} satisfies Arguments;

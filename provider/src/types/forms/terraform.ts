import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const formsArguments = {
  auth0_flow: { "name!": "string", actions: "json" },
  auth0_flow_vault_connection: {
    "app_id!": "string",
    "name!": "string",
    account_name: "string",
    environment: "string",
    fingerprint: "string",
    setup: "map",
  },
  auth0_form: {
    "name!": "string",
    ending: "json",
    languages: { default: "string", primary: "string" },
    messages: { custom: "json", errors: "json" },
    nodes: "json",
    start: "json",
    style: "json",
    translations: "json",
  },
} satisfies Arguments;

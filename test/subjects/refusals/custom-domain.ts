import { byProgram, inRun, named, payload, type Refusal, taken } from "./refusal.ts";

/** Refusals of the service. */
export const customDomainRefusals: readonly Refusal[] = [
  byProgram(
    "customDomain",
    "no type",
    { domain: "login.example.com" },
    payload("Missing required property: type", "type"),
    /^type: is required/,
  ),
  taken(
    "customDomain",
    { domain: "login.example.com", type: "auth0_managed_certs" },
    named({ domain: "login.example.com", type: "auth0_managed_certs" }, "/custom-domains"),
    "Custom domain already exists",
    "conflict",
  ),
  inRun(
    "a custom domain that is gone",
    ["GET", "/custom-domains/cd_0000000000000000"],
    [404, "The custom domain cd_0000000000000000 does not exist", "inexistent_custom_domain"],
  ),
];

import { inRun, ofReferred, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const defaultCustomDomainRefusals: readonly Refusal[] = [
  ofReferred(
    inRun(
      "a default domain that is not verified",
      ["PATCH", "/custom-domains/default", { domain: "login.example.com" }],
      [400, "The domain must be verified before it can be set as default."],
      [["POST", "/custom-domains", { domain: "login.example.com", type: "auth0_managed_certs" }]],
    ),
  ),
];

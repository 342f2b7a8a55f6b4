import { acme, inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const organizationDiscoveryDomainRefusals: readonly Refusal[] = [
  inRun(
    "a second discovery domain of one name",
    ["POST", "/organizations/{first}/discovery-domains", { domain: "example.com" }],
    [409, "An organization discovery domain with this domain is already registered to this organization."],
    [
      ["POST", "/organizations", { name: "acme" }],
      ["POST", "/organizations/{first}/discovery-domains", { domain: "example.com" }],
    ],
  ),
  inRun(
    "a discovery domain that is not there",
    ["GET", "/organizations/{last}/discovery-domains/a"],
    [404, "No organization domain found by that id"],
    [acme],
  ),
];

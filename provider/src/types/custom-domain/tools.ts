import { own } from "../../schema/json.ts";
import { named } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const customDomainTools = {
  customDomain: {
    foreignTypes: { auth0_custom_domain: { id: ["id"] } },
    terraform: { type: "auth0_custom_domain" },
    imported: { noun: "domain", file: "custom-domains", module: "customDomains" },
    affectsAll: true,
    distinguishedBy: "type",
    events: undefined,
    differences: [
      {
        at: "verification.methods",
        what: "property only in the description",
        why: "The records are the output `verificationMethods`.",
      },
      {
        at: "verification_method",
        what: "property only in the description",
        why: "The property has only one possible value.",
      },
    ],
    deployed: { customDomains: named("auth0_custom_domain", { by: "domain" }) },
    unknownInPreviews: [
      "status",
      "verificationMethods",
      "verification",
      "certificate",
      "originDomainName",
      "isDefault",
    ],
  },
  customDomainVerification: {
    foreignTypes: {},
    imported: { noun: "verification", file: "custom-domain-verifications", module: "verifications" },
    events: undefined,
    calls: ["GET /custom-domains/{id}", "POST /custom-domains/{id}/verify"],
    unknownInPreviews: ["domain", "status", "verificationMethods", "cnameApiKey"],
  },
  defaultCustomDomain: {
    ...settingTools("default-domain"),
    foreignTypes: { auth0_custom_domain_default: { id: [] } },
    terraform: { type: "auth0_custom_domain_default", importId: "custom_domain_default" },
    importRules: {
      leftOut: (live, { audience }) =>
        audience.includes(`://${String(own(live, "domain"))}/`)
          ? ["empty", "the default is the tenant's own domain"]
          : undefined,
    },
  },
} satisfies FeatureTools;

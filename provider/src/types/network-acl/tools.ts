import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const networkAclTools = {
  networkAcl: {
    foreignTypes: { auth0_network_acl: { id: ["id"] } },
    terraform: { type: "auth0_network_acl" },
    imported: { noun: "rule", file: "network-acls", module: "networkAcls" },
    isInForceAtOnce: true,
    affectsAll: true,
    events: undefined,
    calls: ["POST /network-acls", "GET|PUT|DELETE /network-acls/{id}"],
    differences: [
      {
        at: "rule.redirect_uri",
        what: "property only in the definition",
        why: "In the API, `redirect_uri` is a property of `action`.",
      },
    ],
    deployed: { networkACLs: named("auth0_network_acl", { by: "description" }) },
  },
  networkAclKey: {
    foreignTypes: { auth0_network_acl_key: { id: ["id"] } },
    terraform: { type: "auth0_network_acl_key", implied: { alg: "hmac-sha256" } },
    imported: { noun: "key", file: "network-acl-keys", module: "networkAclKeys" },
    events: undefined,
    calls: ["GET|POST /keys/network-acls", "GET|DELETE /keys/network-acls/{id}"],
    deployed: { networkACLKeys: named("auth0_network_acl_key") },
    unknownInPreviews: ["fingerprint"],
  },
} satisfies FeatureTools;

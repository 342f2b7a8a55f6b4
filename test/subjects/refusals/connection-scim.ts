import { byTenant, inRun, ofReferred, type Refusal, type Request } from "./refusal.ts";

const corp: Request = [
  "POST",
  "/connections",
  { name: "corp", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com" } },
];

/** Refusals of the service. */
export const connectionScimRefusals: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "run", status: 404 },
    refuses: "provisioning of a strategy that does not have it",
    ofReferred: true,
    message: "This connection type does not support SCIM.",
    tenant: [["POST", "/connections", { name: "users", strategy: "auth0" }]],
    sends: ["POST", "/connections/{last}/scim-configuration", {}],
  },
  ofReferred(
    inRun(
      "provisioning of a connection that has none",
      ["GET", "/connections/{last}/scim-configuration"],
      [404, "Not Found"],
      [corp],
    ),
  ),
];

import type { TenantBaselineArgs } from "../../provider/src/policy/arguments.ts";
import type { EngineEvent } from "../harness/stack.ts";
import type { Program } from "./project.ts";

/** The program of a pack. */
export function packOf(args: TenantBaselineArgs): string {
  return `const { TenantBaseline } = require("pulumi-tenant/policy");
new TenantBaseline("baseline", ${JSON.stringify(args)});`;
}

/** The violations that the engine reported: the policy, its level, and the resource. */
export function violationsIn(events: readonly EngineEvent[]): readonly string[] {
  return events.flatMap(({ policyEvent }) => {
    if (policyEvent === undefined) return [];
    const { policyName, enforcementLevel, resourceUrn = "" } = policyEvent as Record<string, string>;
    return [`${enforcementLevel} ${policyName}: ${resourceUrn?.split("::").at(-1)}`];
  });
}

/** A text that looks like a secret to the rules. */
export const secret = ["q7Rk2Zp", "9Xw4Lt8Vb", "n3Jd6Hs"].join("");
/** Applications and a grant that break rules. */
export const weak: Program = {
  app: {
    kind: "Client",
    args: {
      name: "app",
      appType: "spa",
      grantTypes: ["authorization_code", "implicit"],
      clientMetadata: { api_key: secret },
    },
  },
  keys: {
    kind: "Client",
    args: { name: "keys", appType: "regular_web", grantTypes: ["authorization_code"] },
  },
  grant: {
    kind: "ClientGrant",
    args: { audience: "https://orders.example.com", scope: [] },
    idsOf: { clientId: "keys.clientId" },
  },
};

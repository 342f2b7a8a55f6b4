import type { Rule } from "../../../provider/src/baseline/rule.ts";
import { apiCases } from "./api.ts";
import type { Cases } from "./cases.ts";
import { clientCases } from "./client.ts";
import { connectionCases } from "./connection.ts";
import { domainsAndLogsCases } from "./domains-and-logs.ts";
import { organizationAndActionCases } from "./organization-and-action.ts";
import { signInCases } from "./sign-in.ts";
import { tenantCases } from "./tenant.ts";

export type { Case, Cases } from "./cases.ts";

/** The cases of all rules, by the rules' ids. */
export const allCases: Readonly<Record<string, Cases>> = {
  ...apiCases,
  ...clientCases,
  ...connectionCases,
  ...domainsAndLogsCases,
  ...organizationAndActionCases,
  ...signInCases,
  ...tenantCases,
};

/** @throws Error if the rule has no cases */
export function casesOf({ id }: Pick<Rule, "id">): Cases {
  const cases = allCases[id];
  if (!cases) throw new Error(`test/subjects/rules has no cases of the rule ${id}`);
  return cases;
}

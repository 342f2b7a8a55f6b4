import { type Descriptor, scopesFor } from "../descriptor.ts";
import { tokenExchangeProfileTable as table } from "./table.ts";

const route = "token-exchange-profiles";

/** Token exchange profiles: how custom token exchange requests are executed. */
export const tokenExchangeProfile = {
  type: "TokenExchangeProfile",
  table,
  plural: "token exchange profiles",
  route,
  calls: ["POST /token-exchange-profiles", "GET|PATCH|DELETE /token-exchange-profiles/{id}"],
  scopes: scopesFor("token_exchange_profiles"),
  uniqueBy: ["subjectTokenType"],
  rateGroups: [
    { route, calls: "reads" },
    { route, calls: "writes", refills: { 5: 100 / 60 } },
  ],
  listing: { paging: "checkpoint", names: ["name", "subject_token_type", "id"] },
  events: undefined,
  concernsAnybody: true,
  imported: { noun: "profile", file: "token-exchange-profiles", module: "profiles" },
  foreignTypes: { auth0_token_exchange_profile: { id: ["id"] } },
} as const satisfies Descriptor;

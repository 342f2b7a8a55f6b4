import { type Descriptor, scopesFor } from "../schema/definition.ts";
import type { Table } from "../schema/table.ts";

/** A token exchange profile: how a custom token exchange request is executed. */
export const tokenExchangeProfileTable = {
  noun: "token exchange profile",
  fields: {
    // The service gives this name to a new profile that comes without one.
    name: { kind: "string", min: 3, max: 50, clear: { how: "default", value: "Token Exchange Profile 1" } },
    subjectTokenType: {
      kind: "string",
      notSecret: true,
      required: true,
      min: 8,
      max: 100,
      pattern: {
        source: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$",
        says: "must be a URI: a scheme, a colon and the rest, without white space",
      },
    },
    // An update takes neither of the two.
    actionId: { kind: "string", identity: true, required: true, idOf: "action", min: 1, max: 36 },
    type: { kind: "string", identity: true, required: true, oneOf: ["custom_authentication"] },
    createdAt: { kind: "string", computed: true },
    updatedAt: { kind: "string", computed: true, volatile: true },
  },
} as const satisfies Table;

const route = "token-exchange-profiles";

/** Token exchange profiles: how custom token exchange requests are executed. */
export const tokenExchangeProfile = {
  type: "TokenExchangeProfile",
  table: tokenExchangeProfileTable,
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

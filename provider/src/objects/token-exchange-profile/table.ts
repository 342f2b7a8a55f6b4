import type { Table } from "../../model/table.ts";

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

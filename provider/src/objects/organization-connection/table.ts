import type { Table } from "../../model/table.ts";
import { organizationId } from "../organization/table.ts";

const off = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

/** A connection that is enabled for an organization. */
export const organizationConnectionTable = {
  noun: "connection of an organization",
  fields: {
    organizationId: { ...organizationId, concerns: true },
    connectionId: {
      kind: "string",
      identity: true,
      required: true,
      idOf: "connection",
      idPrefix: "con_",
      min: 1,
      max: 50,
    },
    assignMembershipOnLogin: { ...off, safeguard: "With it, whoever logs in becomes a member." },
    // Not every tenant answers it for a database.
    showAsButton: { kind: "boolean", absent: true, clear: { how: "default", value: true } },
    // The service answers it for databases only.
    isSignupEnabled: { ...off, safeguard: "With it, everybody can sign up." },
    organizationConnectionName: {
      kind: "string",
      min: 1,
      max: 50,
      pattern: { source: "^[^\\u0000]*$", says: "must not have a NUL in it" },
      clear: { how: "null" },
    },
    organizationAccessLevel: {
      kind: "string",
      oneOf: ["none", "readonly", "limited", "full"],
      absent: "none",
      clear: { how: "null" },
    },
    isEnabled: { kind: "boolean", absent: true, clear: { how: "null" } },
  },
} as const satisfies Table;

/** The properties that only the second family of routes knows. */
export const furtherProperties = ["organizationConnectionName", "organizationAccessLevel", "isEnabled"] as const;

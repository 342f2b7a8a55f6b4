import type { Table } from "../../model/table.ts";
import { resourceServerTable } from "../resource-server/table.ts";

const { identifier, scopes: apiScopes } = resourceServerTable.fields;

/** Scopes of an API of somebody else. */
export const resourceServerScopesTable = {
  noun: "resource server",
  fields: {
    identifier: { ...identifier, refersTo: { kind: "resourceServer", property: "identifier" }, concerns: true },
    scopes: { ...apiScopes, required: true, exclusive: false },
  },
} as const satisfies Table;

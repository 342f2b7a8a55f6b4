import { type Descriptor, scopesFor } from "../descriptor.ts";
import { clientTable as table } from "./table.ts";

const scopes = scopesFor("clients");

/** Applications: what logs in. */
export const client = {
  type: "Client",
  table,
  plural: "applications",
  route: "clients",
  idName: "client_id",
  calls: ["POST /clients", "GET|PATCH|DELETE /clients/{id}", "POST /clients/{id}/rotate-secret"],
  scopes: {
    ...scopes,
    // A rotation compares the secret with the one that was there before.
    update: [...scopes.update, "read:client_keys", "update:client_keys"],
  },
  // Several can have the same, so it only helps to find them.
  uniqueBy: ["name"],
  sharesNames: true,
  rateGroups: [{ route: "clients", calls: "reads", isOptional: true }],
  listing: { paging: "both", names: ["name", "client_id"], isNamed: true },
  events: undefined,
  concerned: "applications",
  // What is declared for the first time is only noted.
  effects: (_, changes) =>
    changes.some(({ path, was }) => path === "secretRotation" && was !== undefined)
      ? ["the service makes another secret: whoever has only the old one gets no token"]
      : [],
  imported: { noun: "application", file: "clients", module: "clients" },
  foreignTypes: { auth0_client: { id: ["client_id"] } },
} as const satisfies Descriptor;

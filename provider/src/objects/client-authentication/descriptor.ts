import { client } from "../client/descriptor.ts";
import type { Descriptor } from "../descriptor.ts";
import { clientAuthenticationTable as table } from "./table.ts";

const [read, update] = ["read:client_credentials", "update:client_credentials"];

/** The credentials by which applications prove who they are. */
export const clientAuthentication = {
  type: "ClientAuthentication",
  table,
  plural: "authentications of applications",
  route: "clients",
  idName: "client_id",
  calls: [
    "GET|PATCH /clients/{id}",
    "GET|POST /clients/{id}/credentials",
    "PATCH|DELETE /clients/{id}/credentials/{credential_id}",
  ],
  scopes: {
    create: ["read:clients", read, "create:client_credentials", "update:clients", update],
    read: [read],
    update: [read, "create:client_credentials", "update:clients", update, "delete:client_credentials"],
    delete: [read, "update:clients", update, "delete:client_credentials"],
  },
  uniqueBy: ["clientId"],
  rateGroups: [{ route: "clients", calls: "reads", isOptional: true }],
  // An import asks for the credentials of those applications alone that the listing shows to have some: one call for each of them.
  listing: { paging: "both", names: ["name", "client_id"] },
  imported: { noun: "authentication", file: "client-authentications", module: "authentications" },
  events: undefined,
  excludes: {
    whole: client,
    property: "tokenEndpointAuthMethod",
    by: { argument: "clientId", property: "clientId" },
  },
  effects: (action) =>
    action === "create"
      ? ["the application's secret does not count any more, and whoever has only that gets no token"]
      : action === "delete"
        ? ["these credentials do not count any more: the application proves itself as it did before them"]
        : [],
  foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
} as const satisfies Descriptor;

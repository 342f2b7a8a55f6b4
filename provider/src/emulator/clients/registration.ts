import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/room.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, isObject, text } from "../shared/validation.ts";
import type { Clients, StoredClient } from "./clients.ts";

const body = bodyOf({ external_client_id: text("URL of the metadata document", { min: 1, max: 120 }) }, [
  "external_client_id",
]);

/** The members of a metadata document that become properties of a client, under the names that they have there. */
const mapped: Readonly<Record<string, string>> = {
  client_name: "name",
  redirect_uris: "callbacks",
  grant_types: "grant_types",
  logo_uri: "logo_uri",
};

/** Registration of clients by their metadata documents (CIMD). The documents are those of the emulator's options. */
export function registrationRoutes(clients: Clients, { documents }: Tenant): Route[] {
  const read = (request: RouteRequest) => {
    checkBody(body, request.body);
    const url = String(request.body.external_client_id);
    const document = documents[url];
    const violations = isObject(document) ? [] : ["The metadata document cannot be read"];
    const fields = Object.entries(mapped).flatMap(([from, to]): [string, unknown][] =>
      isObject(document) && document[from] !== undefined ? [[to, document[from]]] : [],
    );
    const validation = { valid: violations.length === 0, violations, warnings: [] };
    return { url, mapped_fields: Object.fromEntries(fields), validation };
  };
  /** The answers about clients that were not there before. */
  const fresh = new WeakSet<WireObject>();
  const registeredAs = (url: string) => clients.table.all().find((one) => one.external_client_id === url);
  const register = (request: RouteRequest): WireObject => {
    const { url, mapped_fields, validation } = read(request);
    if (!validation.valid) throw new ServiceError(400, "The metadata document is not valid.", "invalid_body");
    const before = registeredAs(url);
    const fields = { name: url, ...mapped_fields };
    const { client_id } = registered(clients, url, fields, before);
    const answered = { client_id, mapped_fields, validation };
    if (!before) fresh.add(answered);
    return answered;
  };
  const preview = (request: RouteRequest): WireObject => {
    const { url, mapped_fields, validation } = read(request);
    const before = registeredAs(url);
    return { ...(before && { client_id: before.id }), mapped_fields, validation };
  };
  const target = (name: string): `POST /${string}` => `POST /clients/cimd/${name}`;
  return [
    { ...route("clients.cimd.preview", target("preview"), "create:clients", preview), status: 200 },
    {
      ...route("clients.cimd.register", target("register"), "create:clients", register),
      furtherScopes: ["update:clients"],
      status: (answered) => (fresh.has(answered as WireObject) ? 201 : 200),
    },
  ];
}

/** Makes the client of a document, or brings it up to date: the document may change what no PATCH may. */
function registered(clients: Clients, url: string, fields: WireObject, before: StoredClient | undefined): WireObject {
  if (before) {
    clients.table.put({ ...before, ...fields });
    return { client_id: before.id };
  }
  const { client_id } = clients.add({ ...fields, is_first_party: false, third_party_security_mode: "strict" });
  const marks = { external_client_id: url, external_metadata_type: "cimd", external_metadata_created_by: "admin" };
  clients.table.put({ ...clients.require(String(client_id)), ...marks });
  return { client_id };
}

import { ServiceError } from "../shared/errors.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import { bodyOf, checkBody } from "../shared/validation.ts";
import type { Clients } from "./clients.ts";
import { type Credential, listedCredentials, shownCredential, withExpiry } from "./credentials.ts";
import { credentialProperties } from "./schema.ts";

const created = bodyOf(credentialProperties, ["credential_type"]);
const changed = bodyOf({ expires_at: { ...credentialProperties.expires_at, nullable: true } }, ["expires_at"], {
  min: 1,
});

/**
 * The operations on the credentials of clients: `/clients/{id}/credentials`, scopes `create|read|update|delete:client_credentials`.
 *
 * @param now the clock, in milliseconds since the epoch
 */
export function credentialRoutes(clients: Clients, now: () => number): Route[] {
  const path = "/clients/:id/credentials";
  const clientOf = ({ param }: RouteRequest) => clients.require(param("id")).id;
  const at = (request: RouteRequest): Credential | undefined =>
    clients.credentialsOf(clientOf(request)).find(({ id }) => id === request.param("credential"));
  const required = (request: RouteRequest): Credential => {
    const found = at(request);
    if (!found) throw new ServiceError(404, "The credential does not exist");
    return found;
  };
  return [
    route("clients.credentials.list", `GET ${path}`, "read:client_credentials", (request) =>
      listedCredentials(clients.credentialsOf(clientOf(request))).map(shownCredential),
    ),
    route("clients.credentials.create", `POST ${path}`, "create:client_credentials", (request) => {
      checkBody(created, request.body);
      return shownCredential(clients.addCredential(clientOf(request), request.body));
    }),
    route("clients.credentials.get", `GET ${path}/:credential`, "read:client_credentials", (request) =>
      shownCredential(required(request)),
    ),
    route("clients.credentials.update", `PATCH ${path}/:credential`, "update:client_credentials", (request) => {
      const before = required(request);
      checkBody(changed, request.body);
      const after = withExpiry(before, request.body.expires_at, now());
      const id = clientOf(request);
      clients.setCredentials(
        id,
        clients.credentialsOf(id).map((one) => (one.id === after.id ? after : one)),
      );
      return shownCredential(after);
    }),
    route("clients.credentials.delete", `DELETE ${path}/:credential`, "delete:client_credentials", (request) => {
      const id = clientOf(request);
      const found = at(request);
      if (!found) return;
      if (clients.uses(id, found.id)) {
        throw new ServiceError(400, "Cannot delete credential still associated with a client");
      }
      clients.setCredentials(
        id,
        clients.credentialsOf(id).filter((one) => one.id !== found.id),
      );
    }),
  ];
}

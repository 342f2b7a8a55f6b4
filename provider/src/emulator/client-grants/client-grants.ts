import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { byEither } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Room, Tenant } from "../shared/room.ts";
import { type Collection, newPrefixedId, omit, type WireObject } from "../shared/store.ts";
import { bodyOf, flag, list, type Properties, text } from "../shared/validation.ts";
import { type Granted, organizationGrantRoutes } from "./of-organizations.ts";
import type { StoredGrant } from "./stored-grant.ts";

const nullable = { nullable: true } as const;
const duplicates = (items: readonly unknown[]) =>
  new Set(items).size < items.length ? "Array items are not unique" : undefined;
const changeable = {
  scope: list("Scopes", text("A scope", { min: 1, max: 280 }), { rule: duplicates, ...nullable }),
  organization_usage: text("Organizations", { oneOf: ["deny", "allow", "require"], ...nullable }),
  allow_any_organization: { ...flag("Whether any organization will do"), ...nullable },
  allow_all_scopes: { ...flag("Whether all scopes are granted"), ...nullable },
  authorization_details_types: list("Types", text("A type", { min: 1, max: 255 }), { rule: duplicates }),
} satisfies Properties;
const fixed = {
  client_id: text("Id of the client", { min: 1 }),
  default_for: text("Whose default it is", { oneOf: ["third_party_clients"] }),
  audience: text("Identifier of the API", { min: 1 }),
  subject_type: text("Whose tokens it is for", { oneOf: ["client", "user"] }),
} satisfies Properties;

/** What a grant is about, as a text that no two grants share. */
function keyOf({ client_id, default_for, audience, subject_type = "client" }: WireObject): string {
  return JSON.stringify([client_id ?? null, default_for ?? null, audience, subject_type]);
}

/** The tenant's client grants, by id. */
export class ClientGrants extends Objects<StoredGrant> {
  /** Deletes the grants of a client, or those for an API. */
  forget(isGone: (grant: StoredGrant) => boolean): void {
    for (const grant of this.table.all().filter(isGone)) super.delete(grant.id);
  }

  override dump(): WireObject[] {
    return super.dump().map((grant) => omit(grant, ["key"]));
  }
}

/**
 * The tenant's client grants: `/client-grants`, scopes `create|read|update|delete:client_grants`.
 *
 * @param clients the clients, one of which a grant is for
 * @param apis the APIs, one of which it is about
 * @param organizations the organizations, which can have some
 */
export function clientGrantRoom(
  { traits, cursors }: Tenant,
  clients: Collection,
  apis: Collection,
  organizations: Granted,
): Room<ClientGrants> {
  const grants = new ClientGrants({
    key: "key",
    created: bodyOf({ id: text("Id of the grant", { min: 1 }), ...fixed, ...changeable }, ["audience"]),
    changed: bodyOf(changeable, [], { min: 1 }),
    seeded: {
      is_system: flag("Whether it belongs to the service"),
      organizations: list("Organizations", text("Id of an organization")),
    },
    whole: (wire) => ["id", "audience"].every((name) => Object.hasOwn(wire, name)),
    wholeRow: (grant) => ({ ...grant, key: keyOf(grant) }) as unknown as StoredGrant,
    newId: () => newPrefixedId("cgr_"),
    notFound: () => new ServiceError(404, "The grant does not exist.", "inexistent_client_grant"),
    taken: () => new ServiceError(409, "Client grant already exists", "client_grant_conflict"),
    settle(given, id, before) {
      if (!before) checkNew(given, clients, apis);
      const fresh = traits.grantSubjectTypes ? { subject_type: "client" } : {};
      const all: WireObject = { id, ...(before ?? fresh), ...given };
      checkGrant(given, all, before);
      const isGone = (name: string) => all[name] === null || (name === "scope" && all.allow_all_scopes === true);
      const row = omit(all, Object.keys(all).filter(isGone));
      return { ...row, key: keyOf(row) };
    },
    view: ({ key: _, organizations: _ids, ...grant }) => structuredClone(grant),
    sortKey: ({ id }) => id,
  });
  const routes = restRoutes<StoredGrant>("client-grants", grants, cursors, {
    parameters: {
      ...byEither,
      ...fixed,
      allow_any_organization: flag("Whether any organization will do"),
    },
    wanted: ({ filters }) => {
      const asked = Object.entries(filters);
      const of = (grant: StoredGrant, name: string) =>
        grant[name] ?? (name === "subject_type" ? "client" : name === "allow_any_organization" ? false : undefined);
      return (grant) => asked.every(([name, value]) => of(grant, name) === value);
    },
    routes: {
      delete: {
        handle: ({ param }) => {
          const found = grants.at(param("id"));
          if (found?.is_system)
            throw new ServiceError(400, "System grants cannot be deleted.", "operation_not_supported");
          if (found) grants.delete(found.id);
        },
      },
    },
  });
  return { objects: grants, routes: [...routes, ...organizationGrantRoutes(grants, organizations, cursors)] };
}

/** @throws ServiceError where a new grant is about what is not there */
function checkNew(given: WireObject, clients: Collection, apis: Collection): void {
  const { client_id, default_for, audience } = given;
  if ((client_id === undefined) === (default_for === undefined)) {
    throw new ServiceError(400, "Either client_id or default_for is required.", "invalid_body");
  }
  if (!apis.get(String(audience))) throw new ServiceError(404, `No resource with identifier ${audience}`);
  if (client_id === undefined) return;
  const client = clients.get(String(client_id));
  if (!client) throw new ServiceError(404, "Client not found");
  if (client.app_type === "express_configuration") {
    throw new ServiceError(400, "Client of type express_configuration cannot be used", "validation_error");
  }
}

/**
 * @param all the grant with what was sent
 * @throws ServiceError 400 for a system grant, and for parts that exclude each other
 */
function checkGrant(given: WireObject, all: WireObject, before: StoredGrant | undefined): void {
  const refused = (why: string) => new ServiceError(400, why, "invalid_body");
  if (before?.is_system === true) {
    throw new ServiceError(400, "System grants cannot be changed.", "operation_not_supported");
  }
  const isOrWasAll = all.allow_all_scopes === true || before?.allow_all_scopes === true;
  if (isOrWasAll && Array.isArray(given.scope) && given.scope.length > 0) {
    throw refused("scope must be empty while allow_all_scopes is set");
  }
  if (given.authorization_details_types !== undefined && all.subject_type !== "user") {
    throw refused("authorization_details_types needs the subject_type user");
  }
}

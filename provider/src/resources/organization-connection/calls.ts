import { type Service, TenantError } from "../../client/index.ts";
import { furtherProperties, organizationConnection } from "../../definitions/organization.ts";
import { quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { compositeOf, linkPlaces } from "../../lifecycle/place.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { holdsUnknown, type JsonObject, own } from "../../schema/json.ts";
import { recordKey } from "../../schema/keys.ts";
import { declaredPaths } from "../../state/record.ts";

const composite = compositeOf(organizationConnection, "a connection of an organization");
const [first, second] = [organizationConnection.route, "organizations/{organizationId}/connections"];

/**
 * The route for a connection of an organization. The API has two routes for the same objects; the second one is used only for properties that the
 * first one lacks.
 */
function routeFor(args: JsonObject): string {
  const isDeclared = (name: string) => own(args, name) !== undefined || declaredPaths(args).includes(`/${name}`);
  return furtherProperties.some(isDeclared) ? second : first;
}

function label(args: JsonObject): string {
  return `connection${quoted(args, "connectionId")} of organization${quoted(args, "organizationId")}`;
}

const { type } = restOf(organizationConnection, {
  label,
  places: linkPlaces(organizationConnection, composite, routeFor),
  explain: (error, args) => (isMissing(error) ? missing(error, args) : error),
});

/** The connections that are enabled for organizations: `/organizations/{id}/enabled_connections`, `/organizations/{id}/connections`. */
export const organizationConnectionType: ResourceType = {
  ...type,
  // Users may depend on the connection for logins, and a response of the first route does not show whether all properties are untouched.
  isDisposable: false,
  isListedByOwner: true,
  provisionalId: composite.idOf,
  rules: (args) => signupWithoutMembership(args),
  update: (service, change) => {
    // A property that was removed from the program is in the record only. `routeFor` needs the record to choose the route that can clear it.
    const record = own(change.outputs, recordKey);
    return type.update(service, { ...change, inputs: { ...change.inputs, ...(record && { [recordKey]: record }) } });
  },
  async find(service, args) {
    const id = composite.idOf(args);
    const live = (await type.read(service, id, args)) ?? (await refuseDisabled(service, id, args));
    return live && { id, live };
  },
};

/**
 * Refuses the adoption of a disabled connection. Only the second route returns disabled connections, so nothing is refused without that route.
 *
 * @throws UserError if the connection is disabled and the program does not declare `isEnabled`
 */
async function refuseDisabled(service: Service, id: string, args: JsonObject): Promise<JsonObject | undefined> {
  if (routeFor(args) === second) return undefined;
  const live = await type.read(service, id, { ...args, isEnabled: true }).catch((error: unknown) => {
    if (error instanceof TenantError && error.outcome === "refused") return undefined;
    throw error;
  });
  if (own(live, "isEnabled") !== false) return undefined;
  throw new UserError(
    `${label(args)} exists already and is disabled. Set \`isEnabled\` to true to enable it, or to false to keep it disabled.`,
  );
}

function isMissing({ status, forbidden }: TenantError): boolean {
  return status === 400 || status === 404 || (status === 403 && forbidden !== "scope");
}

function missing(error: TenantError, args: JsonObject): UserError {
  const declared = furtherProperties.filter((name) => own(args, name) !== undefined);
  const why =
    declared.length > 0
      ? ` Not every tenant has the routes that ${declared.join(" and ")} need${declared.length > 1 ? "" : "s"}.`
      : "";
  return new UserError(
    `${error.summary} The organization and the connection must exist first: getOrganization and getConnection find them by name.${why}`,
    { cause: error },
  );
}

/** Refuses sign-up without membership: the API rejects users who sign up and do not become members. */
function signupWithoutMembership(args: JsonObject): readonly Problem[] {
  if (own(args, "isSignupEnabled") !== true || own(args, "assignMembershipOnLogin") === true) return [];
  if (holdsUnknown(own(args, "assignMembershipOnLogin") ?? null)) return [];
  return [{ path: ["isSignupEnabled"], says: "needs assignMembershipOnLogin: true" }];
}

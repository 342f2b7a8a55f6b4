import { type Service, TenantError } from "../../client/index.ts";
import { furtherProperties, organizationConnection } from "../../definitions/organization-connection.ts";
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

/** Two families of routes tell of the same links. The first is enough unless a property is declared that only the second one knows. */
function routeFor(args: JsonObject): string {
  const isDeclared = (name: string) => own(args, name) !== undefined || declaredPaths(args).includes(`/${name}`);
  return furtherProperties.some(isDeclared) ? second : first;
}

function label(args: JsonObject): string {
  return `connection${quoted(args, "connectionId")} of organization${quoted(args, "organizationId")}`;
}

const { kind } = restOf(organizationConnection, {
  label,
  places: linkPlaces(organizationConnection, composite, routeFor),
  explain: (error, args) => (isMissing(error) ? missing(error, args) : error),
});

/** The connections that are enabled for organizations: `/organizations/{id}/enabled_connections`, `/organizations/{id}/connections`. */
export const organizationConnectionType: ResourceType = {
  ...kind,
  // People log in through it, and one family of routes does not show all of it.
  isDisposable: false,
  isListedByOwner: true,
  provisionalId: composite.idOf,
  rules: (args) => signupWithoutMembership(args),
  update: (service, change) => {
    // What is declared no more is taken away by the family of routes that knows it.
    const record = own(change.outputs, recordKey);
    return kind.update(service, { ...change, inputs: { ...change.inputs, ...(record && { [recordKey]: record }) } });
  },
  async find(service, args) {
    const id = composite.idOf(args);
    const live = (await kind.read(service, id, args)) ?? (await switchedOff(service, id, args));
    return live && { id, live };
  },
};

/**
 * A connection that is switched off, which the first family of routes hides. Not every tenant has the second one.
 *
 * @throws UserError where the program does not say whether it is on
 */
async function switchedOff(service: Service, id: string, args: JsonObject): Promise<JsonObject | undefined> {
  if (routeFor(args) === second) return undefined;
  const live = await kind.read(service, id, { ...args, isEnabled: true }).catch((error: unknown) => {
    if (error instanceof TenantError && error.outcome === "refused") return undefined;
    throw error;
  });
  if (own(live, "isEnabled") !== false) return undefined;
  throw new UserError(
    `${label(args)} is there, and switched off. Declare \`isEnabled\`, so that the program says whether it can be used.`,
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
    `${error.summary} The organization and the connection must be there before: getOrganization and getConnection find them by name.${why}`,
    { cause: error },
  );
}

/** The service refuses people who sign up and are no members. */
function signupWithoutMembership(args: JsonObject): readonly Problem[] {
  if (own(args, "isSignupEnabled") !== true || own(args, "assignMembershipOnLogin") === true) return [];
  if (holdsUnknown(own(args, "assignMembershipOnLogin") ?? null)) return [];
  return [{ path: ["isSignupEnabled"], says: "needs assignMembershipOnLogin: true" }];
}

import { quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/members/membership.ts";
import { ownedPlaces } from "../../lifecycle/requests/place.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { own } from "../../schema/json.ts";
import { organizationClientGrants, organizationClients, organizationDiscoveryDomain } from "./definition.ts";

/** The client grants of an organization. */
export const organizationClientGrantsType: ResourceType = membershipType(organizationClientGrants, {
  label: (args) => `the client grants of organization${quoted(args, "organizationId")}`,
  idIs: "an organization",
  explain: (error) =>
    error.isAbsence
      ? new UserError(
          `${error.summary} The organization and all grants must exist first. getOrganization finds an organization by name; the program refers to a ` +
            "grant of its own with the id of its ClientGrant resource.",
          { cause: error },
        )
      : error,
});

/** The applications of an organization. */
export const organizationClientsType: ResourceType = membershipType(organizationClients, {
  label: (args) => `the applications of organization${quoted(args, "organizationId")}`,
  idIs: "an organization",
  explain: (error) =>
    error.isAbsence
      ? new UserError(
          `${error.summary} The organization and all applications must exist first. getOrganization finds an organization by name, getClient an ` +
            "application.",
          { cause: error },
        )
      : error,
});

const { type: domainType } = restOf(organizationDiscoveryDomain, {
  label: (args) => `discovery domain${quoted(args, "domain")} of organization${quoted(args, "organizationId")}`,
  places: ownedPlaces(organizationDiscoveryDomain, "a discovery domain of an organization"),
});

/** The domains by which the service finds organizations: `/organizations/{id}/discovery-domains`. */
export const organizationDiscoveryDomainType: ResourceType = {
  ...domainType,
  isListedByOwner: true,
  warnings: (args) =>
    own(args, "status") === "verified"
      ? [
          "status: the service takes `verified` on the program's word and looks up no DNS record. If the domain belongs to another company, its users " +
            "are sent to this organization. Declare it only after a check of the TXT record `verificationTxt` at `verificationHost`.",
        ]
      : [],
};

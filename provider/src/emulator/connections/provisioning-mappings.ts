import type { WireObject } from "../shared/store.ts";

const words = (text: string) => text.split(/\s+/);
const pair = (source: string) => (attribute: string, other: string) => ({ [source]: other, auth0: attribute });

const scim = pair("scim");
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const workAddress = (part: string) => `addresses[type eq "work"].${part}`;

const core = [
  scim("app_metadata.external_id", "externalId"),
  scim("blocked", "active"),
  scim("name", "displayName"),
  scim("given_name", "name.givenName"),
  scim("family_name", "name.familyName"),
];
const look = [scim("nickname", "nickName"), scim("picture", 'photos[type eq "photo"].value')];
const mobilePhone = scim("app_metadata.mobile_phone_number", 'phoneNumbers[type eq "mobile"].value');
const rest = [
  scim("app_metadata.street_address", workAddress("streetAddress")),
  scim("app_metadata.city", workAddress("locality")),
  scim("app_metadata.state", workAddress("region")),
  scim("app_metadata.postal_code", workAddress("postalCode")),
  scim("app_metadata.postal_address", workAddress("formatted")),
  scim("app_metadata.country", workAddress("country")),
  scim("app_metadata.profile_url", "profileUrl"),
  scim("app_metadata.user_type", "userType"),
  scim("app_metadata.title", "title"),
  scim("app_metadata.language", "preferredLanguage"),
  scim("app_metadata.locale", "locale"),
  scim("app_metadata.timezone", "timezone"),
  scim("app_metadata.employee_id", `${enterprise}.employeeNumber`),
  scim("app_metadata.cost_center", `${enterprise}.costCenter`),
  scim("app_metadata.organization", `${enterprise}.organization`),
  scim("app_metadata.division", `${enterprise}.division`),
  scim("app_metadata.department", `${enterprise}.department`),
  scim("app_metadata.manager", `${enterprise}.manager`),
];

const azureMapping = [
  scim("upn", "userName"),
  scim("email", 'emails[type eq "work"].value'),
  ...core,
  ...look,
  scim("app_metadata.work_phone_number", 'phoneNumbers[type eq "work"].value'),
  mobilePhone,
  scim("app_metadata.fax_number", 'phoneNumbers[type eq "fax"].value'),
  ...rest,
];

const usualMapping = [
  scim("preferred_username", "userName"),
  scim("email", "emails[primary eq true].value"),
  ...core,
  scim("app_metadata.middle_name", "name.middleName"),
  scim("app_metadata.honorific_prefix", "name.honorificPrefix"),
  scim("app_metadata.honorific_suffix", "name.honorificSuffix"),
  ...look,
  scim("app_metadata.primary_phone_number", "phoneNumbers[primary eq true].value"),
  mobilePhone,
  ...rest,
];

/** How SCIM attributes become attributes of users, unless a client says otherwise. */
export function scimMapping(strategy: string): readonly WireObject[] {
  return strategy === "waad" ? azureMapping : usualMapping;
}

const idp = pair("idp");

/** How attributes of a directory become attributes of users, unless a client says otherwise. */
export const directoryMapping: readonly WireObject[] = [
  idp("app_metadata.external_id", "id"),
  idp("email", "primaryEmail"),
  idp("primaryEmail", "primaryEmail"),
  idp("name", "name.fullName"),
  idp("given_name", "name.givenName"),
  idp("family_name", "name.familyName"),
  idp("isAdmin", "isAdmin"),
  idp("is_admin", "isAdmin"),
  idp("isDelegatedAdmin", "isDelegatedAdmin"),
  idp("agreedToTerms", "agreedToTerms"),
  idp("tou_accepted", "agreedToTerms"),
  idp("suspended", "suspended"),
  idp("is_suspended", "suspended"),
  idp("blocked", "suspended"),
  idp("suspensionReason", "suspensionReason"),
  idp("archived", "archived"),
  idp("ipWhitelisted", "ipWhitelisted"),
  idp("is_ipWhitelisted", "ipWhitelisted"),
  ...words(
    `kind etag customerId orgUnitPath emails phones externalIds aliases addresses organizations nonEditableAliases relations
    languages posixAccounts notes websites locations keywords gender ims creationTime lastLoginTime changePasswordAtNextLogin
    isMailboxSetup includeInGlobalAddressList thumbnailPhotoUrl thumbnailPhotoEtag isEnrolledIn2Sv isEnforcedIn2Sv
    recoveryEmail recoveryPhone sshPublicKeys customSchemas`,
  ).map((name) => idp(name, name)),
];

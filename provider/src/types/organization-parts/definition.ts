import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { own } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { clientGrant } from "../client/definition.ts";
import { organization, organizationId } from "../organization/definition.ts";

/** The client grants that an organization has. */
export const organizationClientGrantsSchema = {
  noun: "organization",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /** The ids of the client grants, `cgr_…`: at most 100, in any order. */
    grants: {
      kind: "set",
      required: true,
      idOf: "clientGrant",
      affectsTarget: true,
      safeguard: "The applications of these grants get tokens for the organization.",
      weaker: "more",
      item: { kind: "string", min: 1, idPrefix: "cgr_" },
      max: 100,
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared grants are removed from the organization. With false, only the declared grants are managed, so several stacks can
     * give grants to one organization. A change of this option alone removes nothing. Default: false.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const grantScopes = scopesFor("organization_client_grants");

/**
 * Client grants of an organization: the applications of these grants can get tokens for the organization with the client credentials flow.
 *
 * {@example}
 *
 * The service accepts only grants with `organizationUsage: "allow"` or `"require"`. A grant with `allowAnyOrganization: true` applies to every
 * organization, so it need not be declared here.
 *
 * **Shared** by default: a declared grant is added, is drift if it is missing, and is removed when you remove it from the program. Other grants of
 * the organization are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared grants are the only ones of the organization. An undeclared grant is drift, and the next
 * `pulumi up --refresh` removes it. The creation removes existing undeclared grants.
 *
 * **Updates** first add grants, then remove grants, one in a call.
 *
 * **Destroy** removes only the declared grants from the organization. The grants themselves stay. If the organization or a grant was deleted, nothing
 * is left to remove.
 *
 * **Events**: the service sends no events about these grants. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every plan has organizations for machine-to-machine access; without it, the service refuses the grants.
 *
 * The id is that of the organization. Routes: `GET|POST /organizations/{id}/client-grants`, `DELETE /organizations/{id}/client-grants/{grant_id}`;
 * scopes `read|create|delete:organization_client_grants`.
 *
 * @constructor Manages client grants of an organization.
 */
export const organizationClientGrants = {
  type: "OrganizationClientGrants",
  schema: organizationClientGrantsSchema,
  plural: "client grants of organizations",
  route: "organizations/{organizationId}/client-grants",
  scopes: {
    create: [...grantScopes.read, ...grantScopes.create, ...grantScopes.delete],
    read: grantScopes.read,
    update: [...grantScopes.read, ...grantScopes.create, ...grantScopes.delete],
    delete: grantScopes.delete,
  },
  uniqueBy: ["organizationId"],
  rateGroups: [
    { route: "organizations/*/client-grants", calls: "reads" },
    { route: "organizations/*/client-grants", calls: "writes", refills: { 5: 150 / 60 } },
  ],
  members: { key: "id", paging: "offset", single: "grant_id", refusesKnown: true },
  listing: {
    paging: "offset",
    names: [],
    owners: {
      definition: organization,
      collection: "client-grants",
      onlyWith: {
        definition: clientGrant,
        has: (grant) => ["allow", "require"].includes(String(own(grant, "organization_usage"))),
      },
    },
  },
} as const satisfies Definition;

/** The applications of an organization. Bounds follow the service's documentation. */
export const organizationClientsSchema = {
  noun: "organization",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /**
     * The applications by their ids: `{ [id]: { useForMemberAccess: true } }`, at most 100. The service's own form, an array of `{ client_id,
     * use_for_member_access }`, is also accepted, and its ids can be outputs, such as the `id` of a Client; the output is always the map.
     *
     * @interface OrganizationClientEntry An application of an organization, in the service's own form.
     *
     * @output The map, in whichever form the program declares the applications.
     */
    clients: {
      kind: "map",
      keyWire: "client_id",
      required: true,
      idOf: "client",
      affectsTarget: true,
      /** The id of the application. */
      key: {
        kind: "string",
        min: 1,
        pattern: { source: "^(?!__proto__$)", says: "must not be __proto__, because Pulumi loses a key of this name" },
      },
      /**
       * How an organization uses an application.
       *
       * @interface OrganizationClient How an organization uses an application.
       */
      value: {
        kind: "object",
        fields: {
          /** Whether members of the organization can access the application. Default: false. */
          useForMemberAccess: { kind: "boolean", ...defaultsTo(false) },
        },
      },
      max: 100,
      absent: {},
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
      safeguard: "Members of the organization can access these applications.",
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared applications are removed from the organization. With false, only the declared applications are managed, so several
     * stacks can add applications to one organization. A change of this option alone removes nothing. Default: false.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const clientScopes = scopesFor("organization_clients");

/**
 * Applications of an organization, each with whether members of the organization can access it.
 *
 * {@example}
 *
 * The service enforces this only in an organization with `isAppEntitlementActive: true`.
 *
 * **Shared** by default: a declared application is added, is drift if it is missing or has another `useForMemberAccess`, and is removed when you
 * remove it from the program. Other applications of the organization are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are the only ones of the organization. An undeclared application is drift, and the
 * next `pulumi up --refresh` removes it. The creation removes existing undeclared applications.
 *
 * **Updates** first add applications, then remove applications, 10 in a call, and then change `useForMemberAccess`, each in a call. An application whose
 * `useForMemberAccess` changes stays in the organization meanwhile.
 *
 * **Destroy** removes only the declared applications from the organization. The applications themselves stay. If the organization or an application
 * was deleted, nothing is left to remove.
 *
 * **Events**: the service sends no events about these applications. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every tenant has applications of organizations. The service then refuses the calls as if the token lacked a scope.
 *
 * The id is that of the organization. Routes: `GET|POST|DELETE /organizations/{id}/clients`, `PATCH /organizations/{id}/clients/{client_id}`; scopes
 * `read|create|update|delete:organization_clients`.
 *
 * @constructor Manages applications of an organization.
 */
export const organizationClients = {
  type: "OrganizationClients",
  schema: organizationClientsSchema,
  plural: "applications of organizations",
  route: "organizations/{organizationId}/clients",
  scopes: {
    create: [...clientScopes.read, ...clientScopes.create, ...clientScopes.update, ...clientScopes.delete],
    read: clientScopes.read,
    update: [...clientScopes.read, ...clientScopes.create, ...clientScopes.update, ...clientScopes.delete],
    delete: clientScopes.delete,
  },
  uniqueBy: ["organizationId"],
  members: { key: "client_id", paging: "checkpoint", atOnce: 10, refusesKnown: true },
  listing: {
    paging: "checkpoint",
    names: [],
    owners: {
      definition: organization,
      collection: "clients",
      // Only newer tenants return the key, and older ones have no such applications.
      onlyWith: { definition: organization, has: (one) => own(one, "is_app_entitlement_active") !== undefined },
    },
  },
} as const satisfies Definition;

/** A domain by which the service finds an organization. Bounds follow the service's documentation. */
export const organizationDiscoveryDomainSchema = {
  noun: "discovery domain",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId: { ...organizationId, affectsTarget: true },
    /**
     * The domain of e-mail addresses: {@bounds}. A change replaces the resource.
     *
     * @example north.example.com
     */
    domain: { kind: "string", required: true, forceNew: true, min: 1, max: 255 },
    /**
     * Whether the domain counts as verified. Not managed unless declared: a new domain is `pending`, and self-service can verify it. Cannot be
     * cleared.
     */
    status: {
      kind: "string",
      oneOf: ["pending", "verified"],
      clear: { how: "release" },
      initial: "pending",
      safeguard:
        "The service takes `verified` on the caller's word: logins with addresses of the domain go to this organization.",
    },
    /**
     * Whether the service finds the organization by this domain at logins, once the domain is verified. When cleared: true.
     *
     * @answers {boolean | undefined} Whether the service finds the organization by this domain at logins.
     */
    // Older tenants do not return the key.
    useForOrganizationDiscovery: {
      kind: "boolean",
      ...defaultsTo(true),
      activates: [{ on: true, content: ["status"] }],
      safeguard: "If true, users with addresses of the domain are sent to this organization.",
      weaker: true,
    },
    /** The host name for the DNS record that proves the ownership of the domain. */
    verificationHost: { kind: "string", computed: true, required: true },
    /** The text of the TXT record at `verificationHost`. */
    verificationTxt: { kind: "string", computed: true, required: true, notSecret: true },
  },
} as const satisfies Schema;

/**
 * A domain of e-mail addresses by which the service finds an organization at logins.
 *
 * {@example}
 *
 * **Verification**: create the TXT record of `verificationHost` and `verificationTxt` in DNS. The service never checks it on its own:
 * whoever has verified the domain sets `status`, a team with this resource or an administrator of the organization in self-service.
 *
 * **Security**: the service takes `status: "verified"` on the caller's word, without a look at DNS. A wrong domain sends the logins of another
 * company to this organization, and to its identity provider. So `status` is sent only if the program declares it, each check of `verified` prints a
 * warning, and the rule `org-domain-verified-by-hand` of the baseline reports it. Declare `verified` only after a check of the TXT record.
 *
 * **Updates** send the changed properties in one call.
 *
 * **Deletion** ends the discovery by this domain. The organization and its members stay. A domain that is created again gets another
 * `verificationTxt`.
 *
 * **Events**: the service sends no events about domains. Only a refresh finds changes made outside Pulumi.
 *
 * An organization can have 100 domains. The id is `organizationId::ord_…`. Routes: `GET|POST /organizations/{id}/discovery-domains`, `GET|PATCH|DELETE
 * /organizations/{id}/discovery-domains/{discovery_domain_id}`; scopes `create|read|update|delete:organization_discovery_domains`.
 *
 * @arguments A `status` that you remove from the program stays as it is.
 *
 * @adopt Whether a domain that the organization already has is adopted instead of causing an error. Only used at creation.
 *
 * @constructor Manages a domain of an organization.
 */
export const organizationDiscoveryDomain = {
  type: "OrganizationDiscoveryDomain",
  schema: organizationDiscoveryDomainSchema,
  plural: "discovery domains of organizations",
  route: "organizations/{organizationId}/discovery-domains",
  scopes: scopesFor("organization_discovery_domains"),
  uniqueBy: ["domain", "organizationId"],
  listing: {
    paging: "checkpoint",
    collection: "domains",
    names: ["domain", "id"],
    owners: { definition: organization, collection: "discovery-domains", key: "id" },
  },
} as const satisfies Definition;

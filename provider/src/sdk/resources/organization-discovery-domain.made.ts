// Made of `types/organization-parts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organizationDiscoveryDomain } from "../../types/organization-parts/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of an {@link OrganizationDiscoveryDomain}.
 *
 * Only declared properties are managed. A `status` that you remove from the program stays as it is.
 */
export interface OrganizationDiscoveryDomainArgs {
  /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
  organizationId: pulumi.Input<string>;
  /** The domain of e-mail addresses: 1 to 255 characters. A change replaces the resource. */
  domain: pulumi.Input<string>;
  /**
   * Whether the domain counts as verified. Not managed unless declared: a new domain is `pending`, and self-service can verify it. Cannot be
   * cleared.
   */
  status?: pulumi.Input<"pending" | "verified" | undefined>;
  /**
   * Whether the service finds the organization by this domain at logins, once the domain is verified. When cleared:
   * true. A run that would put undeclared values of another client in `status` into force is refused.
   */
  useForOrganizationDiscovery?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a domain that the organization already has is adopted instead of causing an error. Only used at creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A domain of e-mail addresses by which the service finds an organization at logins.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const domain = new tenant.OrganizationDiscoveryDomain("north", {
 *   organizationId: north.id,
 *   domain: "north.example.com",
 * });
 * export const record = { name: domain.verificationHost, type: "TXT", value: domain.verificationTxt };
 * ```
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
 */
export class OrganizationDiscoveryDomain extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organizationDiscoveryDomain.type);

  declare readonly organizationId: pulumi.Output<string>;
  declare readonly domain: pulumi.Output<string>;
  declare readonly status: pulumi.Output<"pending" | "verified" | undefined>;
  declare readonly useForOrganizationDiscovery: pulumi.Output<boolean | undefined>;
  /** The host name for the DNS record that proves the ownership of the domain. */
  declare readonly verificationHost: pulumi.Output<string>;
  /** The text of the TXT record at `verificationHost`. */
  declare readonly verificationTxt: pulumi.Output<string>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /** Manages a domain of an organization. */
  constructor(name: string, args: OrganizationDiscoveryDomainArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organizationDiscoveryDomain, name, args, opts);
  }
}

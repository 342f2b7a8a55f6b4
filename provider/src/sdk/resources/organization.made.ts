// Made of `types/organization/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { organization } from "../../types/organization/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** The colours of an organization's login pages, as HTML colours: `#0059d6`. */
export interface OrganizationColors {
  /** The colour of buttons and links. */
  primary: pulumi.Input<string>;
  /** The background colour of the pages. */
  pageBackground: pulumi.Input<string>;
}

/** The appearance of an organization's login pages. */
export interface OrganizationBranding {
  /** The URL of the logo. It must begin with `https://`. Cannot be cleared. */
  logoUrl?: pulumi.Input<string | undefined>;
  /** The colours; both are required. Cannot be cleared. */
  colors?: pulumi.Input<OrganizationColors | undefined>;
}

/**
 * The token quota of the applications of an organization. At least one of its
 * properties must be set.
 */
export interface OrganizationTokenQuotaClientCredentials {
  /**
   * Whether the quota is enforced. Otherwise, exceeding it is only logged. A run that would put undeclared values of
   * another client in `perDay` and `perHour` into force is refused.
   */
  enforce?: pulumi.Input<boolean | undefined>;
  /** The number of tokens in a day: 1 to 2,147,483,647. */
  perDay?: pulumi.Input<number | undefined>;
  /** The number of tokens in an hour: 1 to 2,147,483,647. */
  perHour?: pulumi.Input<number | undefined>;
}

/** The token quotas of an organization. */
export interface OrganizationTokenQuota {
  /** The quota of the client credentials flow. */
  clientCredentials: pulumi.Input<OrganizationTokenQuotaClientCredentials>;
}

/**
 * The arguments of an {@link Organization}.
 *
 * Only declared properties are managed; in `branding`, `metadata` and `tokenQuota`, only declared keys. A property that
 * you remove from the program gets the default of a new organization. A property that cannot be cleared stays as it is.
 */
export interface OrganizationArgs {
  /**
   * The name, unique within the tenant: 1 to 50 lower-case letters, digits, `_` and `-`, with a letter or digit at both ends; it must not
   * begin with `org_`. A change renames the organization: its id and members stay. Tokens that were issued before contain the old name.
   */
  name: pulumi.Input<string>;
  /** The name on login pages: 1 to 255 characters. Cannot be cleared. */
  displayName?: pulumi.Input<string | undefined>;
  /** The appearance of the login pages. Cannot be cleared. */
  branding?: pulumi.Input<OrganizationBranding | undefined>;
  /**
   * Custom keys and values: at most 25 keys, values of at most 255 characters. Undeclared keys stay as they are. Removing a key from the
   * program removes it at the tenant.
   */
  metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** The token quotas of the organization. Early access. When cleared: no quota. */
  tokenQuota?: pulumi.Input<OrganizationTokenQuota | undefined>;
  /** Whether third-party applications can use the organization: `allow` or `block`. When cleared: `block`. */
  thirdPartyClientAccess?: pulumi.Input<"allow" | "block" | undefined>;
  /**
   * Whether the organization can use only the applications that it is entitled to. Early access. When cleared: false.
   */
  isAppEntitlementActive?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether an existing organization with this `name` is adopted instead of causing an error. Only used at creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An organization: a customer of your product, with members, connections and login pages of its own.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization(
 *   "north",
 *   {
 *     name: "north",
 *     displayName: "North",
 *     branding: { logoUrl: "https://north.example.com/logo.png" },
 *     metadata: { plan: "enterprise" },
 *   },
 *   { protect: true },
 * );
 * export const northId = north.id;
 * ```
 *
 * **Updates** send the changed properties in one call. If `branding`, `metadata` or `tokenQuota` change, the provider reads the
 * organization first: the service replaces each of these objects as a whole, and undeclared properties must stay.
 *
 * **Deletion** deletes all memberships, with the members' roles in the organization. The users, the connections and the roles stay. To
 * protect an organization from deletion, set the resource option `protect: true`.
 *
 * Routes: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`; to find one by its `name`, `GET /organizations/name/{name}`; to
 * find many, `GET /organizations`. Scopes: `create|read|update|delete:organizations`.
 */
export class Organization extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(organization.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly displayName: pulumi.Output<string | undefined>;
  declare readonly branding: pulumi.Output<pulumi.Unwrap<OrganizationBranding> | undefined>;
  declare readonly metadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly tokenQuota: pulumi.Output<pulumi.Unwrap<OrganizationTokenQuota> | undefined>;
  declare readonly thirdPartyClientAccess: pulumi.Output<"allow" | "block" | undefined>;
  declare readonly isAppEntitlementActive: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an organization.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: OrganizationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organization, name, args, opts);
  }
}

/**
 * An organization as look-ups return it, without `metadata`, which can contain secrets. A property that the service
 * omits is absent.
 */
export interface GetOrganizationResult {
  /** The organization's id: `org_…`. */
  readonly id: string;
  /** The name, unique within the tenant. */
  readonly name: string;
  /** The name on login pages. */
  readonly displayName?: string | undefined;
  /** The appearance of the login pages. */
  readonly branding?: pulumi.Unwrap<OrganizationBranding> | undefined;
  /** The token quotas of the organization. Early access. */
  readonly tokenQuota?: pulumi.Unwrap<OrganizationTokenQuota> | undefined;
  /** Whether third-party applications can use the organization. */
  readonly thirdPartyClientAccess?: "allow" | "block" | undefined;
  /** Whether the organization can use only the applications that it is entitled to. Early access. */
  readonly isAppEntitlementActive?: boolean | undefined;
}

/** The requested organization: exactly one of name and id. */
export type GetOrganizationArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetOrganizationArgs} with values that may be outputs. */
export type GetOrganizationOutputArgs = OutputArgs<GetOrganizationArgs>;

/** The filter for organizations. Texts are compared exactly, including letter case. Default: all organizations. */
export interface GetOrganizationsArgs {
  /** The name, unique within the tenant. */
  name?: string | undefined;
  /** The name on login pages. */
  displayName?: string | undefined;
}

/** {@link GetOrganizationsArgs} with values that may be outputs. */
export type GetOrganizationsOutputArgs = OutputArgs<GetOrganizationsArgs>;

/** The result of {@link getOrganizations}. */
export interface GetOrganizationsResult {
  /** The objects, in the service's order. */
  readonly organizations: GetOrganizationResult[];
}

const { one, all } = commonLookUps<
  GetOrganizationArgs,
  GetOrganizationResult,
  GetOrganizationsArgs,
  GetOrganizationsResult
>(organization);

/**
 * One organization, managed or not. Routes: `GET /organizations/name/{name}`, `GET /organizations/{id}`; scope:
 * `read:organizations`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const organization = await tenant.getOrganization({ name: "north" });
 * export const organizationId = organization.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getOrganization = one.plain;

/** {@link getOrganization} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationOutput = one.output;

/**
 * The tenant's organizations. Route: `GET /organizations`; scope: `read:organizations`. The function reads all
 * organizations and then applies the filters. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { organizations } = await tenant.getOrganizations();
 * export const organizationNames = organizations.map(({ name }) => name);
 * ```
 */
export const getOrganizations = all.plain;

/** {@link getOrganizations} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationsOutput = all.output;

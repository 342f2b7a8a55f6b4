// Made of `definitions/organization.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { organization } from "../../definitions/organization.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs } from "../data-source.ts";
import { commonLookUps } from "../look-ups.ts";

/** The colours of an organization's login pages, as HTML colours: `#0059d6`. */
export interface OrganizationColors {
  /** The colour of buttons and links. */
  primary: pulumi.Input<string>;
  /** The colour behind everything. */
  pageBackground: pulumi.Input<string>;
}

/** How an organization's login pages look. */
export interface OrganizationBranding {
  /** Where the logo is: a URL that begins with `https://`. Not cleared: it stays as it is. */
  logoUrl?: pulumi.Input<string | undefined>;
  /** Both colours. Not cleared: they stay as they are. */
  colors?: pulumi.Input<OrganizationColors | undefined>;
}

/** How many tokens the applications of an organization can have. At least one of them. */
export interface OrganizationTokenQuotaClientCredentials {
  /** Whether the quota is enforced, not only logged. */
  enforce?: pulumi.Input<boolean | undefined>;
  /** Tokens in a day, 1 to 2,147,483,647. */
  perDay?: pulumi.Input<number | undefined>;
  /** Tokens in an hour, 1 to 2,147,483,647. */
  perHour?: pulumi.Input<number | undefined>;
}

/** The token quotas of an organization. */
export interface OrganizationTokenQuota {
  /** For tokens that applications get for themselves. */
  clientCredentials: pulumi.Input<OrganizationTokenQuotaClientCredentials>;
}

/**
 * The arguments of an {@link Organization}.
 *
 * Only what is declared is managed, in `branding`, `metadata` and `tokenQuota` each member by itself. What the program
 * no longer declares goes back to what a new organization has; what cannot be cleared stays as it is, and says so
 * below.
 */
export interface OrganizationArgs {
  /**
   * The name, unique within the tenant: 1 to 50 lower-case letters, digits, `_` and `-`, with a letter or digit at both ends; it must not
   * begin with `org_`. A change renames: the id, the members and all else stay. Tokens that were issued before keep the old name.
   */
  name: pulumi.Input<string>;
  /** The name that people see, 1 to 255 characters. Not cleared: it stays as it is. */
  displayName?: pulumi.Input<string | undefined>;
  /** How the login pages look. The service has no way to take it away. Not cleared: it stays as it is. */
  branding?: pulumi.Input<OrganizationBranding | undefined>;
  /**
   * Keys and values of your own: at most 25 keys, values of at most 255 characters. Keys that the program does not declare stay as they are.
   * Cleared: the key is removed.
   */
  metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** How many tokens the organization can have. Early access. Cleared: no quota. */
  tokenQuota?: pulumi.Input<OrganizationTokenQuota | undefined>;
  /** Whether third-party applications can use the organization: `allow` or `block`. Cleared: `block`. */
  thirdPartyClientAccess?: pulumi.Input<"allow" | "block" | undefined>;
  /** Whether the organization can use only the applications that it is entitled to. Early access. Cleared: false. */
  isAppEntitlementActive?: pulumi.Input<boolean | undefined>;
  /** Takes over an organization with this `name` that exists already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An organization: a customer of your product, with its own members, connections and login pages.
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
 * **Updates** send the changed properties in one call. Where `branding`, `metadata` or `tokenQuota` change, the organization is read first:
 * the service replaces them whole, and what others have put there stays.
 *
 * **Deletion** takes the access of all members: they lose their membership and the roles that they have there. The users, the
 * connections and the roles stay. Nothing protects it by default; say `protect: true`.
 *
 * Routes: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`; to find one by its `name`, `GET /organizations/name/{name}`, and where
 * many are looked for, `GET /organizations`.
 * Scopes: `create|read|update|delete:organizations`.
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

  /**
   * Manages an organization.
   *
   * All wrong arguments are reported at once, before anything is sent. A name that is taken is an error without
   * `adopt`.
   */
  constructor(name: string, args: OrganizationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(organization, name, args, opts);
  }
}

/**
 * An organization as look-ups answer it, without `metadata`, which can hold secrets. A property that the service leaves
 * out is absent.
 */
export interface GetOrganizationResult {
  /** The organization's id: `org_…`. */
  readonly id: string;
  /** The name, which no two organizations share. */
  readonly name: string;
  /** The name that people see. */
  readonly displayName?: string | undefined;
  /** How the login pages look. */
  readonly branding?: pulumi.Unwrap<OrganizationBranding> | undefined;
  /** How many tokens the organization can have. Early access. */
  readonly tokenQuota?: pulumi.Unwrap<OrganizationTokenQuota> | undefined;
  /** Whether third-party applications can use the organization. */
  readonly thirdPartyClientAccess?: "allow" | "block" | undefined;
  /** Whether the organization can use only the applications that it is entitled to. Early access. */
  readonly isAppEntitlementActive?: boolean | undefined;
}

/** Which organization to look for: exactly one of name and id. */
export type GetOrganizationArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetOrganizationArgs} with values that may be outputs. */
export type GetOrganizationOutputArgs = OutputArgs<GetOrganizationArgs>;

/** Which organizations to look for. Texts must be equal, letter case included. Default: all organizations. */
export interface GetOrganizationsArgs {
  /** The name, which no two organizations share. */
  name?: string | undefined;
  /** The name that people see. */
  displayName?: string | undefined;
}

/** {@link GetOrganizationsArgs} with values that may be outputs. */
export type GetOrganizationsOutputArgs = OutputArgs<GetOrganizationsArgs>;

/** The answer of {@link getOrganizations}. */
export interface GetOrganizationsResult {
  /** In the service's order. */
  readonly organizations: GetOrganizationResult[];
}

const { one, all } = commonLookUps<
  GetOrganizationArgs,
  GetOrganizationResult,
  GetOrganizationsArgs,
  GetOrganizationsResult
>(organization);

/**
 * One organization, whoever manages it. Routes: `GET /organizations/name/{name}`, `GET /organizations/{id}`; scope:
 * `read:organizations`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const organization = await tenant.getOrganization({ name: "north" });
 * export const organizationId = organization.id;
 * ```
 *
 * @throws RunError also if there is none
 */
export const getOrganization = one.plain;

/** {@link getOrganization} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationOutput = one.output;

/**
 * The tenant's organizations. Route: `GET /organizations`; scope: `read:organizations`. All organizations are read, and
 * the filters are applied to what was read. {@link LookUp} says what look-ups have in common.
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

// Made of `types/profiles/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connectionProfile } from "../../types/profiles/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** How a new connection is added to an organization. */
export interface ConnectionProfileOrganization {
  /** Whether the organization's login page shows a button for the connection. */
  showAsButton?: pulumi.Input<"none" | "optional" | "required" | undefined>;
  /** Whether users become members of the organization when they log in. */
  assignMembershipOnLogin?: pulumi.Input<"none" | "optional" | "required" | undefined>;
}

/** The tokens with which an identity provider provisions users by SCIM. */
export interface ConnectionProfileScimTokens {
  /** What a token permits, in any order. */
  scopes: pulumi.Input<pulumi.Input<"get:users" | "post:users" | "put:users" | "patch:users" | "delete:users">[]>;
  /** The usual lifetime of a token, in seconds: 1 to 2,147,483,647. When cleared: no end. */
  defaultExpiry?: pulumi.Input<number | undefined>;
  /** The longest lifetime of a token, in seconds: 1 to 2,147,483,647. When cleared: no bound. */
  maxAllowedExpiry?: pulumi.Input<number | undefined>;
}

/** The provisioning of users by SCIM. */
export interface ConnectionProfileScim {
  /** The tokens of new connections. */
  tokens: pulumi.Input<ConnectionProfileScimTokens>;
}

/** How identity providers provision users. */
export interface ConnectionProfileProvisioning {
  /** SCIM. */
  scim?: pulumi.Input<ConnectionProfileScim | undefined>;
}

/** The status of cross-app access in new connections. */
export interface ConnectionProfileCrossAppAccessStatus {
  /** The usual status. Cannot be cleared. */
  defaultValue: pulumi.Input<"enabled" | "disabled">;
  /** The statuses that administrators can choose, in any order. */
  allowedValues?: pulumi.Input<pulumi.Input<"enabled" | "disabled">[] | undefined>;
}

/** The cross-app access of new connections. */
export interface ConnectionProfileCrossAppAccess {
  /** The status of new connections. */
  status: pulumi.Input<ConnectionProfileCrossAppAccessStatus>;
}

/** The settings of new connections of one strategy. */
export interface ConnectionProfileOverride {
  /** The features that administrators can set up, in any order. */
  enabledFeatures?: pulumi.Input<pulumi.Input<"scim" | "universal_logout">[] | undefined>;
  /** How identity providers provision users. */
  provisioning?: pulumi.Input<ConnectionProfileProvisioning | undefined>;
  /** Further settings of new connections, under the service's own names. */
  connectionConfig?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
}

/**
 * The arguments of a {@link ConnectionProfile}.
 *
 * Only declared properties are managed.
 */
export interface ConnectionProfileArgs {
  /** The name, unique within the tenant: 1 to 50 characters. */
  name: pulumi.Input<string>;
  /** How a new connection is added to the organization. */
  organization?: pulumi.Input<ConnectionProfileOrganization | undefined>;
  /**
   * The begin of the names of new connections, up to 15 characters: letters, digits, single hyphens, `{org_id}`,
   * `{org_name}`. When cleared: none.
   */
  connectionNamePrefixTemplate?: pulumi.Input<string | undefined>;
  /** The features that administrators can set up, in any order. When cleared: none. */
  enabledFeatures?: pulumi.Input<pulumi.Input<"scim" | "universal_logout">[] | undefined>;
  /** How identity providers provision users. When cleared: none. */
  provisioning?: pulumi.Input<ConnectionProfileProvisioning | undefined>;
  /**
   * Whether administrators can let requesting applications use new connections (cross-app access). The usual status
   * cannot be cleared.
   */
  crossAppAccessResourceApp?: pulumi.Input<ConnectionProfileCrossAppAccess | undefined>;
  /** Further settings of new connections, under the service's own names. */
  connectionConfig?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Other settings for single strategies, by strategy, such as `{ okta: { enabledFeatures: ["scim"] } }`. */
  strategyOverrides?: pulumi.Input<Readonly<Record<string, pulumi.Input<ConnectionProfileOverride>>> | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing profile with this `name` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A connection profile: what connections have that organizations' administrators create themselves. Applications refer to it. A tenant without the feature
 * refuses the resource, with a message that names the cause.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.ConnectionProfile("customers", {
 *   name: "Customers",
 *   organization: { showAsButton: "optional", assignMembershipOnLogin: "required" },
 *   connectionNamePrefixTemplate: "{org_id}",
 *   enabledFeatures: ["scim"],
 * });
 * ```
 *
 * **Updates** send only the changed properties.
 *
 * **Destroy** deletes the profile. Objects that still refer to it stay.
 *
 * **Events**: the service sends no events about profiles. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /connection-profiles`, `GET|PATCH|DELETE /connection-profiles/{id}`; to find a profile by its `name`,
 * `GET /connection-profiles`.
 * Scopes: `create|read|update|delete:connection_profiles`.
 */
export class ConnectionProfile extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionProfile.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly organization: pulumi.Output<pulumi.Unwrap<ConnectionProfileOrganization> | undefined>;
  declare readonly connectionNamePrefixTemplate: pulumi.Output<string | undefined>;
  declare readonly enabledFeatures: pulumi.Output<("scim" | "universal_logout")[] | undefined>;
  declare readonly provisioning: pulumi.Output<pulumi.Unwrap<ConnectionProfileProvisioning> | undefined>;
  declare readonly crossAppAccessResourceApp: pulumi.Output<pulumi.Unwrap<ConnectionProfileCrossAppAccess> | undefined>;
  declare readonly connectionConfig: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly strategyOverrides: pulumi.Output<
    | Readonly<
        Record<
          string,
          pulumi.Unwrap<Omit<ConnectionProfileOverride, "connectionConfig">> & {
            connectionConfig?: Readonly<Record<string, unknown>> | undefined;
          }
        >
      >
    | undefined
  >;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a connection profile.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: ConnectionProfileArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionProfile, name, args, opts);
  }
}

/**
 * A connection profile as look-ups return it, without `connectionConfig` and `strategyOverrides`, which can contain
 * secrets. A property that the service omits is absent.
 */
export interface GetConnectionProfileResult {
  /** The profile's id: `cop_…`. */
  readonly id: string;
  /** The name, unique within the tenant. */
  readonly name: string;
  /** How a new connection is added to the organization. */
  readonly organization?: pulumi.Unwrap<ConnectionProfileOrganization> | undefined;
  /**
   * The begin of the names of new connections, up to 15 characters: letters, digits, single hyphens, `{org_id}`,
   * `{org_name}`.
   */
  readonly connectionNamePrefixTemplate?: string | undefined;
  /** The features that administrators can set up, in any order. */
  readonly enabledFeatures: ("scim" | "universal_logout")[];
  /** How identity providers provision users. */
  readonly provisioning?: pulumi.Unwrap<ConnectionProfileProvisioning> | undefined;
  /**
   * Whether administrators can let requesting applications use new connections (cross-app access). The usual status
   * cannot be cleared.
   */
  readonly crossAppAccessResourceApp?: pulumi.Unwrap<ConnectionProfileCrossAppAccess> | undefined;
}

/** The requested connection profile: exactly one of name and id. */
export type GetConnectionProfileArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetConnectionProfileArgs} with values that may be outputs. */
export type GetConnectionProfileOutputArgs = OutputArgs<GetConnectionProfileArgs>;

/**
 * The filter for connection profiles. Texts are compared exactly, including letter case. Default: all connection
 * profiles.
 */
export interface GetConnectionProfilesArgs {
  /** The name, unique within the tenant. */
  name?: string | undefined;
}

/** {@link GetConnectionProfilesArgs} with values that may be outputs. */
export type GetConnectionProfilesOutputArgs = OutputArgs<GetConnectionProfilesArgs>;

/** The result of {@link getConnectionProfiles}. */
export interface GetConnectionProfilesResult {
  /** The objects, in the service's order. */
  readonly connectionProfiles: GetConnectionProfileResult[];
}

const { one, all } = commonLookUps<
  GetConnectionProfileArgs,
  GetConnectionProfileResult,
  GetConnectionProfilesArgs,
  GetConnectionProfilesResult
>(connectionProfile);

/**
 * One connection profile, managed or not. Routes: `GET /connection-profiles`, `GET /connection-profiles/{id}`; scope:
 * `read:connection_profiles`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const profile = await tenant.getConnectionProfile({ name: "Customers" });
 * export const profileId = profile.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getConnectionProfile = one.plain;

/** {@link getConnectionProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionProfileOutput = one.output;

/**
 * The tenant's connection profiles. Route: `GET /connection-profiles`; scope: `read:connection_profiles`. The function
 * reads all connection profiles and then applies the filter. {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { connectionProfiles } = await tenant.getConnectionProfiles();
 * export const connectionProfileNames = connectionProfiles.map(({ name }) => name);
 * ```
 */
export const getConnectionProfiles = all.plain;

/** {@link getConnectionProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionProfilesOutput = all.output;

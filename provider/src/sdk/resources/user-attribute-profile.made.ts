// Made of `types/profiles/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { userAttributeProfile } from "../../types/profiles/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** Where the id of users of one strategy comes from. */
export interface UserAttributeProfileUserIdOverride {
  /** The claim of an ID token. */
  oidcMapping?: pulumi.Input<"sub" | "oid" | "email" | undefined>;
  /** The attributes of a SAML assertion, in order of preference. */
  samlMapping?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The attribute in SCIM: 1 to 128 characters. */
  scimMapping?: pulumi.Input<string | undefined>;
}

/** Where the id of users comes from. */
export interface UserAttributeProfileUserId {
  /** The claim of an ID token. When cleared: `sub`. */
  oidcMapping?: pulumi.Input<"sub" | undefined>;
  /**
   * The attributes of a SAML assertion, in order of preference: 1 to 3 elements, of 1 to 128 characters. When cleared: the claims `nameidentifier`,
   * `upn` and `name`.
   */
  samlMapping?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The attribute in SCIM: 1 to 128 characters. When cleared: `externalId`. */
  scimMapping?: pulumi.Input<string | undefined>;
  /** Other sources for single strategies, by strategy, such as `{ okta: { oidcMapping: "sub" } }`. */
  strategyOverrides?: pulumi.Input<
    Readonly<Record<string, pulumi.Input<UserAttributeProfileUserIdOverride>>> | undefined
  >;
}

/** The claim of an ID token that an attribute gets. */
export interface UserAttributeProfileOidcMapping {
  /** The claim: 1 to 50 characters. */
  mapping: pulumi.Input<string>;
  /** The name of the claim on setup pages: 1 to 50 characters. */
  displayName?: pulumi.Input<string | undefined>;
}

/** Where an attribute of users of one strategy comes from. */
export interface UserAttributeProfileOverride {
  /** The claim of an ID token. */
  oidcMapping?: pulumi.Input<UserAttributeProfileOidcMapping | undefined>;
  /**
   * The names of the attribute in SAML assertions, in order of preference: 1 to 3 elements, of 1 to 128 characters.
   */
  samlMapping?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The attribute in SCIM: 1 to 128 characters. */
  scimMapping?: pulumi.Input<string | undefined>;
}

/** An attribute of users, and where it comes from. */
export interface UserAttributeProfileAttribute {
  /** The description: 1 to 128 characters. */
  description: pulumi.Input<string>;
  /** The label on setup pages: 1 to 128 characters. */
  label: pulumi.Input<string>;
  /** Whether a user must have the attribute. */
  profileRequired: pulumi.Input<boolean>;
  /** The property of the user: 1 to 50 characters. */
  auth0Mapping: pulumi.Input<string>;
  /** The claim of an ID token. */
  oidcMapping?: pulumi.Input<UserAttributeProfileOidcMapping | undefined>;
  /**
   * The names of the attribute in SAML assertions, in order of preference: 1 to 3 elements, of 1 to 128 characters.
   */
  samlMapping?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The attribute in SCIM: 1 to 128 characters. */
  scimMapping?: pulumi.Input<string | undefined>;
  /** Other sources for single strategies, by strategy, such as `{ waad: { scimMapping: "emails" } }`. */
  strategyOverrides?: pulumi.Input<Readonly<Record<string, pulumi.Input<UserAttributeProfileOverride>>> | undefined>;
}

/**
 * The arguments of a {@link UserAttributeProfile}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a new profile.
 */
export interface UserAttributeProfileArgs {
  /** The name, unique within the tenant: 1 to 128 characters. */
  name: pulumi.Input<string>;
  /** Where the id of users comes from. */
  userId?: pulumi.Input<UserAttributeProfileUserId | undefined>;
  /** The attributes of users, by key: 1 to 64 of them. */
  userAttributes: pulumi.Input<Readonly<Record<string, pulumi.Input<UserAttributeProfileAttribute>>>>;
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
 * A user attribute profile: the attributes of users, and where each comes from in OpenID Connect, SAML and SCIM. Self-service profiles and applications
 * refer to it. Early access: a tenant without it refuses the resource, with a message that names the cause.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const customers = new tenant.UserAttributeProfile("customers", {
 *   name: "Customers",
 *   userAttributes: {
 *     email: {
 *       description: "The business e-mail address",
 *       label: "E-mail",
 *       profileRequired: true,
 *       auth0Mapping: "email",
 *       oidcMapping: { mapping: "email" },
 *       scimMapping: "emails[primary eq true].value",
 *     },
 *   },
 * });
 * export const customersId = customers.id;
 * ```
 *
 * **Attributes** have keys of your own. Only declared keys, and only declared properties of each attribute, are managed.
 *
 * **User id**: each write of the service fills up what it lacks of `userId` with defaults. So an update reads the profile first, and sends the tenant's
 * own values along.
 *
 * **Updates** send only the changed properties, besides `userId`.
 *
 * **Destroy** deletes the profile. Objects that still refer to it stay.
 *
 * **Events**: the service sends no events about profiles. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /user-attribute-profiles`, `GET|PATCH|DELETE /user-attribute-profiles/{id}`; to find a profile by its
 * `name`, `GET /user-attribute-profiles`.
 * Scopes: `create|read|update|delete:user_attribute_profiles`.
 */
export class UserAttributeProfile extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(userAttributeProfile.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly userId: pulumi.Output<pulumi.Unwrap<UserAttributeProfileUserId> | undefined>;
  declare readonly userAttributes: pulumi.Output<
    Readonly<Record<string, pulumi.Unwrap<UserAttributeProfileAttribute>>>
  >;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a user attribute profile.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: UserAttributeProfileArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(userAttributeProfile, name, args, opts);
  }
}

/**
 * A user attribute profile as look-ups return it, without `userAttributes`, which can contain secrets. A property that
 * the service omits is absent.
 */
export interface GetUserAttributeProfileResult {
  /** The profile's id: `uap_…`. */
  readonly id: string;
  /** The name, unique within the tenant. */
  readonly name: string;
  /** Where the id of users comes from. */
  readonly userId?: pulumi.Unwrap<UserAttributeProfileUserId> | undefined;
}

/** The requested user attribute profile: exactly one of name and id. */
export type GetUserAttributeProfileArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetUserAttributeProfileArgs} with values that may be outputs. */
export type GetUserAttributeProfileOutputArgs = OutputArgs<GetUserAttributeProfileArgs>;

/**
 * The filter for user attribute profiles. Texts are compared exactly, including letter case. Default: all user
 * attribute profiles.
 */
export interface GetUserAttributeProfilesArgs {
  /** The name, unique within the tenant. */
  name?: string | undefined;
}

/** {@link GetUserAttributeProfilesArgs} with values that may be outputs. */
export type GetUserAttributeProfilesOutputArgs = OutputArgs<GetUserAttributeProfilesArgs>;

/** The result of {@link getUserAttributeProfiles}. */
export interface GetUserAttributeProfilesResult {
  /** The objects, in the service's order. */
  readonly userAttributeProfiles: GetUserAttributeProfileResult[];
}

const { one, all } = commonLookUps<
  GetUserAttributeProfileArgs,
  GetUserAttributeProfileResult,
  GetUserAttributeProfilesArgs,
  GetUserAttributeProfilesResult
>(userAttributeProfile);

/**
 * One user attribute profile, managed or not. Routes: `GET /user-attribute-profiles`,
 * `GET /user-attribute-profiles/{id}`; scope: `read:user_attribute_profiles`. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const profile = await tenant.getUserAttributeProfile({ name: "Customers" });
 * export const profileId = profile.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getUserAttributeProfile = one.plain;

/** {@link getUserAttributeProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserAttributeProfileOutput = one.output;

/**
 * The tenant's user attribute profiles. Route: `GET /user-attribute-profiles`; scope: `read:user_attribute_profiles`.
 * The function reads all user attribute profiles and then applies the filter. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { userAttributeProfiles } = await tenant.getUserAttributeProfiles();
 * export const userAttributeProfileNames = userAttributeProfiles.map(({ name }) => name);
 * ```
 */
export const getUserAttributeProfiles = all.plain;

/** {@link getUserAttributeProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserAttributeProfilesOutput = all.output;

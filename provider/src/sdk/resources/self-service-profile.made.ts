// Made of `types/profiles/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { selfServiceProfile } from "../../types/profiles/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** The colors of self-service pages. */
export interface SelfServiceProfileColors {
  /** The main color, such as `#19aecc` or `#fff`. */
  primary: pulumi.Input<string>;
}

/** The look of self-service pages. */
export interface SelfServiceProfileBranding {
  /** The URL of the logo: with https, at most 1024 characters. */
  logoUrl?: pulumi.Input<string | undefined>;
  /** The colors. */
  colors?: pulumi.Input<SelfServiceProfileColors | undefined>;
}

/** An attribute that administrators map on self-service pages. */
export interface SelfServiceProfileUserAttribute {
  /** The name: at most 250 characters. */
  name: pulumi.Input<string>;
  /** The description for administrators. */
  description: pulumi.Input<string>;
  /** Whether administrators can omit the attribute. */
  isOptional: pulumi.Input<boolean>;
}

/**
 * The arguments of a {@link SelfServiceProfile}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a new profile.
 */
export interface SelfServiceProfileArgs {
  /** The name: 1 to 100 characters. Several profiles can have the same name. */
  name: pulumi.Input<string>;
  /** The description: 1 to 140 characters. When cleared: none. */
  description?: pulumi.Input<string | undefined>;
  /** The look of the pages. When cleared: none. */
  branding?: pulumi.Input<SelfServiceProfileBranding | undefined>;
  /** The strategies that administrators can choose, in any order: at least 1 element. Cannot be cleared. */
  allowedStrategies?: pulumi.Input<
    | pulumi.Input<
        | "oidc"
        | "samlp"
        | "waad"
        | "google-apps"
        | "adfs"
        | "okta"
        | "auth0-samlp"
        | "okta-samlp"
        | "keycloak-samlp"
        | "pingfederate"
      >[]
    | undefined
  >;
  /**
   * The attributes that the administrators map: at most 20 elements. Not together with `userAttributeProfileId`. When
   * cleared: none.
   */
  userAttributes?: pulumi.Input<pulumi.Input<SelfServiceProfileUserAttribute>[] | undefined>;
  /**
   * The id of the user attribute profile with the attributes: `uap_…`. Not together with `userAttributes`. When
   * cleared: none.
   */
  userAttributeProfileId?: pulumi.Input<string | undefined>;
  /**
   * The text at the top of the first page: 1 to 2000 characters, with a few HTML elements. When cleared: the service's
   * text.
   */
  introduction?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing profile with this `name` is adopted instead of creating another one. Only used at creation.
   * With false, a new profile is intended, and an older one with the same name can be deleted when it is removed from
   * the program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A self-service profile: the pages on which administrators of customers set up the connection of their company.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * new tenant.SelfServiceProfile("customers", {
 *   name: "Customers",
 *   description: "Companies connect their own identity provider",
 *   branding: { logoUrl: "https://www.example.com/logo.png", colors: { primary: "#19aecc" } },
 *   allowedStrategies: ["oidc", "samlp", "okta"],
 *   userAttributeProfileId: config.require("userAttributeProfileId"),
 *   introduction: "Welcome. Set up the connection of your company.",
 * });
 * ```
 *
 * **User attributes**: declare `userAttributes` or `userAttributeProfileId`. The service accepts only one of them, so a change from one to the other
 * takes two requests: the first clears the old one.
 *
 * **Introduction**: the text has a route and scopes of its own. It is read and written only if the program declares it. Other texts of the page stay.
 *
 * **Links** for administrators (tickets) are no configuration, so no resource creates them.
 *
 * **Updates** read the profile first, then send only the changed properties.
 *
 * **Destroy** deletes the profile with its texts.
 *
 * **Events**: the service sends no events about profiles. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /self-service-profiles`, `GET|PATCH|DELETE /self-service-profiles/{id}`,
 * `GET|PUT /self-service-profiles/{id}/custom-text/{language}/{page}`; to find a profile by its `name`,
 * `GET /self-service-profiles`.
 * Scopes: `create|read|update|delete:self_service_profiles`, `update|read:self_service_profile_custom_texts`.
 */
export class SelfServiceProfile extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(selfServiceProfile.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly branding: pulumi.Output<pulumi.Unwrap<SelfServiceProfileBranding> | undefined>;
  declare readonly allowedStrategies: pulumi.Output<
    | (
        | "oidc"
        | "samlp"
        | "waad"
        | "google-apps"
        | "adfs"
        | "okta"
        | "auth0-samlp"
        | "okta-samlp"
        | "keycloak-samlp"
        | "pingfederate"
      )[]
    | undefined
  >;
  declare readonly userAttributes: pulumi.Output<pulumi.Unwrap<SelfServiceProfileUserAttribute>[] | undefined>;
  declare readonly userAttributeProfileId: pulumi.Output<string | undefined>;
  declare readonly introduction: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a self-service profile.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: SelfServiceProfileArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(selfServiceProfile, name, args, opts);
  }
}

/**
 * A self-service profile as look-ups return it, without `introduction`, which can contain secrets. A property that the
 * service omits is absent.
 */
export interface GetSelfServiceProfileResult {
  /** The profile's id: `ssp_…`. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The description: 1 to 140 characters. */
  readonly description?: string | undefined;
  /** The look of the pages. */
  readonly branding?: pulumi.Unwrap<SelfServiceProfileBranding> | undefined;
  /** The strategies that administrators can choose, in any order: at least 1 element. */
  readonly allowedStrategies?:
    | (
        | "oidc"
        | "samlp"
        | "waad"
        | "google-apps"
        | "adfs"
        | "okta"
        | "auth0-samlp"
        | "okta-samlp"
        | "keycloak-samlp"
        | "pingfederate"
      )[]
    | undefined;
  /** The attributes that the administrators map: at most 20 elements. Not together with `userAttributeProfileId`. */
  readonly userAttributes: pulumi.Unwrap<SelfServiceProfileUserAttribute>[];
  /** The id of the user attribute profile with the attributes: `uap_…`. Not together with `userAttributes`. */
  readonly userAttributeProfileId?: string | undefined;
}

/** The requested self-service profile: exactly one of name and id. It is an error if several have the name. */
export type GetSelfServiceProfileArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetSelfServiceProfileArgs} with values that may be outputs. */
export type GetSelfServiceProfileOutputArgs = OutputArgs<GetSelfServiceProfileArgs>;

/**
 * The filter for self-service profiles. Texts are compared exactly, including letter case. Default: all self-service
 * profiles.
 */
export interface GetSelfServiceProfilesArgs {
  /** The name. Several self-service profiles can have it. */
  name?: string | undefined;
}

/** {@link GetSelfServiceProfilesArgs} with values that may be outputs. */
export type GetSelfServiceProfilesOutputArgs = OutputArgs<GetSelfServiceProfilesArgs>;

/** The result of {@link getSelfServiceProfiles}. */
export interface GetSelfServiceProfilesResult {
  /** The objects, in the service's order. */
  readonly selfServiceProfiles: GetSelfServiceProfileResult[];
}

const { one, all } = commonLookUps<
  GetSelfServiceProfileArgs,
  GetSelfServiceProfileResult,
  GetSelfServiceProfilesArgs,
  GetSelfServiceProfilesResult
>(selfServiceProfile);

/**
 * The self-service profile that matches. Routes: `GET /self-service-profiles`, `GET /self-service-profiles/{id}`;
 * scope: `read:self_service_profiles`, `read:self_service_profile_custom_texts`. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const profile = await tenant.getSelfServiceProfile({ name: "Customers" });
 * export const profileId = profile.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getSelfServiceProfile = one.plain;

/** {@link getSelfServiceProfile} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getSelfServiceProfileOutput = one.output;

/**
 * The tenant's self-service profiles. Route: `GET /self-service-profiles`; scope: `read:self_service_profiles`,
 * `read:self_service_profile_custom_texts`. The function reads all self-service profiles and then applies the filter.
 * {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { selfServiceProfiles } = await tenant.getSelfServiceProfiles();
 * export const selfServiceProfileNames = selfServiceProfiles.map(({ name }) => name);
 * ```
 */
export const getSelfServiceProfiles = all.plain;

/** {@link getSelfServiceProfiles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getSelfServiceProfilesOutput = all.output;

import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";

/** A mapping to the identity providers of a strategy, such as an attribute of SCIM. */
const scimMapping = { kind: "string", min: 1, max: 128 } as const;
const samlMapping = { kind: "list", item: { kind: "string", min: 1, max: 128 }, min: 1 } as const;

/** The claim of a token that an attribute gets, and its name in setup pages. */
const oidcMapping = {
  kind: "object",
  fields: {
    /** The claim: {@bounds}. */
    mapping: { kind: "string", required: true, min: 1, max: 50 },
    /** The name of the claim on setup pages: {@bounds}. */
    displayName: { kind: "string", min: 1, max: 50 },
  },
} as const;

/** The mappings of an attribute that identity providers of all strategies have. */
const mappings = {
  /**
   * The claim of an ID token.
   *
   * @interface UserAttributeProfileOidcMapping The claim of an ID token that an attribute gets.
   */
  oidcMapping,
  /** The names of the attribute in SAML assertions, in order of preference: {@bounds}, of 1 to 128 characters. */
  samlMapping: { ...samlMapping, max: 3 },
  /** The attribute in SCIM: {@bounds}. */
  scimMapping,
} as const;

/**
 * A user attribute profile: the attributes of users, and where each comes from in OpenID Connect, SAML and SCIM. Self-service profiles and applications
 * refer to it. Early access: a tenant without it refuses the resource, with a message that names the cause.
 *
 * {@example}
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
 * @arguments Only declared properties are managed. A property that you remove from the program gets the default of a new profile.
 *
 * @id The profile's id: `uap_…`.
 */
export const userAttributeProfile = {
  type: "UserAttributeProfile",
  schema: {
    noun: "user attribute profile",
    fields: {
      /**
       * The name, unique within the tenant: {@bounds}.
       *
       * @answers The name, unique within the tenant.
       * @example Customers
       */
      name: { kind: "string", required: true, min: 1, max: 128 },
      /**
       * Where the id of users comes from.
       *
       * @interface UserAttributeProfileUserId Where the id of users comes from.
       */
      userId: {
        kind: "object",
        clear: { how: "properties" },
        safeguard: "The value identifies the user at each login: users with the same value are one user.",
        fields: {
          /** The claim of an ID token. When cleared: `sub`. */
          oidcMapping: { kind: "string", oneOf: ["sub"], ...defaultsTo("sub") },
          /**
           * The attributes of a SAML assertion, in order of preference: {@bounds}, of 1 to 128 characters. When cleared: the claims `nameidentifier`,
           * `upn` and `name`.
           */
          samlMapping: {
            ...samlMapping,
            max: 3,
            ...defaultsTo(
              ["nameidentifier", "upn", "name"].map(
                (name) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`,
              ),
            ),
          },
          /** The attribute in SCIM: {@bounds}. When cleared: `externalId`. */
          scimMapping: { ...scimMapping, ...defaultsTo("externalId") },
          /**
           * Other sources for single strategies, by strategy, such as `{ okta: { oidcMapping: "sub" } }`.
           *
           * @interface UserAttributeProfileUserIdOverride Where the id of users of one strategy comes from.
           */
          strategyOverrides: {
            kind: "document",
            notSecret: true,
            values: {
              kind: "object",
              fields: {
                /** The claim of an ID token. */
                oidcMapping: { kind: "string", oneOf: ["sub", "oid", "email"] },
                /** The attributes of a SAML assertion, in order of preference. */
                samlMapping,
                /** The attribute in SCIM: {@bounds}. */
                scimMapping,
              },
            },
          },
        },
      },
      /**
       * The attributes of users, by key: 1 to 64 of them.
       *
       * @interface UserAttributeProfileAttribute An attribute of users, and where it comes from.
       */
      userAttributes: {
        kind: "document",
        notSecret: true,
        required: true,
        min: 1,
        max: 64,
        safeguard: "What a mapping names becomes a property of the user, by which actions and applications can decide.",
        values: {
          kind: "object",
          fields: {
            /** The description: {@bounds}. */
            description: { kind: "string", required: true, min: 1, max: 128 },
            /** The label on setup pages: {@bounds}. */
            label: { kind: "string", required: true, min: 1, max: 128 },
            /** Whether a user must have the attribute. */
            profileRequired: { kind: "boolean", required: true },
            /** The property of the user: {@bounds}. */
            auth0Mapping: { kind: "string", required: true, min: 1, max: 50 },
            ...mappings,
            /**
             * Other sources for single strategies, by strategy, such as `{ waad: { scimMapping: "emails" } }`.
             *
             * @interface UserAttributeProfileOverride Where an attribute of users of one strategy comes from.
             */
            strategyOverrides: { kind: "document", notSecret: true, values: { kind: "object", fields: mappings } },
          },
        },
      },
    },
  },
  plural: "user attribute profiles",
  route: "user-attribute-profiles",
  scopes: {
    ...scopesFor("user_attribute_profiles"),
    update: ["read:user_attribute_profiles", "update:user_attribute_profiles"],
  },
  uniqueBy: ["name"],
  listing: { paging: "checkpoint", names: ["name", "id"] },
  lookUps: { by: "name", filters: ["name"] },
} as const satisfies Definition;

const features = { kind: "set", item: { kind: "string", oneOf: ["scim", "universal_logout"] } } as const;
/** The largest number of seconds that the package sends. */
const longest = 2_147_483_647;

/** The tokens with which identity providers provision users by SCIM. */
const scim = {
  kind: "object",
  fields: {
    /**
     * The tokens of new connections.
     *
     * @interface ConnectionProfileScimTokens The tokens with which an identity provider provisions users by SCIM.
     */
    tokens: {
      kind: "object",
      required: true,
      // The settings of tokens, which are no secrets.
      notSecret: true,
      fields: {
        /** What a token permits, in any order. */
        scopes: {
          kind: "set",
          required: true,
          item: { kind: "string", oneOf: ["get:users", "post:users", "put:users", "patch:users", "delete:users"] },
        },
        /** The usual lifetime of a token, in seconds: {@bounds}. When cleared: no end. */
        defaultExpiry: { kind: "integer", unit: "seconds", min: 1, max: longest, clear: { how: "null" } },
        /** The longest lifetime of a token, in seconds: {@bounds}. When cleared: no bound. */
        maxAllowedExpiry: { kind: "integer", unit: "seconds", min: 1, max: longest, clear: { how: "null" } },
      },
    },
  },
} as const;
const provisioning = {
  kind: "object",
  clear: { how: "properties" },
  safeguard: "With these tokens, the identity provider creates, changes and blocks users.",
  fields: {
    /**
     * SCIM.
     *
     * @interface ConnectionProfileScim The provisioning of users by SCIM.
     */
    scim,
  },
} as const;
const accessStatus = { kind: "string", oneOf: ["enabled", "disabled"] } as const;

const choice = { kind: "string", oneOf: ["none", "optional", "required"] } as const;

/**
 * A connection profile: what connections have that organizations' administrators create themselves. Applications refer to it. A tenant without the feature
 * refuses the resource, with a message that names the cause.
 *
 * {@example}
 *
 * **Updates** send only the changed properties.
 *
 * **Destroy** deletes the profile. Objects that still refer to it stay.
 *
 * @arguments Only declared properties are managed.
 *
 * @id The profile's id: `cop_…`.
 */
export const connectionProfile = {
  type: "ConnectionProfile",
  schema: {
    noun: "connection profile",
    fields: {
      /**
       * The name, unique within the tenant: {@bounds}.
       *
       * @answers The name, unique within the tenant.
       * @example Customers
       */
      name: { kind: "string", required: true, min: 1, max: 50 },
      /**
       * How a new connection is added to the organization.
       *
       * @interface ConnectionProfileOrganization How a new connection is added to an organization.
       */
      organization: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** Whether the organization's login page shows a button for the connection. */
          showAsButton: choice,
          /** Whether users become members of the organization when they log in. */
          assignMembershipOnLogin: {
            ...choice,
            safeguard:
              "With `required`, everybody whom the identity provider knows becomes a member of the organization.",
          },
        },
      },
      /** The begin of the names of new connections, up to 15 characters: letters, digits, single hyphens, `{org_id}`, `{org_name}`. When cleared: none. */
      connectionNamePrefixTemplate: {
        kind: "string",
        max: 15,
        pattern: {
          source: "^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|\\{org_id\\}|\\{org_name\\})*$",
          says: "must be letters, digits, single hyphens, {org_id} and {org_name}, and must not begin with a hyphen",
        },
        clear: { how: "default", value: "" },
      },
      /** The features that administrators can set up, in any order. When cleared: none. */
      enabledFeatures: {
        ...features,
        ...defaultsTo([]),
        safeguard: "With SCIM, the identity provider creates, changes and blocks users.",
        weaker: "more",
      },
      /**
       * How identity providers provision users. When cleared: none.
       *
       * @interface ConnectionProfileProvisioning How identity providers provision users.
       */
      provisioning,
      /**
       * Whether administrators can let requesting applications use new connections (cross-app access). The usual status cannot be cleared.
       *
       * @interface ConnectionProfileCrossAppAccess The cross-app access of new connections.
       */
      crossAppAccessResourceApp: {
        kind: "object",
        safeguard:
          "If enabled, applications get access tokens for assertions of the identity provider of a new connection.",
        clear: { how: "properties" },
        fields: {
          /**
           * The status of new connections.
           *
           * @interface ConnectionProfileCrossAppAccessStatus The status of cross-app access in new connections.
           */
          status: {
            kind: "object",
            required: true,
            fields: {
              /** The usual status. Cannot be cleared. */
              defaultValue: { ...accessStatus, required: true, clear: { how: "release" } },
              /** The statuses that administrators can choose, in any order. */
              allowedValues: { kind: "set", item: accessStatus },
            },
          },
        },
      },
      /** Further settings of new connections, under the service's own names. */
      connectionConfig: {
        kind: "document",
        notSecret: true,
        safeguard: "New connections, through which users log in, have these settings.",
      },
      /**
       * Other settings for single strategies, by strategy, such as `{ okta: { enabledFeatures: ["scim"] } }`.
       *
       * @interface ConnectionProfileOverride The settings of new connections of one strategy.
       */
      strategyOverrides: {
        kind: "document",
        notSecret: true,
        safeguard: "They replace the features for the connections of a strategy.",
        values: {
          kind: "object",
          fields: {
            /** The features that administrators can set up, in any order. */
            enabledFeatures: features,
            /**
             * How identity providers provision users.
             *
             * @interface ConnectionProfileProvisioning How identity providers provision users.
             */
            provisioning,
            /** Further settings of new connections, under the service's own names. */
            connectionConfig: { kind: "document", notSecret: true },
          },
        },
      },
    },
  },
  plural: "connection profiles",
  route: "connection-profiles",
  scopes: { ...scopesFor("connection_profiles"), update: ["read:connection_profiles", "update:connection_profiles"] },
  uniqueBy: ["name"],
  listing: { paging: "checkpoint", names: ["name", "id"], query: { take: 10 } },
  lookUps: { by: "name", filters: ["name"] },
} as const satisfies Definition;

/**
 * A self-service profile: the pages on which administrators of customers set up the connection of their company.
 *
 * {@example}
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
 * @arguments Only declared properties are managed. A property that you remove from the program gets the default of a new profile.
 *
 * @id The profile's id: `ssp_…`.
 */
export const selfServiceProfile = {
  type: "SelfServiceProfile",
  schema: {
    noun: "self-service profile",
    fields: {
      /**
       * The name: {@bounds}. Several profiles can have the same name.
       *
       * @answers The name.
       * @example Customers
       */
      name: { kind: "string", required: true, min: 1, max: 100 },
      /** The description: {@bounds}. When cleared: none. */
      description: { kind: "string", min: 1, max: 140, clear: { how: "null" } },
      /**
       * The look of the pages. When cleared: none.
       *
       * @interface SelfServiceProfileBranding The look of self-service pages.
       */
      branding: {
        kind: "object",
        clear: { how: "null" },
        fields: {
          /** The URL of the logo: with https, {@bounds}. */
          logoUrl: {
            kind: "string",
            max: 1024,
            pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
          },
          /**
           * The colors.
           *
           * @interface SelfServiceProfileColors The colors of self-service pages.
           */
          colors: {
            kind: "object",
            fields: {
              /** The main color, such as `#19aecc` or `#fff`. */
              primary: {
                kind: "string",
                required: true,
                pattern: {
                  source: "^#([\\dA-Fa-f]{6}|[\\dA-Fa-f]{3})$",
                  says: "must be a color such as #19aecc or #fff",
                },
              },
            },
          },
        },
      },
      /** The strategies that administrators can choose, in any order: {@bounds}. Cannot be cleared. */
      allowedStrategies: {
        kind: "set",
        min: 1,
        clear: { how: "release" },
        item: {
          kind: "string",
          oneOf: [
            ...["oidc", "samlp", "waad", "google-apps", "adfs", "okta", "auth0-samlp", "okta-samlp", "keycloak-samlp"],
            "pingfederate",
          ],
        },
        safeguard: "Each strategy is a further way for customers to connect their own identity provider.",
        weaker: "more",
      },
      /**
       * The attributes that the administrators map: {@bounds}. Not together with `userAttributeProfileId`. When cleared: none.
       *
       * @interface SelfServiceProfileUserAttribute An attribute that administrators map on self-service pages.
       */
      userAttributes: {
        kind: "list",
        safeguard:
          "The identity provider of a customer sets these attributes of users, by which actions and applications can decide.",
        max: 20,
        uniqueBy: "name",
        absent: [],
        clear: { how: "null" },
        item: {
          kind: "object",
          fields: {
            /** The name: {@bounds}. */
            name: { kind: "string", required: true, max: 250 },
            /** The description for administrators. */
            description: { kind: "string", required: true },
            /** Whether administrators can omit the attribute. */
            isOptional: { kind: "boolean", required: true },
          },
        },
      },
      /** The id of the user attribute profile with the attributes: `uap_…`. Not together with `userAttributes`. When cleared: none. */
      userAttributeProfileId: {
        kind: "string",
        min: 1,
        safeguard:
          "The identity provider of a customer sets the attributes of this profile, by which actions and applications can decide.",
        idOf: "userAttributeProfile",
        idPrefix: "uap_",
        clear: { how: "null" },
      },
      /** The text at the top of the first page: {@bounds}, with a few HTML elements. When cleared: the service's text. */
      introduction: { kind: "string", min: 1, max: 2000, subresource: true, clear: { how: "null" } },
    },
  },
  plural: "self-service profiles",
  route: "self-service-profiles",
  scopes: {
    create: ["create:self_service_profiles", "update:self_service_profile_custom_texts"],
    read: ["read:self_service_profiles", "read:self_service_profile_custom_texts"],
    update: [
      ...["read:self_service_profiles", "update:self_service_profiles"],
      ...["read:self_service_profile_custom_texts", "update:self_service_profile_custom_texts"],
    ],
    delete: ["delete:self_service_profiles"],
  },
  setByService: ["created_at", "updated_at"],
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "offset", names: ["name", "id"] },
  lookUps: { by: "name", filters: ["name"] },
} as const satisfies Definition;

import { type Definition, scopesFor } from "../../schema/definition.ts";

const route = "token-exchange-profiles";

/**
 * A profile for custom token exchange: it assigns an action to a type of subject token, which the action validates.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. The service cannot change `actionId` and `type`, so a change of one of them replaces the
 * profile.
 *
 * @arguments If you remove `name` from the program, the profile gets the service's default name.
 *
 * @id The profile's id: `tep_…`.
 */
export const tokenExchangeProfile = {
  type: "TokenExchangeProfile",
  schema: {
    noun: "token exchange profile",
    fields: {
      /**
       * The display name: {@bounds}. When cleared: `Token Exchange Profile 1`, the default of new profiles.
       *
       * @answers {string} The display name: {@bounds}.
       * @example Legacy sessions
       */
      // The service gives this name to new profiles without a name.
      name: { kind: "string", min: 3, max: 50, clear: { how: "default", value: "Token Exchange Profile 1" } },
      /** The type of subject tokens to which the profile applies, a URI: {@bounds}, unique within the tenant. */
      subjectTokenType: {
        kind: "string",
        notSecret: true,
        required: true,
        min: 8,
        max: 100,
        pattern: {
          source: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$",
          says: "must be a URI without white space, such as urn:example:token",
        },
      },
      /**
       * The id of the action that validates the subject token: {@bounds}. The action must have the trigger `custom-token-exchange`.
       */
      // An update can change neither `actionId` nor `type`.
      actionId: {
        kind: "string",
        forceNew: true,
        required: true,
        idOf: "action",
        min: 1,
        max: 36,
        safeguard: "Only this action checks the subject tokens.",
      },
      /**
       * The type of the profile.
       *
       * @answers {string} The type of the profile: `custom_authentication`.
       */
      type: {
        kind: "string",
        forceNew: true,
        required: true,
        oneOf: ["custom_authentication"],
        safeguard: "The type determines how subject tokens are exchanged.",
      },
      /**
       * The time of the creation, ISO 8601.
       *
       * @answers {string}
       */
      createdAt: { kind: "string", computed: true },
      /**
       * The time of the last change, ISO 8601.
       *
       * @answers {string}
       */
      updatedAt: { kind: "string", computed: true, volatile: true },
    },
  },
  plural: "token exchange profiles",
  route,
  scopes: scopesFor("token_exchange_profiles"),
  uniqueBy: ["subjectTokenType"],
  replacedInPlace: true,
  rateGroups: [
    { route, calls: "reads" },
    { route, calls: "writes", refills: { 5: 100 / 60 } },
  ],
  listing: { paging: "checkpoint", names: ["name", "subject_token_type", "id"] },
  lookUps: { filters: ["name", "subjectTokenType", "actionId", "type"] },
} as const satisfies Definition;

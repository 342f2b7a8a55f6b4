import { type Definition, scopesFor } from "../schema/definition.ts";

const route = "token-exchange-profiles";

/**
 * How a custom token exchange request is executed: which action validates which type of subject token.
 *
 * {@example}
 *
 * **Updates** send the changed ones of `name` and `subjectTokenType`, in one call. The service cannot change the action or
 * the type, so a change of them replaces the profile.
 *
 * @arguments A name that the program no longer declares goes back to the service's default.
 *
 * @id The profile's id: `tep_…`.
 */
export const tokenExchangeProfile = {
  type: "TokenExchangeProfile",
  schema: {
    noun: "token exchange profile",
    fields: {
      /**
       * A name for people, {@bounds}. Cleared: `Token Exchange Profile 1`, which new profiles get, too.
       *
       * @answers {string} A name for people, {@bounds}.
       * @example Legacy sessions
       */
      // The service gives this name to a new profile that comes without one.
      name: { kind: "string", min: 3, max: 50, clear: { how: "default", value: "Token Exchange Profile 1" } },
      /**
       * A URI, {@bounds}, unique within the tenant: a token exchange request whose subject token has this type
       * runs the profile.
       */
      subjectTokenType: {
        kind: "string",
        notSecret: true,
        required: true,
        min: 8,
        max: 100,
        pattern: {
          source: "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$",
          says: "must be a URI: a scheme, a colon and the rest, without white space",
        },
      },
      /**
       * The id of the action that validates the subject token, {@bounds}. The action must use the trigger
       * `custom-token-exchange`.
       */
      // An update takes neither this nor the type.
      actionId: { kind: "string", forceNew: true, required: true, idOf: "action", min: 1, max: 36 },
      /**
       * How the profile is executed.
       *
       * @answers {string} How the profile is executed. The service knows `custom_authentication`.
       */
      type: { kind: "string", forceNew: true, required: true, oneOf: ["custom_authentication"] },
      /**
       * When it was created, ISO 8601.
       *
       * @answers {string}
       */
      createdAt: { kind: "string", computed: true },
      /**
       * When it was last changed, ISO 8601.
       *
       * @answers {string}
       */
      updatedAt: { kind: "string", computed: true, volatile: true },
    },
  },
  plural: "token exchange profiles",
  route,
  calls: ["POST /token-exchange-profiles", "GET|PATCH|DELETE /token-exchange-profiles/{id}"],
  scopes: scopesFor("token_exchange_profiles"),
  uniqueBy: ["subjectTokenType"],
  rateGroups: [
    { route, calls: "reads" },
    { route, calls: "writes", refills: { 5: 100 / 60 } },
  ],
  listing: { paging: "checkpoint", names: ["name", "subject_token_type", "id"] },
  lookUps: { filters: ["name", "subjectTokenType", "actionId", "type"] },
  events: undefined,
  affectsAll: true,
  imported: { noun: "profile", file: "token-exchange-profiles", module: "profiles" },
  foreignTypes: { auth0_token_exchange_profile: { id: ["id"] } },
} as const satisfies Definition;

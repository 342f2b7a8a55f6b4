import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const resourceServerArguments = {
  auth0_resource_server: {
    "identifier!": "string",
    access_token: { claims_mapping: { custom_claims: [{ "expression!": "string", "name!": "string" }] } },
    allow_offline_access: "bool",
    allow_online_access: "bool",
    allow_online_access_with_ephemeral_sessions: "bool",
    authorization_details: [{ type: "string" }],
    authorization_policy: { policy_id: "string" },
    consent_policy: "string",
    enforce_policies: "bool",
    name: "string",
    proof_of_possession: { mechanism: "string", required: "bool", required_for: "string" },
    signing_alg: "string",
    signing_secret: "string",
    skip_consent_for_verifiable_first_party_clients: "bool",
    subject_type_authorization: {
      anonymous_user: { policy: "string" },
      client: { policy: "string" },
      user: { policy: "string" },
    },
    token_dialect: "string",
    token_encryption: {
      encryption_key: { "algorithm!": "string", "pem!": "string", kid: "string", name: "string" },
      format: "string",
    },
    token_lifetime: "number",
    token_lifetime_for_anonymous_access_tokens: "number",
    token_lifetime_for_web: "number",
    verification_location: "string",
  },
  auth0_resource_server_scope: {
    "resource_server_identifier!": "string",
    "scope!": "string",
    description: "string",
  },
  auth0_resource_server_scopes: {
    "resource_server_identifier!": "string",
    "scopes!": [{ "name!": "string", description: "string" }],
  },
} satisfies Arguments;

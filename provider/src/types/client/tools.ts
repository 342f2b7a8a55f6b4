import { type JsonObject, own } from "../../schema/json.ts";
import { type Find, keyed, missing, named, textIn, Unresolved } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";
import { isRegistered, registered } from "./definition.ts";
import { isFreshOfClient, isOfExpirationType } from "./fresh-values.ts";

/** Why an import leaves out the global application. The tenant's classic login page is a property of this application. */
function whyGlobal(live: JsonObject): string {
  const why = "it is the tenant's global application";
  const page = own(live, "customLoginPage");
  const hasPage = own(live, "customLoginPageOn") === true && typeof page === "string" && page !== "";
  return hasPage
    ? `${why}. Its classic login page (custom_login_page) stays as it is: no resource type manages the page`
    : why;
}

/** A client's id, for its name or its id: the tool accepts both. */
function clientNamed(text: string, find: Find): string {
  try {
    return find("auth0_client", { name: text });
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return find("auth0_client", { clientId: text });
  }
}

/** What the tools need to know of the types in this folder. */
export const clientTools = {
  client: {
    foreignTypes: { auth0_client: { id: ["client_id"] } },
    terraform: {
      type: "auth0_client",
      names: { cross_origin_authentication: "cross_origin_auth" },
      without: { tokenEndpointAuthMethod: "it belongs into an auth0_client_credentials" },
      unless: { externalClientId: "it is registered by a metadata document: declare an auth0_client_cimd by hand" },
    },
    imported: { noun: "application", file: "clients", module: "clients" },
    impactGroup: "applications",
    distinguishedBy: "appType",
    // The first declaration of `secretRotation` is only recorded, and rotates nothing; its removal rotates nothing, too.
    effects: (_, changes) =>
      changes.some(({ path, kind, was }) => path === "secretRotation" && kind === "update" && was !== undefined)
        ? [
            {
              says: "the service generates a new secret: programs that still use the old secret get no more tokens",
              isLoss: true,
            },
          ]
        : [],
    events: undefined,
    importRules: {
      leftOut(live, { clientId }) {
        if (own(live, "isGlobal") === true) return ["system", whyGlobal(live)];
        if (isRegistered(live)) return ["registered", registered];
        return clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is the client that this program runs as"]
          : undefined;
      },
      isFresh: isFreshOfClient,
      isConsequence: isOfExpirationType,
      whyUnread: ([name]) =>
        name === "tokenVaultPrivilegedAccess" || name === "signedRequestObject"
          ? "the API never returns the keys. To manage this property, declare it with its keys"
          : undefined,
      // A response lacks these properties if they were never set. That means the same as an empty list.
      implied: { callbacks: [], allowedLogoutUrls: [], allowedOrigins: [], webOrigins: [] },
    },
    calls: [
      "POST /clients",
      "POST /clients/cimd/register",
      "GET|PATCH|DELETE /clients/{id}",
      "POST /clients/{id}/rotate-secret",
    ],
    differences: [
      ...["token_vault_privileged_access", "signed_request_object"].flatMap((holder) =>
        ["parse_expiry_from_cert", "expires_at"].map((name) => ({
          ...{ at: `${holder}.credentials.*.${name}`, what: "property only in the description" as const },
          why: "Only the creation of a key accepts it, and no response contains it, so a change at the tenant could not be detected.",
        })),
      ),
      {
        ...{
          at: "session_transfer.delegation.enforce_device_binding",
          what: "values only in the definition",
          values: ["asn"],
        },
        why: "Earlier descriptions contain this value. A tenant that no longer accepts the value reports an error.",
      },
    ],
    deployed: { clients: named("auth0_client", { id: "client_id" }) },
    unknownInPreviews: ["clientSecret", "secretFingerprint", "signingKeys", "isGlobal", "externalMetadataType"],
  },
  clientAuthentication: {
    foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
    terraform: {
      type: "auth0_client_credentials",
      names: {
        method: "authentication_method",
        credentials: "{method}.credentials",
        "credentials.alg": "algorithm",
      },
    },
    imported: { noun: "authentication", file: "client-authentications", module: "authentications" },
    effects: (action) =>
      action === "create"
        ? [
            {
              says: "the application's secret becomes invalid: programs that have only the secret get no more tokens",
              isLoss: true,
              on: "clientId",
            },
          ]
        : action === "delete"
          ? [{ says: "the credentials become invalid, and the application authenticates by its previous method again" }]
          : [],
    events: undefined,
    importRules: {
      leftOut: (live, { clientId }) =>
        clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is the client that this program runs as"]
          : undefined,
      unseen: () => [
        {
          path: ["credentials", "pem"],
          why:
            "the API never returns keys, so the program identifies each credential by its kid, thumbprint or subjectDn; " +
            "to be able to create a credential again, declare pem, too",
        },
      ],
    },
    calls: [
      "GET|PATCH /clients/{id}",
      "GET|POST /clients/{id}/credentials",
      "PATCH|DELETE /clients/{id}/credentials/{credential_id}",
    ],
    unknownInPreviews: ["attachedCredentials", "methodBefore", "unfinished"],
  },
  clientGrant: {
    foreignTypes: { auth0_client_grant: { id: ["id"] } },
    terraform: { type: "auth0_client_grant", names: { scope: "scopes" } },
    imported: { noun: "grant", file: "client-grants", module: "grants" },
    events: undefined,
    importRules: {
      leftOut(live, { clientId }) {
        if (own(live, "isSystem") === true) return ["system", "it is a system grant, which belongs to the service"];
        return clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is a grant of the client that this program runs as"]
          : undefined;
      },
    },
    deployed: {
      clientGrants: (entry, find) => {
        const named = textIn(entry, "client_id") ?? missing("client_id");
        const properties = { ...keyed(entry, "audience"), clientId: clientNamed(named, find) };
        const subject = textIn(entry, "subject_type");
        const id = find("auth0_client_grant", {
          ...properties,
          ...(subject !== undefined && { subjectType: subject }),
        });
        return [{ type: "auth0_client_grant", attributes: { id } }];
      },
    },
    unknownInPreviews: ["isSystem"],
  },
} satisfies FeatureTools;

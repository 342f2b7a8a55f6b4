import { type Definition, scopesFor } from "../schema/definition.ts";
import { isObject, type Json, own } from "../schema/json.ts";

/**
 * A domain of your own at which the tenant's login pages and tokens are served.
 *
 * {@example}
 *
 * **Verification** is a separate step, because it waits for DNS: create the records in `verificationMethods`, then the service verifies the
 * domain. Until then, `status` is `pending_verification` and the domain cannot be used.
 *
 * **Replacement**: a change of `domain` or `type` replaces the custom domain. If `domain` stays the same, the old custom domain is deleted
 * first.
 *
 * **Protection**: after a deletion, users can no longer log in at the domain, so the resource is protected (Pulumi's option `protect`). The
 * service does not delete the default domain: first make another domain the default.
 *
 * **Updates** send only the values that differ. Metadata is merged by key: undeclared keys stay.
 *
 * @arguments A property that you remove from the program gets the value of a new custom domain.
 *
 * @id The id of the custom domain: `cd_…`.
 */
export const customDomain = {
  type: "CustomDomain",
  schema: {
    noun: "custom domain",
    fields: {
      /**
       * The domain. Unique within the service.
       *
       * @example login.example.com
       */
      domain: { kind: "string", required: true, forceNew: true, min: 3, max: 255 },
      /** Whether the service manages the certificate, or you do, with your own reverse proxy. */
      type: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: ["auth0_managed_certs", "self_managed_certs"],
      },
      /** The versions of TLS that the service accepts. Only if the service manages the certificate. When cleared: `recommended`. */
      tlsPolicy: {
        kind: "string",
        oneOf: ["recommended"],
        absent: "recommended",
        clear: { how: "default", value: "recommended" },
      },
      /** The header in which your proxy sends the address of the client. Only if you manage the certificate. When cleared: none. */
      customClientIpHeader: {
        kind: "string",
        oneOf: ["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""],
        absent: "",
        clear: { how: "default", value: "" },
      },
      /**
       * Custom keys and values: {@bounds}, values of at most 255 characters.
       *
       * @output The declared keys.
       */
      domainMetadata: {
        kind: "document",
        merges: true,
        absent: {},
        values: { kind: "string", max: 255 },
        max: 10,
        rulesAt: () => ({ clear: { how: "null" } }),
      },
      /** The relying party of passkeys that are enrolled at the domain. {@bounds}. When cleared: the domain itself. */
      relyingPartyIdentifier: { kind: "string", min: 1, max: 255, clear: { how: "null" } },
      /**
       * The status of the domain: `pending_verification`, `ready` or `failed`.
       *
       * @answers {string}
       */
      status: { kind: "string", computed: true },
      /**
       * The DNS records that verify the domain.
       *
       * @interface CustomDomainVerificationMethod A DNS record that verifies a custom domain.
       */
      verificationMethods: {
        kind: "list",
        computed: true,
        wire: "verification",
        onWire: { fromWire: (given: Json): Json => (isObject(given) ? (own(given, "methods") ?? []) : given) },
        item: {
          kind: "object",
          fields: {
            /** The type of the record: `CNAME` or `TXT`. */
            name: { kind: "string", required: true },
            /** The value of the record. */
            record: { kind: "string", required: true },
            /** The name of the record, if it is not the domain. */
            domain: { kind: "string" },
          },
        },
      },
      /**
       * Whether the domain is the tenant's default domain.
       *
       * @answers {boolean}
       */
      isDefault: { kind: "boolean", computed: true },
    },
  },
  plural: "custom domains",
  route: "custom-domains",
  idName: "custom_domain_id",
  scopes: scopesFor("custom_domains"),
  setByService: ["primary", "certificate", "origin_domain_name"],
  uniqueBy: ["domain"],
  listing: { paging: "whole", names: ["domain", "custom_domain_id"] },
  lookUps: { by: "domain", filters: ["domain", "status", "type"] },
  events: undefined,
  affectsAll: true,
  goneWithIt: "its certificate and its verification, so users can no longer log in at the domain",
  isProtected: () => true,
  imported: { noun: "domain", file: "custom-domains", module: "customDomains" },
  foreignTypes: { auth0_custom_domain: { id: ["id"] } },
} as const satisfies Definition;

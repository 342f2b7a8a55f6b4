import { type Definition, defaultsTo, scopesFor, setting } from "../../schema/definition.ts";
import { isObject, type Json, own } from "../../schema/json.ts";
import type { ObjectField } from "../../schema/schema.ts";

/** A DNS record that verifies a domain. */
const dnsRecord = {
  kind: "object",
  fields: {
    /** The type of the record: `CNAME` or `TXT`. */
    name: { kind: "string", required: true },
    /** The value of the record. */
    record: { kind: "string", required: true },
    /** The name of the record, if it is not the domain. */
    domain: { kind: "string" },
  },
} as const satisfies ObjectField;

/**
 * A domain of your own for the tenant: its login pages are served at the domain, and its tokens can name it as the issuer.
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
    secretsAtRest: [
      { secrets: ["/domainMetadata"], why: "The service sends metadata nowhere. An action can read it." },
    ],
    fields: {
      /**
       * The domain. Unique within the service.
       *
       * @example login.example.com
       */
      domain: {
        kind: "string",
        required: true,
        forceNew: true,
        min: 3,
        max: 255,
        pattern: {
          source: "^[^\\s/:]+[.][^\\s/:]+$",
          says: "must be a domain such as login.example.com, without https:// and without a path",
        },
      },
      /** Who manages the certificate: the service, or you at your own reverse proxy. */
      type: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: ["auth0_managed_certs", "self_managed_certs"],
        safeguard: "The type determines who has the private key of the domain's certificate.",
      },
      /** The versions of TLS that the service accepts. Only if the service manages the certificate. When cleared: `recommended`. */
      tlsPolicy: {
        kind: "string",
        oneOf: ["recommended"],
        ...defaultsTo("recommended"),
        safeguard: "Old versions of TLS can be broken.",
      },
      /** The header in which your proxy sends the address of the client. Only if you manage the certificate. When cleared: none. */
      customClientIpHeader: {
        kind: "string",
        oneOf: ["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""],
        ...defaultsTo(""),
        safeguard:
          "Without the right header, the throttling of IP addresses sees only the proxy's address, or one that an attacker chooses.",
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
        safeguard: "Actions can decide by these values, and every action can read them.",
      },
      /** The relying party of passkeys that are enrolled at the domain. {@bounds}. When cleared: the domain itself. */
      relyingPartyIdentifier: {
        kind: "string",
        min: 1,
        max: 255,
        clear: { how: "null" },
        safeguard: "Other pages of this domain can ask for the passkeys.",
      },
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
        item: dnsRecord,
      },
      /**
       * The state of the verification.
       *
       * @interface CustomDomainVerificationState The state of a custom domain's verification.
       */
      verification: {
        kind: "object",
        computed: true,
        volatile: true,
        // The records are an output of their own.
        onWire: { toWire: (object) => object, fromWire: ({ methods: _, ...state }) => state },
        fields: {
          /** `pending`, `verified` or `failed`. */
          status: { kind: "string" },
          /** Why the verification failed. */
          error: { kind: "string", wire: "error_msg" },
          /** The time of the last verification. */
          lastVerifiedAt: { kind: "string" },
        },
      },
      /**
       * The domain's certificate, if the service manages it.
       *
       * @interface CustomDomainCertificate The certificate of a custom domain.
       */
      certificate: {
        kind: "object",
        computed: true,
        volatile: true,
        notSecret: true,
        fields: {
          /** `provisioning`, `provisioned`, `provisioning_failed` or `renewing_failed`. */
          status: { kind: "string" },
          /** Why the certificate was not provided or renewed. */
          error: { kind: "string", wire: "error_msg" },
          /** The certificate authority: `letsencrypt` or `googletrust`. */
          certificateAuthority: { kind: "string" },
          /** The time before which the service renews the certificate. */
          renewsBefore: { kind: "string" },
        },
      },
      /** The host to which your reverse proxy sends the requests, if you manage the certificate. */
      originDomainName: { kind: "string", computed: true },
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
  setByService: ["primary"],
  uniqueBy: ["domain"],
  listing: { paging: "whole", names: ["domain", "custom_domain_id"] },
  lookUps: { by: "domain", filters: ["domain", "status", "type"] },
  goneWithIt: "its certificate and its verification, so users can no longer log in at the domain",
  isProtected: () => true,
} as const satisfies Definition;

const { status, verificationMethods } = customDomain.schema.fields;

/**
 * The verification of a custom domain: the service looks for the domain's DNS record, and the domain can then be used.
 *
 * {@example}
 *
 * **A separate step**: the required DNS records are outputs of the `CustomDomain`. So one program can declare the domain, the records at any DNS
 * provider, and then the verification. Resources that need the verified domain depend on the verification (`dependsOn`, or an output such as `domain`).
 *
 * **Waiting**: DNS can take hours, so a run makes one attempt and does not wait. If the service does not find the record yet, the run continues
 * with a warning that names the records, `status` stays `pending_verification`, and the next `pulumi up` tries again. With `timeout`, the run waits
 * that long, and fails if the domain is not verified by then.
 *
 * **Certificates of your own**: the service shows `cnameApiKey` only once, in the response to the first successful attempt. If that response is
 * lost, or if another tool has verified the domain, the output is absent.
 *
 * **Destroy** sends nothing: a domain stays verified until it is deleted.
 *
 * **Rate limit**: the service accepts five attempts per minute, for all domains together.
 *
 * **Events**: the service sends no events about custom domains. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET /custom-domains/{id}`, `POST /custom-domains/{id}/verify`. Scopes: `create|read:custom_domains`.
 *
 * @constructor Manages the verification of a custom domain. All invalid arguments are reported at once, before anything is sent.
 *
 * @id The id of the custom domain: `cd_…`.
 */
export const customDomainVerification = {
  type: "CustomDomainVerification",
  schema: {
    noun: "verification of a custom domain",
    fields: {
      /** The id of the custom domain. */
      customDomainId: {
        kind: "string",
        required: true,
        forceNew: true,
        min: 1,
        idOf: "customDomain",
        idPrefix: "cd_",
        affectsTarget: true,
      },
      /**
       * Whether a run verifies the domain. With false, the resource only provides its outputs. Default: true.
       *
       * @output Whether the domain is verified.
       */
      verify: { kind: "boolean", subresource: true, clear: { how: "default", value: true } },
      /**
       * The domain.
       *
       * @answers {string}
       */
      domain: { kind: "string", computed: true },
      /**
       * The status of the domain: `pending_verification`, `ready` or `failed`.
       *
       * @answers {string}
       */
      status,
      /**
       * The DNS records that verify the domain.
       *
       * @interface CustomDomainVerificationRecord A DNS record that verifies a custom domain.
       */
      verificationMethods: {
        ...verificationMethods,
        kind: "list",
        item: dnsRecord,
      },
      /**
       * The key that your reverse proxy sends in the header `cname-api-key`. Only if you manage the certificate, and only if this resource
       * verified the domain.
       */
      cnameApiKey: { kind: "string", computed: true, secret: true },
    },
    metaArguments: {
      /** The maximum time in seconds that a run waits for the verification, at most one day. Default: one attempt, without waiting. */
      timeout: { kind: "integer", unit: "seconds", min: 1, max: 86_400 },
    },
  },
  plural: "verifications of custom domains",
  route: "custom-domains",
  idName: "custom_domain_id",
  scopes: {
    create: ["create:custom_domains"],
    read: ["read:custom_domains"],
    update: ["create:custom_domains"],
    delete: [],
  },
  hasFixedBody: true,
  uniqueBy: ["customDomainId"],
  rateGroups: [{ route: "custom-domains/*/verify", refills: { 5: 5 / 60 } }],
  listing: undefined,
} as const satisfies Definition;

/**
 * The tenant's default domain, which the service uses for links in e-mails and for requests that name no custom domain.
 *
 * {@example}
 *
 * **Order**: only a verified domain can be the default. Use the output `domain` of a `CustomDomainVerification`, so that the run verifies the
 * domain first.
 *
 * **A wrong domain locks users out**: if its DNS record or its certificate is wrong, links in e-mails lead nowhere. The preview warns of each new
 * default domain by name.
 *
 * **Creation** adopts the setting, which exists at every tenant: it sends the domain only if the tenant has another default. The preview shows the
 * change.
 *
 * **Destroy** sends nothing: the domain stays the default, and a message says so. With `resetOnDestroy: true`, the tenant's own domain becomes the
 * default again, except if the default was changed outside Pulumi since the last run. The service does not delete a custom domain while it is the
 * default.
 *
 * **Events**: the service sends no events about this setting. Only a refresh finds changes made outside Pulumi.
 */
export const defaultCustomDomain = {
  type: "DefaultCustomDomain",
  schema: {
    noun: "default domain",
    singleton: "default-custom-domain",
    fields: {
      /**
       * The domain: a verified custom domain, or the tenant's own domain.
       *
       * @example login.example.com
       */
      domain: {
        kind: "string",
        required: true,
        min: 3,
        max: 255,
        safeguard: "The links in e-mails lead users to this domain.",
        refersTo: { type: "customDomain", property: "domain" },
        refusedTargets: {
          type: customDomain.type,
          why: (_, isNew) =>
            isNew
              ? "is new in this run, and only a verified domain can be the default. Take `domain` from a CustomDomainVerification with a `timeout`"
              : undefined,
        },
        clear: { how: "release" },
      },
    },
  },
  plural: "default domains",
  route: "custom-domains/default",
  scopes: {
    create: ["read:custom_domains", "update:custom_domains"],
    read: ["read:custom_domains"],
    update: ["read:custom_domains", "update:custom_domains"],
    delete: ["read:custom_domains", "update:custom_domains"],
  },
  hasFixedBody: true,
  ...setting,
} as const satisfies Definition;

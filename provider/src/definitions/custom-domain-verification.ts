import type { Definition } from "../schema/definition.ts";
import { customDomain } from "./custom-domain.ts";

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
       * The key that your reverse proxy sends in the header `cname-api-key`. Only if you manage the certificate, and only if this resource
       * verified the domain.
       */
      cnameApiKey: { kind: "string", computed: true, secret: true },
    },
    metaArguments: {
      /** The maximum time in seconds that a run waits for the verification, at most one day. Default: one attempt, without waiting. */
      timeout: { kind: "integer", min: 1, max: 86_400 },
    },
  },
  plural: "verifications of custom domains",
  route: "custom-domains",
  idName: "custom_domain_id",
  calls: ["GET /custom-domains/{id}", "POST /custom-domains/{id}/verify"],
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
  events: undefined,
  imported: { noun: "verification", file: "custom-domain-verifications", module: "verifications" },
  foreignTypes: {},
} as const satisfies Definition;

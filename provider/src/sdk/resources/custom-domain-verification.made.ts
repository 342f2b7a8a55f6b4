// Made of `types/custom-domain/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { customDomainVerification } from "../../types/custom-domain/definition.ts";
import { TenantResource } from "../base.ts";

/** A DNS record that verifies a custom domain. */
export interface CustomDomainVerificationRecord {
  /** The type of the record: `CNAME` or `TXT`. */
  name: pulumi.Input<string>;
  /** The value of the record. */
  record: pulumi.Input<string>;
  /** The name of the record, if it is not the domain. */
  domain?: pulumi.Input<string | undefined>;
}

/** The arguments of a {@link CustomDomainVerification}. */
export interface CustomDomainVerificationArgs {
  /** The id of the custom domain. A change replaces the verification. */
  customDomainId: pulumi.Input<string>;
  /** Whether a run verifies the domain. With false, the resource only provides its outputs. Default: true. */
  verify?: pulumi.Input<boolean | undefined>;
  /**
   * The maximum time in seconds that a run waits for the verification, at most one day. Default: one attempt, without
   * waiting.
   */
  timeout?: pulumi.Input<number | undefined>;
}

/**
 * The verification of a custom domain: the service looks for the domain's DNS record, and the domain can then be used.
 *
 * ```ts
 * import type * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * // The record of your DNS provider.
 * declare const dnsRecord: new (
 *   name: string,
 *   args: { type: pulumi.Input<string>; name: pulumi.Input<string>; value: pulumi.Input<string> },
 * ) => pulumi.Resource;
 *
 * const login = new tenant.CustomDomain("login", { domain: "login.example.com", type: "auth0_managed_certs" });
 * const wanted = login.verificationMethods.apply((methods) => {
 *   const [{ name = "", domain = "", record = "" } = {}] = methods ?? [];
 *   return { type: name, name: domain, value: record };
 * });
 * const record = new dnsRecord("login", { type: wanted.type, name: wanted.name, value: wanted.value });
 * const verification = new tenant.CustomDomainVerification(
 *   "login",
 *   { customDomainId: login.id, timeout: 600 },
 *   { dependsOn: [record] },
 * );
 * new tenant.DefaultCustomDomain("default", { domain: "login.example.com" }, { dependsOn: [verification] });
 * export const status = verification.status;
 * ```
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
 */
export class CustomDomainVerification extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(customDomainVerification.type);

  declare readonly customDomainId: pulumi.Output<string>;
  /** Whether the domain is verified. */
  declare readonly verify: pulumi.Output<boolean | undefined>;
  /** The domain. */
  declare readonly domain: pulumi.Output<string | undefined>;
  /** The status of the domain: `pending_verification`, `ready` or `failed`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** The DNS records that verify the domain. */
  declare readonly verificationMethods: pulumi.Output<pulumi.Unwrap<CustomDomainVerificationRecord>[] | undefined>;
  /**
   * The key that your reverse proxy sends in the header `cname-api-key`. Only if you manage the certificate, and only if this resource
   * verified the domain.
   */
  declare readonly cnameApiKey: pulumi.Output<string | undefined>;

  /**
   * Manages the verification of a custom domain. All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: CustomDomainVerificationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(customDomainVerification, name, args, opts);
  }
}

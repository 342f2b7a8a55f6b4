// Made of `types/custom-domain/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { customDomain } from "../../types/custom-domain/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** A DNS record that verifies a custom domain. */
export interface CustomDomainVerificationMethod {
  /** The type of the record: `CNAME` or `TXT`. */
  name: pulumi.Input<string>;
  /** The value of the record. */
  record: pulumi.Input<string>;
  /** The name of the record, if it is not the domain. */
  domain?: pulumi.Input<string | undefined>;
}

/** The state of a custom domain's verification. */
export interface CustomDomainVerificationState {
  /** `pending`, `verified` or `failed`. */
  status?: pulumi.Input<string | undefined>;
  /** Why the verification failed. */
  error?: pulumi.Input<string | undefined>;
  /** The time of the last verification. */
  lastVerifiedAt?: pulumi.Input<string | undefined>;
}

/** The certificate of a custom domain. */
export interface CustomDomainCertificate {
  /** `provisioning`, `provisioned`, `provisioning_failed` or `renewing_failed`. */
  status?: pulumi.Input<string | undefined>;
  /** Why the certificate was not provided or renewed. */
  error?: pulumi.Input<string | undefined>;
  /** The certificate authority: `letsencrypt` or `googletrust`. */
  certificateAuthority?: pulumi.Input<string | undefined>;
  /** The time before which the service renews the certificate. */
  renewsBefore?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link CustomDomain}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new custom
 * domain.
 */
export interface CustomDomainArgs {
  /** The domain. Unique within the service. A change replaces the domain. */
  domain: pulumi.Input<string>;
  /** Who manages the certificate: the service, or you at your own reverse proxy. A change replaces the domain. */
  type: pulumi.Input<"auth0_managed_certs" | "self_managed_certs">;
  /**
   * The versions of TLS that the service accepts. Only if the service manages the certificate. When cleared:
   * `recommended`.
   */
  tlsPolicy?: pulumi.Input<"recommended" | undefined>;
  /**
   * The header in which your proxy sends the address of the client. Only if you manage the certificate. When cleared:
   * none.
   */
  customClientIpHeader?: pulumi.Input<
    "true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | undefined
  >;
  /** Custom keys and values: at most 10 entries, values of at most 255 characters. */
  domainMetadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * The relying party of passkeys that are enrolled at the domain. 1 to 255 characters. When cleared: the domain
   * itself.
   */
  relyingPartyIdentifier?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing domain with this `domain` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A domain of your own for the tenant: its login pages are served at the domain, and its tokens can name it as the issuer.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const login = new tenant.CustomDomain("login", {
 *   domain: "login.example.com",
 *   type: "auth0_managed_certs",
 *   domainMetadata: { brand: "shop" },
 * });
 * export const dnsRecords = login.verificationMethods;
 * ```
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
 * **Events**: the service sends no events about domains. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /custom-domains`, `GET|PATCH|DELETE /custom-domains/{id}`; to find a domain by its `domain`,
 * `GET /custom-domains`.
 * Scopes: `create|read|update|delete:custom_domains`.
 */
export class CustomDomain extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(customDomain.type);

  declare readonly domain: pulumi.Output<string>;
  declare readonly type: pulumi.Output<"auth0_managed_certs" | "self_managed_certs">;
  declare readonly tlsPolicy: pulumi.Output<"recommended" | undefined>;
  declare readonly customClientIpHeader: pulumi.Output<
    "true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | undefined
  >;
  /** The declared keys. */
  declare readonly domainMetadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly relyingPartyIdentifier: pulumi.Output<string | undefined>;
  /** The status of the domain: `pending_verification`, `ready` or `failed`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** The DNS records that verify the domain. */
  declare readonly verificationMethods: pulumi.Output<pulumi.Unwrap<CustomDomainVerificationMethod>[] | undefined>;
  /** The state of the verification. */
  declare readonly verification: pulumi.Output<pulumi.Unwrap<CustomDomainVerificationState> | undefined>;
  /** The domain's certificate, if the service manages it. */
  declare readonly certificate: pulumi.Output<pulumi.Unwrap<CustomDomainCertificate> | undefined>;
  /** The host to which your reverse proxy sends the requests, if you manage the certificate. */
  declare readonly originDomainName: pulumi.Output<string | undefined>;
  /** Whether the domain is the tenant's default domain. */
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a custom domain.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a domain that is in use is an
   * error.
   */
  constructor(name: string, args: CustomDomainArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(customDomain, name, args, opts);
  }
}

/**
 * A custom domain as look-ups return it, without `domainMetadata`, which can contain secrets. A property that the
 * service omits is absent.
 */
export interface GetCustomDomainResult {
  /** The id of the custom domain: `cd_…`. */
  readonly id: string;
  /** The domain. Unique within the service. */
  readonly domain: string;
  /** Who manages the certificate: the service, or you at your own reverse proxy. */
  readonly type: "auth0_managed_certs" | "self_managed_certs";
  /** The versions of TLS that the service accepts. Only if the service manages the certificate. */
  readonly tlsPolicy: "recommended";
  /** The header in which your proxy sends the address of the client. Only if you manage the certificate. */
  readonly customClientIpHeader: "true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "";
  /** The relying party of passkeys that are enrolled at the domain. 1 to 255 characters. */
  readonly relyingPartyIdentifier?: string | undefined;
  /** The status of the domain: `pending_verification`, `ready` or `failed`. */
  readonly status: string;
  /** The DNS records that verify the domain. */
  readonly verificationMethods?: pulumi.Unwrap<CustomDomainVerificationMethod>[] | undefined;
  /** The state of the verification. */
  readonly verification?: pulumi.Unwrap<CustomDomainVerificationState> | undefined;
  /** The domain's certificate, if the service manages it. */
  readonly certificate?: pulumi.Unwrap<CustomDomainCertificate> | undefined;
  /** The host to which your reverse proxy sends the requests, if you manage the certificate. */
  readonly originDomainName?: string | undefined;
  /** Whether the domain is the tenant's default domain. */
  readonly isDefault: boolean;
}

/** The requested custom domain: exactly one of domain and id. */
export type GetCustomDomainArgs = { domain: string; id?: undefined } | { id: string; domain?: undefined };

/** {@link GetCustomDomainArgs} with values that may be outputs. */
export type GetCustomDomainOutputArgs = OutputArgs<GetCustomDomainArgs>;

/** The filter for custom domains. Texts are compared exactly, including letter case. Default: all custom domains. */
export interface GetCustomDomainsArgs {
  /** The domain, unique within the tenant. */
  domain?: string | undefined;
  /** The status of the domain: `pending_verification`, `ready` or `failed`. */
  status?: string | undefined;
  /** Who manages the certificate: the service, or you at your own reverse proxy. */
  type?: string | undefined;
}

/** {@link GetCustomDomainsArgs} with values that may be outputs. */
export type GetCustomDomainsOutputArgs = OutputArgs<GetCustomDomainsArgs>;

/** The result of {@link getCustomDomains}. */
export interface GetCustomDomainsResult {
  /** The objects, in the service's order. */
  readonly customDomains: GetCustomDomainResult[];
}

const { one, all } = commonLookUps<
  GetCustomDomainArgs,
  GetCustomDomainResult,
  GetCustomDomainsArgs,
  GetCustomDomainsResult
>(customDomain);

/**
 * One custom domain, managed or not. Routes: `GET /custom-domains`, `GET /custom-domains/{id}`; scope:
 * `read:custom_domains`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const domain = await tenant.getCustomDomain({ domain: "login.example.com" });
 * export const domainId = domain.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getCustomDomain = one.plain;

/** {@link getCustomDomain} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getCustomDomainOutput = one.output;

/**
 * The tenant's custom domains. Route: `GET /custom-domains`; scope: `read:custom_domains`. The function reads all
 * custom domains and then applies the filters. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { customDomains } = await tenant.getCustomDomains();
 * export const customDomainNames = customDomains.map(({ domain }) => domain);
 * ```
 */
export const getCustomDomains = all.plain;

/** {@link getCustomDomains} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getCustomDomainsOutput = all.output;

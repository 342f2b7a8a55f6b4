import type * as pulumi from "@pulumi/pulumi";
import { clientAuthentication } from "../../definitions/client-authentication.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/**
 * One credential: a public key, a certificate, or the subject of one. Never a private key, which stays with the application.
 *
 * None of it but `expiresAt` can be changed: another key is another credential, and the same key cannot get another name or algorithm.
 */
export interface ClientCredential {
  /** A name for people, at most 128 characters. */
  name?: pulumi.Input<string | undefined>;
  /** Follows from the method: `public_key`, `cert_subject_dn` or `x509_cert`. */
  credentialType?: pulumi.Input<"public_key" | "cert_subject_dn" | "x509_cert" | undefined>;
  /**
   * The public key (RSA) or a certificate, in PEM form; a certificate has at most 4,096 characters, but with `private_key_jwt`. The service
   * never shows it. Of a credential that is there already, `kid`, `thumbprint` or `subjectDn` is enough.
   */
  pem?: pulumi.Input<string | undefined>;
  /** How assertions are signed. With `private_key_jwt` only. A new credential without it has `RS256`. */
  algorithm?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;
  /** The subject of the certificate, 1 to 256 characters, in place of `pem`. With `tls_client_auth` only. */
  subjectDn?: pulumi.Input<string | undefined>;
  /** Whether the credential expires with the certificate in `pem`. With `private_key_jwt` only, and not beside `expiresAt`. */
  parseExpiryFromCert?: pulumi.Input<boolean | undefined>;
  /** When it expires, with a zone: `2031-01-31T00:00:00Z`. With `private_key_jwt` only. Cleared: never. */
  expiresAt?: pulumi.Input<string | undefined>;
  /**
   * The key id by which assertions name the key: 10 to 64 letters, digits, `-` and `_`. With `private_key_jwt` only. Without it, the service
   * takes the thumbprint of the key. A new key needs a new one.
   */
  kid?: pulumi.Input<string | undefined>;
  /** The SHA-256 thumbprint (base64url) of a certificate that is there already. With `self_signed_tls_client_auth` only. */
  thumbprint?: pulumi.Input<string | undefined>;
}

/** A credential as the application has it in use. */
export interface AttachedCredential {
  /** Its id: `cred_…`. */
  id: string;
  /** With `private_key_jwt`: the key id by which assertions name the key. */
  kid?: string | undefined;
  /** With `self_signed_tls_client_auth`: the SHA-256 thumbprint of the certificate. */
  thumbprint?: string | undefined;
  /** Its name, if it has one. */
  name?: string | undefined;
}

/**
 * The arguments of a {@link ClientAuthentication}.
 *
 * `credentials` are all that the application has for its method.
 */
export interface ClientAuthenticationArgs {
  /** The id of the application. A change replaces. */
  clientId: pulumi.Input<string>;
  /**
   * How it proves who it is: by an assertion that it signs (`private_key_jwt`), by a certificate of an authority (`tls_client_auth`) or by
   * one of its own (`self_signed_tls_client_auth`).
   */
  method: pulumi.Input<"private_key_jwt" | "tls_client_auth" | "self_signed_tls_client_auth">;
  /** One or two credentials, in any order. */
  credentials: pulumi.Input<pulumi.Input<ClientCredential>[]>;
  /**
   * Takes over an application that has credentials in use already, instead of failing. Those that the program does not declare are removed:
   * the preview names them. Counts at creation only.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * The credentials by which an application proves who it is, in place of its secret.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 * import { readFileSync } from "node:fs";
 *
 * const job = new tenant.Client("job", {
 *   name: "Job",
 *   appType: "non_interactive",
 *   grantTypes: ["client_credentials"],
 * });
 * const keys = new tenant.ClientAuthentication("job", {
 *   clientId: job.id,
 *   method: "private_key_jwt",
 *   credentials: [{ name: "spring", pem: readFileSync("job.public.pem", "utf8") }],
 * });
 * export const kid = keys.attachedCredentials.apply((all) => all?.[0]?.kid);
 * ```
 *
 * **Rotation** is one change of the program: another `pem`. The new credential is made, one call puts it in the place of the old one, and
 * that is deleted last. So the application always has a valid one. To let both count for a while, declare both, and drop the old one later.
 * The service takes two credentials for a method and four for an application. Where there is no room for the new ones, one of two old ones
 * goes first.
 *
 * **Failures**: whatever a run has left is found by the next one, by the id or by the key that the state or the program names, and is used or
 * removed. Nobody else's credentials are ever touched. Credentials that somebody else has put in use are drift: a refresh shows them, and
 * a change without one is refused.
 *
 * **The `Client`** must not declare `tokenEndpointAuthMethod` then, as the service has either that or credentials. While credentials are in
 * use, the secret does not count. A method that a new version of the `Client` is to have comes one run after this resource is taken out.
 *
 * **Deletion** gives the application back the method that it had (`methodBefore`), else `client_secret_post`, and deletes the credentials.
 *
 * **One's own access**: the application that the credentials of the run are of is refused, unless `TENANT_ALLOW_OWN_CLIENT=true` is set.
 *
 * **Events**: the service sends none about applications. Only a refresh finds somebody else's change.
 *
 * The id is that of the application. Routes: `GET|PATCH /clients/{id}`, `GET|POST /clients/{id}/credentials`,
 * `PATCH|DELETE /clients/{id}/credentials/{credential_id}`; to import, `GET /clients`.
 * Scopes: `create|read|update|delete:client_credentials`, `update:clients`, and `read:clients` to create.
 */
export class ClientAuthentication extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(clientAuthentication.type);

  declare readonly clientId: pulumi.Output<string>;
  declare readonly method: pulumi.Output<"private_key_jwt" | "tls_client_auth" | "self_signed_tls_client_auth">;
  declare readonly credentials: pulumi.Output<pulumi.Unwrap<ClientCredential>[]>;
  /** What is in use, in the order of `credentials`: callers sign with the `kid`. */
  declare readonly attachedCredentials: pulumi.Output<AttachedCredential[] | undefined>;
  /** The method at the token endpoint that the application had before, if it had one. */
  declare readonly methodBefore: pulumi.Output<string | undefined>;
  /** What a run that failed may have left, by id, or by type and key: the next one looks for it. */
  declare readonly unfinished: pulumi.Output<string[] | undefined>;

  /**
   * Manages the credentials of an application.
   *
   * All wrong arguments are reported at once, before anything is sent. An application that has credentials in use is an error without `adopt`.
   */
  constructor(name: string, args: ClientAuthenticationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(clientAuthentication, name, args, opts);
  }
}

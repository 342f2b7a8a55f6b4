import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { client, clientAuthentication } from "../../types/client/definition.ts";
import { key, text } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import { lookUps, type OutputArgs, type Plain } from "../look-ups.ts";
import type { ClientArgs, ClientJwtConfiguration, ClientSigningKey } from "./client.made.ts";

/**
 * A credential: a public key, a certificate, or the subject of a certificate. Never a private key: that stays with the application.
 *
 * Only `expiresAt` can be changed. Another key means another credential. The name and algorithm of a key cannot be changed.
 */
export interface ClientCredential {
  /** The display name: at most 128 characters. */
  name?: pulumi.Input<string | undefined>;
  /** The type of the credential, which follows from the method: `public_key`, `cert_subject_dn` or `x509_cert`. */
  credentialType?: pulumi.Input<"public_key" | "cert_subject_dn" | "x509_cert" | undefined>;
  /**
   * The public key (RSA) or a certificate, in PEM form. Except with `private_key_jwt`, a certificate has at most 4,096 characters. The API never
   * returns the PEM. For an existing credential, `kid`, `thumbprint` or `subjectDn` is enough.
   */
  pem?: pulumi.Input<string | undefined>;
  /** The signing algorithm of assertions. Only with `private_key_jwt`. Default of a new credential: `RS256`. */
  algorithm?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;
  /** The subject of the certificate, instead of `pem`: 1 to 256 characters. Only with `tls_client_auth`. */
  subjectDn?: pulumi.Input<string | undefined>;
  /**
   * Whether the credential expires with the certificate in `pem`. Only with `private_key_jwt`, and not together with `expiresAt`.
   */
  parseExpiryFromCert?: pulumi.Input<boolean | undefined>;
  /** The expiry, with a time zone: `2031-01-31T00:00:00Z`. Only with `private_key_jwt`. When cleared: never. */
  expiresAt?: pulumi.Input<string | undefined>;
  /**
   * The key id in assertions: 10 to 64 letters, digits, `-` and `_`. Only with `private_key_jwt`. Default: the thumbprint of the key. A new
   * key needs a new id.
   */
  kid?: pulumi.Input<string | undefined>;
  /** The SHA-256 thumbprint (base64url) of an existing certificate. Only with `self_signed_tls_client_auth`. */
  thumbprint?: pulumi.Input<string | undefined>;
}

/** A credential that the application uses. */
export interface AttachedCredential {
  /** The id: `cred_…`. */
  id: string;
  /** With `private_key_jwt`: the key id in assertions. */
  kid?: string | undefined;
  /** With `self_signed_tls_client_auth`: the SHA-256 thumbprint of the certificate. */
  thumbprint?: string | undefined;
  /** The name, if there is one. */
  name?: string | undefined;
}

/**
 * The arguments of a {@link ClientAuthentication}.
 *
 * `credentials` is the complete list of the application's credentials for the method.
 */
export interface ClientAuthenticationArgs {
  /** The id of the application. A change replaces the resource. */
  clientId: pulumi.Input<string>;
  /**
   * The authentication method: an assertion signed by the application (`private_key_jwt`), a certificate that an authority has issued
   * (`tls_client_auth`), or a self-signed certificate (`self_signed_tls_client_auth`).
   */
  method: pulumi.Input<"private_key_jwt" | "tls_client_auth" | "self_signed_tls_client_auth">;
  /** The credentials, one or two, in any order. */
  credentials: pulumi.Input<pulumi.Input<ClientCredential>[]>;
  /**
   * Whether an application that already has credentials in use is adopted instead of causing an error. Undeclared credentials are removed;
   * the preview names them. Only used at creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * The credentials with which an application authenticates, instead of its secret.
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
 * **Rotation** is a change of `pem` in the program. The provider creates the new credential, puts it in the place of the old one in one call,
 * and then deletes the old one, so the application always has a valid credential. To keep both valid for a while, declare both, and remove the
 * old one later. An application can have at most two credentials for a method and four in total. If the limit leaves no space for the new
 * credentials, the provider first deletes one of the two old credentials.
 *
 * **Failures**: the next run finds credentials that a failed run has left, by the ids or keys in the state or the program, and uses or
 * deletes them. It changes no other credentials. If another client attaches credentials to the application, they are drift: a refresh
 * reports them, and an update without a refresh is refused.
 *
 * **The `Client`** must not declare `tokenEndpointAuthMethod`, because an application has either that method or credentials. While
 * credentials are in use, the secret is invalid. To give the `Client` another method, first remove this resource from the program, and
 * declare the method in a later run.
 *
 * **Deletion** restores the previous method of the application (`methodBefore`), or sets `client_secret_post` if it had none, and deletes
 * the credentials.
 *
 * **Own access**: the application whose credentials the run uses is refused, unless `TENANT_ALLOW_OWN_CLIENT=true` is set.
 *
 * **Events**: the service sends no events about applications. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the application. Routes: `GET|PATCH /clients/{id}`, `GET|POST /clients/{id}/credentials`, `PATCH|DELETE
 * /clients/{id}/credentials/{credential_id}`; to import, `GET /clients`. Scopes: `create|read|update|delete:client_credentials`,
 * `update:clients`, and `read:clients` to create.
 */
export class ClientAuthentication extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(clientAuthentication.type);

  declare readonly clientId: pulumi.Output<string>;
  declare readonly method: pulumi.Output<"private_key_jwt" | "tls_client_auth" | "self_signed_tls_client_auth">;
  declare readonly credentials: pulumi.Output<pulumi.Unwrap<ClientCredential>[]>;
  /** The credentials in use, in the order of `credentials`. The application has to name the `kid` of its key in its assertions. */
  declare readonly attachedCredentials: pulumi.Output<AttachedCredential[] | undefined>;
  /** The previous authentication method of the application at the token endpoint, if it had one. */
  declare readonly methodBefore: pulumi.Output<string | undefined>;
  /** Credentials that a failed run may have left, by id, or by type and key. The next run looks for them. */
  declare readonly unfinished: pulumi.Output<string[] | undefined>;

  /**
   * Manages the credentials of an application.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an application with credentials in use is an
   * error.
   */
  constructor(name: string, args: ClientAuthenticationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(clientAuthentication, name, args, opts);
  }
}

/** {@link ClientJwtConfiguration} with plain values. */
type ClientJwtConfigurationValues = pulumi.Unwrap<Omit<ClientJwtConfiguration, "scopes">> & {
  scopes?: Readonly<Record<string, unknown>> | undefined;
};

/** Properties that look-ups never return: secrets, documents that can contain secrets, and arguments that only control the resource. */
type Hidden =
  | "adopt"
  | "undocumented"
  | "addons"
  | "clientMetadata"
  | "clientSecret"
  | "secretRotation"
  | "readClientSecret";

/** The requested application: exactly one of name and id. */
export type GetClientArgs =
  /** The name. If several applications have this name, the look-up fails. */
  | { name: string; clientId?: undefined }
  /** The id. */
  | { clientId: string; name?: undefined };

/** {@link GetClientArgs} with values that may be outputs. */
export type GetClientOutputArgs = OutputArgs<GetClientArgs>;

/** An application, as look-ups return it, without secrets. A property that the service omits is absent. */
export interface GetClientResult extends Plain<Omit<ClientArgs, Hidden | "jwtConfiguration">> {
  /** Settings of the ID tokens of an application. */
  readonly jwtConfiguration?: ClientJwtConfigurationValues;
  /** The id of the application. */
  readonly id: string;
  /** The id of the application, as in `id`. */
  readonly clientId: string;
  /** Whether the application is the tenant's global application. */
  readonly isGlobal: boolean;
  /** How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration). */
  readonly externalMetadataType?: string;
  /** The URL of the metadata document. */
  readonly externalClientId?: string;
  /** The public part of the keys with which the service signs for the application. Only with the scope `read:client_keys`. */
  readonly signingKeys?: pulumi.Unwrap<ClientSigningKey>[];
}

/** The filter for applications. Texts are compared exactly, including letter case. Default: all applications. */
export interface GetClientsArgs {
  /** The name. Several applications can have the same name. */
  name?: string | undefined;
}

/** {@link GetClientsArgs} with values that may be outputs. */
export type GetClientsOutputArgs = OutputArgs<GetClientsArgs>;

/** The result of {@link getClients}. */
export interface GetClientsResult {
  /** The matching applications, oldest first. */
  readonly clients: GetClientResult[];
}

const { one, all } = lookUps<GetClientArgs, GetClientResult, GetClientsArgs, GetClientsResult>(
  client,
  { describe: ({ id, name }) => `"${name}" (${id})` },
  {
    one: { args: { name: key, clientId: key }, required: [["name", "clientId"]] },
    all: { args: { name: text } },
  },
);

/**
 * The one application that matches. Route and scope are those of {@link getClients}, and {@link LookUp} describes the common properties of
 * look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = await tenant.getClient({ name: "Shop" });
 * export const shopId = shop.clientId;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getClient = one.plain;

/** {@link getClient} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientOutput = one.output;

/**
 * The tenant's applications, without their secrets. Route: `GET /clients`; scope: `read:clients`. The function reads all applications, 100
 * in a call, and then applies the filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { clients } = await tenant.getClients();
 * export const applicationNames = clients.map(({ name }) => name);
 * ```
 */
export const getClients = all.plain;

/** {@link getClients} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getClientsOutput = all.output;

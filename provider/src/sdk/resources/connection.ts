import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connection } from "../../types/connection/definition.ts";
import type { KnownStrategy } from "../../types/connection/definition-options.ts";
import type { Spelled } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import type { ConnectionOptionsByStrategy } from "./connection-options/index.ts";
import type { ConnectionOptionsFree, Option } from "./connection-options/shared.ts";

/**
 * A connection, through which users log in: an enterprise or social identity provider, a database of users, or codes by email or text
 * message.
 *
 * An enterprise provider with OpenID Connect, with a secret from the configuration (`pulumi config set --secret corpSecret …`):
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const corp = new tenant.Connection("corp", {
 *   name: "corp",
 *   strategy: "oidc",
 *   displayName: "Corporate login",
 *   showAsButton: true,
 *   options: {
 *     type: "back_channel",
 *     discovery_url: "https://idp.example.com/.well-known/openid-configuration",
 *     issuer: "https://idp.example.com/",
 *     client_id: "tenant",
 *     client_secret: config.requireSecret("corpSecret"),
 *     scope: "openid profile email",
 *     domain_aliases: ["example.com"],
 *   },
 *   enabledClients: [config.require("portalClientId")],
 * });
 * export const corpId = corp.id;
 * ```
 *
 * A SAML provider:
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.Connection("partner", {
 *   name: "partner",
 *   strategy: "samlp",
 *   realms: ["partner.example.com"],
 *   options: {
 *     signInEndpoint: "https://sso.partner.example.com/login",
 *     signOutEndpoint: "https://sso.partner.example.com/logout",
 *     signingCert: readFileSync("partner.pem").toString("base64"),
 *     signSAMLRequest: true,
 *     signatureAlgorithm: "rsa-sha256",
 *     digestAlgorithm: "sha256",
 *     fieldsMap: { email: "mail", name: ["displayName", "cn"] },
 *   },
 * });
 * ```
 *
 * A database of users, which is protected from deletion (see below):
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.Connection("customers", {
 *   name: "customers",
 *   strategy: "auth0",
 *   options: {
 *     disable_signup: true,
 *     brute_force_protection: true,
 *     passwordPolicy: "good",
 *     password_history: { enable: true, size: 5 },
 *   },
 * });
 * ```
 *
 * A strategy without types for its options, with a secret among the options:
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * new tenant.Connection("directory", {
 *   name: "directory",
 *   strategy: "adfs",
 *   options: {
 *     adfs_server: "https://adfs.example.com",
 *     upstream_params: { ticket: { value: config.requireSecret("ticket") } },
 *   },
 * });
 * ```
 *
 * **Options** that are not documented for the strategy are compiler errors. Write a new option as `["its_name" as tenant.Undocumented]`: it
 * is sent unchanged, and the other options are still checked.
 *
 * **Updates** never remove undeclared options. The service replaces `options` as a whole, so an update reads the connection, merges the
 * declared options into it and sends the result. A change by another client between the last read and the write would be lost. The update needs the
 * scopes `read:connections_options` and `update:connections_options`. It is refused, before anything is sent, if undeclared options cannot
 * be read or preserved, or if the service would send an undeclared secret to a new address.
 *
 * **Secrets.** Options that are documented as secret, and values from `pulumi.secret` or `requireSecret`, are encrypted in the state and masked on
 * the screen, at any depth of the arguments. The same applies to values in options and metadata that look secret: by their name (`api_key`,
 * `login_token`, `Authorization`, custom headers), by a misspelt name of a documented secret, or by the value itself (a private key, a URL with a
 * password).
 *
 * **Deletion** of a connection deletes its users. Users of the strategies `auth0`, `sms` and `email` exist only at the tenant, so such a connection
 * is created with Pulumi's `protect` option, and the run reports the protection. An attempt to delete or replace the connection then already fails in
 * a preview; a change of `name` or `strategy` is a replacement. To delete it, declare it with `{ protect: false }`, run `pulumi up`, and then delete
 * it. An explicit `protect` option of the resource takes precedence, even if it is false. The `protect` option of a parent component is ignored. If
 * `strategy` is an output, its value is not known when the resource is declared, so the connection is also protected.
 *
 * Routes: `POST /connections`, `GET|PATCH|DELETE /connections/{id}`, `GET|PATCH /connections/{id}/clients`; scopes
 * `create|read|update|delete:connections`, `read|update:connections_options`.
 *
 * @typeParam S the strategy; inferred from the arguments
 */
export class Connection<S extends AnyStrategy = AnyStrategy> extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connection.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly strategy: pulumi.Output<string>;
  declare readonly displayName: pulumi.Output<string | undefined>;
  /** The declared options, as the tenant returns them. Secret options are secret outputs. */
  declare readonly options: pulumi.Output<ConnectionOptionsOutput<S> | undefined>;
  declare readonly realms: pulumi.Output<string[] | undefined>;
  declare readonly isDomainConnection: pulumi.Output<boolean | undefined>;
  declare readonly showAsButton: pulumi.Output<boolean | undefined>;
  /** The declared keys. */
  declare readonly metadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly authentication: pulumi.Output<pulumi.Unwrap<ConnectionAuthentication> | undefined>;
  declare readonly connectedAccounts: pulumi.Output<pulumi.Unwrap<ConnectionConnectedAccounts> | undefined>;
  declare readonly crossAppAccessRequestingApp: pulumi.Output<
    pulumi.Unwrap<ConnectionCrossAppAccessRequestingApp> | undefined
  >;
  declare readonly crossAppAccessResourceApp: pulumi.Output<
    pulumi.Unwrap<ConnectionCrossAppAccessResourceApp> | undefined
  >;
  declare readonly enabledClients: pulumi.Output<string[] | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  /** Secret. The URL for the set-up of the connector of strategy `ad`; absent after the set-up. */
  declare readonly provisioningTicketUrl: pulumi.Output<string | undefined>;

  /**
   * Manages a connection.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an error. If a connection with the
   * name is still being deleted, the creation waits until the deletion is complete.
   */
  constructor(name: string, args: ConnectionArgs<S>, opts: pulumi.CustomResourceOptions = {}) {
    super(connection, name, args, opts);
  }
}

/** A strategy with typed options. */
export type TypedStrategy = keyof ConnectionOptionsByStrategy;

/** A known strategy, or a strategy whose value is known only while the program runs. */
export type ConnectionStrategy = KnownStrategy | Promise<string> | pulumi.OutputInstance<string>;

/** Any strategy. The intersection keeps the known names in an editor's suggestions. */
export type AnyStrategy = ConnectionStrategy | (string & {});

/** The use of a connection for logins. */
export interface ConnectionAuthentication {
  /** Whether users log in with the connection. */
  active: pulumi.Input<boolean>;
}

/**
 * The use of a connection for connected accounts: users connect their accounts at the provider, so that applications can act there.
 */
export interface ConnectionConnectedAccounts {
  /** Whether accounts can be connected. The token vault stores their tokens. */
  active: pulumi.Input<boolean>;
  /** Whether the tokens come from cross-app access. */
  crossAppAccess?: pulumi.Input<boolean | undefined>;
  /** Whether accounts without a user id in the provider's response can be connected: at most one for each user. When cleared: false. */
  allowMissingUserId?: pulumi.Input<boolean | undefined>;
}

/** The use of a connection as a requesting application of cross-app access. Early access. */
export interface ConnectionCrossAppAccessRequestingApp {
  /** Whether the connection requests access. */
  active: pulumi.Input<boolean>;
}

/** The use of a connection as a resource application of cross-app access. */
export interface ConnectionCrossAppAccessResourceApp {
  /** `enabled`: identity assertions of the connection's provider can be exchanged for access tokens. */
  status: pulumi.Input<"enabled" | "disabled">;
}

/** The arguments that do not depend on the strategy. */
export interface ConnectionCommonArgs {
  /**
   * The name, unique within the tenant: at most 128 letters, digits and single hyphens, with a letter or digit at both ends. A change
   * replaces the connection: the new one is created first.
   */
  name: pulumi.Input<string>;
  /** The name on the login screen: at most 128 characters. Default, and value when cleared: `name`. */
  displayName?: pulumi.Input<string | undefined>;
  /** The names that select the connection at a login, for example email domains, in any order. Empty or cleared: only `name`. */
  realms?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether third-party applications can use the connection, in addition to enabled first-party applications. When cleared: false. */
  isDomainConnection?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the login page has a button for the connection. Without a button, only the domain of an email address selects the connection.
   * The API returns this property only for enterprise strategies. When cleared: false.
   */
  showAsButton?: pulumi.Input<boolean | undefined>;
  /**
   * Custom keys and values: at most 10 keys, values of at most 255 characters. Only declared keys are managed; other keys stay and count
   * towards the limit.
   */
  metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** The use of the connection for logins. When cleared: enabled. */
  authentication?: pulumi.Input<ConnectionAuthentication | undefined>;
  /** The use of the connection for connected accounts and the token vault. */
  connectedAccounts?: pulumi.Input<ConnectionConnectedAccounts | undefined>;
  /** The use of the connection as a requesting application of cross-app access. Early access. */
  crossAppAccessRequestingApp?: pulumi.Input<ConnectionCrossAppAccessRequestingApp | undefined>;
  /** The use of the connection as a resource application of cross-app access. When cleared: the setting is removed. */
  crossAppAccessResourceApp?: pulumi.Input<ConnectionCrossAppAccessResourceApp | undefined>;
  /**
   * The ids of all applications that can use the connection, in any order. If declared, the connection is disabled for all other applications. If
   * undeclared, this resource does not change which applications can use the connection. The API has separate calls for this list.
   */
  enabledClients?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside objects that it knows: `{ known_object:
   * { new_flag: true } }`. Declared values at any depth are managed, others stay. Cleared by null; a property for which the API refuses null keeps its
   * value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing connection with this name is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** The arguments of a connection whose strategy has typed options. */
export interface TypedConnectionArgs<S extends TypedStrategy> extends ConnectionCommonArgs {
  /**
   * The type of the identity provider. A change replaces the connection. If the name stays, the old connection is deleted first.
   */
  strategy: S;
  /**
   * The options of the strategy, under the service's own names. Only declared options are managed, at any depth; others are neither shown nor
   * changed. Write an undocumented option as `["its_name" as tenant.Undocumented]`. Null counts as undeclared.
   */
  options?: Option<ConnectionOptionsByStrategy[S]>;
}

/** The arguments of a connection whose strategy has no typed options. */
export interface OtherConnectionArgs<S> extends ConnectionCommonArgs {
  /**
   * The type of the identity provider. A change replaces the connection. If the name stays, the old connection is deleted first.
   */
  strategy: S;
  /**
   * The options of the strategy, under the service's own names. Only declared options are managed, at any depth; others are neither shown nor
   * changed. Null counts as undeclared.
   */
  options?: Option<ConnectionOptionsFree>;
}

/**
 * The arguments of a {@link Connection}: a union in which `strategy` determines the type of `options`. The options are untyped if the strategy has no
 * typed options, or if it is a promise or an output.
 *
 * Without a type argument, the union accepts only known strategies: otherwise it would accept misspelt strategies with any options. The constructor
 * also accepts unknown strategies. A variable for arguments with an unknown strategy has the type `ConnectionArgs<string>`.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a new connection. An option that you remove
 * from the program is removed from the connection.
 */
export type ConnectionArgs<S extends AnyStrategy = ConnectionStrategy> =
  | { [Typed in TypedIn<S>]: TypedConnectionArgs<Typed> }[TypedIn<S>]
  | ([Exclude<S, TypedIn<S>>] extends [never]
      ? never
      : OtherConnectionArgs<Exclude<S, TypedIn<S>>> & Spelled<"strategy", Exclude<S, TypedIn<S>>, KnownStrategy>);

/**
 * The strategies in a union that have typed options; none for `string`. So for arguments without a strategy, the compiler reports only that the
 * strategy is missing.
 */
type TypedIn<S> = string extends S ? never : Extract<S, TypedStrategy>;

/** The declared options of a connection, as the tenant returns them, including undocumented options. */
export type ConnectionOptionsOutput<S> = S extends TypedStrategy
  ? Resolved<ConnectionOptionsByStrategy[S]>
  : ConnectionOptionsFree;

/**
 * A type without promises and outputs, and with undocumented options, at any depth. The SDK's `Unwrap` loses properties of type `unknown`.
 */
type Resolved<T> =
  T extends Promise<infer Value>
    ? Resolved<Value>
    : T extends pulumi.OutputInstance<infer Value>
      ? Resolved<Value>
      : T extends readonly (infer Item)[]
        ? Resolved<Item>[]
        : T extends object
          ? { [Key in keyof T]: Resolved<T[Key]> } & ConnectionOptionsFree
          : T;

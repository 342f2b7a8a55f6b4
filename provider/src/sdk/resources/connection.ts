import type * as pulumi from "@pulumi/pulumi";
import { connection } from "../../definitions/connection.ts";
import type { KnownStrategy } from "../../definitions/connection-strategies.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { Spelled } from "../spelling.ts";
import type { ConnectionOptionsByStrategy } from "./connection-options/index.ts";
import type { ConnectionOptionsFree, Option } from "./connection-options/shared.ts";

/**
 * A source of users: a company's identity provider, a social network, a database of users, or codes by email or text
 * message.
 *
 * A company's provider that speaks OpenID Connect, with a secret from the configuration
 * (`pulumi config set --secret corpSecret …`):
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
 * One that speaks SAML:
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
 * A database of users. It is protected from deletion, see below:
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
 * A strategy whose options have no types here, with a secret among them:
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
 * **Options** that are not documented for the strategy are errors of the compiler. A new one is written as
 * `["its_name" as tenant.Undocumented]`: it is sent as it is, and those beside it are still checked.
 *
 * **Updates** never wipe options that the program does not mention. The service replaces `options` as a whole, so an
 * update reads the connection, merges what is declared into it and sends the result. Somebody else's change in the short
 * time between the two calls would be lost. The update needs the scopes `read:connections_options` and
 * `update:connections_options`. It is refused, before anything is sent, if undeclared options cannot be read or kept.
 *
 * **Secrets.** The options documented as secret, and all that the program wraps in `pulumi.secret` or reads with
 * `requireSecret`, are encrypted in the state and hidden on the screen, at any depth of the arguments. So is what looks secret in
 * options and metadata: by its name (`api_key`, `login_token`, `Authorization`, custom headers), by a misspelt name of one that is
 * documented as secret, or by itself (a private key, a URL with a password).
 *
 * **Deletion** of a connection deletes its users. Those of the strategies `auth0`, `sms` and `email` exist nowhere else,
 * so such a connection is created with Pulumi's own `protect` option, and the run says so: an attempt to delete or to
 * replace it (a change of `name` or `strategy` replaces) already fails in a preview. To delete one, declare it with
 * `{ protect: false }`, run `pulumi up`, and then delete it. The program's own `protect` option wins, also when it is false;
 * that of a parent component does not count. If `strategy` is an output, the guard cannot know it: set `protect` yourself.
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
  /** The declared options, as the tenant answers them. The secret ones are secret here, too. */
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
  /** Secret. The address at which the connector of strategy `ad` is set up; absent as soon as it is. */
  declare readonly provisioningTicketUrl: pulumi.Output<string | undefined>;

  /**
   * Manages a connection.
   *
   * All wrong arguments are reported at once, before anything is sent. A name that is taken is an error without `adopt`.
   * If the deletion of a connection of that name is still running, the creation waits for its end.
   */
  constructor(name: string, args: ConnectionArgs<S>, opts: pulumi.CustomResourceOptions = {}) {
    super(connection, name, args, opts);
  }
}

/** A strategy whose options have a type of their own. */
export type TypedStrategy = keyof ConnectionOptionsByStrategy;

/** A strategy that this package knows by name, or one whose value is known only while the program runs. */
export type ConnectionStrategy = KnownStrategy | Promise<string> | pulumi.OutputInstance<string>;

/** Any strategy at all. The intersection keeps the known names in an editor's suggestions. */
export type AnyStrategy = ConnectionStrategy | (string & {});

/** Whether a connection is used for logins. */
export interface ConnectionAuthentication {
  /** True: users log in with it. */
  active: pulumi.Input<boolean>;
}

/** Whether users can connect their accounts at a provider to those at the tenant, so that applications can act there. */
export interface ConnectionConnectedAccounts {
  /** True: accounts can be connected, and their tokens are kept in the token vault. */
  active: pulumi.Input<boolean>;
  /** Whether the tokens come from cross-app access. */
  crossAppAccess?: pulumi.Input<boolean | undefined>;
  /** Whether an account without a user id of the provider can be connected: at most one for each user. Cleared: false. */
  allowMissingUserId?: pulumi.Input<boolean | undefined>;
}

/** A connection as the requesting application of cross-app access (Early Access). */
export interface ConnectionCrossAppAccessRequestingApp {
  /** True: it requests access. */
  active: pulumi.Input<boolean>;
}

/** A connection as the resource application of cross-app access. */
export interface ConnectionCrossAppAccessResourceApp {
  /** `enabled`: identity assertions of this connection's provider are accepted in return for access tokens. */
  status: pulumi.Input<"enabled" | "disabled">;
}

/** The arguments that do not depend on the strategy. */
export interface ConnectionCommonArgs {
  /**
   * The connection's name: letters, digits and single hyphens, neither first nor last; at most 128 characters, unique
   * within the tenant. A change replaces the connection: the new one is created first.
   */
  name: pulumi.Input<string>;
  /** The name on the login screen; at most 128 characters. Default, and cleared: `name`. */
  displayName?: pulumi.Input<string | undefined>;
  /** The names that select the connection at a login, email domains for example. A set. Empty and cleared: `name` alone. */
  realms?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether third-party applications can use it as well as the enabled first-party ones. Cleared: false. */
  isDomainConnection?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the login page shows a button. Without one, only the domain of an email address leads to the connection.
   * The service answers it for enterprise strategies only. Cleared: false.
   */
  showAsButton?: pulumi.Input<boolean | undefined>;
  /**
   * Notes for programs: at most 10 keys, values of at most 255 characters. A declared key is managed. Keys that others
   * set are left alone; they count towards the 10.
   */
  metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /** Use for logins. Cleared: on. */
  authentication?: pulumi.Input<ConnectionAuthentication | undefined>;
  /** Use for connected accounts and the token vault. */
  connectedAccounts?: pulumi.Input<ConnectionConnectedAccounts | undefined>;
  /** Use as a requesting application of cross-app access (Early Access). */
  crossAppAccessRequestingApp?: pulumi.Input<ConnectionCrossAppAccessRequestingApp | undefined>;
  /** Use as a resource application of cross-app access. Cleared: none. */
  crossAppAccessResourceApp?: pulumi.Input<ConnectionCrossAppAccessResourceApp | undefined>;
  /**
   * The ids of the applications that can use the connection. A set of any size. If it is declared, it is the whole set:
   * other applications are taken off. If it is not, the applications stay as they are. Managed by calls of its own.
   */
  enabledClients?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Takes over a connection with this name that exists already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** The arguments of a connection of a strategy whose options have a type. */
export interface TypedConnectionArgs<S extends TypedStrategy> extends ConnectionCommonArgs {
  /** The kind of identity provider. A change replaces the connection. If the name stays, the old one is deleted first. */
  strategy: S;
  /**
   * The strategy's options, under the service's own names. Only what is declared here is managed, at any depth: other
   * options are neither shown nor touched. An option that is not documented is written as
   * `["its_name" as tenant.Undocumented]`. Null declares nothing.
   */
  options?: Option<ConnectionOptionsByStrategy[S]>;
}

/** The arguments of a connection of any other strategy. */
export interface OtherConnectionArgs<S> extends ConnectionCommonArgs {
  /** The kind of identity provider. A change replaces the connection. If the name stays, the old one is deleted first. */
  strategy: S;
  /**
   * The strategy's options, under the service's own names. Only what is declared here is managed, at any depth: other
   * options are neither shown nor touched. Null declares nothing.
   */
  options?: Option<ConnectionOptionsFree>;
}

/**
 * The arguments of a {@link Connection}: a union in which `strategy` decides about the type of `options`. The options
 * are free for a strategy without a type of its own, and for a strategy that is a promise or an output.
 *
 * The union takes known strategies only: if it took any text, it would accept misspelled ones with any options. The
 * constructor accepts any text. The type of a variable for such arguments is `ConnectionArgs<string>`.
 *
 * Only what is declared is managed. A property that the program no longer declares goes back to what a new connection
 * has; an option is dropped.
 */
export type ConnectionArgs<S extends AnyStrategy = ConnectionStrategy> =
  | { [Typed in TypedIn<S>]: TypedConnectionArgs<Typed> }[TypedIn<S>]
  | ([Exclude<S, TypedIn<S>>] extends [never]
      ? never
      : OtherConnectionArgs<Exclude<S, TypedIn<S>>> & Spelled<"strategy", Exclude<S, TypedIn<S>>, KnownStrategy>);

/** The strategies with types among some; none among all texts. So arguments without a strategy miss that, and nothing else. */
type TypedIn<S> = string extends S ? never : Extract<S, TypedStrategy>;

/** The options of a connection as the tenant answers them: the declared ones, those that are not documented among them. */
export type ConnectionOptionsOutput<S> = S extends TypedStrategy
  ? Resolved<ConnectionOptionsByStrategy[S]>
  : ConnectionOptionsFree;

/** A type without promises and outputs, and with undocumented options, at any depth. The SDK's `Unwrap` loses what is `unknown`. */
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

import type * as pulumi from "@pulumi/pulumi";

/** An option that may be left out, or given as a value, a promise or an output. */
export type Option<T> = pulumi.Input<T | undefined>;

/**
 * The name of an option that is not documented here. In brackets, such an option is sent as it is, at any depth, and what stands
 * beside it is still checked:
 * ```ts
 * options: {
 *   issuer: "https://idp.example.com/",
 *   ["brand_new" as tenant.Undocumented]: config.requireSecret("brandNew"),
 * }
 * ```
 * Without this an option that is not documented is an error of the compiler, as it is misspelt more often than new. The same form
 * takes a documented option with a value that its type does not know. The type leaves nothing behind at run time.
 */
export type Undocumented = string;

/**
 * A value that the type of an argument does not know, for example a new one of the service: `appType: "new_type" as tenant.UndocumentedValue`.
 * A run warns of the value and sends it unchanged. The type leaves nothing behind at run time.
 */
export type UndocumentedValue = never;

/** Options under the service's own names, of which no types are known. */
export interface ConnectionOptionsFree {
  /** Any option; sent as it is. */
  [option: string]: unknown;
}

/** Options that connections of every strategy have. */
export interface ConnectionOptionsCommon {
  /** Attributes of the user's profile that are not stored at the tenant. A set. */
  non_persistent_attrs?: Option<pulumi.Input<string>[]>;
}

/** Options of connections whose users come from another identity provider. */
export interface ConnectionOptionsUpstream extends ConnectionOptionsCommon {
  /**
   * When the profile's name and picture are taken from the provider: `on_each_login` (the service's default),
   * `on_first_login`, or `never_on_login`, in which case no user is created either.
   */
  set_user_root_attributes?: Option<"on_each_login" | "on_first_login" | "never_on_login">;
  /** Parameters to add to the request to the provider, by the parameter's name. */
  upstream_params?: Option<Readonly<Record<string, pulumi.Input<ConnectionUpstreamParam>>>>;
  /** Whether the provider's tokens are kept for the token vault; the older form of `connectedAccounts`. */
  federated_connections_access_tokens?: Option<ConnectionFederatedTokens>;
}

/** Whether the identity provider's tokens are kept. */
export interface ConnectionFederatedTokens {
  /** True: access and refresh tokens are kept. */
  active?: Option<boolean>;
}

/** A parameter of the request to the identity provider: either a fixed value or a parameter of the login that is passed on. */
export interface ConnectionUpstreamParam {
  /** A value that is always sent. */
  value?: Option<string>;
  /** The parameter of the login request whose value is sent. */
  alias?: Option<
    | "acr_values"
    | "audience"
    | "client_id"
    | "display"
    | "id_token_hint"
    | "login_hint"
    | "max_age"
    | "prompt"
    | "resource"
    | "response_mode"
    | "response_type"
    | "ui_locales"
  >;
}

/** One-time codes of a passwordless connection. */
export interface ConnectionTotp {
  /** How many digits a code has. */
  length?: Option<number>;
  /** How long a code is valid, in seconds. */
  time_step?: Option<number>;
}

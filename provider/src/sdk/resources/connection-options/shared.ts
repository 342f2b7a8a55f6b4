import type * as pulumi from "@pulumi/pulumi";

/** The type of an option that can be absent: a value, a promise or an output. */
export type Option<T> = pulumi.Input<T | undefined>;

/**
 * The name of an undocumented option. In brackets, such an option is sent unchanged, at any depth, and the other options are still checked:
 * ```ts
 * options: {
 *   issuer: "https://idp.example.com/",
 *   ["brand_new" as tenant.Undocumented]: config.requireSecret("brandNew"),
 * }
 * ```
 * Without this, an undocumented option is a compiler error, because most such options are misspelt. The same form accepts a documented
 * option with a value outside its type. The type does not exist at run time.
 */
export type Undocumented = string;

/**
 * A value outside the type of an argument, for example a new value of the service: `appType: "new_type" as tenant.UndocumentedValue`. A run
 * warns of the value and sends it unchanged. The type does not exist at run time.
 */
export type UndocumentedValue = never;

/** Options without types, under the service's own names. */
export interface ConnectionOptionsFree {
  /** An option, which is sent unchanged. */
  [option: string]: unknown;
}

/** Options that connections of every strategy have. */
export interface ConnectionOptionsCommon {
  /** Attributes of the user's profile that the tenant does not store, in any order. */
  non_persistent_attrs?: Option<pulumi.Input<string>[]>;
}

/** Options of connections whose users come from another identity provider. */
export interface ConnectionOptionsUpstream extends ConnectionOptionsCommon {
  /**
   * The time at which the provider sets the name and picture of the profile: `on_each_login` (the service's default), `on_first_login`, or
   * `never_on_login`, with which a login does not create a user either.
   */
  set_user_root_attributes?: Option<"on_each_login" | "on_first_login" | "never_on_login">;
  /** Additional parameters of the request to the provider, by name. */
  upstream_params?: Option<Readonly<Record<string, pulumi.Input<ConnectionUpstreamParam>>>>;
  /** Whether the token vault stores the provider's tokens; the older form of `connectedAccounts`. */
  federated_connections_access_tokens?: Option<ConnectionFederatedTokens>;
}

/** The storage of the identity provider's tokens. */
export interface ConnectionFederatedTokens {
  /** Whether access and refresh tokens are stored. */
  active?: Option<boolean>;
}

/** A parameter of the request to the identity provider: a fixed value, or a parameter of the login request. */
export interface ConnectionUpstreamParam {
  /** The fixed value. */
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
  /** The number of digits of a code. */
  length?: Option<number>;
  /** The lifetime of a code in seconds. */
  time_step?: Option<number>;
}

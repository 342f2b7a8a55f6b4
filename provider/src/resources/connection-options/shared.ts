import type * as pulumi from "@pulumi/pulumi";

/** An option that may be left out, or given as a value, a promise or an output. */
export type Option<T> = pulumi.Input<T | undefined>;

/** Options under the service's own names. Any option that the service knows is accepted, at any depth. */
export interface ConnectionOptionsFree {
  /** Any further option; sent as it is. */
  [option: string]: unknown;
}

/** Options that connections of every strategy have. */
export interface ConnectionOptionsCommon extends ConnectionOptionsFree {
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
}

/** A parameter of the request to the identity provider: either a fixed value or a parameter of the login that is passed on. */
export interface ConnectionUpstreamParam extends ConnectionOptionsFree {
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
export interface ConnectionTotp extends ConnectionOptionsFree {
  /** How many digits a code has. */
  length?: Option<number>;
  /** How long a code is valid, in seconds. */
  time_step?: Option<number>;
}

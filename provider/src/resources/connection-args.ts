import type * as pulumi from "@pulumi/pulumi";
import type { KnownStrategy } from "../model/strategies.ts";
import type { ConnectionOptionsByStrategy } from "./connection-options/index.ts";
import type { ConnectionOptionsFree, Option } from "./connection-options/shared.ts";

/** A strategy whose options have a type of their own. */
export type TypedStrategy = keyof ConnectionOptionsByStrategy;

/** A strategy that this package knows by name, or one that is known only when the program runs. */
export type ConnectionStrategy = KnownStrategy | Promise<string> | pulumi.OutputInstance<string>;

/** Any strategy at all. The intersection keeps the known names in an editor's suggestions. */
export type AnyStrategy = ConnectionStrategy | (string & {});

/** Whether a connection is used for logins. */
export interface ConnectionAuthentication {
  /** True: users log in with it. */
  active: pulumi.Input<boolean>;
}

/** Whether users' accounts at a provider are connected to theirs at the tenant, so that applications can act there. */
export interface ConnectionConnectedAccounts {
  /** True: accounts can be connected, and their tokens are kept in the token vault. */
  active: pulumi.Input<boolean>;
  /** Whether the tokens are got by cross-app access. */
  crossAppAccess?: pulumi.Input<boolean | undefined>;
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

/** The arguments that do not depend on the strategy: specification 2.2 and 4.2. */
export interface ConnectionCommonArgs {
  /**
   * The connection's name: letters, digits and single hyphens, neither first nor last; at most 128 characters, unique
   * within the tenant. A change replaces the connection, deleting it first.
   */
  name: pulumi.Input<string>;
  /** The name on the login screen; at most 128 characters. Never declared or cleared: the tenant shows `name`. */
  displayName?: pulumi.Input<string | undefined>;
  /** What the connection is asked for by, email domains for example. A set. Empty means, as cleared does: the connection's name alone. */
  realms?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether third-party applications can use it too, besides the enabled first-party ones. Cleared: false. */
  isDomainConnection?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the login page shows a button; without one the connection is found by the domain of an email address only.
   * Answered for enterprise strategies only. Cleared: false.
   */
  showAsButton?: pulumi.Input<boolean | undefined>;
  /**
   * Notes for programs: at most 10 keys, values of at most 255 characters. A declared key is managed; keys that others
   * set are left alone, and count towards the 10.
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
   * The ids of the applications that can use the connection. A set, of any size. Declared, it is the whole set: others
   * are taken off. Not declared, the applications are left as they are. Managed by calls of their own.
   */
  enabledClients?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Take over a connection with this name that exists already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** The arguments of a connection of a strategy whose options have a type. */
export interface TypedConnectionArgs<S extends TypedStrategy> extends ConnectionCommonArgs {
  /** The kind of identity provider. A change replaces the connection, deleting it first. */
  strategy: S;
  /**
   * The strategy's options, under the service's own names. Only what is declared here is managed, at any depth: other
   * options are neither shown nor touched. Further keys are accepted as they are. Null declares nothing.
   */
  options?: Option<ConnectionOptionsByStrategy[S]>;
}

/** The arguments of a connection of any other strategy. */
export interface OtherConnectionArgs<S> extends ConnectionCommonArgs {
  /** The kind of identity provider. A change replaces the connection, deleting it first. */
  strategy: S;
  /**
   * The strategy's options, under the service's own names. Only what is declared here is managed, at any depth: other
   * options are neither shown nor touched. Null declares nothing.
   */
  options?: Option<ConnectionOptionsFree>;
}

/**
 * The arguments of a {@link Connection}: a union told apart by `strategy`, which decides about the type of `options`.
 * A strategy without a type of its own, and one that is a promise or an output, has free options.
 *
 * Of texts the union takes the known strategies only: any text would include the misspelled and the mistyped ones. The
 * constructor accepts any text; to annotate a variable for one, say `ConnectionArgs<string>`.
 *
 * Only what is declared is managed. A property that is taken out of the program goes back to what a fresh connection
 * has; an option is dropped.
 */
export type ConnectionArgs<S extends AnyStrategy = ConnectionStrategy> =
  | { [Typed in Extract<S, TypedStrategy>]: TypedConnectionArgs<Typed> }[Extract<S, TypedStrategy>]
  | ([Exclude<S, TypedStrategy>] extends [never] ? never : OtherConnectionArgs<Exclude<S, TypedStrategy>>);

/** The options of a connection as the tenant answers them: the declared ones. */
export type ConnectionOptionsOutput<S> = S extends TypedStrategy
  ? Resolved<ConnectionOptionsByStrategy[S]>
  : ConnectionOptionsFree;

/** A type without promises and outputs, at any depth. Unlike the SDK's `Unwrap` it leaves `unknown` as it is. */
type Resolved<T> =
  T extends Promise<infer Value>
    ? Resolved<Value>
    : T extends pulumi.OutputInstance<infer Value>
      ? Resolved<Value>
      : T extends readonly (infer Item)[]
        ? Resolved<Item>[]
        : T extends object
          ? { [Key in keyof T]: Resolved<T[Key]> }
          : T;

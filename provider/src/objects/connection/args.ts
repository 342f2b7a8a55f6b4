import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsByStrategy } from "./options/index.ts";
import type { ConnectionOptionsFree, Option } from "./options/shared.ts";
import type { KnownStrategy } from "./strategies.ts";

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
  | ([Exclude<S, TypedIn<S>>] extends [never] ? never : OtherConnectionArgs<Exclude<S, TypedIn<S>>>);

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

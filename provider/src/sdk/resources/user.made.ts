// Made of `types/user/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { user } from "../../types/user/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of a {@link User}.
 *
 * Only declared properties are managed; in the metadata, only declared keys. A property that you remove from the
 * program gets the value of a new user. A property that cannot be cleared stays as it is.
 */
export interface UserArgs {
  /** The name of the connection. A change replaces the user, who gets another id. */
  connection: pulumi.Input<string>;
  /**
   * The part of the id behind `auth0|`: at most 255 characters, without spaces. Only for a new user of a database. A change replaces the user. Default:
   * the service chooses it.
   */
  userId?: pulumi.Input<string | undefined>;
  /** The e-mail address, in lower case, as the service stores it: other letters are converted. Cannot be cleared. */
  email?: pulumi.Input<string | undefined>;
  /** Whether the e-mail address counts as verified. Declare it together with `email`. When cleared: false. */
  emailVerified?: pulumi.Input<boolean | undefined>;
  /** The phone number: `+` and at most 15 digits. Cannot be cleared. */
  phoneNumber?: pulumi.Input<string | undefined>;
  /** Whether the phone number counts as verified. Declare it together with `phoneNumber`. When cleared: false. */
  phoneVerified?: pulumi.Input<boolean | undefined>;
  /**
   * The user name, for databases with user names, in lower case: other letters are converted. 1 to 128 characters.
   * Cannot be cleared.
   */
  username?: pulumi.Input<string | undefined>;
  /**
   * The password, for a user of a database. Secret and write-only: the state has a keyed hash of it. Cannot be cleared.
   */
  password?: pulumi.Input<string | undefined>;
  /** The full name: 1 to 300 characters. When cleared: the e-mail address. */
  name?: pulumi.Input<string | undefined>;
  /** The given name: 1 to 150 characters. When cleared: none. */
  givenName?: pulumi.Input<string | undefined>;
  /** The family name: 1 to 150 characters. When cleared: none. */
  familyName?: pulumi.Input<string | undefined>;
  /** The nickname: 1 to 300 characters. When cleared: the local part of the e-mail address. */
  nickname?: pulumi.Input<string | undefined>;
  /** The URL of the picture. When cleared: a picture that the service derives from the e-mail address. */
  picture?: pulumi.Input<string | undefined>;
  /** Whether the user is blocked, and cannot log in. When cleared: false. */
  blocked?: pulumi.Input<boolean | undefined>;
  /**
   * The metadata that the user can read and change: any keys and values, under the service's own names. Undeclared keys
   * stay.
   */
  userMetadata?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * The metadata that the user cannot change: any keys and values, under the service's own names. Undeclared keys stay.
   */
  appMetadata?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the service sends a verification message to a new or changed e-mail address. A change of this option alone
   * sends nothing. Default: false.
   */
  verifyEmail?: pulumi.Input<boolean | undefined>;
  /**
   * The custom domain for links in messages to the user. Required if the tenant has several verified custom domains: the service refuses to create users
   * without it. A change of this option alone sends nothing.
   */
  customDomain?: pulumi.Input<string | undefined>;
  /** Whether an existing user with this `email` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A user of a connection: for the tests of a development tenant, and for the few accounts that must be there before anybody signs up. It is not for the
 * users of a product, who come, change and leave without a program.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const staff = new tenant.Connection("staff", { name: "staff", strategy: "auth0" });
 * const tester = new tenant.User("tester", {
 *   connection: staff.name,
 *   email: "tester@example.com",
 *   emailVerified: true,
 *   password: config.requireSecret("testerPassword"),
 *   appMetadata: { plan: "trial" },
 * });
 * const support = new tenant.Role("support", { name: "Support" });
 * new tenant.UserRoles("tester", { userId: tester.id, roles: [support.id] });
 * ```
 *
 * **Personal data**: the state has all declared values but the password as they are, and so have previews and the earlier versions of the state that
 * its backend keeps. Who can read these can read them. So declare invented people. If you have to declare a real one: `pulumi.secret(…)` around a value
 * hides it in previews and encrypts it in the state, except what identifies the user (`connection`, `email`, `phoneNumber`, `username`); and the deletion of
 * the user ends neither with the tenant, nor with the newest state: the history of the backend, of the program and of its runs still has the values.
 *
 * **Protection**: with the user go the metadata, second factors, roles, permissions and memberships, also those that other teams have given. So the
 * resource is protected (Pulumi's option `protect`), and no run deletes the user. To delete the user, first set `protect: false` and run `pulumi up`. To
 * keep the user and only end the management, use `pulumi state delete`, or the option `retainOnDelete: true`.
 *
 * **Metadata** are managed by key. Undeclared keys belong to others, such as actions and the users themselves, and stay. A key that you remove from the
 * program is deleted. The service merges only the keys at the top and replaces their values, so an update reads the user first, and sends the whole
 * value of each changed key, with its undeclared members.
 *
 * **Updates** send the changed properties only. The service accepts the e-mail address, the phone number, the user name and the password only in
 * separate requests, each with its verification. If a later request fails, the state has what the earlier ones have changed, and the next run sends the
 * rest.
 *
 * **Social and enterprise users** get their profile (`name`, `nickname`, `picture` and others) from the identity provider, and the service refuses a change of it.
 * Declare only what the tenant itself has of them: `blocked` and the metadata.
 *
 * **Password**: write-only; the state has a keyed hash of it. A user who changes the password keeps the new one, until you change it in the program.
 *
 * **E-mails**: the service sends none, unless you set `verifyEmail: true`.
 *
 * **Adoption** of a user with the same address, phone number or user name in the same connection, only with `adopt`. The password of an adopted user
 * becomes the declared one.
 *
 * **Import**: `npx pulumi-tenant import` imports users only with `--kinds User`. The service lists at most 1,000 users.
 *
 * Routes: `GET|POST /users`, `GET|PATCH|DELETE /users/{id}`, `GET /users-by-email`; to find a user by its `email`,
 * `GET /users`.
 * Scopes: `create|read|update|delete:users`.
 */
export class User extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(user.type);

  declare readonly connection: pulumi.Output<string>;
  declare readonly userId: pulumi.Output<string | undefined>;
  declare readonly email: pulumi.Output<string | undefined>;
  declare readonly emailVerified: pulumi.Output<boolean | undefined>;
  declare readonly phoneNumber: pulumi.Output<string | undefined>;
  declare readonly phoneVerified: pulumi.Output<boolean | undefined>;
  declare readonly username: pulumi.Output<string | undefined>;
  declare readonly password: pulumi.Output<string | undefined>;
  declare readonly name: pulumi.Output<string | undefined>;
  declare readonly givenName: pulumi.Output<string | undefined>;
  declare readonly familyName: pulumi.Output<string | undefined>;
  declare readonly nickname: pulumi.Output<string | undefined>;
  declare readonly picture: pulumi.Output<string | undefined>;
  declare readonly blocked: pulumi.Output<boolean | undefined>;
  declare readonly userMetadata: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly appMetadata: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a user.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an email that is in use is an
   * error.
   */
  constructor(name: string, args: UserArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(user, name, args, opts);
  }
}

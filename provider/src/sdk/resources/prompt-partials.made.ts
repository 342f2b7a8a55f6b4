// Made of `types/prompts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { promptPartials } from "../../types/prompts/definition.ts";
import { TenantResource } from "../base.ts";
import { type OutputArgs, settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link PromptPartials}.
 *
 * Only declared partials are managed. A partial that you remove from the program is removed at the tenant.
 */
export interface PromptPartialsArgs {
  /** The prompt. A change replaces the partials. */
  prompt: pulumi.Input<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "customized-consent"
    | "passkeys"
    | "confirmation"
  >;
  /**
   * The HTML by screen and insertion point, under the service's own names. The insertion points are `form-content`, `form-content-start`,
   * `form-content-end`, `form-footer-start`, `form-footer-end`, `secondary-actions-start` and `secondary-actions-end`.
   */
  partials: pulumi.Input<Readonly<Record<string, unknown>>>;
  /**
   * Whether this stack alone writes partials of the prompt. With false, other stacks can declare other partials of it, also of the same screen: each
   * write is then verified. Undeclared partials stay in both cases, so a change of this option alone sends nothing. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * Your own HTML at the insertion points of one prompt of universal login.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const signup = new tenant.PromptPartials("signup", {
 *   prompt: "signup",
 *   partials: { signup: { "form-content-end": '<p>By signing up you accept <a href="/terms">our terms</a>.</p>' } },
 * });
 * export const signupPartials = signup.partials;
 * ```
 *
 * **Requirements**: partials need a paid plan, a custom domain and a page template (`LoginPageTemplate`).
 *
 * **Length**: at most 10,000 characters at each insertion point.
 *
 * **Rate limit**: the service accepts five reads and five writes of partials per minute. The provider limits the rate of these requests
 * separately, so they do not slow down other requests. A refresh of six prompts takes at least 12 seconds, and a refresh of all ten prompts 60
 * seconds. While requests wait, a message says how long the wait will take.
 *
 * **Creation** adopts the partials: it sends nothing if the tenant has them already. The preview lists the partials that change.
 *
 * **Updates** replace all partials of the prompt, because the service has no request for a single partial. So an update reads the partials first,
 * and sends undeclared partials unchanged.
 *
 * **Shared** with `exclusive: false`: several stacks can declare partials of one prompt, each its own. The service has no locks, so a client that has
 * read the partials before an update can send the old ones after it. An update therefore reads the partials again about a second after its write. If a
 * partial that it has sent differs, it writes once more, and then fails and names it. A partial that another stack writes between the read and the write of
 * an update is lost until that stack verifies its own write. In one program, declare all screens of a prompt in one resource.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: the declared partials are then removed.
 *
 * **Events**: the service sends no events about partials. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PUT /prompts/{prompt}/partials`.
 * Scopes: `read|update:prompts`.
 */
export class PromptPartials extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(promptPartials.type);

  declare readonly prompt: pulumi.Output<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "customized-consent"
    | "passkeys"
    | "confirmation"
  >;
  declare readonly partials: pulumi.Output<Readonly<Record<string, unknown>>>;

  /**
   * Manages a prompt partials.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a prompt that is in use is an
   * error.
   */
  constructor(name: string, args: PromptPartialsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(promptPartials, name, args, opts);
  }
}

/** The prompt partials of a look-up. A property that the service omits is absent. */
export interface GetPromptPartialsResult {
  /** The prompt: `login`. */
  readonly id: string;
  /** The prompt. */
  readonly prompt:
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "customized-consent"
    | "passkeys"
    | "confirmation";
  /**
   * The HTML by screen and insertion point, under the service's own names. The insertion points are `form-content`, `form-content-start`,
   * `form-content-end`, `form-footer-start`, `form-footer-end`, `secondary-actions-start` and `secondary-actions-end`.
   */
  readonly partials: Readonly<Record<string, unknown>>;
}

/** The prompt partials to read. */
export interface GetPromptPartialsArgs {
  /** The prompt. */
  prompt: string;
}

/** {@link GetPromptPartialsArgs} with values that may be outputs. */
export type GetPromptPartialsOutputArgs = OutputArgs<GetPromptPartialsArgs>;

const lookUp = settingLookUp<GetPromptPartialsArgs, GetPromptPartialsResult>(promptPartials);

/**
 * The prompt partials, managed or not, as a refresh reads them. Routes: `GET /prompts/{prompt}/partials`; scopes:
 * `read:prompts`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPromptPartials({ prompt: "login" });
 * export const current = found.partials;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the prompt partials
 */
export const getPromptPartials = lookUp.plain;

/** {@link getPromptPartials} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getPromptPartialsOutput = lookUp.output;

// Made of `types/multi-factor/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { multiFactorDuo } from "../../types/multi-factor/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link MultiFactorDuo}.
 *
 * Only declared properties are managed. The settings of Duo cannot be cleared: a property that you remove from the
 * program keeps its value at the tenant.
 */
export interface MultiFactorDuoArgs {
  /** The integration key. It cannot be cleared. */
  ikey?: pulumi.Input<string | undefined>;
  /** The secret key. The API returns it. It cannot be cleared. */
  skey?: pulumi.Input<string | undefined>;
  /** The host name of the API. It cannot be cleared. */
  host?: pulumi.Input<string | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The account at Duo for the second factor `duo`. To enable the factor, use `MultiFactor`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const duo = new tenant.MultiFactorDuo("duo", {
 *   host: "api-00000000.duo.example.com",
 *   ikey: config.require("duoIkey"),
 *   skey: config.requireSecret("duoSkey"),
 * });
 * export const duoHost = duo.host;
 * ```
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send all three properties, with the tenant's values for those that the program does not declare. A new `host` is refused while the
 * program does not declare the tenant's `skey`, because the service would send it there.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PUT /guardian/factors/duo/settings`.
 * Scopes: `read|update:guardian_factors`.
 */
export class MultiFactorDuo extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactorDuo.type);

  declare readonly ikey: pulumi.Output<string | undefined>;
  declare readonly skey: pulumi.Output<string | undefined>;
  declare readonly host: pulumi.Output<string | undefined>;

  /**
   * Manages Duo settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorDuoArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactorDuo, name, args, opts);
  }
}

/**
 * The Duo settings of a look-up, without `skey`, which can contain secrets. A property that the service omits is
 * absent.
 */
export interface GetMultiFactorDuoResult {
  /** The id of the Duo settings. */
  readonly id: string;
  /** The integration key. It cannot be cleared. */
  readonly ikey?: string | undefined;
  /** The host name of the API. It cannot be cleared. */
  readonly host?: string | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetMultiFactorDuoResult>(multiFactorDuo);

/**
 * The Duo settings, managed or not, as a refresh reads them. Routes: `GET /guardian/factors/duo/settings`; scopes:
 * `read:guardian_factors`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getMultiFactorDuo();
 * export const current = found.ikey;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the Duo settings
 */
export const getMultiFactorDuo = lookUp.plain;

/** {@link getMultiFactorDuo} as an output; see {@link OutputLookUp}. */
export const getMultiFactorDuoOutput = lookUp.output;

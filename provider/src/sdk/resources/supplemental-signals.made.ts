// Made of `types/risk/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { supplementalSignals } from "../../types/risk/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link SupplementalSignals}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface SupplementalSignalsArgs {
  /** Whether actions get the signals in the headers that Akamai adds to requests. When cleared: false. */
  akamaiEnabled: pulumi.Input<boolean>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The signals of other services that the tenant uses for the risk of requests. Early access: a tenant without them refuses the resource, with a message
 * that names the cause.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const signals = new tenant.SupplementalSignals("signals", { akamaiEnabled: true });
 * export const usesAkamai = signals.akamaiEnabled;
 * ```
 *
 * **Creation** adopts the settings, which exist at every tenant with the feature: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /supplemental-signals`.
 * Scopes: `read|update:attack_protection`.
 */
export class SupplementalSignals extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(supplementalSignals.type);

  declare readonly akamaiEnabled: pulumi.Output<boolean>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages supplemental signals.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: SupplementalSignalsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(supplementalSignals, name, args, opts);
  }
}

/** The supplemental signals of a look-up. A property that the service omits is absent. */
export interface GetSupplementalSignalsResult {
  /** The id of the supplemental signals. */
  readonly id: string;
  /** Whether actions get the signals in the headers that Akamai adds to requests. */
  readonly akamaiEnabled: boolean;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetSupplementalSignalsResult>(supplementalSignals);

/**
 * The supplemental signals, managed or not, as a refresh reads them. Routes: `GET /supplemental-signals`; scopes:
 * `read:attack_protection`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getSupplementalSignals();
 * export const current = found.akamaiEnabled;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the supplemental signals
 */
export const getSupplementalSignals = lookUp.plain;

/** {@link getSupplementalSignals} as an output; see {@link OutputLookUp}. */
export const getSupplementalSignalsOutput = lookUp.output;

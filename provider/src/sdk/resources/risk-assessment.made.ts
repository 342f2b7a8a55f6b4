// Made of `types/risk/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { riskAssessment } from "../../types/risk/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link RiskAssessment}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface RiskAssessmentArgs {
  /** Whether the tenant assesses the risk of logins. When cleared: false. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The number of days for which a device counts as known after a login: 1 to 365. When cleared: 30. */
  rememberFor?: pulumi.Input<number | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The tenant's assessment of the risk of logins.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const risk = new tenant.RiskAssessment("risk", { enabled: true, rememberFor: 14 });
 * export const rememberedDays = risk.rememberFor;
 * ```
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /risk-assessments/settings`, `GET|PATCH /risk-assessments/settings/new-device`.
 * Scopes: `read|update:attack_protection`.
 */
export class RiskAssessment extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(riskAssessment.type);

  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly rememberFor: pulumi.Output<number | undefined>;

  /**
   * Manages risk assessment.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: RiskAssessmentArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(riskAssessment, name, args, opts);
  }
}

/** The risk assessment of a look-up. A property that the service omits is absent. */
export interface GetRiskAssessmentResult {
  /** The id of the risk assessment. */
  readonly id: string;
  /** Whether the tenant assesses the risk of logins. */
  readonly enabled: boolean;
  /** The number of days for which a device counts as known after a login: 1 to 365. */
  readonly rememberFor: number;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetRiskAssessmentResult>(riskAssessment);

/**
 * The risk assessment, managed or not, as a refresh reads it. Routes: `GET /risk-assessments/settings`,
 * `GET /risk-assessments/settings/new-device`; scopes: `read:attack_protection`. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getRiskAssessment();
 * export const current = found.enabled;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the risk assessment
 */
export const getRiskAssessment = lookUp.plain;

/** {@link getRiskAssessment} as an output; see {@link OutputLookUp}. */
export const getRiskAssessmentOutput = lookUp.output;

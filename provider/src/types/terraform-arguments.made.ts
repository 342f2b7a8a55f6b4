// Made of `types/<type>/terraform.ts` by `npm run docs`. Change that, not this file.

import { actionArguments } from "./action/terraform.ts";
import { actionModuleArguments } from "./action-module/terraform.ts";
import { attackProtectionArguments } from "./attack-protection/terraform.ts";
import { brandingArguments } from "./branding/terraform.ts";
import { clientArguments } from "./client/terraform.ts";
import { connectionArguments } from "./connection/terraform.ts";
import { connectionProvisioningArguments } from "./connection-provisioning/terraform.ts";
import { customDomainArguments } from "./custom-domain/terraform.ts";
import { emailArguments } from "./email/terraform.ts";
import { eventStreamArguments } from "./event-stream/terraform.ts";
import { formsArguments } from "./forms/terraform.ts";
import { logStreamArguments } from "./log-stream/terraform.ts";
import { networkAclArguments } from "./network-acl/terraform.ts";
import { organizationArguments } from "./organization/terraform.ts";
import { organizationPartsArguments } from "./organization-parts/terraform.ts";
import { phoneArguments } from "./phone/terraform.ts";
import { profilesArguments } from "./profiles/terraform.ts";
import { promptsArguments } from "./prompts/terraform.ts";
import { rateLimitPolicyArguments } from "./rate-limit-policy/terraform.ts";
import { resourceServerArguments } from "./resource-server/terraform.ts";
import { riskArguments } from "./risk/terraform.ts";
import { roleArguments } from "./role/terraform.ts";
import { tenantSettingsArguments } from "./tenant-settings/terraform.ts";
import { tokenExchangeProfileArguments } from "./token-exchange-profile/terraform.ts";
import { userArguments } from "./user/terraform.ts";

/** The arguments of each resource of Terraform's provider, by the name of its type. */
export const terraformArguments = {
  ...actionModuleArguments,
  ...actionArguments,
  ...attackProtectionArguments,
  ...brandingArguments,
  ...clientArguments,
  ...connectionProvisioningArguments,
  ...connectionArguments,
  ...customDomainArguments,
  ...emailArguments,
  ...eventStreamArguments,
  ...formsArguments,
  ...logStreamArguments,
  ...networkAclArguments,
  ...organizationPartsArguments,
  ...organizationArguments,
  ...phoneArguments,
  ...profilesArguments,
  ...promptsArguments,
  ...rateLimitPolicyArguments,
  ...resourceServerArguments,
  ...riskArguments,
  ...roleArguments,
  ...tenantSettingsArguments,
  ...tokenExchangeProfileArguments,
  ...userArguments,
};

/** A resource type of Auth0's Terraform provider with known arguments. */
export type TerraformType = keyof typeof terraformArguments;

// Made of `types/<type>/tools.ts` by `npm run docs`. Change that, not this file.

import { actionTools } from "./action/tools.ts";
import { actionModuleTools } from "./action-module/tools.ts";
import { attackProtectionTools } from "./attack-protection/tools.ts";
import { brandingTools } from "./branding/tools.ts";
import { clientTools } from "./client/tools.ts";
import { connectionTools } from "./connection/tools.ts";
import { connectionProvisioningTools } from "./connection-provisioning/tools.ts";
import { customDomainTools } from "./custom-domain/tools.ts";
import { emailTools } from "./email/tools.ts";
import { eventStreamTools } from "./event-stream/tools.ts";
import { formsTools } from "./forms/tools.ts";
import { groupTools } from "./group/tools.ts";
import { logStreamTools } from "./log-stream/tools.ts";
import { multiFactorTools } from "./multi-factor/tools.ts";
import { networkAclTools } from "./network-acl/tools.ts";
import { organizationTools } from "./organization/tools.ts";
import { organizationPartsTools } from "./organization-parts/tools.ts";
import { phoneTools } from "./phone/tools.ts";
import { profilesTools } from "./profiles/tools.ts";
import { promptsTools } from "./prompts/tools.ts";
import { rateLimitPolicyTools } from "./rate-limit-policy/tools.ts";
import type { TypeName } from "./registry.ts";
import { resourceServerTools } from "./resource-server/tools.ts";
import { riskTools } from "./risk/tools.ts";
import { roleTools } from "./role/tools.ts";
import { tenantSettingsTools } from "./tenant-settings/tools.ts";
import { tokenExchangeProfileTools } from "./token-exchange-profile/tools.ts";
import type { ToolData } from "./tool-data.ts";
import { userTools } from "./user/tools.ts";

/** What the tools need to know of each resource type. */
export const tools: Readonly<Record<TypeName, ToolData>> = {
  ...actionModuleTools,
  ...actionTools,
  ...attackProtectionTools,
  ...brandingTools,
  ...clientTools,
  ...connectionProvisioningTools,
  ...connectionTools,
  ...customDomainTools,
  ...emailTools,
  ...eventStreamTools,
  ...formsTools,
  ...groupTools,
  ...logStreamTools,
  ...multiFactorTools,
  ...networkAclTools,
  ...organizationPartsTools,
  ...organizationTools,
  ...phoneTools,
  ...profilesTools,
  ...promptsTools,
  ...rateLimitPolicyTools,
  ...resourceServerTools,
  ...riskTools,
  ...roleTools,
  ...tenantSettingsTools,
  ...tokenExchangeProfileTools,
  ...userTools,
};

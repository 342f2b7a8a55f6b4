// Made of the files in this folder by `npm run docs`. Change that, not this file.

import { actionRefusals } from "./action.ts";
import { botDetectionRefusals } from "./bot-detection.ts";
import { brandingThemeRefusals } from "./branding-theme.ts";
import { bruteForceProtectionRefusals } from "./brute-force-protection.ts";
import { clientRefusals } from "./client.ts";
import { clientAuthenticationRefusals } from "./client-authentication.ts";
import { clientGrantRefusals } from "./client-grant.ts";
import { connectionRefusals } from "./connection.ts";
import { connectionScimRefusals } from "./connection-scim.ts";
import { customDomainRefusals } from "./custom-domain.ts";
import { defaultCustomDomainRefusals } from "./default-custom-domain.ts";
import { emailProviderRefusals } from "./email-provider.ts";
import { emailTemplateRefusals } from "./email-template.ts";
import { eventStreamRefusals } from "./event-stream.ts";
import { flowRefusals } from "./flow.ts";
import { formRefusals } from "./form.ts";
import { logStreamRefusals } from "./log-stream.ts";
import { loginPageTemplateRefusals } from "./login-page-template.ts";
import { multiFactorPhoneRefusals } from "./multi-factor-phone.ts";
import { networkAclRefusals } from "./network-acl.ts";
import { otherRefusals } from "./of-no-type.ts";
import { organizationRefusals } from "./organization.ts";
import { organizationConnectionRefusals } from "./organization-connection.ts";
import { organizationDiscoveryDomainRefusals } from "./organization-discovery-domain.ts";
import { phoneProviderRefusals } from "./phone-provider.ts";
import { phoneTemplateRefusals } from "./phone-template.ts";
import type { Refusal } from "./refusal.ts";
import { resourceServerRefusals } from "./resource-server.ts";
import { roleRefusals } from "./role.ts";
import { rolePermissionsRefusals } from "./role-permissions.ts";
import { selfServiceProfileRefusals } from "./self-service-profile.ts";
import { tenantSettingsRefusals } from "./tenant-settings.ts";
import { tokenExchangeProfileRefusals } from "./token-exchange-profile.ts";
import { userRefusals } from "./user.ts";
import { userAttributeProfileRefusals } from "./user-attribute-profile.ts";
import { vaultConnectionRefusals } from "./vault-connection.ts";

/** Every refusal of the service. */
export const refusals: readonly Refusal[] = [
  ...actionRefusals,
  ...botDetectionRefusals,
  ...brandingThemeRefusals,
  ...bruteForceProtectionRefusals,
  ...clientAuthenticationRefusals,
  ...clientGrantRefusals,
  ...clientRefusals,
  ...connectionScimRefusals,
  ...connectionRefusals,
  ...customDomainRefusals,
  ...defaultCustomDomainRefusals,
  ...emailProviderRefusals,
  ...emailTemplateRefusals,
  ...eventStreamRefusals,
  ...flowRefusals,
  ...formRefusals,
  ...logStreamRefusals,
  ...loginPageTemplateRefusals,
  ...multiFactorPhoneRefusals,
  ...networkAclRefusals,
  ...otherRefusals,
  ...organizationConnectionRefusals,
  ...organizationDiscoveryDomainRefusals,
  ...organizationRefusals,
  ...phoneProviderRefusals,
  ...phoneTemplateRefusals,
  ...resourceServerRefusals,
  ...rolePermissionsRefusals,
  ...roleRefusals,
  ...selfServiceProfileRefusals,
  ...tenantSettingsRefusals,
  ...tokenExchangeProfileRefusals,
  ...userAttributeProfileRefusals,
  ...userRefusals,
  ...vaultConnectionRefusals,
];

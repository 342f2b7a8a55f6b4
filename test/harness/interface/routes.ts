/** The routes of which the table has the rules: those that the emulator serves. A line names the methods of one path. */
const kept = `
  GET POST /resource-servers
  GET PATCH DELETE /resource-servers/{id}
  GET POST /connections
  GET PATCH DELETE /connections/{id}
  GET PATCH /connections/{id}/clients
  GET /connections/{id}/status
  DELETE /connections/{id}/users
  GET /connections/{id}/keys
  POST /connections/{id}/keys/rotate
  GET POST PATCH DELETE /connections/{id}/scim-configuration
  GET /connections/{id}/scim-configuration/default-mapping
  GET POST /connections/{id}/scim-configuration/tokens
  DELETE /connections/{id}/scim-configuration/tokens/{tokenId}
  GET POST PATCH DELETE /connections/{id}/directory-provisioning
  GET /connections/{id}/directory-provisioning/default-mapping
  GET POST PUT DELETE /connections/{id}/directory-provisioning/synchronized-groups
  GET /connections-scim-configurations
  GET /connections-directory-provisionings
  GET POST /event-streams
  GET PATCH DELETE /event-streams/{id}
  GET POST /roles
  GET PATCH DELETE /roles/{id}
  GET POST DELETE /roles/{id}/permissions
  GET /groups
  GET DELETE /groups/{id}
  GET POST DELETE /groups/{id}/roles
  GET POST DELETE /organizations/{organization_id}/groups/{group_id}/roles
  GET /organizations/name/{name}
  GET POST /organizations
  GET PATCH DELETE /organizations/{id}
  GET /organizations/{id}/invitations/{invitation_id}
  GET /organizations/{id}/invitations
  GET POST DELETE /organizations/{id}/clients
  GET PATCH /organizations/{id}/clients/{client_id}
  GET POST /organizations/{id}/discovery-domains
  GET /organizations/{id}/discovery-domains/name/{discovery_domain}
  GET PATCH DELETE /organizations/{id}/discovery-domains/{discovery_domain_id}
  GET POST /organizations/{id}/enabled_connections
  GET PATCH DELETE /organizations/{id}/enabled_connections/{connectionId}
  GET POST /organizations/{id}/connections
  GET PATCH DELETE /organizations/{id}/connections/{connection_id}
  GET POST DELETE /organizations/{id}/members
  GET /organizations/{id}/members/{user_id}/effective-roles
  GET POST DELETE /organizations/{id}/members/{user_id}/roles
  GET POST /actions/actions
  GET PATCH DELETE /actions/actions/{id}
  POST /actions/actions/{id}/deploy
  GET /actions/actions/{actionId}/versions
  GET /actions/actions/{actionId}/versions/{id}
  POST /actions/actions/{actionId}/versions/{id}/deploy
  POST /actions/actions/{id}/test
  GET /actions/executions/{id}
  GET POST /actions/modules
  GET PATCH DELETE /actions/modules/{id}
  GET /actions/modules/{id}/actions
  GET POST /actions/modules/{id}/versions
  GET /actions/modules/{id}/versions/{versionId}
  POST /actions/modules/{id}/rollback
  GET /actions/triggers
  GET PATCH /actions/triggers/{triggerId}/bindings
  GET POST /token-exchange-profiles
  GET PATCH DELETE /token-exchange-profiles/{id}
  GET POST /clients
  GET PATCH DELETE /clients/{id}
  POST /clients/{id}/rotate-secret
  GET /clients/{id}/connections
  GET POST /clients/{client_id}/credentials
  GET PATCH DELETE /clients/{client_id}/credentials/{credential_id}
  POST /clients/cimd/preview
  POST /clients/cimd/register
  GET POST /client-grants
  GET PATCH DELETE /client-grants/{id}
  GET POST /organizations/{id}/client-grants
  DELETE /organizations/{id}/client-grants/{grant_id}
  GET /client-grants/{id}/organizations
  GET POST /log-streams
  GET PATCH DELETE /log-streams/{id}
  GET POST /network-acls
  GET PATCH PUT DELETE /network-acls/{id}
  GET PATCH /custom-domains/default
  POST /custom-domains/{id}/verify
  GET POST /custom-domains
  GET PATCH DELETE /custom-domains/{id}
  GET PATCH /tenants/settings
  GET PATCH /attack-protection/brute-force-protection
  GET PATCH /attack-protection/suspicious-ip-throttling
  GET PATCH /attack-protection/breached-password-detection
  GET PATCH /attack-protection/bot-detection
  GET PATCH /attack-protection/captcha
  GET PATCH /branding
  GET PUT DELETE /branding/templates/universal-login
  GET PATCH /prompts
  GET /guardian/factors
  GET PUT /guardian/settings
  GET PUT /guardian/policies
  GET PUT /guardian/factors/email/settings
  PUT /guardian/factors/{name}
  GET PUT /guardian/factors/webauthn-roaming/settings
  GET PUT /guardian/factors/webauthn-platform/settings
  GET PUT /guardian/factors/duo/settings
  GET PUT /guardian/factors/phone/message-types
  GET PUT /guardian/factors/phone/selected-provider
  GET PUT /guardian/factors/phone/templates
  GET PUT /guardian/factors/phone/providers/twilio
  GET PUT /guardian/factors/sms/selected-provider
  GET PUT /guardian/factors/sms/templates
  GET PUT /guardian/factors/sms/providers/twilio
  GET PUT /guardian/factors/phone/settings
  GET PUT /guardian/factors/push-notification/selected-provider
  GET PUT /guardian/factors/push-notification/providers/apns
  PUT /guardian/factors/push-notification/providers/fcm
  PUT /guardian/factors/push-notification/providers/fcmv1
  GET PUT /guardian/factors/push-notification/providers/sns
  GET PATCH /prompts/mfa-push
  POST /branding/themes
  GET /branding/themes/default
  GET PATCH DELETE /branding/themes/{themeId}
  GET POST PATCH DELETE /emails/provider
  POST /email-templates
  GET PATCH PUT /email-templates/{templateName}
  GET POST /branding/phone/providers
  GET PATCH DELETE /branding/phone/providers/{id}
  GET POST /branding/phone/templates
  GET PATCH DELETE /branding/phone/templates/{id}
  GET PATCH /attack-protection/phone-provider-protection
  GET PATCH /risk-assessments/settings
  GET PATCH /risk-assessments/settings/new-device
  GET PATCH /supplemental-signals
  GET POST /keys/network-acls
  GET DELETE /keys/network-acls/{id}
  GET POST /rate-limit-policies
  GET PATCH DELETE /rate-limit-policies/{id}
  GET PUT /prompts/{prompt}/custom-text/{language}
  GET PUT /prompts/{prompt}/partials
  GET PATCH /prompts/rendering
  GET PATCH /prompts/{prompt}/screen/{screen}/rendering
  GET POST /roles/{id}/users
  GET POST /users
  GET PATCH DELETE /users/{id}
  GET /keys/signing
  GET /users/{id}/organizations
  GET /users-by-email
  GET POST DELETE /users/{id}/permissions
  GET /users/{id}/effective-roles
  GET POST DELETE /users/{id}/roles
  GET POST /flows/vault/connections
  GET PATCH DELETE /flows/vault/connections/{id}
  GET POST /flows
  GET PATCH DELETE /flows/{id}
  GET POST /forms
  GET PATCH DELETE /forms/{id}
  GET POST /user-attribute-profiles
  GET PATCH DELETE /user-attribute-profiles/{id}
  GET POST /connection-profiles
  GET PATCH DELETE /connection-profiles/{id}
  GET POST /self-service-profiles
  GET PATCH DELETE /self-service-profiles/{id}
  GET PUT /self-service-profiles/{id}/custom-text/{language}/{page}
  GET /events
`;

/** Routes such as `POST /roles`. */
export const routes: readonly string[] = kept.split("\n").flatMap((line) => {
  const [path, ...methods] = line.trim().split(" ").toReversed();
  return methods.toReversed().map((method) => `${method} ${path}`);
});

// Made of `definitions/registry.ts` by `npm run docs`. Change that, not this file.

export * from "./action.ts";
export * from "./bot-detection.made.ts";
export * from "./breached-password-detection.made.ts";
export * from "./brute-force-protection.made.ts";
export * from "./captcha.made.ts";
export * from "./client.ts";
export * from "./client-authentication.ts";
export * from "./client-grant.made.ts";
export * from "./connection.ts";
export * from "./connection-clients.made.ts";
export * from "./log-stream.made.ts";
export * from "./network-acl.made.ts";
export * from "./organization.made.ts";
export * from "./organization-connection.made.ts";
export * from "./organization-member-roles.made.ts";
export * from "./organization-member-roles.ts";
export * from "./organization-members.made.ts";
export * from "./resource-server.made.ts";
export * from "./resource-server.ts";
export * from "./resource-server-scopes.ts";
export * from "./role.made.ts";
export * from "./role-permissions.made.ts";
export * from "./suspicious-ip-throttling.made.ts";
export * from "./tenant-settings.made.ts";
export * from "./token-exchange-profile.made.ts";
export * from "./trigger-actions.ts";

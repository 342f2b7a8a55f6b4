// Made of `definitions/registry.ts` by `npm run docs`. Change that, not this file.

export * from "./action.ts";
export * from "./client.ts";
export * from "./client-authentication.ts";
export * from "./client-grant.ts";
export * from "./connection.ts";
export * from "./connection-clients.ts";
export * from "./log-stream.made.ts";
export * from "./organization.ts";
export * from "./organization-connection.ts";
export * from "./organization-member-roles.ts";
export * from "./organization-members.ts";
export * from "./resource-server.ts";
export * from "./resource-server-scopes.ts";
export * from "./role.made.ts";
export * from "./role-permissions.ts";
export * from "./token-exchange-profile.made.ts";
export * from "./trigger-actions.ts";

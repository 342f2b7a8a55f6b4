import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAll, type Setup, setup } from "./client.ts";

/*
 * The SDK's types of answers are made from the service's public interface description. An answer that they describe is a
 * value of its type without a property too many: the compiler is the judge.
 */
let api: Setup;
const answers: { readonly what: string; readonly type: string; readonly body: unknown }[] = [];

/** Calls the API, and remembers the answer as one of a type. */
async function answered(type: string, method: string, path: string, body?: unknown) {
  const answer = await api.call(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  answers.push({
    what: `${method} ${path.replaceAll(/(con|org|rol|tep|lst)_\w+|\/[0-9a-zA-Z]{24,32}\b/g, "…")}`,
    type,
    body: answer.body,
  });
  return answer.body;
}

/** The response types of strategies that are not named after them. */
const typeOfStrategy: Readonly<Record<string, string>> = {
  auth0: "Auth0",
  oidc: "Oidc",
  okta: "Okta",
  samlp: "Saml",
  pingfederate: "PingFederate",
  waad: "AzureAd",
  ad: "Ad",
  adfs: "Adfs",
  "google-apps": "GoogleApps",
  "google-oauth2": "GoogleOAuth2",
  github: "GitHub",
  facebook: "Facebook",
  apple: "Apple",
  linkedin: "Linkedin",
  windowslive: "WindowsLive",
  line: "Line",
  wordpress: "Wordpress",
  salesforce: "Salesforce",
  twitter: "Twitter",
  oauth1: "OAuth1",
  oauth2: "OAuth2",
  sms: "Sms",
  email: "Email",
  custom: "Custom",
};

/** Options that a strategy cannot be without. */
const needed: Readonly<Record<string, object>> = {
  adfs: { adfs_server: "adfs.example.com" },
  okta: { domain: "login.example.com", client_id: "c" },
  samlp: { signInEndpoint: "https://idp.example.com/login" },
  pingfederate: { pingFederateBaseUrl: "https://idp.example.com", signingCert: "none" },
  email: {
    brute_force_protection: true,
    name: "email",
    email: { from: "a@example.com", subject: "Code", body: "Code" },
  },
};

/** Where recorded answers of real tenants win: properties that they have and the description has not, or not as null. */
const observed: Readonly<Record<string, readonly string[]>> = {
  CreateConnectionResponseContent: ["provisioning_ticket_url"],
  GetConnectionResponseContent: ["provisioning_ticket_url"],
  UpdateConnectionResponseContent: ["provisioning_ticket_url"],
  ListConnectionsCheckpointPaginatedResponseContent: ["provisioning_ticket_url", "enabled_clients"],
  GetTenantSettingsResponseContent: ["universal_login"],
  ConnectionResponseContentAd: ["ips", "show_as_button"],
};

/** An answer without the properties, at any depth. */
function without(names: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without(names, item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(names, member)]));
}

/** What the compiler says of values, each of which has a type: the texts, by the index of the value. */
function judged(values: readonly { readonly type: string; readonly body: unknown }[]): ReadonlyMap<number, string> {
  const file = join(import.meta.dirname, "answers.ts");
  const lines = values.map(({ type, body }, n) => `export const a${n}: Management.${type} = ${JSON.stringify(body)};`);
  const text = ['import type { Management } from "auth0";', ...lines].join("\n");
  const { NodeNext: module } = ts.ModuleKind;
  const options = { noEmit: true, strict: true, skipLibCheck: true, module, target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  const found = ts.getPreEmitDiagnostics(program, source).map(({ messageText, start = 0 }): [number, string] => {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    return [line - 1, ts.flattenDiagnosticMessageText(messageText, " ")];
  });
  return new Map(found);
}

beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

test("responses have the form of the service's public description, except where real tenants differ", async () => {
  const apis = "/resource-servers";
  const scopes = [{ value: "read:a", description: "Read" }];
  const { id } = await answered("CreateResourceServerResponseContent", "POST", apis, {
    identifier: "urn:a",
    name: "A",
    scopes,
  });
  await answered("GetResourceServerResponseContent", "GET", `${apis}/${id}`);
  await answered("UpdateResourceServerResponseContent", "PATCH", `${apis}/${id}`, { signing_alg: "HS256" });
  await answered("ListResourceServerOffsetPaginatedResponseContent", "GET", `${apis}?include_totals=true`);

  for (const [strategy, type] of Object.entries(typeOfStrategy)) {
    const options = needed[strategy] ?? { client_id: "c" };
    const body = { name: strategy, strategy, options };
    const made = await answered("CreateConnectionResponseContent", "POST", "/connections", body);
    const path = `/connections/${made.id}`;
    await answered(`ConnectionResponseContent${type}`, "GET", path);
    await answered("GetConnectionResponseContent", "GET", path);
    await answered("UpdateConnectionResponseContent", "PATCH", path, { options });
  }
  await answered("ListConnectionsCheckpointPaginatedResponseContent", "GET", "/connections?take=50");
  const [oidc, google] = ["oidc", "google-apps"].map(
    (name) => `/connections/${api.emulator.connections.get(name)?.id}`,
  );
  await answered("GetConnectionEnabledClientsResponseContent", "GET", `${oidc}/clients`);
  await answered("ConnectionKey[]", "GET", `${oidc}/keys`);
  await answered("RotateConnectionsKeysResponseContent", "POST", `${oidc}/keys/rotate`);
  await answered("CreateScimConfigurationResponseContent", "POST", `${oidc}/scim-configuration`);
  await answered("GetScimConfigurationResponseContent", "GET", `${oidc}/scim-configuration`);
  await answered("CreateScimTokenResponseContent", "POST", `${oidc}/scim-configuration/tokens`);
  await answered("GetScimTokensResponseContent", "GET", `${oidc}/scim-configuration/tokens`);
  await answered("CreateDirectoryProvisioningResponseContent", "POST", `${google}/directory-provisioning`, {});
  await answered("GetDirectoryProvisioningResponseContent", "GET", `${google}/directory-provisioning`);

  const role = await answered("CreateRoleResponseContent", "POST", "/roles", { name: "r" });
  await answered("GetRoleResponseContent", "GET", `/roles/${role.id}`);
  await answered("UpdateRoleResponseContent", "PATCH", `/roles/${role.id}`, { description: "R" });
  await answered("ListRolesOffsetPaginatedResponseContent", "GET", "/roles?include_totals=true");
  api.emulator.resourceServers.update("urn:a", { scopes: [{ value: "read:a" }] });
  const permissions = [{ resource_server_identifier: "urn:a", permission_name: "read:a" }];
  await api.call("POST", `/roles/${role.id}/permissions`, { permissions });
  await answered(
    "ListRolePermissionsOffsetPaginatedResponseContent",
    "GET",
    `/roles/${role.id}/permissions?include_totals=true`,
  );

  const user = await answered("CreateUserResponseContent", "POST", "/users", {
    connection: "users",
    email: "a@example.com",
  });
  const users = `/users/${encodeURIComponent(user.user_id)}`;
  await answered("GetUserResponseContent", "GET", users);
  const organization = await answered("CreateOrganizationResponseContent", "POST", "/organizations", { name: "o" });
  const organizations = `/organizations/${organization.id}`;
  await answered("GetOrganizationByNameResponseContent", "GET", "/organizations/name/o");
  await answered("UpdateOrganizationResponseContent", "PATCH", organizations, { display_name: "O" });
  const enterprise = api.emulator.connections.get("oidc")?.id;
  const links = `${organizations}/enabled_connections`;
  await answered("AddOrganizationConnectionResponseContent", "POST", links, { connection_id: enterprise });
  await answered("GetOrganizationConnectionResponseContent", "GET", `${links}/${enterprise}`);
  await answered("UpdateOrganizationConnectionResponseContent", "PATCH", `${links}/${enterprise}`, {
    show_as_button: false,
  });
  await answered("ListOrganizationConnectionsOffsetPaginatedResponseContent", "GET", `${links}?include_totals=true`);
  await answered("ListOrganizationsPaginatedResponseContent", "GET", "/organizations?take=50");
  await api.call("POST", `${organizations}/members`, { members: [user.user_id] });
  const roles = `${organizations}/members/${encodeURIComponent(user.user_id)}/roles`;
  await api.call("POST", roles, { roles: [role.id] });
  await answered("ListOrganizationMemberRolesOffsetPaginatedResponseContent", "GET", `${roles}?include_totals=true`);
  await answered(
    "ListOrganizationMembersPaginatedResponseContent",
    "GET",
    `${organizations}/members?fields=user_id,roles&take=5`,
  );
  await answered(
    "ListUserOrganizationsOffsetPaginatedResponseContent",
    "GET",
    `${users}/organizations?include_totals=true`,
  );
  await answered("ListUserRolesOffsetPaginatedResponseContent", "GET", `${users}/roles?include_totals=true`);
  await answered(
    "ListUserPermissionsOffsetPaginatedResponseContent",
    "GET",
    `${users}/permissions?include_totals=true`,
  );

  const profiles = "/token-exchange-profiles";
  const given = { name: "exchange", subject_token_type: "urn:a:token", action_id: "a", type: "custom_authentication" };
  const profile = await answered("CreateTokenExchangeProfileResponseContent", "POST", profiles, given);
  await answered("GetTokenExchangeProfileResponseContent", "GET", `${profiles}/${profile.id}`);
  await answered("TokenExchangeProfileResponseContent", "PATCH", `${profiles}/${profile.id}`, { name: "another" });
  await answered("ListTokenExchangeProfileResponseContent", "GET", profiles);

  const sinks = {
    http: { httpEndpoint: "https://logs.example.com/tenant", httpCustomHeaders: [{ header: "x-one", value: "one" }] },
    eventbridge: { awsAccountId: "1".repeat(12), awsRegion: "eu-west-1" },
    mixpanel: {
      ...{ mixpanelRegion: "eu", mixpanelProjectId: "1", mixpanelServiceAccountUsername: "a" },
      mixpanelServiceAccountPassword: "b",
    },
  };
  for (const [type, sink] of Object.entries(sinks)) {
    const filters = [{ type: "category", name: "management.success" }];
    const stream = { name: type, type, sink, filters, pii_config: { log_fields: ["email"] } };
    const { id } = await answered("CreateLogStreamResponseContent", "POST", "/log-streams", stream);
    await answered("GetLogStreamResponseContent", "GET", `/log-streams/${id}`);
    await answered("UpdateLogStreamResponseContent", "PATCH", `/log-streams/${id}`, { status: "paused" });
  }
  await answered("LogStreamResponseSchema[]", "GET", "/log-streams");

  const client = await answered("CreateClientResponseContent", "POST", "/clients", { name: "c" });
  await answered("GetClientResponseContent", "GET", `/clients/${client.client_id}`);
  await answered("ListClientsOffsetPaginatedResponseContent", "GET", "/clients?include_totals=true");
  await answered("ListClientGrantPaginatedResponseContent", "GET", "/client-grants?take=50");
  await answered("ListActionsPaginatedResponseContent", "GET", "/actions/actions");
  await answered("GetTenantSettingsResponseContent", "GET", "/tenants/settings");

  const agreeing = answers.map(({ type, body }) => ({ type, body: without(observed[type] ?? [], body) }));
  const found = [...judged([...agreeing, ...answers])];
  const all = found.map(([n, why]) => ({ isAsItIs: n >= answers.length, why, ...answers[n % answers.length] }));
  const differences = all.filter(({ isAsItIs }) => !isAsItIs);
  expect(differences.map(({ what, type, why }) => `${what} (${type}): ${why}`)).toEqual([]);
  // no entry of the list is there for nothing
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(Object.keys(observed)));
  // the compiler reads all types of the SDK
}, 120_000);

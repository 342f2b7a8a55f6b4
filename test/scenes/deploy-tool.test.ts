import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, type Seed, startEmulator, type WireObject } from "../../provider/src/emulator/index.ts";
import { pairs } from "../harness/keys.ts";
import { deployTool } from "../unit/emulator/deploy-tool.ts";

const kinds = [
  ...["resourceServers", "clients", "clientAuthCredentials", "clientGrants", "databases", "connections"],
  ...["organizations", "roles", "actions", "triggers", "tokenExchangeProfiles", "logStreams"],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "emulator-deploy-"));
});
afterAll(() => rm(folder, { recursive: true }));

const seed: Seed = {
  resourceServers: [
    { identifier: "https://orders.example.com", name: "Orders", scopes: [{ value: "read", description: "Read" }] },
  ],
  connections: [
    {
      name: "users",
      strategy: "auth0",
      options: { disable_signup: true, disable_self_service_change_password: false },
    },
    { name: "corp", strategy: "oidc", options: { client_id: "c", issuer: "https://idp.example.com/" } },
    { name: "partner", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com/in" } },
  ],
  roles: [{ name: "admin", description: "Administrators" }],
  rolePermissions: [
    {
      role: "admin",
      permissions: [{ resource_server_identifier: "https://orders.example.com", permission_name: "read" }],
    },
  ],
  organizations: [{ name: "example", display_name: "Example" }],
  organizationConnections: [
    { organization_id: "example", connection_id: "corp", assign_membership_on_login: true, show_as_button: false },
  ],
  clients: [
    {
      client_id: "exampleclient000000000000000shop",
      name: "Shop",
      app_type: "spa",
      callbacks: ["https://shop.example.com/"],
    },
    {
      client_id: "exampleclient00000000000000000job",
      name: "Job",
      app_type: "non_interactive",
      grant_types: ["client_credentials"],
    },
    {
      client_id: "exampleclient000000000000signer",
      name: "Signer",
      app_type: "non_interactive",
      client_authentication_methods: {
        private_key_jwt: { credentials: [{ credential_type: "public_key", name: "first", pem: pairs(1)[0]?.pem }] },
      },
    },
  ],
  organizationMembers: [{ organization_id: "example", user_id: "auth0|1", roles: ["admin"] }],
  actions: [
    {
      id: "00000000-0000-4000-8000-000000000001",
      name: "Enrich login",
      supported_triggers: [{ id: "post-login", version: "v3" }],
      code: "exports.onExecutePostLogin = async () => {\n  // `a` 'b' \"c\"\n};\n",
      dependencies: [{ name: "undici", version: "7.16.0" }],
      secrets: [{ name: "KEY", value: "hush" }],
      deploy: true,
    },
    {
      id: "00000000-0000-4000-8000-000000000002",
      name: "Audit",
      supported_triggers: [{ id: "post-login", version: "v3" }],
      code: "exports.onExecutePostLogin = async () => {};\n",
      deploy: true,
    },
    {
      id: "00000000-0000-4000-8000-000000000003",
      name: "Exchange",
      supported_triggers: [{ id: "custom-token-exchange", version: "v1" }],
      code: "exports.onExecuteCustomTokenExchange = async () => {};\n",
      deploy: true,
    },
    {
      name: "Draft",
      supported_triggers: [{ id: "credentials-exchange", version: "v2" }],
      code: "// not deployed",
    },
  ],
  triggerActions: [
    {
      trigger_id: "post-login",
      bindings: [
        { ref: { type: "action_name", value: "Audit" }, display_name: "Audit first" },
        { ref: { type: "action_name", value: "Enrich login" } },
      ],
    },
  ],
  tokenExchangeProfiles: [
    {
      name: "Sessions",
      subject_token_type: "urn:example:session",
      action_id: "00000000-0000-4000-8000-000000000003",
      type: "custom_authentication",
    },
  ],
  logStreams: [
    {
      name: "Audit trail",
      type: "http",
      sink: { httpEndpoint: "https://logs.example.com/tenant", httpContentFormat: "JSONLINES" },
      filters: [{ type: "category", name: "management.success" }],
    },
  ],
  clientGrants: [
    { client_id: "exampleclient00000000000000000job", audience: "https://orders.example.com", scope: ["read"] },
  ],
};

/** What the tool leaves behind, and why. */
const left: readonly (readonly [string, (emulator: Emulator) => readonly unknown[]])[] = [
  ["members, and their roles: its files have no users", ({ organizationMembers }) => organizationMembers.list()],
  ["credentials of applications: no answer has their keys", ({ clients }) => clients.list().flatMap(methodsOf)],
];
/** Values of secrets are in no answer either. Its users write them into the files. */
const withValues = (files: string) => files.replace(/^( *)- name: KEY$/m, "$&\n$1  value: hush");

const methodsOf = ({ client_authentication_methods: methods }: WireObject) => methods ?? [];
const sorted = (objects: WireObject[]) => objects.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));

/** What a tenant holds, without what is generated and what is {@link left} behind. */
function holdings(emulator: Emulator) {
  const nameOf = new Map(emulator.clients.list().map(({ client_id, name }) => [client_id, name]));
  const shown = ({
    id: _,
    provisioning_ticket_url: __,
    realms: ___,
    client_id,
    client_secret: _s,
    signing_keys: _k,
    created_at: _c,
    updated_at: _u,
    ...rest
  }: WireObject) => ({
    ...rest,
    ...(client_id !== undefined && { client: nameOf.get(client_id) }),
  });
  // How an application without its keys proves who it is follows from its type.
  const application = ({ client_authentication_methods: _, token_endpoint_auth_method: __, ...rest }: WireObject) =>
    shown(rest.name === "Signer" ? rest : { ...rest, token_endpoint_auth_method: __ });
  const actionNames = new Map(emulator.actions.list().map(({ id, name }) => [id, name]));
  const { actions = [], tokenExchangeProfiles = [], triggerActions = [] } = emulator.export();
  return {
    apis: emulator.resourceServers.list().flatMap((api) => (api.is_system ? [] : [shown(api)])),
    clients: sorted(emulator.clients.list()).map(application),
    grants: emulator.clientGrants.list().map(shown),
    connections: emulator.connections.list().map(shown),
    roles: emulator.roles
      .list()
      .map((role) => ({ ...shown(role), permissions: emulator.rolePermissions.list(String(role.id)) })),
    organizations: emulator.organizations.list().map((organization) => ({
      ...shown(organization),
      connections: emulator.organizationConnections
        .list(String(organization.id))
        .map(({ connection_id: _, organization_id: __, ...link }) => ({ organization_access_level: "none", ...link })),
    })),
    actions: sorted([...actions]).map(({ versions, secrets, ...action }) => ({
      ...shown(action),
      secrets: (secrets as WireObject[]).map(({ name, value }) => ({ name, value })),
      isDeployed: (versions as unknown[]).length > 0,
    })),
    bindings: triggerActions.map(({ trigger_id, bindings }) => [
      trigger_id,
      ...(bindings as { ref: WireObject; display_name: string }[]).map(({ ref, display_name }) => [
        actionNames.get(ref.value),
        display_name,
      ]),
    ]),
    streams: emulator.logStreams.list().map(shown),
    profiles: tokenExchangeProfiles.map(({ action_id, ...rest }) => ({
      ...shown(rest),
      action: actionNames.get(action_id),
    })),
  };
}

test("auth0-deploy-cli exports a tenant, fills an empty one with the export, and changes nothing the second time", {
  timeout: 120_000,
}, async () => {
  const [source, target] = await Promise.all([startEmulator({ tls: true, seed }), startEmulator({ tls: true })]);
  const settings = { AUTH0_INCLUDED_ONLY: kinds, AUTH0_ALLOW_DELETE: true };
  try {
    await deployTool(source, folder, settings, ["export", "--output_folder", folder, "--format", "yaml"]);
    const file = join(folder, "tenant.yaml");
    const exported = await readFile(file, "utf8");
    const names = ["Orders", "Shop", "Job", "users", "corp", "partner", "admin", "example"];
    for (const name of [...names, "Enrich login", "Audit first", "Draft", "Sessions", "Audit trail"])
      expect(exported).toContain(name);
    expect(withValues(exported)).not.toBe(exported);
    await writeFile(file, withValues(exported));
    const write = ["import", "--input_file", file];
    await deployTool(target, folder, settings, write);
    expect(holdings(target)).toEqual(holdings(source));
    await deployTool(target, folder, settings, write);
    expect(holdings(target)).toEqual(holdings(source));
    for (const [what, of] of left) expect([what, of(source).length, of(target).length]).toEqual([what, 1, 0]);
    const failed = [...source.requests, ...target.requests].filter(({ status }) => Number(status) >= 400);
    expect(failed.filter(({ path }) => !/scim-configuration$/.test(path))).toEqual([]);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesFrom } from "../../../../provider/src/import/names-from/select.ts";
import { handlerOf } from "../../../../provider/src/schema/provider-code.ts";

const golden = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const secret = "not-to-be-shown";

describe("the reader of a Terraform state", () => {
  const { objects, left } = namesFrom(golden("terraform.tfstate.json"));

  it("finds each object once, under its name in the other tool", () => {
    expect(objects).toEqual([
      {
        type: "resourceServer",
        id: "rs_orders",
        name: "orders",
        sources: [
          "auth0_resource_server.orders",
          'auth0_resource_server_scope.orders["read:orders"]',
          'auth0_resource_server_scope.orders["write:orders"]',
        ],
        members: ["read:orders", "write:orders"],
      },
      {
        type: "connection",
        id: "con_corp",
        name: "regions-eu-corp",
        sources: ['module.regions["eu"].auth0_connection.corp', 'module.regions["eu"].auth0_connection_clients.corp'],
      },
      {
        type: "connectionClients",
        id: "con_db",
        name: "shared-0",
        sources: ["auth0_connection_client.shared[0]"],
        members: ["client_web"],
      },
      {
        type: "organizationMembers",
        id: "org_shop",
        name: "ops",
        sources: ["auth0_organization_member.ops"],
        members: ["auth0|ops"],
      },
      {
        type: "organizationMemberRoles",
        id: "org_shop::auth0|ops",
        name: "ops",
        sources: ["auth0_organization_member_roles.ops"],
      },
      {
        type: "tokenExchangeProfile",
        id: "tep_legacy",
        name: "legacy",
        sources: ["auth0_token_exchange_profile.legacy"],
      },
    ]);
  });

  it("lists the resources that are not imported, with the reason, and no data source", () => {
    expect(left).toEqual([
      {
        address: "auth0_encryption_key_manager.web",
        type: "auth0_encryption_key_manager",
        reason: "pulumi-tenant has no resource type for it",
      },
      { address: "random_id.suffix", type: "random_id", reason: "it belongs to another provider" },
    ]);
  });

  it("finds the parts of organizations and roles: one object for each link and for each API of a role", () => {
    const both = { organization_id: "org_a", user_id: "auth0|1" };
    const permission = (name: string, resource_server_identifier: string) => ({ name, resource_server_identifier });
    const taken = namesFrom(
      terraform([
        resource("auth0_role", "editor", { id: "rol_a" }),
        resource("auth0_role_permissions", "editor", {
          role_id: "rol_a",
          permissions: [permission("read", "urn:a"), permission("write", "urn:a"), permission("read", "urn:b")],
        }),
        resource("auth0_role_permission", "extra", {
          role_id: "rol_b",
          permission: "x",
          resource_server_identifier: "urn:a",
        }),
        resource("auth0_organization", "north", { id: "org_a", name: "north" }),
        resource("auth0_organization_connection", "north", { organization_id: "org_a", connection_id: "con_a" }),
        resource("auth0_organization_connections", "more", {
          organization_id: "org_b",
          enabled_connections: [{ connection_id: "con_a" }, { connection_id: "con_b" }, { connection_id: null }],
        }),
        resource("auth0_organization_connections", "none", { organization_id: "org_c", enabled_connections: [] }),
        resource("auth0_organization_members", "north", { organization_id: "org_a", members: ["auth0|1", "auth0|2"] }),
        resource("auth0_organization_member", "ops", { ...both, roles: ["rol_a"] }),
      ]),
    );
    expect(taken.objects.map(({ type, id, members }) => [type, id, ...(members ? [members] : [])]).toSorted()).toEqual([
      ["organization", "org_a"],
      ["organizationConnection", "org_a::con_a"],
      ["organizationConnection", "org_b::con_a"],
      ["organizationConnection", "org_b::con_b"],
      ["organizationMemberRoles", "org_a::auth0|1"],
      ["organizationMembers", "org_a", ["auth0|1", "auth0|2"]],
      ["role", "rol_a"],
      ["rolePermissions", "rol_a::urn:a"],
      ["rolePermissions", "rol_a::urn:b"],
      ["rolePermissions", "rol_b::urn:a", ["x"]],
    ]);
    expect(taken.left).toEqual([
      expect.objectContaining({
        type: "auth0_organization_connections",
        reason: expect.stringContaining("are missing or malformed"),
      }),
    ]);
  });

  it("finds applications, by their client id, and their grants", () => {
    const text = terraform([
      resource("auth0_client", "web", { id: "client_web", client_id: "client_web", name: "Web", client_secret: "s" }),
      resource("auth0_client_grant", "web", { id: "cgr_1", client_id: "client_web", audience: "urn:a" }),
    ]);
    const found = namesFrom(text);
    expect(found.objects.map(({ type, id, name }) => [type, id, name])).toEqual([
      ["client", "client_web", "web"],
      ["clientGrant", "cgr_1", "web"],
    ]);
    expect(found.left).toEqual([]);
  });

  it("has the next steps for an application of a metadata document, which no import includes", () => {
    const found = namesFrom(terraform([resource("auth0_client_cimd", "agent", { id: "tpc_1" })]));
    expect(found.left).toMatchObject([{ reason: expect.stringContaining("`externalClientId` and `adopt: true`") }]);
  });

  it("finds actions, the bindings of triggers, and the credentials of an application", () => {
    const text = terraform([
      resource("auth0_action", "enrich", { id: "act_1", name: "Enrich", secrets: [{ name: "KEY", value: secret }] }),
      resource("auth0_trigger_actions", "login", { id: "post-login", trigger: "post-login", actions: [] }),
      resource("auth0_trigger_action", "job_a", { id: "credentials-exchange", trigger: "credentials-exchange" }),
      resource("auth0_trigger_action", "job_b", { id: "credentials-exchange", trigger: "credentials-exchange" }),
      resource("auth0_client_credentials", "job", { id: "client_job", client_id: "client_job" }),
    ]);
    const found = namesFrom(text);
    expect(found.left).toEqual([]);
    expect(found.objects.map(({ type, id, name }) => [type, id, name])).toEqual([
      ["action", "act_1", "enrich"],
      ["triggerActions", "post-login", "login"],
      ["triggerActions", "credentials-exchange", "job_a"],
      ["clientAuthentication", "client_job", "job"],
    ]);
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  it("distinguishes the objects of two providers with the same identifier", () => {
    const api = (region: string) => [
      resource("auth0_resource_server", "orders", { id: `rs_${region}`, identifier: "orders" }, region),
      resource(
        "auth0_resource_server_scope",
        "orders",
        { resource_server_identifier: "orders", scope: region },
        region,
      ),
    ];
    const found = namesFrom(terraform([...api("eu"), ...api("us")])).objects;
    expect(found.map(({ id, name, members }) => [id, name, members])).toEqual([
      ["rs_eu", "eu-orders", ["eu"]],
      ["rs_us", "us-orders", ["us"]],
    ]);
  });

  it("makes a readable name of any key", () => {
    const keys = ["https://a.example.com/", "Zürich", "a b", "%{x}", "//", 'say "hi"'];
    const resources = keys.map((key, at) => instance("auth0_connection", "all", key, { id: `con_${at}` }));
    const { objects } = namesFrom(terraform(resources));
    expect(objects.map(({ name }) => name)).toEqual([
      "all-https-a.example.com",
      "all-Zürich",
      "all-a-b",
      "all-x",
      "all",
      "all-say-hi",
    ]);
    expect(objects[3]?.sources).toEqual(['auth0_connection.all["%%{x}"]']);
    expect(objects[5]?.sources).toEqual(['auth0_connection.all["say \\"hi\\""]']);
  });

  it("merges resources that add to the same object into one set", () => {
    const api = (scope: string) => ({ resource_server_identifier: "https://orders.example.com", scope });
    const client = (id: string) => ({ connection_id: "con_corp", client_id: id });
    const { objects } = namesFrom(
      terraform([
        resource("auth0_resource_server_scope", "orders_read", api("read")),
        resource("auth0_connection_client", "web", client("client_web")),
        resource("auth0_resource_server_scope", "orders_write", api("write")),
        resource("auth0_connection_client", "app", client("client_app")),
        resource("auth0_connection_clients", "all", { connection_id: "con_other", clients: ["client_web"] }),
      ]),
    );
    expect(objects.map(({ type, id, members }) => [type, id, members])).toEqual([
      ["connectionClients", "con_corp", ["client_app", "client_web"]],
      ["resourceServerScopes", "https://orders.example.com", ["read", "write"]],
      ["connectionClients", "con_other", undefined],
    ]);
  });

  it("takes no scopes and applications from a resource that manages only the object", () => {
    const { objects } = namesFrom(
      terraform([
        resource("auth0_resource_server", "orders", { id: "rs_orders", identifier: "orders" }),
        resource("auth0_connection", "corp", { id: "con_corp" }),
      ]),
    );
    expect(objects.map(({ members }) => members)).toEqual([[], []]);
  });

  it("numbers equal names", () => {
    const resources = ["a/b", "a b", "a-b-2", "a-b"].map((key, at) =>
      instance("auth0_connection", "c", key, { id: `con_${at}` }),
    );
    const names = namesFrom(terraform(resources)).objects.map(({ name }) => name);
    expect(names).toEqual(["c-a-b", "c-a-b-2", "c-a-b-2-2", "c-a-b-3"]);
  });

  it("leaves out resources whose deletion is pending", () => {
    const replaced = {
      ...resource("auth0_connection", "corp", {}),
      instances: [{ attributes: { id: "con_new" } }, { deposed: "0badcafe", attributes: { id: "con_old" } }],
    };
    const { objects, left } = namesFrom(terraform([replaced]));
    expect(objects.map(({ id }) => id)).toEqual(["con_new"]);
    expect(left.map(({ reason }) => reason)).toEqual([
      "it has been replaced, and Terraform deletes it with the next apply",
    ]);
  });
});

describe("the reader of an exported Pulumi stack", () => {
  const { objects, left } = namesFrom(golden("pulumi.json"));
  const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;

  it("finds each object once, under its name in the other tool", () => {
    expect(objects).toEqual([
      {
        type: "resourceServer",
        id: "rs_orders",
        name: "orders",
        sources: [
          urn("auth0:index/resourceServer:ResourceServer", "orders"),
          urn("auth0:index/resourceServerScopes:ResourceServerScopes", "orders-scopes"),
        ],
      },
      {
        type: "connection",
        id: "con_corp",
        name: "corp",
        sources: [urn("shop:index:Region$auth0:index/connection:Connection", "corp")],
        members: [],
      },
      {
        type: "organizationMemberRoles",
        id: "org_shop::auth0|ops",
        name: "ops",
        sources: [
          urn("auth0:index/organizationMemberRole:OrganizationMemberRole", "ops-admin"),
          urn("auth0:index/organizationMemberRole:OrganizationMemberRole", "ops-reader"),
        ],
        members: ["rol_admin", "rol_reader"],
      },
    ]);
  });

  it("lists the resources that are not imported, except those that the program only reads", () => {
    expect(left).toEqual([
      {
        address: urn("auth0:index/encryptionKeyManager:EncryptionKeyManager", "web"),
        type: "auth0_encryption_key_manager",
        reason: "pulumi-tenant has no resource type for it",
      },
    ]);
  });

  it("leaves out objects whose id is a secret, and resources of this package", () => {
    const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: secret };
    const text = pulumi([
      [
        "auth0:index/organizationMemberRoles:OrganizationMemberRoles",
        "a",
        { organizationId: "org_a", userId: envelope },
      ],
      ["pulumi-nodejs:dynamic/tenant:Connection", "b", { name: "b" }],
    ]);
    const { objects, left } = namesFrom(text);
    expect(objects).toEqual([]);
    expect(left.map(({ reason }) => reason)).toEqual([
      "its user_id is missing or malformed in the file",
      "pulumi-tenant already manages it",
    ]);
  });
});

describe("a state of another tool", () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const key = fc.option(fc.oneof(fc.string({ unit: "grapheme" }), fc.nat(9)), { nil: undefined });
  const id = fc.stringMatching(/^[a-z0-9|:/.]{1,8}$/);
  const managed = fc.record({
    type: fc.constantFrom("auth0_resource_server", "auth0_connection", "auth0_token_exchange_profile"),
    name: word,
    key,
    id,
  });
  const foreign = fc.record({
    type: fc.constantFrom("auth0_encryption_key_manager", "auth0_hook", "aws_instance", "auth0_unheard_of"),
    name: word,
    key,
    id,
  });

  it("has each resource once: as an object, or as not imported", () => {
    fc.assert(
      fc.property(fc.array(managed), fc.array(foreign), (ours, others) => {
        const all = [...ours, ...others];
        const text = terraform(
          all.map((one) => instance(one.type, one.name, one.key, { id: one.id, name: secret, client_secret: secret })),
        );
        const { objects, left } = namesFrom(text);
        const objectOf = (one: { type: string; id: string }) => `${one.type} ${one.id}`;
        const wanted = new Set(ours.map(({ type, id }) => objectOf({ type: handlerOf(classOf(type)), id })));
        expect(objects.map(objectOf).sort()).toEqual([...wanted].sort());
        expect(objects.flatMap(({ sources }) => sources)).toHaveLength(ours.length);
        expect(left.map(({ type }) => type)).toEqual(others.map(({ type }) => type));
        const names = objects.map(({ type, name }) => `${type} ${name}`);
        expect(new Set(names).size).toBe(names.length);
        expect(names).not.toContain("");
        expect(JSON.stringify({ objects, left })).not.toContain(secret);
      }),
    );
  });

  it("gives the same result from Terraform and from Pulumi", () => {
    const resources = fc.uniqueArray(managed, { selector: ({ type, name }) => `${type} ${name}` });
    fc.assert(
      fc.property(resources, (ones) => {
        const fromTerraform = namesFrom(terraform(ones.map(({ type, name, id }) => resource(type, name, { id }))));
        const fromPulumi = namesFrom(pulumi(ones.map(({ type, name, id }) => [tokenOf(type), name, {}, id])));
        const bare = ({ type, id, name }: { type: string; id: string; name: string }) => ({ type, id, name });
        expect(fromPulumi.objects.map(bare)).toEqual(fromTerraform.objects.map(bare));
      }),
    );
  });
});

describe("a file of an unexpected form", () => {
  const allowed =
    "Expected a Terraform state of version 4 (`terraform state pull`), or an export of a Pulumi stack (`pulumi stack export`).";
  const cases: Readonly<Record<string, readonly [text: string, says: string]>> = {
    "no JSON": [`password = "${secret}"`, "it is not one JSON document"],
    "a list": ["[]", "this is not a JSON object"],
    "another document": [`{"password":"${secret}"}`, "this is neither a Terraform state nor a Pulumi stack export"],
    "an old state": [
      JSON.stringify({ version: 3, terraform_version: "0.11.0", lineage: "x", modules: [] }),
      "this is a Terraform state of version 3, which a current Terraform upgrades with the next `terraform apply`",
    ],
    "what terraform show prints": [
      JSON.stringify({ format_version: "1.0", terraform_version: "1.9.0", values: {} }),
      "this is the output of `terraform show -json`, not the state",
    ],
    "an encrypted state": [
      JSON.stringify({ serial: 1, lineage: "x", meta: {}, encrypted_data: secret }),
      "this state is encrypted; `tofu state pull` prints it decrypted",
    ],
    "a damaged state": [
      JSON.stringify({ version: 4, lineage: "x", resources: [resource("a", "b", {}), { mode: "managed", type: 7 }] }),
      "at resources[1].type: Invalid input: expected string, received number",
    ],
    "a file of Pulumi's storage": [
      JSON.stringify({ version: 3, checkpoint: { latest: {} } }),
      "this is a checkpoint file of Pulumi's backend, not a stack export",
    ],
    "a damaged export": [
      JSON.stringify({ version: 3, deployment: { resources: [{ urn: "urn:pulumi:a::b::c::d" }] } }),
      "at deployment.resources[0].type: Invalid input: expected string, received undefined",
    ],
  };

  const unfit: Readonly<Record<string, readonly [text: string, says: string]>> = {
    "a URN that is an option of the command": [pulumiOf("--all"), "at deployment.resources[0].urn: expected a URN"],
    "a URN of two lines": [pulumiOf("urn:pulumi:a::b::c::d\nrm"), "at deployment.resources[0].urn: expected a URN"],
    "a name that begins a block": [
      terraform([resource("auth0_connection", 'a\n}\nresource "x" "y" {', { id: "con_a" })]),
      "at resources[0].name: expected a name",
    ],
    "a type that ends the command": [
      terraform([resource("auth0_connection'; id '", "a", { id: "con_a" })]),
      "at resources[0].type: expected a name",
    ],
    "a module that begins a block": [
      terraform([{ ...resource("auth0_connection", "a", { id: "con_a" }), module: 'module.a["\n"]' }]),
      "at resources[0].module: expected modules",
    ],
  };

  it.each(Object.entries(unfit))("is refused as a whole: %s", (_, [text, says]) => {
    // The way: who writes the other tool's state puts an option or lines of a configuration where an address is, and somebody copies them.
    expect(() => namesFrom(text)).toThrow(`${says}. ${allowed}`);
  });

  it.each(Object.entries(cases))("is refused with the error and the allowed values: %s", (_, [text, says]) => {
    expect(() => namesFrom(text)).toThrow(`${says}. ${allowed}`);
  });

  it("is not quoted in the error", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          namesFrom(text.replace(/"[^"]*"/g, JSON.stringify(secret)));
        } catch (error) {
          expect(String(error)).not.toContain(secret);
        }
      }),
    );
  });
});

it("an empty stack and an empty state are accepted", () => {
  expect(namesFrom(terraform([]))).toEqual({ tool: "terraform", objects: [], left: [], partsLeft: [] });
  expect(namesFrom(JSON.stringify({ version: 3, deployment: { manifest: {} } }))).toEqual({
    tool: "pulumi",
    objects: [],
    left: [],
    partsLeft: [],
  });
});

function terraform(resources: readonly object[]): string {
  return JSON.stringify({ version: 4, terraform_version: "1.9.8", serial: 1, lineage: "x", outputs: {}, resources });
}

function resource(type: string, name: string, attributes: object, region?: string): object {
  const provider = `provider["registry.terraform.io/auth0/auth0"]${region ? `.${region}` : ""}`;
  return {
    mode: "managed",
    type,
    name,
    provider,
    ...(region && { module: `module.${region}` }),
    instances: [{ attributes }],
  };
}

function instance(type: string, name: string, key: string | number | undefined, attributes: object): object {
  return { ...resource(type, name, {}), instances: [{ ...(key !== undefined && { index_key: key }), attributes }] };
}

type Sketch = readonly [type: string, name: string, outputs: object, id?: string];

function pulumi(resources: readonly Sketch[]): string {
  return JSON.stringify({
    version: 3,
    deployment: {
      resources: resources.map(([type, name, outputs, id = "id"]) => ({
        urn: `urn:pulumi:dev::shop::${type}::${name}`,
        custom: true,
        type,
        id,
        outputs,
      })),
    },
  });
}

/** An export whose only resource has this URN. */
function pulumiOf(urn: string): string {
  const type = "auth0:index/connection:Connection";
  return JSON.stringify({ version: 3, deployment: { resources: [{ urn, custom: true, type, id: "con_a" }] } });
}

/** `ResourceServer` for `auth0_resource_server`. */
function classOf(type: string): string {
  const words = type.split("_").slice(1);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function tokenOf(type: string): string {
  const name = classOf(type);
  return `auth0:index/${handlerOf(name)}:${name}`;
}

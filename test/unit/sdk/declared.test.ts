import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { Action, Client, Connection, ResourceServer, ResourceServerScopes } from "../../../provider/src/index.ts";
import { declaredBeside, linksOf, noteDeclared, refuseTwin } from "../../../provider/src/sdk/declared.ts";
import { triggerActions } from "../../../provider/src/types/action/definition.ts";
import { clientAuthentication, clientGrant } from "../../../provider/src/types/client/definition.ts";
import { connectionScim } from "../../../provider/src/types/connection-provisioning/definition.ts";
import { resourceServerScopes } from "../../../provider/src/types/resource-server/definition.ts";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
    call: () => ({}),
  }),
);

const identifier = "https://orders.example.com";
const scopes = { "read:orders": "" };

/** What is declared of all scopes beside a resource that takes its identifier from this one. */
function besideScopesOf(resource: ResourceServer | ResourceServerScopes, type: string, args: pulumi.Inputs) {
  noteDeclared(resource, { type, label: `${type} "it"`, args });
  return declaredBeside(resourceServerScopes, { identifier: resource.identifier, scopes });
}

test("an API that declares all its scopes is found beside a ResourceServerScopes of it", () => {
  const api = new ResourceServer("all", { identifier, scopes });
  expect(besideScopesOf(api, "ResourceServer", { identifier, scopes })).toBe('ResourceServer "it"');
});

test.each([
  ["shares them", { identifier, scopes, exclusiveScopes: false }],
  ["declares none", { identifier }],
])("an API that %s is not found beside a ResourceServerScopes of it", (name, args) => {
  expect(besideScopesOf(new ResourceServer(name, args), "ResourceServer", args)).toBeUndefined();
});

test("another ResourceServerScopes is not found beside a ResourceServerScopes, as each declares only its own scopes", () => {
  const others = new ResourceServerScopes("others", { identifier, scopes });
  expect(besideScopesOf(others, "ResourceServerScopes", { identifier, scopes })).toBeUndefined();
});

test("an argument that cannot be declared beside a resource is also found through the id", () => {
  const noted = (type: string, args: object) => {
    const client = new Client("shop", { name: "Shop" });
    noteDeclared(client, { type, label: 'Client "shop"', args: { ...args } });
    return declaredBeside(clientAuthentication, { clientId: client.id });
  };
  expect(noted("Client", { tokenEndpointAuthMethod: "none" })).toBe('Client "shop"');
  expect(noted("Client", { name: "Shop" })).toBeUndefined();
  expect(noted("Connection", { tokenEndpointAuthMethod: "none" })).toBeUndefined();
});

test("links name the declared resources whose references the service can refuse, at any depth, of the right class only", () => {
  const noted = <R extends pulumi.Resource>(resource: R, type: string): R => {
    noteDeclared(resource, { type, label: `${type} "it"`, args: {} });
    return resource;
  };
  const connection = noted(new Connection("users", { name: "users", strategy: "auth0" }), "Connection");
  const action = noted(
    new Action("enrich", { name: "Enrich", supportedTriggers: [{ id: "post-login", version: "v3" }], code: "// a" }),
    "Action",
  );
  const links = (args: pulumi.Inputs) => linksOf(connectionScim, args);
  expect(links({ connectionId: connection.id })).toEqual({ "/connectionId": 'Connection "it"' });
  expect(links({ connectionId: action.id })).toBeUndefined();
  expect(links({ connectionId: "con_0000000000000001" })).toBeUndefined();
  expect(links({ connectionId: pulumi.all([connection.id, action.id]).apply(([id]) => id) })).toBeUndefined();
  expect(
    linksOf(triggerActions, { triggerId: "post-login", actions: [{ actionId: "a" }, { actionId: action.id }] }),
  ).toEqual({
    "/actions/1/actionId": 'Action "it"',
  });
});

test("two grants of a new application for one API are refused in the preview, and the error names both", () => {
  const [shop, other] = [new Client("web", { name: "Web" }), new Client("app", { name: "App" })];
  const api = new ResourceServer("orders", { identifier });
  const grant = (name: string, args: object, opts: pulumi.CustomResourceOptions = {}) =>
    refuseTwin(clientGrant, `ClientGrant "${name}"`, { ...args }, opts);
  const args = { clientId: shop.clientId, audience: api.identifier };
  grant("one", args);
  expect(() => grant("two", { ...args, scope: ["read:orders"] })).toThrow(
    /ClientGrant "two" and ClientGrant "one" of this program declare the same object: both have the same audience and clientId/,
  );
  // Each of these is another grant.
  grant("of another application", { ...args, clientId: other.clientId });
  grant("for users", { ...args, subjectType: "user" });
  grant("for another API", { ...args, audience: identifier });
  grant("in another tenant", args, { parent: api });
});

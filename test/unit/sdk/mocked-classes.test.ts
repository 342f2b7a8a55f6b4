import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import {
  Connection,
  type ConnectionArgs,
  OrganizationMemberRoles,
  ResourceServer,
  type ResourceServerArgs,
} from "../../../provider/src/index.ts";
import { look, Thing } from "../helpers/program.ts";

/** The names of the resources that reached the test's own mock, with their inputs. */
const registered = new Map<string, pulumi.Inputs>();

const mocks: pulumi.runtime.Mocks = {
  newResource({ name, type, inputs }) {
    registered.set(name, inputs);
    return type === "test:index:Thing" && pulumi.runtime.isDryRun()
      ? { id: undefined, state: {} }
      : { id: `${name}-id`, state: inputs };
  },
  call: () => ({}),
};

beforeEach(async () => {
  registered.clear();
  await pulumi.runtime.setMocks(mocks);
});

const identifier = "https://orders.example.com";
const api = (args: object) => new ResourceServer("orders", args as ResourceServerArgs);
const connection = (args: object) => new Connection("corp", args as ConnectionArgs);

/** Why a resource could not be registered; undefined if it was. */
async function refusalOf(resource: pulumi.CustomResource): Promise<Error | undefined> {
  return look(resource.urn).then(
    () => undefined,
    (error: Error) => error,
  );
}

describe("a unit test with Pulumi's mocks refuses the arguments that a preview refuses", () => {
  const corp = { name: "corp", strategy: "oidc" };
  test.each<[string, () => pulumi.CustomResource, string]>([
    ["a misspelt argument", () => api({ identifer: identifier }), 'Did you mean "identifier"?'],
    ["a missing argument", () => api({}), "identifier: is required"],
    ["a value out of bounds", () => api({ identifier, tokenLifetime: -1 }), "tokenLifetime: must be a whole number"],
    ["a wrong value in an output", () => api({ identifier: pulumi.output(5) }), "identifier: must be a string"],
    [
      "a wrong value in a promise",
      () => api({ identifier, tokenLifetime: Promise.resolve(-1) }),
      "tokenLifetime: must be",
    ],
    [
      "a rule between two arguments",
      () => api({ identifier, tokenLifetime: 60, tokenLifetimeForWeb: 61 }),
      "must not be larger than tokenLifetime",
    ],
    ["a misspelt strategy", () => connection({ ...corp, strategy: "saml" }), 'Did you mean "samlp"?'],
    ["a missing strategy", () => connection({ name: "corp", options: {} }), "strategy: is required"],
    [
      "a secret",
      () => api({ identifier, signingAlg: "HS256", signingSecret: pulumi.secret("short") }),
      "signingSecret",
    ],
  ])("%s", async (_, declare, message) => {
    const error = await refusalOf(declare());
    expect(error?.message).toMatch(/^failed to register new resource (orders|corp) \[/);
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain("short");
    // The error points at the declaration.
    expect(error?.stack).toContain("mocked-classes.test.ts");
    expect(registered.size).toBe(0);
  });

  test("an argument that contains itself at any depth is refused with the resource's name", () => {
    const endless: Record<string, unknown> = { a: 1 };
    endless.list = [endless];
    const refusal = /^ResourceServer "orders": an argument contains itself/;
    expect(() => api({ identifier, undocumented: endless })).toThrow(refusal);
    expect(() => api({ identifier, tokenLifetime: endless })).toThrow(refusal);
    const corp = { name: "corp", strategy: "oidc", options: endless };
    expect(() => connection(corp)).toThrow('Connection "corp": an argument contains itself');
  });

  test.each([
    ["an output", pulumi.output({ identifier })],
    ["a promise", Promise.resolve({ identifier })],
  ])("arguments that are %s as a whole are refused, as the checks need the names of the properties", (what, all) => {
    expect(() => api(all as never)).toThrow(`ResourceServer "orders": the arguments are ${what}, so`);
    expect(() => api(all as never)).toThrow("Declare an object. Its properties can be outputs");
  });

  test.each<[unknown, string]>([
    [new Date(0), '"custom" is a Date, which Pulumi registers as an empty object. Declare a text'],
    [new Map([["a", 1]]), '"custom" is a Map'],
    [new Set(["a"]), "Declare an array, such as `[...set]`"],
    [/a/, '"custom" is a RegExp'],
    [10n, '"custom" is a BigInt'],
  ])("a value that would lose its content is refused with its path: %s", (custom, message) => {
    const corp = { name: "corp", strategy: "oidc", options: { upstream: [{ custom }] } };
    expect(() => connection(corp)).toThrow(message);
    expect(() => connection(corp)).toThrow(/^Connection "corp": "custom" is a/);
    expect(() => api({ identifier, undocumented: { custom } })).toThrow(message);
  });

  test("the error names all wrong arguments at once, and every output of the resource fails with this error", async () => {
    const orders = api({ name: "<", tokenLifetime: -1 });
    const said = expect.objectContaining({ message: expect.stringMatching(/(.*\n){2}/) });
    const outputs: readonly pulumi.Output<unknown>[] = [orders.urn, orders.id, orders.name, orders.isSystem];
    for (const output of outputs) await expect(look(output)).rejects.toEqual(said);
  });
});

describe("a valid resource reaches the test's own mocks", () => {
  test("with the declared arguments, secrets at any depth and hidden inputs included", async () => {
    const options = { client_secret: pulumi.secret("not in the message"), issuer: "https://idp.example.com/" };
    expect(await refusalOf(connection({ name: "corp", strategy: "oidc", options }))).toBeUndefined();
    expect(registered.get("corp")).toMatchObject({ name: "corp", strategy: "oidc", __provider: expect.any(String) });
    expect(await refusalOf(connection({ name: "users", strategy: "auth0" }))).toBeUndefined();
  });

  test("also if a value is unknown in a preview, where the known values are still checked", async () => {
    await pulumi.runtime.setMocks(mocks, "project", "stack", true);
    const { value } = new Thing("thing", "x");
    const roles = { organizationId: value, userId: value, roles: [value] };
    expect(await refusalOf(new OrganizationMemberRoles("alice", roles))).toBeUndefined();
    expect(await refusalOf(api({ identifier: value, tokenLifetime: -1 }))).toBeInstanceOf(Error);
  });

  test("without a check if the resource is only read, or of another package", async () => {
    await look(ResourceServer.get("theirs", identifier).urn);
    class Other extends pulumi.CustomResource {}
    expect(await refusalOf(new Other("pulumi-nodejs:dynamic/other:Thing", "thing", { anything: 1 }))).toBeUndefined();
  });
});

test("an object in an argument may have any key, also `toString`", async () => {
  const options = { client_id: "corp", toString: "text", list: [{ valueOf: "a", toString: "b" }] };
  const args = { name: "corp", strategy: "oidc", metadata: { toString: "text" }, options };
  expect(await refusalOf(connection(args))).toBeUndefined();
  expect(registered.get("corp")).toMatchObject(args);
});

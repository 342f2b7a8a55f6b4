import { randomUUID } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import { Connection, type ConnectionArgs, ResourceServer, type Undocumented } from "../../../provider/src/index.ts";
import { providerCode } from "../../../provider/src/schema/provider-code.ts";
import { guarded, isNear } from "../../../provider/src/sdk/base.ts";
import { connection as descriptor } from "../../../provider/src/types/connection/definition.ts";

/** What the engine is told of the resources of a test, by name. */
let registered: Map<string, pulumi.runtime.MockResourceArgs>;

beforeEach(async () => {
  registered = new Map();
  await pulumi.runtime.setMocks({
    newResource(args) {
      registered.set(args.name, args);
      return { id: args.id || `con_${args.name}`, state: args.inputs };
    },
    call: (args) => args.inputs,
  });
});

/** The registration of a resource, once it is made. */
async function registration(resource: pulumi.CustomResource, name: string): Promise<pulumi.runtime.MockResourceArgs> {
  await new Promise((resolve) => resource.id.apply(resolve));
  const args = registered.get(name);
  if (args === undefined) throw new Error(`${name} was not registered`);
  return args;
}

/** The arguments as they leave the program. The mocks would show a secret at the top only, wherever it lies. */
async function sent(args: ConnectionArgs<string>): Promise<pulumi.Inputs> {
  let props: pulumi.Inputs = {};
  const look: pulumi.ResourceTransformation = (seen) => {
    props = seen.props;
    return undefined;
  };
  new Connection("c", args, { transformations: [look] });
  return pulumi.runtime.serializeProperties("test", props);
}

function secret(value: unknown): unknown {
  return {
    [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig,
    value,
  };
}

test("a connection is registered with its type, a constant provider, and the arguments under their names", async () => {
  const corp = new Connection("corp", {
    name: "corp",
    strategy: "oidc",
    displayName: "Corporate login",
    options: { issuer: "https://idp.example.com/", ["anything" as Undocumented]: { else: [1, "two"] } },
    enabledClients: ["client1"],
  });
  const { type, inputs } = await registration(corp, "corp");
  expect(type).toBe("pulumi-nodejs:dynamic/tenant:Connection");
  expect(inputs).toEqual({
    __provider: providerCode("connection", isNear()),
    name: "corp",
    strategy: "oidc",
    displayName: "Corporate login",
    options: { issuer: "https://idp.example.com/", anything: { else: [1, "two"] } },
    enabledClients: ["client1"],
  });
  expect(inputs).not.toHaveProperty("__secrets");
});

test("the declared options can be read from the outputs", async () => {
  const issuer = "https://idp.example.com/";
  const corp = new Connection("corp", { name: "corp", strategy: "oidc", options: { issuer } });
  const read = await new Promise((resolve) => corp.options.apply((options) => resolve(options?.issuer)));
  expect(read).toBe(issuer);
  const ticket = await new Promise((resolve) => corp.provisioningTicketUrl.apply(resolve));
  expect(ticket).toBeUndefined();
});

describe("secrets of a connection", () => {
  test("that are documented are secret although the program did not mark them", async () => {
    const value = randomUUID();
    const inputs = await sent({
      name: "c",
      strategy: "anything",
      options: {
        client_secret: value,
        configuration: { a: value, b: value },
        decryptionKey: { key: value },
        gateway_authentication: { method: "bearer", secret: value },
        signing_key: { key: value, cert: "public" },
        twilio_sid: "public",
        twilio_token: value,
      },
    });
    expect(inputs.options).toEqual({
      client_secret: secret(value),
      configuration: { a: secret(value), b: secret(value) },
      decryptionKey: secret({ key: value }),
      gateway_authentication: { method: "bearer", secret: secret(value) },
      signing_key: { key: secret(value), cert: "public" },
      twilio_sid: "public",
      twilio_token: secret(value),
    });
    expect(inputs).not.toHaveProperty("__secrets");
  });

  test("that are documented are found behind outputs and promises, and the rest stays readable", async () => {
    const value = randomUUID();
    const inputs = await sent({
      name: "c",
      strategy: "sms",
      options: Promise.resolve({
        from: "public",
        gateway_authentication: pulumi.output({ secret: Promise.resolve(value), audience: "public" }),
      }),
    });
    expect(inputs.options).toEqual({
      from: "public",
      gateway_authentication: { secret: secret(value), audience: "public" },
    });
  });

  test("that the program marks are secret, and the provider gets their paths", async () => {
    const value = randomUUID();
    const inputs = await sent({
      name: "c",
      strategy: "oidc",
      displayName: pulumi.secret("hidden"),
      options: {
        client_secret: pulumi.secret(value),
        upstream_params: { "a/b": { value: pulumi.secret(value) }, open: { value: "public" } },
        domain_aliases: ["a.example.com", pulumi.secret("b.example.com")],
      },
    });
    expect(inputs.options.upstream_params).toEqual({ "a/b": { value: secret(value) }, open: { value: "public" } });
    expect(inputs.__secrets).toEqual([
      "/displayName",
      "/options/client_secret",
      "/options/domain_aliases",
      "/options/upstream_params/a~1b/value",
    ]);
  });

  test("that are one output of all options stay one secret", async () => {
    const inputs = await sent({ name: "c", strategy: "oidc", options: pulumi.secret({ issuer: "x" }) });
    expect(inputs.options).toEqual(secret({ issuer: "x" }));
    expect(inputs.__secrets).toEqual(["/options"]);
  });
});

describe("the protection against deletion", () => {
  /** The `protect` option that a connection is registered with. */
  function protection(args: ConnectionArgs<string>, opts: pulumi.CustomResourceOptions = {}): boolean | undefined {
    let seen: boolean | undefined;
    const look: pulumi.ResourceTransformation = ({ opts }) => {
      seen = opts.protect;
      return undefined;
    };
    new Connection("c", args, { ...opts, transformations: [look] });
    return seen;
  }

  test.each(["auth0", "sms", "email"])("%s: is on, unless the program says otherwise", (strategy) => {
    expect(protection({ name: "c", strategy })).toBe(true);
    expect(protection({ name: "c", strategy }, { protect: false })).toBe(false);
    expect(protection({ name: "c", strategy }, { protect: true })).toBe(true);
  });

  test.each(["oidc", "samlp", "auth0-oidc", "anything"])("%s: is as the program says", (strategy) => {
    expect(protection({ name: "c", strategy })).toBeUndefined();
    expect(protection({ name: "c", strategy }, { protect: true })).toBe(true);
  });

  test("is on if the strategy is an output, as users could be lost", () => {
    for (const strategy of [pulumi.output("auth0"), pulumi.secret("oidc"), Promise.resolve("sms")]) {
      expect(guarded(descriptor, { strategy }, {})).toEqual({ protect: true });
      expect(guarded(descriptor, { strategy }, { protect: false })).toEqual({ protect: false });
    }
  });

  test("is off for a connection that is only read, and leaves other resource options unchanged", () => {
    expect(guarded(descriptor, { strategy: "auth0" }, { id: "con_1" })).toEqual({ id: "con_1" });
    expect(guarded(descriptor, { strategy: "auth0" }, { retainOnDelete: true })).toEqual({
      retainOnDelete: true,
      protect: true,
    });
  });
});

describe("the hidden input about the protection", () => {
  const guard = async (args: ConnectionArgs<string>, opts?: pulumi.CustomResourceOptions) => {
    const { inputs } = await registration(new Connection("c", args, opts), "c");
    return inputs.__guard;
  };

  test("is sent if the class protects, and not if the program decides", async () => {
    expect(await guard({ name: "c", strategy: "auth0" })).toBe(true);
    expect(await guard({ name: "c", strategy: "auth0" }, { protect: false })).toBeUndefined();
    expect(await guard({ name: "c", strategy: "auth0" }, { protect: true })).toBeUndefined();
    expect(await guard({ name: "c", strategy: "oidc" })).toBeUndefined();
  });
});

describe("get, isInstance, import", () => {
  test("get reads by id, without inputs and without protection", async () => {
    const { id, inputs } = await registration(Connection.get("c", "con_1"), "c");
    expect(id).toBe("con_1");
    expect(Object.keys(inputs)).toEqual(["__provider"]);
  });

  test("isInstance tells connections from other values", () => {
    const connection: unknown = Connection.get("c", "con_1");
    expect(Connection.isInstance(connection)).toBe(true);
    expect(Connection.isInstance(ResourceServer.get("s", "1"))).toBe(false);
    expect(Connection.isInstance({})).toBe(false);
    expect(Connection.isInstance(undefined)).toBe(false);
  });

  test("the import option is refused, with a remedy", () => {
    expect(() => new Connection("c", { name: "c", strategy: "oidc" }, { import: "con_1" })).toThrow(
      /Connection "c": the `import` option .*adopt: true/,
    );
  });
});

import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, test, vi } from "vitest";

/** The program's declared inputs, by the resources' names, and its look-ups. */
let declared: Map<string, pulumi.runtime.MockResourceArgs>;
let asked: pulumi.runtime.MockCallArgs[];

/** The mocked tenant's response to the look-up of profiles. */
let profiles: { id: string; name: string; actionId: string }[];

beforeEach(async () => {
  declared = new Map();
  asked = [];
  profiles = [];
  const secrets = {
    "unit-tested:signingSecret": "a secret of the test",
    "unit-tested:corpClientSecret": "another secret of the test",
  };
  pulumi.runtime.setAllConfig(secrets, Object.keys(secrets));
  await pulumi.runtime.setMocks(
    {
      // A resource's outputs are its inputs, and the values that the tenant would add.
      newResource: (args) => {
        declared.set(args.name, args);
        return { id: `${args.name}-id`, state: { ...args.inputs, isSystem: false } };
      },
      call: (args) => {
        asked.push(args);
        return { tokenExchangeProfiles: profiles };
      },
    },
    "unit-tested",
  );
});

/** Runs the program again. The import must come after the mocks are set. */
async function program(): Promise<typeof import("./index.ts")> {
  vi.resetModules();
  return import("./index.ts");
}

function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

test("the API is declared with its permissions", async () => {
  const { audience } = await program();
  expect(await resolved(audience)).toBe("https://orders.example.com");
  expect(declared.get("orders")).toMatchObject({
    type: "pulumi-nodejs:dynamic/tenant:ResourceServer",
    inputs: {
      identifier: "https://orders.example.com",
      scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
      tokenLifetime: 3600,
    },
  });
});

test("the configuration decides about the lifetime of tokens", async () => {
  pulumi.runtime.setConfig("unit-tested:tokenLifetime", "1900");
  await resolved((await program()).audience);
  expect(declared.get("orders")?.inputs).toMatchObject({ tokenLifetime: 1900, tokenLifetimeForWeb: 1800 });
});

test("the signing secret stays secret", async () => {
  const { signingSecret, audience } = await program();
  expect(await resolved(signingSecret)).toBe("a secret of the test");
  expect(await pulumi.isSecret(signingSecret)).toBe(true);
  expect(await pulumi.isSecret(audience)).toBe(false);
});

test("the company's logins go to its own provider; the options hold a secret, so all of them are one to the mocks", async () => {
  const { issuer } = await program();
  expect(await resolved(issuer)).toBe("https://idp.example.com/");
  expect(declared.get("corp")).toMatchObject({
    type: "pulumi-nodejs:dynamic/tenant:Connection",
    inputs: { name: "corp", strategy: "oidc" },
  });
});

test("the operator has one role", async () => {
  await resolved((await program()).audience);
  expect(declared.get("operator")?.inputs).toMatchObject({ roles: ["rol_0000000000000001"] });
});

test("the tenant is asked for the profiles of the legacy system, and their actions are named once each", async () => {
  profiles = [
    { id: "tep_1", name: "Legacy web", actionId: "b" },
    { id: "tep_2", name: "Legacy batch", actionId: "a" },
    { id: "tep_3", name: "Legacy mobile", actionId: "b" },
  ];
  expect(await resolved((await program()).legacyActions)).toEqual(["a", "b"]);
  expect(asked).toMatchObject([
    { token: "tenant:index:getTokenExchangeProfiles", inputs: { subjectTokenType: "urn:example:legacy-session" } },
  ]);
});

test("without profiles there are no actions", async () => {
  expect(await resolved((await program()).legacyActions)).toEqual([]);
});

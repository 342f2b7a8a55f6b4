import { describe, expect, it } from "vitest";
import { explicitProviders, foreignDomains } from "../../../provider/src/commands/check-state.ts";
import { exportedStack } from "../../../provider/src/pulumi-cli/exported-stack.ts";

const allowed = new Set(["https://eu.example.com"]);
const provider = (more: object) => ({
  urn: "urn:pulumi:dev::p::pulumi:providers:pulumi-nodejs::eu",
  type: "pulumi:providers:pulumi-nodejs",
  ...more,
});
const stateOf = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
const inputs = (domain: unknown) => ({ "tenant:explicit": "true", "tenant:domain": domain });
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };

describe("a provider's domain in a state", () => {
  it("is accepted if the environment allows it, however it is spelled", () => {
    for (const domain of ["eu.example.com", "https://EU.example.com/", "eu.example.com:443"]) {
      const state = provider({ inputs: inputs(domain), propertyDependencies: { "tenant:domain": [] } });
      expect(foreignDomains(stateOf(state), allowed)).toEqual([]);
    }
  });

  it.each<[string, object]>([
    ["of an explicit provider", provider({ inputs: inputs("planted.example.com") })],
    ["of the default provider", provider({ inputs: { "tenant:domain": "planted.example.com" } })],
    ["in the outputs", provider({ inputs: inputs("eu.example.com"), outputs: inputs("planted.example.com") })],
    [
      "of a provider under another name",
      { type: "pulumi:providers:Pulumi-nodejs", inputs: inputs("planted.example.com") },
    ],
    ["under a name that only the engine reads as inputs", provider({ INPUTS: inputs("planted.example.com") })],
  ])("is found if the environment does not allow it: %s", (_, one) => {
    expect(foreignDomains(stateOf(one), allowed)).toEqual([{ line: 1, origin: "https://planted.example.com" }]);
  });

  it("is refused inside a list, which is not read, except in a list of dependencies", () => {
    expect(foreignDomains(stateOf(provider({ inputs: inputs(["eu.example.com"]) })), allowed)).toHaveLength(1);
    const dependencies = { "tenant:domain": ["urn:pulumi:dev::p::a:b:C::it"] };
    const state = provider({ inputs: inputs("eu.example.com"), propertyDependencies: dependencies });
    expect(foreignDomains(stateOf(state), allowed)).toEqual([]);
  });

  it.each([
    ["a repeated key", '{"tenant:domain":"planted.example.com","tenant:domain":"eu.example.com"}'],
    ["a key with escapes", '{"tenant\\u003adomain":"planted.example.com"}'],
  ])("is not hidden by %s", (_, entry) => {
    const state = `{"deployment":{"resources":[{"inputs":${entry}}]}}`;
    expect(foreignDomains(state, allowed)).toMatchObject([{ origin: "https://planted.example.com" }]);
  });

  it.each([[secret], [null], [1], ["http://eu.example.com"], ["https://user@eu.example.com"], [""]])(
    "is found without its text if it is unreadable or malformed: %j",
    (domain) => {
      const found = foreignDomains(stateOf(provider({ inputs: inputs(domain) })), allowed);
      expect(found).toEqual([{ line: 1, origin: undefined }]);
    },
  );
});

it("only explicit providers are listed, without values that are encrypted", () => {
  const others = [
    provider({ inputs: { "tenant:domain": "eu.example.com" } }),
    { urn: "urn", type: "a:b:C", inputs: null },
  ];
  const state = stateOf(...others, provider({ inputs: inputs(secret) }));
  const { resources } = exportedStack.parse(JSON.parse(state)).deployment;
  expect(explicitProviders(resources ?? [])).toEqual([{ name: "eu", origin: undefined }]);
});

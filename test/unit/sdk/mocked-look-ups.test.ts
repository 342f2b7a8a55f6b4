import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it, vi } from "vitest";
import {
  getConnection,
  getConnectionOutput,
  getConnections,
  getConnectionsOutput,
  getOrganizationMemberRoles,
  getOrganizationMemberRolesOutput,
  getResourceServer,
  getResourceServerOutput,
  getResourceServers,
  getResourceServersOutput,
  getTokenExchangeProfile,
  getTokenExchangeProfileOutput,
  getTokenExchangeProfiles,
  getTokenExchangeProfilesOutput,
  Provider,
} from "../../../provider/src/index.ts";
import { startService } from "../helpers/fake-service.ts";
import { look, Thing } from "../helpers/program.ts";

const profile = {
  id: "tep_1",
  name: "Legacy",
  subjectTokenType: "urn:example:legacy",
  actionId: "action-1",
  type: "custom_authentication",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

const calls: pulumi.runtime.MockCallArgs[] = [];
const mocks: pulumi.runtime.Mocks = {
  newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  call: (args) => {
    calls.push(args);
    return args.token.endsWith("Profiles") ? { tokenExchangeProfiles: [profile] } : profile;
  },
};

beforeEach(async () => {
  calls.length = 0;
  const service = await startService(() => expect.unreachable("the network was touched"));
  vi.stubEnv("TENANT_DOMAIN", service.origin);
  vi.stubEnv("TENANT_TOKEN", "not-to-be-used");
  await pulumi.runtime.setMocks(mocks);
  return () => {
    vi.unstubAllEnvs();
    expect([...service.calls, ...service.tokenCalls]).toEqual([]);
  };
});

it("all four look-ups of profiles reach mocks.call with their arguments in camelCase", async () => {
  const args = { subjectTokenType: "urn:example:legacy" };
  expect(await getTokenExchangeProfiles(args)).toEqual({ tokenExchangeProfiles: [profile] });
  expect(await getTokenExchangeProfile(args)).toEqual(profile);
  expect(await look(getTokenExchangeProfilesOutput(args).tokenExchangeProfiles)).toMatchObject({ value: [profile] });
  expect(await look(getTokenExchangeProfileOutput(args).name)).toMatchObject({ value: "Legacy" });
  expect(calls.map(({ token }) => token)).toEqual([
    "tenant:index:getTokenExchangeProfiles",
    "tenant:index:getTokenExchangeProfile",
    "tenant:index:getTokenExchangeProfiles",
    "tenant:index:getTokenExchangeProfile",
  ]);
  expect(calls.map(({ inputs }) => inputs)).toEqual([args, args, args, args]);
});

it("all other look-ups reach mocks.call, after a check of their arguments", async () => {
  const corp = { name: "corp", options: ["issuer"] };
  const member = { organizationId: "org_1", userId: "auth0|1" };
  const identifier = "https://orders.example.com";
  const forms = [
    ["getConnection", corp, getConnection, getConnectionOutput],
    ["getConnections", { strategy: "oidc" }, getConnections, getConnectionsOutput],
    ["getOrganizationMemberRoles", member, getOrganizationMemberRoles, getOrganizationMemberRolesOutput],
    ["getResourceServer", { identifier }, getResourceServer, getResourceServerOutput],
    ["getResourceServers", { identifiers: [identifier] }, getResourceServers, getResourceServersOutput],
  ] as const;
  for (const [, args, plain, output] of forms) {
    expect(await plain(args as never)).toEqual(profile);
    expect(await look<unknown>(output(args as never))).toMatchObject({ value: profile });
    await expect(plain({ nam: "x" } as never)).rejects.toThrow('unknown argument "nam"');
  }
  const expected = forms.map(([name, inputs]) => ({ token: `tenant:index:${name}`, inputs }));
  expect(calls.map(({ token, inputs }) => ({ token, inputs }))).toEqual(expected.flatMap((call) => [call, call]));
  await expect(getConnection({ name: "corp", options: ["client_secret"] })).rejects.toThrow("which is secret");
});

it("outputs, secrets and providers reach mocks.call as those of other packages do", async () => {
  const { clientSecret, ...rest } = { domain: "eu.example.com", clientId: "client", clientSecret: pulumi.secret("x") };
  const provider = new Provider("eu", { ...rest, clientSecret });
  const parent = new pulumi.ComponentResource("test:index:Box", "box", {}, { provider });
  const name = new Thing("thing", "Legacy").value;
  const output = getTokenExchangeProfilesOutput({ name, actionId: pulumi.secret("action-1") }, { parent });
  expect(await look(output)).toMatchObject({ secret: true, value: { tokenExchangeProfiles: [profile] } });
  expect(calls[0]).toMatchObject({ inputs: { name: "Legacy", actionId: "action-1" } });
  expect(calls[0]?.provider).toMatch(/pulumi:providers:pulumi-nodejs::eu::eu-id$/);
});

it("mocks without `call` send no request to the network", async () => {
  const { call: _, ...rest } = mocks;
  await pulumi.runtime.setMocks(rest as pulumi.runtime.Mocks);
  await expect(getTokenExchangeProfiles()).rejects.toThrow();
});

it("a look-up without engine and mocks sends no request, and the error has a remedy", async () => {
  pulumi.runtime.setMockOptions(undefined);
  const monitor = vi.spyOn(pulumi.runtime, "getMonitor").mockReturnValue(undefined);
  await expect(getTokenExchangeProfiles()).rejects.toThrow(/pulumi\.runtime\.setMocks/);
  monitor.mockRestore();
});

import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it, vi } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { getTokenExchangeProfiles } from "../../../provider/src/index.ts";
import { text } from "../../../provider/src/sdk/arguments.ts";
import { lookUp } from "../../../provider/src/sdk/look-ups.ts";
import { exactlyOne, matching, rowFrom, type Source } from "../../../provider/src/sdk/rows.ts";
import {
  resourceServer,
  resourceServerSchema as table,
} from "../../../provider/src/types/resource-server/definition.ts";
import { look, runProgram } from "../helpers/program.ts";

interface Api {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
}

/** A second data source, with the service's other way of paging. */
const source: Source = {
  descriptor: resourceServer,
  noun: table.noun,
  fields: table.fields,
  describe: ({ id, identifier }) => `${identifier} (${id})`,
};
interface Args {
  identifier?: string;
  name?: string;
}
const common = { source, args: { identifier: text, name: text } };
const { plain: one, output: oneOutput } = lookUp<Args, Api>({
  ...common,
  name: "getResourceServer",
  answer: exactlyOne,
});
const { plain: many } = lookUp<Args, { resourceServers: Api[] }>({
  ...common,
  name: "getResourceServers",
  answer: (found) => ({ resourceServers: matching(found) }),
});

beforeEach(async () => {
  const tenant = await startEmulator();
  for (let nth = 1; nth <= 120; nth++) {
    tenant.resourceServers.create({
      identifier: `urn:example:${nth}`,
      scopes: [{ value: "read", description: "Read" }],
    });
  }
  vi.stubEnv("TENANT_DOMAIN", tenant.domain);
  vi.stubEnv("TENANT_CLIENT_ID", tenant.clientId);
  vi.stubEnv("TENANT_CLIENT_SECRET", tenant.clientSecret);
  await runProgram();
  return () => {
    vi.unstubAllEnvs();
    return tenant.close();
  };
});

it("a second data source needs nothing but a definition", async () => {
  const { resourceServers } = await many();
  expect(resourceServers).toHaveLength(121);
  const identifier = "urn:example:7";
  expect(await one({ identifier })).toMatchObject({ identifier, scopes: { read: "Read" }, allowOfflineAccess: false });
  expect(await look(oneOutput({ identifier }).identifier)).toMatchObject({ value: identifier });
  await expect(many({ scopes: "read" } as Args)).rejects.toThrow("Arguments: identifier, name.");
  await expect(one({ name: "none" })).rejects.toThrow(/getResourceServer: .* has no resource server with name "none"/);
});

it("equal filters of two data sources are two requests", async () => {
  expect((await many()).resourceServers).not.toEqual([]);
  expect(await getTokenExchangeProfiles()).toEqual({ tokenExchangeProfiles: [] });
});

it.each([
  ["a number that is a text", { token_lifetime: "3600" }],
  ["a switch that is a number", { allow_offline_access: 1 }],
  ["an object that is a list", { proof_of_possession: [] }],
])("an entry with %s is not a row", (_, part) => {
  const body = { id: "1", identifier: "urn:example:1" };
  expect(rowFrom({ fields: table.fields }, body)).toEqual({ id: "1", identifier: "urn:example:1" });
  expect(rowFrom({ fields: table.fields }, { ...body, ...part })).toBeUndefined();
});

it("credentials of the environment for a domain of the stack configuration cause one warning per run", async () => {
  const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
  pulumi.runtime.setConfig("tenant:domain", process.env.TENANT_DOMAIN ?? "");
  vi.stubEnv("TENANT_DOMAIN", "");
  await many();
  await many({ name: "none" });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/TENANT_CLIENT_SECRET.*tenant:domain/)]]);
  vi.stubEnv("TENANT_STRICT", "true");
  await expect(many({ name: "other" })).rejects.toThrow(/TENANT_STRICT=true/);
  warn.mockRestore();
  pulumi.runtime.setAllConfig({});
});

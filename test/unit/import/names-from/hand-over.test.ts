import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseToObject } from "hcl2-parser";
import { describe, expect, it } from "vitest";
import { handOver, namesFrom } from "../../../../provider/src/import/names-from/select.ts";

const golden = (name: string) => namesFrom(readFileSync(join(import.meta.dirname, name), "utf8"));
const removal = (from: string) => ({ from: `\${${from}}`, lifecycle: [{ destroy: false }] });

/** The words that a shell makes of commands. */
function wordsOf(commands: readonly string[]): readonly string[] {
  const script = `terraform() { printf '%s\\0' "$@"; }; pulumi() { printf '%s\\0' "$@"; }; ${commands.join("\n")}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("the removal from Terraform's state", () => {
  const named = golden("terraform.tfstate.json");

  it("is a removed block for each resource, which deletes nothing", () => {
    const [parsed, problem] = parseToObject(handOver(named, named.objects).blocks ?? "");
    expect(problem).toBeNull();
    expect(parsed).toEqual({
      removed: [
        removal("auth0_resource_server.orders"),
        removal("auth0_resource_server_scope.orders"),
        removal("module.regions.auth0_connection.corp"),
        removal("module.regions.auth0_connection_clients.corp"),
        removal("auth0_connection_client.shared"),
        removal("auth0_organization_member.ops"),
        removal("auth0_organization_member_roles.ops"),
        removal("auth0_token_exchange_profile.legacy"),
      ],
    });
  });

  it("is also one command with each instance, for any key", () => {
    const keys = ["eu", 'a"b', "it's", "$(id)", "a b"];
    const state = {
      version: 4,
      lineage: "x",
      resources: [
        {
          ...{ mode: "managed", type: "auth0_connection", name: "corp", provider: "auth0" },
          instances: keys.map((key) => ({ index_key: key, attributes: { id: `con_${key}` } })),
        },
      ],
    };
    const all = namesFrom(JSON.stringify(state));
    const addresses = keys.map((key) => `auth0_connection.corp[${JSON.stringify(key)}]`);
    expect(wordsOf(handOver(all, all.objects).commands)).toEqual(["state", "rm", "--", ...addresses]);
    expect(parseToObject(handOver(all, all.objects).blocks ?? "")[0]).toEqual({
      removed: [removal("auth0_connection.corp")],
    });
  });

  it("names the resources without a block because some of their instances stay", () => {
    const state = {
      version: 4,
      lineage: "x",
      resources: [
        {
          ...{ mode: "managed", type: "auth0_connection", name: "corp", provider: "auth0" },
          instances: ["eu", "us"].map((key) => ({ index_key: key, attributes: { id: `con_${key}` } })),
        },
      ],
    };
    const both = namesFrom(JSON.stringify(state));
    expect(handOver(both, both.objects.slice(1))).toEqual({
      commands: ["terraform state rm -- \\", `  'auth0_connection.corp["us"]'`],
      blocks:
        "# auth0_connection.corp: some of its instances are not imported, but a block would remove all. Use the command.\n",
    });
  });
});

it("the removal from Pulumi's state is one command with all resources", () => {
  const named = golden("pulumi.json");
  const { commands, blocks } = handOver(named, named.objects);
  expect(blocks).toBeUndefined();
  const urns = named.objects.flatMap(({ sources }) => sources);
  expect(wordsOf(commands)).toEqual(["state", "delete", "--yes", "--", ...urns]);
});

it("an import without objects needs no commands", () => {
  expect(handOver(golden("pulumi.json"), []).commands).toEqual([]);
});

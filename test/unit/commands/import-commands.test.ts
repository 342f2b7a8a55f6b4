import { resolve } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { refuseLeftBehind, refuseOtherTenant, register, wordsOf } from "../../../provider/src/commands/import.ts";

test.each([
  [["--out", "there", "--stack", "dev", "--no-apply"], []],
  [
    ["--all", "--json", "--no-apply"],
    ["--all", "--json"],
  ],
  [["--kinds", "Connections,resource-server"], ["--kinds=connection,resourceServer"]],
  [
    ["--only", "a*", "--only", "b,-c", "--except", "d e"],
    ["--only=a*,b,-c", "--except=d e"],
  ],
  [["--organizations=north"], ["--organizations=north"]],
  // The command that is printed runs in the project's folder.
  [["--names-from", "before.tfstate"], [`--names-from=${resolve("before.tfstate")}`]],
])("the last of the commands that do the rest has what was asked for: %j", (given, words) => {
  const commandOf = (args: readonly string[]) => {
    const command = new Command();
    register(command);
    command.parseOptions([...args]);
    return command;
  };
  expect(wordsOf(commandOf(given))).toEqual(words);
  expect(wordsOf(commandOf(words))).toEqual(words);
});

test("a stack that has resources of another tenant gets none of this one, unless an explicit provider names that tenant", () => {
  const here = { stack: "dev", host: "dev.example.com" };
  const ours = [
    { tenant: "dev.example.com", hasOwnProvider: false },
    { tenant: undefined, hasOwnProvider: false },
    { tenant: "eu.example.com", hasOwnProvider: true },
  ];
  expect(() => refuseOtherTenant(ours, here)).not.toThrow();
  const mixed = [...ours, { tenant: "prod.example.com", hasOwnProvider: false }];
  expect(() => refuseOtherTenant(mixed, here)).toThrow(
    /stack "dev" has resources of tenant "prod.example.com", but .* names "dev.example.com": nothing .* TENANT_DOMAIN/,
  );
});

test("an import that leaves out what an interrupted one has added to the state is refused: the next run would delete it at the tenant", () => {
  const held = (type: "client" | "role", name: string) => ({ type, id: name, urn: `urn:pulumi:dev::shop::t::${name}` });
  const begun = [held("client", "shop"), held("role", "it's")];
  const stack = "dev";
  expect(() => refuseLeftBehind(begun, { stack, declared: new Set(["client shop", "role it's"]) })).not.toThrow();
  expect(() => refuseLeftBehind(begun, { stack, declared: new Set(["client shop"]) })).toThrow(
    /has added 1 object to stack "dev" .* would delete .*\n {2}pulumi state delete --stack dev 'urn:pulumi:dev::shop::t::it'\\''s'$/,
  );
  const many = Array.from({ length: 12 }, (_, n) => held("client", `${n}`));
  expect(() => refuseLeftBehind(many, { stack, declared: new Set() })).toThrow(/\n {2}… and 2 more$/);
});

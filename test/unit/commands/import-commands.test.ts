import { resolve } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import {
  refuseAmbiguous,
  refuseLeftBehind,
  refuseOtherTenant,
  refuseSharedProgram,
  register,
  wordsOf,
} from "../../../provider/src/commands/import.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";

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
])("the last command of a staged import repeats the given options: %j", (given, words) => {
  const commandOf = (args: readonly string[]) => {
    const command = new Command();
    register(command);
    command.parseOptions([...args]);
    return command;
  };
  expect(wordsOf(commandOf(given))).toEqual(words);
  expect(wordsOf(commandOf(words))).toEqual(words);
});

test("a stack with resources of another tenant is refused, unless their explicit provider names that tenant", () => {
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

test("an import without objects that an interrupted import added is refused: the next run would delete them", () => {
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

test("an import into a program that another stack of the project also runs is refused, with a remedy", () => {
  const program = { folder: "/shop", stack: "prod", count: 3, file: undefined };
  const of = (stack: string, isForeign: boolean) => {
    const urn = `urn:pulumi:${stack}::shop::t::orders`;
    const given = { type: "role", id: "rol_1", tenant: "dev.example.com", isGoing: false, inputs: {} } as const;
    return { ...given, stack, isForeign, urn };
  };
  expect(() => refuseSharedProgram({ held: [], unread: [] }, program)).not.toThrow();
  expect(() => refuseSharedProgram({ held: [of("acme/other/dev", true)], unread: [] }, program)).not.toThrow();
  expect(() =>
    refuseSharedProgram({ held: [of("dev", false), of("dev", false), of("test", false)], unread: [] }, program),
  ).toThrow(
    /^the program in \/shop also belongs to stacks "dev", "test" of this project\. This import would declare 3 objects .* Nothing was written\. .*--out <empty folder>.*`pulumi-tenant import --stack prod`/,
  );
  const unread = [{ stack: "dev", why: "its secrets provider is not reachable", isForeign: false }];
  expect(() => refuseSharedProgram({ held: [], unread }, program)).toThrow(
    /^the program in \/shop also belongs to stack "dev" of this project/,
  );
  expect(() => refuseSharedProgram({ held: [], unread: [] }, { ...program, file: "roles.ts" })).toThrow(
    /^roles\.ts in \/shop declares resources already, and stack "prod" has none of them\./,
  );
});

const sharing = Object.entries(resourceTypes).filter(
  ([, { sharesNames, uniqueBy }]) => sharesNames && uniqueBy.includes("name"),
);

test.each(sharing)("%s: the two objects that an unconfirmed creation could have made are listed", (name, type) => {
  const item = (id: string) => {
    const properties = { name: "Shop" };
    return { type: name as "client", id, properties, label: `${type.schema.noun} "Shop"`, names: ["Shop"] };
  };
  const [urn, stack] = ["urn:pulumi:dev::shop::t::shop", "dev"];
  const lost = { type: name as "client", id: type.provisionalId({ name: "Shop" }), urn, stack };
  const known = { ...lost, id: "id-2" };
  expect(() => refuseAmbiguous([lost], [item("id-1"), item("id-2")])).toThrow(
    new RegExp(`Nothing was written\\. [^]*--except:\\n  ${urn} of stack "dev": [^]*\\(id id-1\\), [^]*\\(id id-2\\)$`),
  );
  expect(() => refuseAmbiguous([lost], [item("id-1")])).not.toThrow();
  // The second one is the object of another resource.
  expect(() => refuseAmbiguous([lost, known], [item("id-1"), item("id-2")])).not.toThrow();
  expect(() => refuseAmbiguous([known], [item("id-1"), item("id-2")])).not.toThrow();
});

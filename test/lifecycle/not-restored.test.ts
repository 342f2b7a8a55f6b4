import { describe, expect, onTestFinished, test } from "vitest";
import { maxListed } from "../../provider/src/lifecycle/calls.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import type { Field } from "../../provider/src/schema/schema.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { classesReferringTo, definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld } from "./world.ts";

/* What a refresh says of an object that was deleted outside Pulumi: the content that the next run does not restore. */

const warnings = gatherWarnings();

/** The properties in which an object can have content beside the declared content. */
function openIn(fields: Readonly<Record<string, Field>>): readonly (readonly [string, Field])[] {
  const kindsWithContent = ["set", "map", "list", "document"];
  return Object.entries(fields).filter(
    ([name, { kind, computed, forceNew }]) =>
      kindsWithContent.includes(kind) && !computed && !forceNew && name !== "undocumented",
  );
}

const removable = subjects.filter(({ name }) => kinds[name].hasOwnObject && kinds[name].schema.singleton === undefined);

describe.each(removable.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  test("after a deletion outside Pulumi, a refresh names all content that the program does not declare", async () => {
    const { tenant, engine, close } = await startWorld({ newerService: true }, kinds[subject.name]);
    onTestFinished(close);
    subject.prepare(tenant);
    const args: JsonObject = { ...subject.bench[0], ...subject.laws[0]?.root, ...subject.identity(tenant, 1) };
    const [step] = await engine.up({ it: args });
    if (step?.failure) throw step.failure;
    const id = engine.state.get("it")?.id;
    subject.remove(tenant, subject.keyOf(args));
    warnings.length = 0;
    expect(await engine.refresh()).toEqual([{ name: "it", op: "delete" }]);
    const open = openIn(kinds[subject.name].schema.fields).filter(([name, field]) => !isWhole(field, own(args, name)));
    const { goneWithIt } = definitions[subject.name];
    const says = warnings.filter((line) => line.includes("does not exist at the tenant any more"));
    const isExpected = goneWithIt !== undefined || open.length > 0 || isReferredTo(subject.name);
    expect(says).toHaveLength(isExpected ? 1 : 0);
    if (says.length > 0) expect(says[0]).toContain(`(id ${id}) does not exist at the tenant any more. If the program`);
    if (goneWithIt !== undefined) expect(says[0]).toContain(`Not restored: ${goneWithIt}`);
    const [, listed = ""] = /undeclared content of ([^;]*)[;.]/.exec(says[0] ?? "") ?? [];
    const named = listed
      .replace(/ and \d+ more$/, "")
      .split(", ")
      .filter(Boolean);
    const names = open.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(named));
    expect(named).toHaveLength(Math.min(names.length, maxListed));
  });
});

/** Whether a declared value is all that the object has in a property. */
function isWhole(field: Field, declared: Json | undefined): boolean {
  if (declared === undefined || (field.kind === "document" && !field.sealed)) return false;
  const isSharable = (field.kind === "set" || field.kind === "map") && field.exclusive !== undefined;
  return !isSharable || (field.exclusive !== false && field.exclusive.default);
}

function isReferredTo(name: TypeName): boolean {
  return classesReferringTo(definitions[name].schema).length > 0;
}

test.each([
  [
    "the applications of a connection, unless the program declares them",
    {},
    "its users, with their metadata, second factors and memberships; undeclared content of metadata, enabledClients, options, realms; references to " +
      "its id by other stacks and tools, in ConnectionClients, ConnectionScim, ConnectionScimToken, ConnectionDirectory, OrganizationConnection.",
  ],
  [
    "what the program declares as a whole is not missing",
    { enabledClients: ["client-a"], realms: ["corp.example.com"] },
    "its users, with their metadata, second factors and memberships; undeclared content of metadata, options; references to its id by other stacks " +
      "and tools, in ConnectionClients, ConnectionScim, ConnectionScimToken, ConnectionDirectory, OrganizationConnection.",
  ],
])("%s", async (_, more, says) => {
  const { tenant, engine, close } = await startWorld({}, connectionType);
  onTestFinished(close);
  const corp = { name: "corp", strategy: "oidc", options: { client_id: "tenant" }, ...more };
  await engine.up({ corp });
  const { id } = engine.state.get("corp") ?? {};
  tenant.connections.delete("corp");
  warnings.length = 0;
  await engine.refresh();
  expect(warnings).toEqual([
    `warning: connection "corp" (id ${id}) does not exist at the tenant any more. If the program still declares it, \`pulumi up\` creates it with the ` +
      `declared values only. Not restored: ${says}`,
  ]);
});

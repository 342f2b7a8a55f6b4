import { parseToObject } from "hcl2-parser";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { type StackObject, terraformOf } from "../../../provider/src/export/terraform.ts";
import { toolOf } from "../../../provider/src/import/names-from/select.ts";
import type { Program } from "../../../provider/src/import/program.ts";
import { withoutSecrets } from "../../../provider/src/pulumi-cli/values.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { terraformArguments } from "../../../provider/src/types/terraform-arguments.made.ts";
import { argumentOf, type Block } from "../../../provider/src/types/terraform-arguments.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { rows, terraformState } from "../../harness/whole-tenant-elsewhere.ts";
import type { Row } from "../../harness/whole-tenant-ids.ts";
import { importedOf } from "./tenants.ts";

type Parsed = Readonly<Record<string, unknown>>;

/** The resources of a program as a state has them. */
function stackOf(program: Program): readonly StackObject[] {
  return program.resources.map(({ name, item: { type, id }, inputs }) => {
    const urn = `urn:pulumi:dev::shop::${typeToken(definitions[type].type)}::${name}`;
    return { type, name, id, properties: withoutSecrets(urn, inputs, () => true) };
  });
}

function read(text: string): Parsed {
  const [parsed, problem] = parseToObject(text);
  expect(problem).toBeNull();
  return parsed;
}

/** The arguments of a block that the table does not know, by path. */
function unknownIn(block: Block, body: Parsed, above: string): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const shape = argumentOf(block, name);
    const path = `${above}.${name}`;
    if (shape === undefined) return [path];
    if (typeof shape === "string") return [];
    const inside = Array.isArray(shape) ? shape[0] : (shape as Block);
    return (value as readonly Parsed[]).flatMap((one) => unknownIn(inside, one, path));
  });
}

const resourcesIn = (parsed: Parsed) =>
  Object.entries(parsed.resource as Record<string, Record<string, readonly Parsed[]>>).flatMap(([type, named]) =>
    Object.entries(named).map(([name, [body = {}]]) => ({ type, name, body })),
  );

/** The state that Terraform has after the imports: the arguments, with references resolved, and the ids. */
function stateAfter(tenant: string, imports: string): string {
  const all = resourcesIn(read(tenant));
  const ids = new Map(
    (read(imports).import as readonly { to: string; id: string }[]).map(({ to, id }) => [to.slice(2, -1), id]),
  );
  const at = (address: string) => all.find(({ type, name }) => `${type}.${name}` === address);
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item)]));
    const [, address = "", attribute = ""] = /^\$\{(auth0_\w+\.[^.]+)\.(\w+)\}$/.exec(String(value)) ?? [];
    if (address === "") return value;
    expect(at(address)).toBeDefined();
    return attribute === "id" ? ids.get(address) : resolved(at(address)?.body[attribute]);
  };
  expect([...ids.keys()].toSorted()).toEqual(all.map(({ type, name }) => `${type}.${name}`).toSorted());
  return terraformState(
    all.map(({ type, name, body }): Row => {
      const id = ids.get(`${type}.${name}`);
      return [type, name, { ...(type === "auth0_client" && { client_id: id }), ...(resolved(body) as Parsed), id }];
    }),
  );
}

async function wholeStack() {
  const tenant = await startEmulator({ seed: wholeTenant });
  onTestFinished(() => tenant.close());
  const { client, program } = await importedOf(tenant, false, undefined, toolOf(terraformState(rows)));
  onTestFinished(() => client.close());
  return { tenant, program, stack: stackOf(program) };
}

test("the exported configuration satisfies Terraform's grammar, and uses only arguments of its provider", async () => {
  const { stack } = await wholeStack();
  const { tenant, left, variables } = terraformOf(stack);
  const parsed = read(tenant);
  const resources = resourcesIn(parsed);
  expect(resources.flatMap(({ type, body }) => unknownIn(Object(terraformArguments)[type], body, type))).toEqual([]);
  const written = new Set(stack.flatMap(({ type }) => (tools[type].terraform ? [type] : [])));
  expect(written).toEqual(new Set(typeNames.filter((type) => tools[type].terraform)));
  expect(Object.keys((parsed.variable ?? {}) as object)).toEqual(variables);
  expect(left.filter(({ path }) => path === undefined).map((one) => one.class)).toEqual(
    stack.filter(({ type }) => !tools[type].terraform).map(({ type }) => definitions[type].type),
  );
  expect(tenant).not.toContain("hush");
});

test("after the imports, an import from Terraform's state has the same objects under the same names", async () => {
  const { tenant, program, stack } = await wholeStack();
  const { tenant: configuration, imports } = terraformOf(stack);
  const back = await importedOf(tenant, false, undefined, toolOf(stateAfter(configuration, imports)));
  onTestFinished(() => back.client.close());
  const namesOf = ({ resources }: Program) =>
    resources
      .flatMap(({ name, item: { type, id } }) => (tools[type].terraform ? [[type, id, name].join(" ")] : []))
      .toSorted();
  expect(back.notTaken).toEqual([]);
  expect(namesOf(back.program)).toEqual(namesOf(program));
});

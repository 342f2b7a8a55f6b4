import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as host from "../../../provider/src/host.ts";
import * as index from "../../../provider/src/index.ts";
import type { ResourceType } from "../../../provider/src/lifecycle/resource-type.ts";
import { isObject } from "../../../provider/src/schema/json.ts";
import { providerCode, typeToken } from "../../../provider/src/schema/provider-code.ts";
import { isNear, TenantResource } from "../../../provider/src/sdk/base.ts";
import { kinds, knownProviderCodes } from "../../subjects/kinds.ts";

/** What all classes of resources share. */
interface ResourceClass {
  new (name: string, args: object, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource;
  get(name: string, id: string): pulumi.CustomResource;
  isInstance: (this: unknown, object: unknown) => boolean;
  readonly typeToken: string;
}

function isResourceClass(value: unknown): value is ResourceClass {
  return typeof value === "function" && value.prototype instanceof TenantResource;
}

/** The classes that the folder of resources exports, by name. */
async function classesInFiles(): Promise<Map<string, ResourceClass>> {
  const folder = join(import.meta.dirname, "..", "..", "..", "provider", "src", "sdk", "resources");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(folder, file))));
  return new Map(modules.flatMap((module) => Object.entries(module).filter(([, value]) => isResourceClass(value))));
}

const exported: Readonly<Record<string, unknown>> = index;
const handlers = host as object as Readonly<Record<string, pulumi.dynamic.ResourceProvider>>;

/** The registry's kinds with the name of the class that each is for. */
const named = Object.entries<ResourceType>(kinds).map(
  ([handler, type]) => [`${handler.charAt(0).toUpperCase()}${handler.slice(1)}`, handler, type] as const,
);
const names = named.map(([name]) => name).sort();

/** What the engine is told of the last resource. */
let registered: pulumi.runtime.MockResourceArgs | undefined;

beforeEach(async () => {
  await pulumi.runtime.setMocks({
    newResource(args) {
      registered = args;
      return { id: args.id ?? "id", state: args.inputs };
    },
    call: () => ({}),
  });
});

function classNamed(name: string): ResourceClass {
  const found = exported[name];
  if (!isResourceClass(found)) throw new Error(`index.ts exports no class ${name}`);
  return found;
}

async function registrationOf(resource: pulumi.CustomResource) {
  await new Promise((resolve) => resource.id.apply(resolve));
  return registered;
}

describe("every resource class", () => {
  test("is in the registry, the host, the index and the folder of resources", async () => {
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(kinds).sort());
    const classes = Object.keys(exported).filter((name) => isResourceClass(exported[name]));
    expect(classes.sort()).toEqual(names);
    expect([...(await classesInFiles()).keys()].filter((name) => name !== "TenantResource").sort()).toEqual(names);
  });

  test("the package exports only classes, the explicit provider, look-ups, readers of files, `domain` and `template`", () => {
    const others = Object.keys(exported).filter((name) => !isResourceClass(exported[name]) && name !== "Provider");
    expect(others.filter((name) => !/^(get|read)[A-Z]/.test(name)).toSorted()).toEqual(["domain", "template"]);
  });

  test.each(named)("%s: registers provider code that loads its handler", async (name, handler) => {
    const registration = await registrationOf(classNamed(name).get("it", "id"));
    expect(registration?.type).toBe(typeToken(name));
    const module = { handler: (): unknown => undefined };
    const require = Object.assign(
      (path: string) => (["/found", "pulumi-tenant/host"].includes(path) ? host : undefined),
      {
        resolve: (path: string) => (path === "pulumi-tenant/host" ? "/found" : undefined),
      },
    );
    const text = String(registration?.inputs.__provider);
    new Function("exports", "require", "module", text)(module, require, { paths: [] });
    expect(text).toBe(providerCode(handler, isNear()));
    expect(text.length).toBeLessThan(200);
    expect(knownProviderCodes).toContain(text);
    expect(module.handler()).toBe(handlers[handler]);
    expect(module.handler()).toHaveProperty("create");
  });

  test.each(named)(
    "%s: has a handler that checks its own type's required properties",
    async (_, handler, { schema, uniqueBy, sharesNames }) => {
      vi.stubEnv("TENANT_DOMAIN", "example.com");
      vi.stubEnv("TENANT_TOKEN", "not-to-be-used");
      const { failures } = (await handlers[handler]?.check?.({}, {})) ?? {};
      vi.unstubAllEnvs();
      const required = Object.keys(schema.fields).filter(
        (name) => schema.fields[name]?.required && !schema.fields[name]?.computed,
      );
      const { variants: [first, ...others] = [] } = schema;
      const one =
        first === undefined ? [] : [`${first}: exactly one of ${[first, ...others].join(", ")} must be declared`];
      const unless = isObject(sharesNames) ? [`${uniqueBy[0]}: is required, except with ${sharesNames.unless}`] : [];
      expect((failures ?? []).map(({ reason }) => reason)).toEqual([
        ...unless,
        ...required.map((name) => `${name}: is required`),
        ...one,
      ]);
    },
  );

  test.each(named)(
    "%s: has the schema's properties as outputs, and no class field hides one",
    (name, _, { schema }) => {
      const outputs = Object.entries(classNamed(name).get("it", "id")).filter(
        ([key, value]) => !["id", "urn"].includes(key) && !key.startsWith("__") && value !== undefined,
      );
      expect(outputs.map(([key]) => key).sort()).toEqual(Object.keys(schema.fields).sort());
      for (const [, value] of outputs) expect(pulumi.Output.isInstance(value)).toBe(true);
    },
  );

  test.each(named)("%s: has get and isInstance, and refuses the import option", (name) => {
    const Class = classNamed(name);
    const resource = Class.get("it", "id");
    expect(resource).toBeInstanceOf(Class);
    for (const other of names) expect(classNamed(other).isInstance(resource)).toBe(other === name);
    // Policy packs take the function from the class, and give it no more than a type.
    const { isInstance } = Class;
    for (const other of names) expect(isInstance(classNamed(other).get("other", "id"))).toBe(other === name);
    for (const other of [{}, undefined, null, { __pulumiType: undefined }, { __pulumiType: "tenant:Client" }])
      expect(isInstance(other)).toBe(false);
    expect(isInstance({ __pulumiType: Class.typeToken })).toBe(true);
    expect(() => new Class("it", {}, { import: "id" })).toThrow(`${name} "it": the \`import\` option does not work`);
  });
});

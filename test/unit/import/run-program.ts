import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import type { Program } from "../../../provider/src/import/program.ts";
import { template } from "../../../provider/src/index.ts";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import { definitions } from "../../../provider/src/types/registry.ts";

/** What a program declares. The keys are the type of a resource, a space, and its name. */
export interface Declared {
  /** The arguments of each resource, with all outputs resolved. */
  readonly args: ReadonlyMap<string, Json>;
  /** The resources on which others depend by their options. */
  readonly dependsOn: ReadonlyMap<string, readonly string[]>;
  /** The component of each resource that has one: its type token, a space, and its name. */
  readonly parents: ReadonlyMap<string, string>;
}

/** The arguments of each resource of a program: see {@link declaredIn}. */
export async function argumentsIn(program: Program, host: string): Promise<ReadonlyMap<string, Json>> {
  return (await declaredIn(program, host)).args;
}

/**
 * Runs a generated program without an engine: its classes only note their arguments, and have the ids of the imported objects. A file that is imported
 * while it runs has only what it has declared so far, as in Node.
 */
export async function declaredIn(program: Program, host: string): Promise<Declared> {
  const folder = mkdtempSync(join(tmpdir(), "imported-"));
  try {
    return await run(program, host, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A resource that a program declares, and the component that is its parent. */
class Component {
  readonly key: string;

  constructor(type: string, name: string) {
    this.key = `${type} ${name}`;
  }

  registerOutputs(): void {}
}

async function run({ files, resources, secrets, plain }: Program, host: string, folder: string): Promise<Declared> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path, text } of files.filter((file) => !file.path.endsWith(".ts"))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const ids = new Map(resources.map(({ item, name }) => [`${definitions[item.type].type} ${name}`, item.id]));
  const declared = new Map<string, unknown>();
  const dependsOn = new Map<string, readonly string[]>();
  const parents = new Map<string, string>();
  const keys = new WeakMap<object, string>();
  const classOf = (type: string) =>
    class {
      constructor(name: string, args: JsonObject, opts: { parent?: Component; dependsOn?: readonly object[] } = {}) {
        const key = `${type} ${name}`;
        if (declared.has(key) || !ids.has(key)) throw new Error(`${key} is declared twice, or not imported`);
        declared.set(key, args);
        if (opts.parent) parents.set(key, opts.parent.key);
        if (opts.dependsOn) dependsOn.set(key, opts.dependsOn.map((one) => keys.get(one) ?? "").toSorted());
        const proxy = new Proxy(this, {
          get: (_, property) => {
            const value: unknown = Object.hasOwn(args, property) ? args[String(property)] : ids.get(key);
            return pulumi.output(value);
          },
        });
        keys.set(proxy, key);
        // biome-ignore lint/correctness/noConstructorReturn: every property is an output, as of a real resource
        return proxy;
      }
    };
  const tenant = new Proxy(
    {
      domain: () => pulumi.output(host),
      template: (path: string, ...rest: [values: Record<string, string>]) => template(join(folder, path), ...rest),
    },
    { get: (own, name) => Reflect.get(own, name) ?? classOf(String(name)) },
  );
  const values = new Map(secrets.map(({ key, value }) => [key, value]));
  const secretAt = (key: string) => {
    if (!values.has(key)) throw new Error(`the configuration lacks ${key}`);
    return pulumi.output<unknown>(values.get(key));
  };
  const plainValues = new Map(plain.map(({ key, value }) => [key, value]));
  const Config = class {
    require = (key: string) => {
      if (!plainValues.has(key)) throw new Error(`the configuration lacks ${key}`);
      return plainValues.get(key);
    };
    requireSecret = secretAt;
    requireSecretBoolean = secretAt;
    requireSecretNumber = secretAt;
    requireSecretObject = secretAt;
  };
  const ourPulumi: object = { ...pulumi, Config, ComponentResource: Component };
  const loaded = new Map<string, object>();
  const load = (path: string): object => {
    const known = loaded.get(path);
    if (known) return known;
    const module = { exports: {} };
    loaded.set(path, module.exports);
    const { outputText } = ts.transpileModule(texts.get(path) ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
    });
    const find = (name: string) => {
      if (name === "pulumi-tenant") return tenant;
      if (name === "@pulumi/pulumi") return ourPulumi;
      if (name === "node:fs") return { readFileSync: (file: string) => texts.get(file) };
      return load(join(dirname(path), name));
    };
    new Function("require", "module", "exports", outputText)(find, module, module.exports);
    return module.exports;
  };
  load(files[0]?.path ?? "");
  const entries = [...declared].map(async ([key, args]) => {
    const output = pulumi.output(args) as unknown as { promise(): Promise<Json> };
    return [key, await output.promise()] as const;
  });
  return { args: new Map(await Promise.all(entries)), dependsOn, parents };
}

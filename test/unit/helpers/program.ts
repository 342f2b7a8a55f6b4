import * as pulumi from "@pulumi/pulumi";

/** A resource whose one output is whatever was declared; in a preview, both the output and the id are unknown. */
export class Thing extends pulumi.CustomResource {
  declare readonly value: pulumi.Output<string>;
  constructor(name: string, value: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, { value }, opts);
  }
}

export interface ProgramOptions {
  /** Default: an update. */
  preview?: boolean;
  /** The names of resources that a preview has yet to create: their properties are known, and their ids are not. Default: none. */
  planned?: readonly string[];
  /** Called with the name and the inputs of every resource that is registered, before it is there. */
  onRegister?: (name: string, inputs: Readonly<Record<string, unknown>>) => void | Promise<void>;
}

/**
 * Makes this process a program that an engine runs: resources are registered, and nothing is there that tells a test from
 * the real engine.
 */
export async function runProgram({ preview = false, planned = [], onRegister }: ProgramOptions = {}): Promise<void> {
  const mocks: pulumi.runtime.Mocks = {
    newResource: async ({ name, type, inputs }) => {
      await onRegister?.(name, inputs);
      if (preview && type === "test:index:Thing") return { id: undefined, state: {} };
      return { id: planned.includes(name) ? undefined : `${name}-id`, state: inputs };
    },
    call: () => {
      throw new Error("an engine does not serve these functions");
    },
  };
  await pulumi.runtime.setMocks(mocks, "project", "stack", preview);
  const monitor = pulumi.runtime.getMonitor() as object;
  const engine = new Proxy(monitor, {
    has: (target, key) => key !== "mocks" && Reflect.has(target, key),
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  pulumi.runtime.setMockOptions(engine, "project", "stack", preview);
}

/** An output's value and what is known about it, without waiting for what an unknown one never gets. */
export async function look<T>(
  output: pulumi.Output<T>,
): Promise<{ value: T | undefined; known: boolean; secret: boolean; resources: pulumi.Resource[] }> {
  const inside = output as unknown as {
    promise(): Promise<T>;
    isKnown: Promise<boolean>;
    allResources(): Promise<Set<pulumi.Resource>>;
  };
  // A failed output fails in all of its parts.
  const [value, known, secret, resources] = await Promise.all([
    inside.promise(),
    inside.isKnown,
    pulumi.isSecret(output),
    inside.allResources(),
  ]);
  return { value, known, secret, resources: [...resources] };
}

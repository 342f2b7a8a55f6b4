import * as pulumi from "@pulumi/pulumi";
import { isObject, type JsonObject } from "../schema/json.ts";
import { typePrefix } from "../schema/provider-code.ts";

/** Members that every output has, but that the SDK's type declarations do not contain. The promises reject if the output fails. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<T>;
  /** The resources from which the output is derived. */
  resources(): Set<pulumi.Resource>;
  /** The result of `resources`, and all resources that these resources depend on. */
  allResources(): Promise<ReadonlySet<pulumi.Resource>>;
}

/** Gives access to the members of an output that the SDK's type declarations do not contain. */
export function inside<T>(output: pulumi.Output<T>): Inside<T> {
  return output as unknown as Inside<T>;
}

/** Registers a resource with the engine, or with the mocks that replace it in a unit test. */
type Register = (request: Request, answer: (error: unknown) => void) => unknown;

/** The SDK's request to register a resource, with the properties that are used here. */
interface Request {
  getType(): string;
  getObject(): { toJavaScript(): JsonObject } | undefined;
}

/** The SDK's mocked engine for unit tests. Its class is not public. */
interface MockedEngine {
  registerResource: Register;
}

/** Whether Pulumi's testing mocks replace the engine. The class of their monitor is not public, so it is recognized by its properties. */
export function isMocked(engine: unknown): engine is MockedEngine {
  return isObject(engine) && "mocks" in engine && isObject(engine.mocks);
}

const checking = new WeakSet<object>();

/**
 * Makes Pulumi's testing mocks refuse the arguments that the provider's check would refuse, before they reach the test's `newResource`. A refused
 * resource is not registered, and all of its outputs are rejected. The modules for this check are loaded only under mocks, not in real runs.
 *
 * @returns whether the program runs under mocks
 */
export function checkUnderMocks(): boolean {
  const engine: unknown = pulumi.runtime.getMonitor();
  if (!isMocked(engine)) return false;
  if (checking.has(engine)) return true;
  checking.add(engine);
  const register: Register = engine.registerResource.bind(engine);
  engine.registerResource = (request, answer) => {
    if (!request.getType().startsWith(typePrefix)) return register(request, answer);
    return refusals(request).then(
      (refused) => (refused.length === 0 ? register(request, answer) : answer(new Error(refused.join("\n")))),
      answer,
    );
  };
  return true;
}

/**
 * Makes a test runner report a failed registration once, instead of once for every promise of every output. Code that reads an output still gets the
 * error. If no code reads an output, the test runner reports only the unhandled rejection of the URN.
 */
export function failOnce(resource: pulumi.Resource): void {
  for (const output of Object.values(resource)) {
    if (output === resource.urn || !pulumi.Output.isInstance(output)) continue;
    const { isKnown, isSecret } = inside(output);
    for (const part of [isKnown, isSecret]) part.catch(() => undefined);
  }
}

async function refusals(request: Request): Promise<readonly string[]> {
  const { refusalsOf } = await import("./under-mocks.ts");
  return refusalsOf(request.getType(), request.getObject()?.toJavaScript() ?? {});
}

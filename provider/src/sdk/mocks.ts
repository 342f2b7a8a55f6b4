import * as pulumi from "@pulumi/pulumi";
import { isObject, type JsonObject } from "../schema/json.ts";
import { typePrefix } from "../schema/provider-code.ts";
import { inside } from "./inside.ts";

/** Registers a resource with the engine, or with its stand-in. */
type Register = (request: Request, answer: (error: unknown) => void) => unknown;

/** The SDK's request to register a resource, with the members that are used here. */
interface Request {
  getType(): string;
  getObject(): { toJavaScript(): JsonObject } | undefined;
}

/** The SDK's stand-in for the engine. Its class is not public. */
interface MockedEngine {
  registerResource: Register;
}

/** Whether Pulumi's testing mocks stand in for the engine. The class of their monitor is not public, so its shape decides. */
export function isMocked(engine: unknown): engine is MockedEngine {
  return isObject(engine) && "mocks" in engine && isObject(engine.mocks);
}

const checking = new WeakSet<object>();

/**
 * Makes Pulumi's testing mocks refuse the arguments that an engine would refuse, before these reach the test's `newResource`. The resource is
 * then not registered, and all of its outputs fail. Programs that an engine runs do not load the modules for this check.
 *
 * @returns whether there are mocks
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
 * Makes a test runner report a resource that could not be registered only once, and not for every promise of every output. Code that reads an
 * output still gets the error. If no code reads one, the error of the URN remains to be reported.
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

import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResourceServer } from "../../../provider/src/sdk/resources/resource-server.made.ts";

/** The SDK's request, as far as it is looked at. */
interface Registration {
  getName(): string;
  getSourceposition(): Position;
  getStacktrace(): { getFramesList(): { getPc(): Position | undefined }[] };
}

interface Monitor {
  registerResource(request: Registration, ...rest: unknown[]): unknown;
}

interface Position {
  toObject(): { uri: string; line: number; column: number };
}

const failing = "cannot be registered";
/** By the resource's name. */
const registrations = new Map<string, Registration>();

beforeEach(async () => {
  await pulumi.runtime.setMocks({
    newResource({ name, inputs }) {
      if (name === failing) throw new Error("refused");
      return { id: "id", state: inputs };
    },
    call: () => ({}),
  });
  const monitor = pulumi.runtime.getMonitor() as unknown as Monitor;
  const { registerResource } = monitor;
  monitor.registerResource = (request, ...rest) => {
    registrations.set(request.getName(), request);
    return registerResource.call(monitor, request, ...rest);
  };
});
afterEach(() => vi.unstubAllEnvs());

const here = /stack-traces\.test\.ts/;

function declare(name: string, opts?: pulumi.CustomResourceOptions): ResourceServer {
  return new ResourceServer(name, { identifier: "https://orders.example.com" }, opts);
}

/** The position that the engine is told of a resource, and then those of the stack trace. */
function positionsOf(name: string) {
  const request = registrations.get(name);
  const frames = request?.getStacktrace().getFramesList() ?? [];
  return [request?.getSourceposition(), ...frames.map((frame) => frame.getPc())].map((one) => one?.toObject());
}

function thrown(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

/** The limit of stack traces while the SDK's constructor runs, which calls transformations. */
function limitInside(): number | undefined {
  let limit: number | undefined;
  const transformations: pulumi.ResourceTransformation[] = [
    () => {
      limit = Error.stackTraceLimit;
      return undefined;
    },
  ];
  declare("orders", { transformations });
  return limit;
}

test("the SDK's promises get no stack traces, and the limit is restored afterwards", () => {
  const { stackTraceLimit } = Error;
  expect(limitInside()).toBe(0);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(() => declare("")).toThrow("Missing resource name");
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

test("the SDK's promises keep their stack traces if PULUMI_DEBUG_PROMISE_LEAKS is set", () => {
  vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", "true");
  expect(limitInside()).toBe(Error.stackTraceLimit);
});

test("the engine gets the same source positions, whatever the limit is", async () => {
  const names = ["ours", "the SDK's"];
  const resources = names.map((name, index) => {
    vi.stubEnv("PULUMI_DEBUG_PROMISE_LEAKS", index === 0 ? "" : "true");
    return declare(name);
  });
  await Promise.all(resources.map(({ id }) => new Promise((resolve) => id.apply(resolve))));
  const [ours, theSdks] = names.map(positionsOf);
  expect(ours).toContainEqual({
    uri: expect.stringMatching(here),
    line: expect.any(Number),
    column: expect.any(Number),
  });
  expect(ours?.[0]).toBeDefined();
  expect(ours).toEqual(theSdks);
});

test("the engine gets the source positions of a plain dynamic resource: the class's constructor, then the declaration", async () => {
  class Plain extends pulumi.dynamic.Resource {
    constructor(name: string) {
      super({ create: async () => ({ id: "id" }) }, name, {});
    }
  }
  const plain = (name: string) => new Plain(name);
  const resources = [declare("ours"), plain("plain")];
  await Promise.all(resources.map(({ id }) => new Promise((resolve) => id.apply(resolve))));
  // The SDK leaves out its own frames and one constructor, which here is that of a base class.
  for (const [name, file] of [
    ["ours", /resources\/resource-server\.made\.ts$/],
    ["plain", here],
  ] as const) {
    const [position, first, second] = positionsOf(name);
    expect(position?.uri).toMatch(file);
    expect(first).toEqual(position);
    expect(second?.uri).toMatch(here);
    expect(second).not.toEqual(first);
  }
});

test("an error of the SDK's constructor shows the line that declared the resource", () => {
  const { stack } = thrown(() => declare("orders", { parent: "no resource" as never }));
  expect(stack).toMatch(/^Error: Resource parent is not a valid Resource: no resource\n +at /);
  expect(stack).toMatch(here);
});

test("an error that has a stack trace of its own keeps it", () => {
  const own = new Error("of a transformation");
  const { stack } = own;
  const fail = () => {
    throw own;
  };
  expect(thrown(() => declare("orders", { transformations: [fail] }))).toBe(own);
  expect(own.stack).toBe(stack);
});

test("a registration that fails stops the program, and shows the line that declared the resource", async () => {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  try {
    const error = await new Promise<Error>((resolve) => {
      process.on("unhandledRejection", (reason) => resolve(reason as Error));
      declare(failing);
    });
    expect(error.stack).toMatch(/^Error: failed to register new resource cannot be registered .*: refused\n +at /);
    expect(error.stack).toMatch(here);
    // The error comes once for each promise that is not awaited.
    await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
});

test("source positions are found in ES modules, in functions without a name, and in awaited code", async () => {
  const { prepareStackTrace } = Error;
  const url = pathToFileURL("/a b/customers.ts").href;
  const frames = [`new Customer (${url}:7:5)`, `${url}:20:1`, "/rows.js:3:9", `async ${url}:30:2`, "node:internal:1:1"];
  Error.prepareStackTrace = (error) => [String(error), ...Array(6).fill("x (/x.js:1:1)"), ...frames].join("\n    at ");
  try {
    await new Promise((resolve) => declare("orders").id.apply(resolve));
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
  const lines = positionsOf("orders").map((one) => one && [one.uri, one.line]);
  expect(lines.slice(2)).toEqual([[url, 7], [url, 20], [pathToFileURL("/rows.js").href, 3], [url, 30], undefined]);
});

import type * as pulumi from "@pulumi/pulumi";
import { PartialFailure } from "../../provider/src/lifecycle/errors.ts";
import type { Connect } from "../../provider/src/lifecycle/session.ts";
import { type JsonObject, plain } from "../../provider/src/schema/json.ts";
import { InitFailure, type ProviderPort } from "./mini-engine.ts";

/** One client for each tenant and credentials, as a provider process has: a run that begins keeps it. */
export function oneClientEach(connect: Connect): Connect {
  const clients = new Map<string, ReturnType<Connect>>();
  return (settings) => {
    const key = JSON.stringify(settings);
    const client = clients.get(key) ?? connect(settings);
    clients.set(key, client);
    return client;
  };
}

/**
 * A provider in this process, called as the SDK's host would: plain JSON in, plain JSON out.
 *
 * @param start makes the provider of a run, as a new process would
 */
export function inProcess(
  start: () => pulumi.dynamic.ResourceProvider,
  config: Readonly<Record<string, string>>,
): ProviderPort {
  const reader = {
    get: (key: string) => config[key],
    require: (key: string) => config[key] ?? "",
  };
  let provider: pulumi.dynamic.ResourceProvider;
  const startRun = () => {
    provider = start();
    void provider.configure?.({ config: reader as pulumi.dynamic.Config });
  };
  startRun();
  return {
    startRun,
    async check(olds, news) {
      const { inputs, failures } = await defined(provider.check)(olds, news);
      return { inputs: json(inputs), failures: (failures ?? []).map(({ reason }) => reason) };
    },
    async diff(id, olds, news) {
      const { changes, replaces, deleteBeforeReplace } = await defined(provider.diff)(id, olds, news);
      return { changes, replaces: replaces ?? [], deleteBeforeReplace: deleteBeforeReplace ?? false };
    },
    async create(inputs) {
      const { id, outs } = await initFailures(provider.create(inputs));
      return { id, outputs: json(outs) };
    },
    async read(id, outputs) {
      const answer = await defined(provider.read)(id, outputs);
      return { id: answer.id ?? "", outputs: json(answer.props), inputs: answer.inputs && json(answer.inputs) };
    },
    async update(id, olds, news) {
      return json((await initFailures(defined(provider.update)(id, olds, news))).outs);
    },
    async delete(id, outputs) {
      await defined(provider.delete)(id, outputs);
    },
  };
}

async function initFailures<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof PartialFailure) throw new InitFailure(error.id, error.reasons, json(error.properties));
    throw error;
  }
}

/** The host refuses undefined at any depth, so a provider that returns it is broken. */
function json(value: unknown): JsonObject {
  const copy = plain(value) as JsonObject;
  if (JSON.stringify(value ?? {}) !== JSON.stringify(copy) || holdsUndefined(value)) {
    throw new Error("the provider answered something that is not plain JSON");
  }
  return copy;
}

function holdsUndefined(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((item) => item === undefined || holdsUndefined(item));
}

function defined<T>(operation: T | undefined): T {
  if (operation === undefined) throw new Error("the provider lacks an operation");
  return operation;
}

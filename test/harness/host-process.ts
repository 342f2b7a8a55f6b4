import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer, type Server, type Socket } from "node:net";
import * as grpc from "@grpc/grpc-js";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { quickStart } from "./compile-cache.ts";
import { InitFailure, type ProviderPort } from "./mini-engine.ts";

const require = createRequire(import.meta.url);
const provproto = require("@pulumi/pulumi/proto/provider_pb.js");
const provrpc = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const statusproto = require("@pulumi/pulumi/proto/status_pb.js");
// The SDK's own copy: messages of another one are not its own.
const structproto = createRequire(require.resolve("@pulumi/pulumi"))("google-protobuf/google/protobuf/struct_pb.js");

/** The SDK's own dynamic-provider process, as the engine starts it. */
export interface HostProcess {
  /** The calls for resources whose `__provider` is that text. */
  readonly port: ProviderPort;
  readonly process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Takes the engine away, as `kill -9` would; the host is left to notice. */
  killEngine(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}

export interface HostOptions {
  /** The program's directory: `__provider` resolves its requires from there. */
  readonly cwd: string;
  /** Provider configuration, as `tenant:domain`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the host and an address that represents the engine. */
export async function startHost(options: HostOptions): Promise<HostProcess> {
  const engine = await startEngineAddress();
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const { TENANT_DOMAIN: _d, TENANT_TOKEN: _t, NODE_COMPILE_CACHE: _c, ...outer } = process.env;
  const child = spawn(process.execPath, [script, engine.address], {
    cwd: options.cwd,
    env: { ...outer, ...quickStart, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let first = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      first += chunk.toString();
      const line = /^(\d+)\n/.exec(first)?.[1];
      if (line !== undefined) resolve(line);
    });
    child.once("exit", () => reject(new Error(`the host ended before it served: ${printed}`)));
  });
  const client = new provrpc.ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  const configuration = new provproto.ConfigureRequest();
  configuration.setArgs(struct(options.config ?? {}));
  configuration.setAcceptsecrets(true);
  await call(client, "configure", configuration);
  return {
    port: portOf(client),
    process: child,
    output: () => printed,
    ended,
    killEngine: () => engine.close(),
    async close() {
      client.close();
      child.kill("SIGKILL");
      await ended;
      await engine.close();
    },
  };
}

/** A listening address that represents the engine, which the host watches. */
async function startEngineAddress(): Promise<{ address: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    address: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function portOf(client: grpc.Client): ProviderPort {
  const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/tenant:ResourceServer::api";
  const request = (type: string, set: Record<string, unknown>) => {
    const message = new provproto[type]();
    for (const [name, value] of Object.entries({ Urn: urn, ...set })) message[`set${name}`](value);
    return message;
  };
  return {
    async check(olds, news) {
      const answer = await call(client, "check", request("CheckRequest", { Olds: struct(olds), News: struct(news) }));
      const failures: { getReason(): string; getProperty(): string }[] = answer.getFailuresList();
      return {
        inputs: answer.getInputs().toJavaScript(),
        failures: failures.map((failure) => `${failure.getProperty()}${failure.getReason()}`),
      };
    },
    async diff(id, olds, news) {
      const answer = await call(
        client,
        "diff",
        request("DiffRequest", { Id: id, Olds: struct(olds), News: struct(news) }),
      );
      const { DIFF_SOME, DIFF_NONE } = provproto.DiffResponse.DiffChanges;
      const changes = answer.getChanges();
      return {
        changes: changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined,
        replaces: answer.getReplacesList(),
        deleteBeforeReplace: answer.getDeletebeforereplace(),
      };
    },
    async create(inputs) {
      const answer = await call(client, "create", request("CreateRequest", { Properties: struct(inputs) }));
      return { id: answer.getId(), outputs: answer.getProperties().toJavaScript() };
    },
    async read(id, outputs) {
      const answer = await call(client, "read", request("ReadRequest", { Id: id, Properties: struct(outputs) }));
      return {
        id: answer.getId(),
        outputs: answer.getProperties()?.toJavaScript() ?? {},
        inputs: answer.getInputs()?.toJavaScript(),
      };
    },
    async update(id, olds, news) {
      const answer = await call(
        client,
        "update",
        request("UpdateRequest", { Id: id, Olds: struct(olds), News: struct(news) }),
      );
      return answer.getProperties().toJavaScript();
    },
    async delete(id, outputs) {
      await call(client, "delete", request("DeleteRequest", { Id: id, Properties: struct(outputs) }));
    },
  };
}

function struct(value: JsonObject | Readonly<Record<string, string>>): unknown {
  return structproto.Struct.fromJavaScript(value);
}

type Unary = (request: unknown, callback: (error: grpc.ServiceError | null, answer: never) => void) => void;

// biome-ignore lint/suspicious/noExplicitAny: the SDK's generated messages have no types
function call(client: grpc.Client, method: string, request: unknown): Promise<any> {
  const unary = (client as unknown as Record<string, Unary>)[method];
  return new Promise((resolve, reject) => {
    unary?.call(client, request, (error, answer) => {
      if (error) reject(initFailure(error) ?? new Error(error.details));
      else resolve(answer);
    });
  });
}

/** The partial failure that an error carries in its details, as the engine reads it. */
function initFailure(error: grpc.ServiceError): InitFailure | undefined {
  const [packed] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!(packed instanceof Buffer)) return undefined;
  const [any] = statusproto.Status.deserializeBinary(packed).getDetailsList();
  const detail = any?.unpack(provproto.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  return detail && new InitFailure(detail.getId(), detail.getReasonsList(), detail.getProperties().toJavaScript());
}

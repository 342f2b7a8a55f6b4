import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { type ProviderSettings, resolveSettings, SettingsError, TenantClient, TenantError } from "../client/index.ts";
import type { RateGroup } from "../schema/service.ts";
import { entryIn } from "./entry-in.ts";
import { UserError } from "./errors.ts";
import type { EngineRun } from "./program/engine-run.ts";

/** Reads one value of the provider's or the stack's configuration, by its name without the namespace. */
export type ConfigReader = (key: string) => string | undefined;

/** Makes the client of a tenant. */
export type Connect = (settings: ProviderSettings) => TenantClient;

/** The settings in force, or their problems. */
export type ResolvedSettings = { readonly settings: ProviderSettings } | { readonly problems: readonly string[] };

/**
 * The settings of a provider process, and its client of the tenant. The host configures the provider synchronously, so the constructor only
 * stores its arguments: the settings are read during an operation, which can report their problems.
 */
export class Session {
  readonly #config: ConfigReader;
  readonly #run: EngineRun;
  readonly #connect: Connect;
  #client: TenantClient | undefined;
  #resolved: ResolvedSettings | undefined;

  constructor(config: ConfigReader, run: EngineRun, connect: Connect) {
    this.#config = config;
    this.#run = run;
    this.#connect = connect;
  }

  /** The settings in force, or their problems. Sends no request. */
  resolve(): ResolvedSettings {
    this.#resolved ??= resolve(this.#config, this.#run);
    return this.#resolved;
  }

  /** The settings in force. Throws a {@link UserError} that lists their problems. */
  get settings(): ProviderSettings {
    const resolved = this.resolve();
    if ("settings" in resolved) return resolved.settings;
    throw new UserError(resolved.problems.join("\n"));
  }

  /** The client of the tenant. */
  get client(): TenantClient {
    this.#client ??= this.#connect(this.settings);
    return this.#client;
  }
}

/**
 * Makes one client per tenant and credentials, so that resources share its token and connections.
 *
 * @param rateGroups the rate limits that the service documents for single routes
 */
export function sharedClients(rateGroups: readonly RateGroup[] = []): Connect {
  const clients = new Map<string, TenantClient>();
  const options = {
    rateGroups,
    beforeWrite: () => watchOnce()?.(),
    // The engine shows what this process prints.
    onWait: (line: string) => console.info(line),
  };
  return (settings) => entryIn(clients, JSON.stringify(settings), () => new TenantClient(settings, options));
}

let assertAlive: AssertAlive | undefined;

/**
 * Makes this process end when the engine that started it ends, and leaves it to the engine to print errors. Later calls have no further effect.
 *
 * @returns a function that throws if the engine has ended; undefined if no engine started this process
 */
export function watchOnce(): AssertAlive | undefined {
  const address = assertAlive ? undefined : engineAddress(process.argv);
  if (!address) return assertAlive;
  leaveErrorsToTheEngine();
  assertAlive = watchEngine(address, () => process.exit(1));
  return assertAlive;
}

function resolve(config: ConfigReader, run: EngineRun): ResolvedSettings {
  try {
    const settings = resolveSettings({ config, env: process.env });
    for (const warning of settings.warnings) if (run.isNews(warning)) console.warn(`warning: ${warning}`);
    return { settings };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems };
    throw error;
  }
}

/** Replaces the stack of an error that the engine prints. {@link leaveErrorsToTheEngine} recognizes the error by this text. */
const shownByTheEngine = "(shown by the engine)";

/**
 * Prepares an error that the engine will print. The engine prints one error for each resource. If several resources fail for the same reason,
 * only the first error contains the advice.
 */
export function forTheEngine(error: unknown, run: EngineRun): unknown {
  const shown = error instanceof TenantError ? withNewAdvice(error, run) : error;
  if (shown instanceof UserError || shown instanceof TenantError) shown.stack = shownByTheEngine;
  return shown;
}

function withNewAdvice(error: TenantError, run: EngineRun): Error {
  const { advice, summary } = error;
  return advice === undefined || run.isNews(advice) ? error : new UserError(summary, { cause: error });
}

/**
 * Keeps the SDK's host from printing errors that the engine prints: for most operations both print every error, so the user would read each one
 * twice. The host still prints unexpected errors, with their stacks.
 */
function leaveErrorsToTheEngine(): void {
  const { error: print } = console;
  console.error = (...values: unknown[]) => {
    const [text] = values;
    if (typeof text !== "string" || !text.endsWith(`: ${shownByTheEngine}`)) print.apply(console, values);
  };
}

/** Throws if the engine has ended. */
type AssertAlive = () => Promise<void>;

/** Maximum time until the engine accepts a connection, in milliseconds. It is short because the engine runs on the same machine. */
const connectTimeout = 2_000;

/**
 * The engine's address, if this process is the SDK's dynamic-provider host: the first argument after the script that has the form of an address.
 */
export function engineAddress(argv: readonly string[]): { host: string; port: number } | undefined {
  const [, script = "", ...rest] = argv;
  const matches = rest.map((argument) => /^(?<host>[\w.-]+|\[[0-9a-f:]+\]):(?<port>\d{1,5})$/i.exec(argument));
  const match = matches.find((found) => found !== null);
  if (!/[\\/]dynamic-provider(?:[\\/]index(?:\.js)?)?$/.test(script) || !match?.groups) return undefined;
  return { host: match.groups.host?.replace(/^\[|\]$/g, "") ?? "", port: Number(match.groups.port) };
}

/**
 * Watches the engine that started this process, and calls `onGone` as soon as the engine has ended. A killed engine leaves its provider processes
 * running, because their parent, a launcher shell, keeps running. Such a process could then write to the tenant during the next run.
 *
 * An open connection reports the end of the engine at once. The engine may close an idle connection, so a closed connection is opened again
 * before the engine counts as ended.
 *
 * @returns a function to call before each write: it throws if the engine has ended
 */
export function watchEngine(address: { host: string; port: number }, onGone: () => void): AssertAlive {
  let isHeld = false;
  let gone = false;

  const conclude = () => {
    if (gone) return;
    gone = true;
    onGone();
  };
  const open = async (): Promise<Socket> => {
    const socket = connect({ ...address, timeout: connectTimeout });
    socket.once("timeout", () => socket.destroy(new Error("timed out")));
    // Throws any error that the socket reports before it is connected.
    await once(socket, "connect");
    socket.setTimeout(0);
    return socket;
  };
  const hold = async (): Promise<void> => {
    try {
      const socket = await open();
      isHeld = true;
      const letGo = () => {
        isHeld = false;
      };
      socket.unref();
      socket.on("error", letGo);
      socket.once("end", letGo);
      socket.once("close", () => {
        letGo();
        void hold();
      });
      socket.resume();
    } catch (error) {
      if (isGone(error)) conclude();
      // Any other failure (no free file descriptor, for example) does not prove that the engine has ended.
      else setTimeout(() => void hold(), connectTimeout).unref();
    }
  };
  void hold();

  return async () => {
    // If the connection has ended, the event loop reports it within one turn. Waiting for a turn costs much less than a new connection.
    await turn();
    if (isHeld) return;
    if (!gone) {
      try {
        (await open()).destroy();
        return;
      } catch (error) {
        if (!isGone(error)) return;
        conclude();
      }
    }
    throw new UserError("the Pulumi engine that started this operation has ended, so nothing more is written");
  };
}

/** Whether no process listens at the engine's address any more. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

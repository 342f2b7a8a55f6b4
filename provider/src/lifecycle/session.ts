import { rateGroups } from "../objects/descriptors.ts";
import { resolveSettings, SettingsError, TenantClient, type TenantSettings } from "../tenant/index.ts";
import { type AssertAlive, engineAddress, watchEngine } from "./engine.ts";
import { leaveErrorsToTheEngine } from "./engine-errors.ts";
import { UserError } from "./errors.ts";

/** Reads one value of the provider's or the stack's configuration, by its name without the namespace. */
export type ConfigReader = (key: string) => string | undefined;

/** Makes the client of a tenant. */
export type Connect = (settings: TenantSettings) => TenantClient;

/** The settings in force, or what is wrong with them. */
export type ResolvedSettings = { readonly settings: TenantSettings } | { readonly problems: readonly string[] };

/**
 * The tenant that a provider process works for. The constructor has no effect, as the host configures it synchronously:
 * everything that can fail happens within an operation.
 */
export class Session {
  readonly #config: ConfigReader;
  readonly #connect: Connect;
  #client: TenantClient | undefined;
  #resolved: ResolvedSettings | undefined;

  constructor(config: ConfigReader, connect: Connect = sharedClient) {
    this.#config = config;
    this.#connect = connect;
  }

  /** The settings in force, or their problems. Touches no network. */
  resolve(): ResolvedSettings {
    this.#resolved ??= resolve(this.#config);
    return this.#resolved;
  }

  /** The settings in force. Throws a {@link UserError} that lists what is wrong with them. */
  get settings(): TenantSettings {
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

const clients = new Map<string, TenantClient>();

/** One client per tenant and credentials in this process, so that resources share its token and connections. */
function sharedClient(settings: TenantSettings): TenantClient {
  const key = JSON.stringify(settings);
  const client =
    clients.get(key) ??
    new TenantClient(settings, {
      rateGroups,
      beforeWrite: () => watchOnce()?.(),
      // The engine shows it as a line on the screen.
      onWait: (line) => console.info(line),
    });
  clients.set(key, client);
  return client;
}

let assertAlive: AssertAlive | undefined;

/** Where an engine has started this process: ends it with the engine, and leaves errors to the engine to show. */
export function watchOnce(): AssertAlive | undefined {
  const address = assertAlive ? undefined : engineAddress(process.argv);
  if (!address) return assertAlive;
  leaveErrorsToTheEngine();
  assertAlive = watchEngine(address, () => process.exit(1));
  return assertAlive;
}

/** Every resource has a session of its own, and people need to be told only once. */
const warned = new Set<string>();

function resolve(config: ConfigReader): ResolvedSettings {
  try {
    const settings = resolveSettings({ config, env: process.env });
    for (const warning of settings.warnings) {
      if (!warned.has(warning)) console.warn(`warning: ${warning}`);
      warned.add(warning);
    }
    return { settings };
  } catch (error) {
    if (error instanceof SettingsError) return { problems: error.problems };
    throw error;
  }
}

import * as pulumi from "@pulumi/pulumi";
import type { TenantClient, TenantSettings } from "../tenant/index.ts";
import { type Filter, profileFrom, type TokenExchangeProfile } from "./profiles.ts";

/** Reads one value of the configuration by its key without the namespace. */
export type ConfigReader = (key: string) => string | undefined;

/** A question to the service: equal ones are asked once. */
export interface Question {
  readonly label: string;
  readonly config: ConfigReader;
  readonly filter: Filter;
  /** What must be there before: the answer to the same question is another one after it. */
  readonly after: readonly string[];
}

/** All profiles of a tenant, as they were when they were read. */
export interface Listing {
  readonly host: string;
  readonly profiles: readonly TokenExchangeProfile[];
}

/** The scope that the listing needs: specification 4.1. */
const scope = "read:token_exchange_profiles";

/**
 * One run of one program, which asks the service once. A process may run several programs, or one of them many times: that is
 * how Pulumi's Automation API works.
 */
export class Run {
  static readonly #runs = new WeakMap<object, Run>();
  static readonly #outside = new Run();

  readonly #clients = new Map<string, TenantClient>();
  readonly #listings = new Map<string, Promise<Listing>>();

  /** The run that the caller is part of. */
  static current(): Run {
    const stack = pulumi.runtime.getStackResource();
    if (stack === undefined) return Run.#outside;
    const run = Run.#runs.get(stack) ?? new Run();
    Run.#runs.set(stack, run);
    return run;
  }

  /** @throws RunError */
  async list(question: Question): Promise<Listing> {
    const done = pulumi.runtime.rpcKeepAlive();
    try {
      // The HTTP client is loaded by programs that ask, and by them alone.
      const tenant = await import("../tenant/index.ts");
      const settings = tenant.resolveSettings({ config: question.config, env: process.env });
      const { filter, after } = question;
      const key = JSON.stringify([settings, Object.entries(filter).sort(), [...after].sort()]);
      const known = this.#listings.get(key);
      if (known !== undefined) return await known;
      const listing = read(tenant, this.#client(tenant, settings));
      this.#listings.set(key, listing);
      // The next one who asks tries again.
      listing.catch(() => this.#listings.delete(key));
      return await listing;
    } catch (error) {
      throw explained(question.label, error);
    } finally {
      done();
    }
  }

  #client({ TenantClient }: Tenant, settings: TenantSettings): TenantClient {
    const key = JSON.stringify(settings);
    const client = this.#clients.get(key) ?? new TenantClient(settings);
    this.#clients.set(key, client);
    return client;
  }
}

type Tenant = typeof import("../tenant/index.ts");

async function read({ checkpointPages }: Tenant, client: TenantClient): Promise<Listing> {
  const profiles: TokenExchangeProfile[] = [];
  const collection = "token_exchange_profiles";
  const subject = "token exchange profiles";
  for await (const item of checkpointPages<unknown>(client, {
    path: ["token-exchange-profiles"],
    collection,
    subject,
  })) {
    const profile = profileFrom(item);
    if (profile === undefined) {
      throw new pulumi.RunError(
        `the answer of ${client.host} cannot be used: it lists a token exchange profile that is none`,
      );
    }
    profiles.push(profile);
  }
  return { host: client.host, profiles };
}

/** Errors that are written for people, without the stack that the SDK prints for others. */
function explained(label: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const forPeople: boolean = pulumi.RunError.isInstance(error);
  if (!forPeople && !["TenantError", "SettingsError"].includes(error.name)) return error;
  const missing = "forbidden" in error && error.forbidden === "scope" && !error.message.includes(scope);
  const hint = missing ? ` The scope it needs is ${scope}.` : "";
  return Object.assign(new pulumi.RunError(`${label}: ${error.message}${hint}`), { cause: error });
}

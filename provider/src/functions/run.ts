import * as pulumi from "@pulumi/pulumi";
import type { TenantClient, TenantSettings } from "../tenant/index.ts";
import { expectLateHandling } from "./late.ts";
import { rowFrom } from "./rows.ts";
import type { Filter, Row, Source } from "./source.ts";

/** A question to the service. Equal questions are asked once. */
export interface Question {
  /** The function that asks, for people. */
  readonly label: string;
  readonly source: Source;
  /** Reads one value of the configuration by its key without the namespace. */
  config(key: string): string | undefined;
  readonly filter: Filter;
  /** The URNs of what must be there first: after a change of the tenant, the same question has another answer. */
  readonly after: readonly string[];
}

/** All objects of a data source at a tenant, as they were when they were read. */
export interface Listing {
  readonly host: string;
  readonly rows: readonly Row[];
}

/**
 * One run of one program. Pulumi's Automation API runs several programs in one process, or one of them many times: what one
 * run was told must not be the answer to the next.
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
      // Only programs that ask load the HTTP client.
      const tenant = await import("../tenant/index.ts");
      const settings = tenant.resolveSettings({ config: question.config, env: process.env });
      const { source, filter, after } = question;
      const key = JSON.stringify([source.type, settings, Object.entries(filter).sort(), [...after].sort()]);
      const known = this.#listings.get(key);
      if (known !== undefined) return await known;
      const listing = read(source, tenant, this.#client(tenant, settings));
      this.#listings.set(key, listing);
      // The next one who asks tries again.
      listing.catch(() => this.#listings.delete(key));
      return await listing;
    } catch (error) {
      throw explained(question, error);
    } finally {
      done();
    }
  }

  #client({ TenantClient }: Tenant, settings: TenantSettings): TenantClient {
    const key = JSON.stringify(settings);
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    for (const warning of settings.warnings) void pulumi.log.warn(warning);
    const client = new TenantClient(settings);
    this.#clients.set(key, client);
    return client;
  }
}

type Tenant = typeof import("../tenant/index.ts");

async function read(source: Source, tenant: Tenant, client: TenantClient): Promise<Listing> {
  const { path, collection, table } = source;
  const rows: Row[] = [];
  for await (const item of tenant[source.pages](client, { path, collection, subject: `${table.noun}s` })) {
    const row = rowFrom(table.fields, item);
    if (row === undefined) {
      throw new pulumi.RunError(`the answer of ${client.host} cannot be used: it lists a ${table.noun} that is none`);
    }
    rows.push(row);
  }
  return { host: client.host, rows };
}

/** Errors that are written for people, without the stack that the SDK prints for others. */
function explained({ label, source: { scope } }: Question, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const forPeople: boolean = pulumi.RunError.isInstance(error);
  if (!forPeople && !["TenantError", "SettingsError"].includes(error.name)) return error;
  const missing = "forbidden" in error && error.forbidden === "scope" && !error.message.includes(scope);
  const hint = missing ? ` The scope it needs is ${scope}.` : "";
  return expectLateHandling(Object.assign(new pulumi.RunError(`${label}: ${error.message}${hint}`), { cause: error }));
}

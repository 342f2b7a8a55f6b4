import { InvalidArgumentError } from "commander";
import { ownClientOf, type ProviderSettings, TenantClient } from "../client/index.ts";
import { sanitize } from "../client/sanitize.ts";
import { importableTypes, type LeftOut } from "../import/inventory.ts";
import { firstOf } from "../report/words.ts";
import { classOf } from "../schema/provider-code.ts";
import { rateGroups, type TypeName } from "../types/registry.ts";
import type { Access } from "../types/tool-data.ts";

/**
 * Does a task with a client of the tenant, and closes the client. A task that fails ends its other calls at once: nobody waits for their retries, and
 * none is sent after the failure.
 *
 * @param signal aborts all calls of the client. Default: none
 */
export async function withClient<T>(
  settings: ProviderSettings,
  work: (client: TenantClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const end = new AbortController();
  const client = new TenantClient(settings, {
    rateGroups,
    signal: AbortSignal.any([end.signal, ...(signal ? [signal] : [])]),
  });
  try {
    return await work(client);
  } finally {
    end.abort();
    await client.close();
  }
}

/**
 * Refuses a result that lacks objects because the tenant has failed.
 *
 * @param advice what was not done, and what to do
 * @throws Error that names the objects and the reasons
 */
export function refuseOutages(outages: readonly Pick<LeftOut, "label" | "why">[], advice: string): void {
  if (outages.length === 0) return;
  const lines = firstOf(
    outages.map(({ label, why }) => `${label}: ${why}`),
    20,
  );
  throw new Error(
    `the tenant failed when it was asked for some objects. ${advice}\n${lines.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** The API and the client that an inventory leaves out: those that pulumi-tenant itself uses. */
export function accessOf({ audience, credentials }: ProviderSettings): Access {
  const clientId = ownClientOf(credentials);
  return { audience, ...(clientId !== undefined && { clientId }) };
}

/** The names of the types that can be imported and compared, as the option `--kinds` accepts them. */
export const kindNames = importableTypes.map(classOf).join(", ");

/** Parses one `--kinds` value. The option may be repeated. Letter case, hyphens and the plural do not matter. */
export function toKinds(value: string, before: readonly TypeName[] = []): readonly TypeName[] {
  const plain = (text: string) => text.replaceAll("-", "").toLowerCase();
  const types = value.split(",").map((word) => {
    const found = importableTypes.find((type) => [plain(type), `${plain(type)}s`].includes(plain(word.trim())));
    if (found) return found;
    throw new InvalidArgumentError(`Unknown type "${sanitize(word)}". Types: ${kindNames}.`);
  });
  return [...before, ...types];
}

/** Parses one value of an option with patterns, separated by commas. The option may be repeated: the patterns are added to those before. */
export function toPatterns(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").filter((pattern) => pattern !== "")];
}

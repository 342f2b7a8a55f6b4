import { type ProviderSettings, sanitize } from "../client/index.ts";
import { valuesToAdopt } from "../import/inventory.ts";
import { cachingService } from "../import/take-inventory.ts";
import { summaryOf } from "../lifecycle/errors.ts";
import type { Adoption, ValuesBefore } from "../review/adoptions.ts";
import type { JsonObject } from "../schema/json.ts";
import { progress } from "./progress.ts";
import { withClient } from "./tenant.ts";

/**
 * Reads the objects that a plan adopts, as the adoptions of the run will find them. Adoptions at another tenant are left out, and so are objects
 * that cannot be read: standard error has the reason.
 *
 * @param settingsOf the settings of the tenant, resolved only if there is an adoption
 */
export async function readAdopted(
  settingsOf: () => Promise<ProviderSettings>,
  adoptions: readonly Adoption[],
): Promise<ValuesBefore> {
  const values = new Map<string, JsonObject | undefined>();
  if (adoptions.length === 0) return values;
  const reasons = new Set<string>();
  const note = (error: unknown) => reasons.add(error instanceof Error ? summaryOf(error) : String(error));
  await settingsOf()
    .then((settings) =>
      withClient(settings, (client) => {
        const service = cachingService(client);
        const read = async ({ urn, type, tenant, inputs }: Adoption) => {
          if (tenant === service.host) values.set(urn, await valuesToAdopt(service, type, inputs));
        };
        return progress("reading the objects to adopt", () =>
          Promise.all(adoptions.map((adoption) => read(adoption).catch(note))),
        );
      }),
    )
    .catch(note);
  for (const reason of reasons)
    process.stderr.write(`objects that the plan adopts could not be read at the tenant: ${sanitize(reason)}\n`);
  return values;
}

import type { ServiceError } from "../shared/errors.ts";
import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import { payloadError } from "../shared/validation.ts";

/** The members of a configuration besides its action, by the action. */
const members: Readonly<Record<string, readonly string[]>> = {
  allow: [],
  block: ["limit"],
  log: ["limit"],
  redirect: ["limit", "redirect_uri"],
};

const key = "consumer_selector";

/** The tenant's limits for requests of applications, by id or selector: `/rate-limit-policies`. The emulator does not enforce them. */
export function rateLimitPolicyModule({ time }: Tenant): Module<Objects> {
  return restModule(
    {
      path: "/rate-limit-policies",
      key,
      whole: ["id", key, "configuration", "created_at"],
      newId: () => newPrefixedId("rlp_", 22),
      missing: "The rate limit policy does not exist.",
      // The text of the service's error is unknown, so this text is invented.
      taken: "A rate limit policy for this consumer already exists.",
      time,
      settle(row, { given }) {
        checkConfiguration(given.configuration as WireObject);
        return row;
      },
    },
    {
      wanted:
        ({ filters }) =>
        (row) =>
          Object.entries(filters).every(([name, value]) => row[name] === value),
    },
  );
}

function checkConfiguration({ action, ...given }: WireObject): void {
  const names = members[String(action)] ?? [];
  const missing = names.find((name) => given[name] === undefined);
  if (missing !== undefined) throw violation(`Missing required property: ${missing}`);
  const foreign = Object.keys(given).find((name) => !names.includes(name));
  if (foreign !== undefined) throw violation(`Additional properties not allowed: ${foreign}`);
}

function violation(why: string): ServiceError {
  return payloadError({ why, path: "configuration" });
}

import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
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
export function rateLimitPolicyModule({ now, cursors }: Tenant): Module<Objects> {
  const policies = new Objects({
    path: "/rate-limit-policies",
    key,
    whole: ["id", key, "configuration", "created_at"],
    newId: () => `rlp_${randomAlphanumerics(22)}`,
    notFound: () => new ServiceError(404, "The rate limit policy does not exist."),
    // The text of the service's error is unknown, so this text is invented.
    taken: () => new ServiceError(409, "A rate limit policy for this consumer already exists."),
    settle(given, id, before) {
      checkConfiguration(given.configuration as WireObject);
      const at = new Date(now()).toISOString();
      return { created_at: at, ...before, ...given, updated_at: at, id };
    },
  });
  const wanted = {
    wanted:
      ({ filters }: { readonly filters: Readonly<Record<string, unknown>> }) =>
      (row: Stored) =>
        Object.entries(filters).every(([name, value]) => row[name] === value),
  };
  return { objects: policies, routes: restRoutes(policies, cursors, wanted) };
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

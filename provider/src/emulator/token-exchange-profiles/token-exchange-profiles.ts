import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { newPrefixedId } from "../shared/store.ts";
import { text } from "../shared/validation.ts";

const moment = text({ format: "date-time" });

const read = { bucket: "token-exchange-profiles.read" };
const write = { bucket: "token-exchange-profiles.write" };

/** The tenant's token exchange profiles, by id or subject token type: `/token-exchange-profiles`. */
export function tokenExchangeProfileModule({ time }: Tenant): Module<Objects> {
  return restModule(
    {
      path: "/token-exchange-profiles",
      key: "subject_token_type",
      seeded: { id: text({ pattern: /^tep_[A-Za-z0-9]{16}$/ }), created_at: moment, updated_at: moment },
      newId: () => newPrefixedId("tep_"),
      missing: "Token exchange profile not found.",
      taken: "subject_token_type already exists for tenant",
      time,
      fresh: { name: "Token Exchange Profile 1" },
    },
    { routes: { list: read, create: write, get: read, update: write, delete: write } },
  );
}

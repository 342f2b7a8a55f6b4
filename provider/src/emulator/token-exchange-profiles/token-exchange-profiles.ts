import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId } from "../shared/store.ts";
import { text } from "../shared/validation.ts";

const time = text({ format: "date-time" });

const read = { bucket: "token-exchange-profiles.read" };
const write = { bucket: "token-exchange-profiles.write" };

/** The tenant's token exchange profiles, by id or subject token type: `/token-exchange-profiles`. */
export function tokenExchangeProfileModule({ now, cursors }: Tenant): Module<Objects> {
  const profiles = new Objects({
    path: "/token-exchange-profiles",
    key: "subject_token_type",
    seeded: { id: text({ pattern: /^tep_[A-Za-z0-9]{16}$/ }), created_at: time, updated_at: time },
    newId: () => newPrefixedId("tep_"),
    notFound: () => new ServiceError(404, "Token exchange profile not found."),
    taken: () => new ServiceError(409, "subject_token_type already exists for tenant"),
    settle: (given, id, before) => {
      const at = new Date(now()).toISOString();
      return { name: "Token Exchange Profile 1", created_at: at, ...before, updated_at: at, ...given, id };
    },
  });
  const routes = { list: read, create: write, get: read, update: write, delete: write };
  return { objects: profiles, routes: restRoutes(profiles, cursors, { routes }) };
}

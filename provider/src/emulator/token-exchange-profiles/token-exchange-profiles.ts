import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { newPrefixedId } from "../shared/store.ts";
import { bodyOf, text } from "../shared/validation.ts";

const changeable = {
  name: text("Friendly name", { min: 3, max: 50 }),
  subject_token_type: text("Subject token type", { min: 8, max: 100, rule: uriFault }),
};
const created = {
  ...changeable,
  action_id: text("Id of the action", { min: 1, max: 36 }),
  type: text("How the profile executes", { oneOf: ["custom_authentication"] }),
};
const time = text("Time in ISO 8601", { rule: timeFault });

const read = { bucket: "token-exchange-profiles.read" };
const write = { bucket: "token-exchange-profiles.write" };

/**
 * The tenant's token exchange profiles, by id or subject token type: `/token-exchange-profiles`, scopes
 * `create|read|update|delete:token_exchange_profiles`.
 */
export function tokenExchangeProfileModule({ now, cursors }: Tenant): Module<Objects> {
  const profiles = new Objects({
    key: "subject_token_type",
    created: bodyOf(created, ["subject_token_type", "action_id", "type"]),
    changed: bodyOf(changeable, [], { min: 1 }),
    seeded: {
      id: text("Id of the profile", { pattern: /^tep_[A-Za-z0-9]{16}$/ }),
      created_at: time,
      updated_at: time,
    },
    newId: () => newPrefixedId("tep_"),
    notFound: () => new ServiceError(404, "Token exchange profile not found."),
    taken: () => new ServiceError(409, "subject_token_type already exists for tenant"),
    settle: (given, id, before) => {
      const at = new Date(now()).toISOString();
      return { name: "Token Exchange Profile 1", created_at: at, ...before, updated_at: at, ...given, id };
    },
  });
  const routes = { list: read, create: write, get: read, update: write, delete: write };
  return { objects: profiles, routes: restRoutes("token-exchange-profiles", profiles, cursors, { routes }) };
}

function uriFault(uri: string): string | undefined {
  return URL.canParse(uri) && !/\s/.test(uri) ? undefined : "Not a URI";
}

function timeFault(given: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given)) ? undefined : "Not a time in ISO 8601";
}

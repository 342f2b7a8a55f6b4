import type { Cursors } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route } from "../shared/router.ts";
import { newPrefixedId } from "../shared/store.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

const changeable: Properties = {
  name: { type: "string", min: 3, max: 50, about: "Friendly name" },
  subject_token_type: { type: "string", min: 8, max: 100, rule: uriFault, about: "Subject token type" },
};

const created: Properties = {
  ...changeable,
  action_id: { type: "string", min: 1, max: 36, about: "Id of the action" },
  type: { type: "string", oneOf: ["custom_authentication"], about: "How the profile executes" },
};

const time = { type: "string", rule: timeFault, about: "Time in ISO 8601" } as const;

/**
 * The tenant's token exchange profiles, by id or subject token type.
 * @param now the clock, in milliseconds since the epoch
 */
export function tokenExchangeProfiles(now: () => number): Objects {
  return new Objects({
    key: "subject_token_type",
    created: bodyOf(created, ["subject_token_type", "action_id", "type"]),
    changed: { ...bodyOf(changeable), min: 1 },
    seeded: {
      id: { type: "string", pattern: /^tep_[A-Za-z0-9]{16}$/, about: "Id of the profile" },
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
}

/** The operations on profiles: `/token-exchange-profiles`, scopes `create|read|update|delete:token_exchange_profiles`. */
export function tokenExchangeProfileRoutes(profiles: Objects, cursors: Cursors): Route[] {
  const read = { bucket: "token-exchange-profiles.read" };
  const write = { bucket: "token-exchange-profiles.write" };
  const special = { list: read, create: write, get: read, update: write, delete: write };
  return restRoutes("token-exchange-profiles", profiles, cursors, special);
}

function uriFault(text: string): string | undefined {
  return URL.canParse(text) && !/\s/.test(text) ? undefined : "Not a URI";
}

function timeFault(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? undefined : "Not a time in ISO 8601";
}

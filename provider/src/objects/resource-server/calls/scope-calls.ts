import { getObject } from "../../../lifecycle/calls.ts";
import { gone, reading } from "../../../lifecycle/errors.ts";
import { isObject, type JsonObject, own } from "../../../model/json.ts";
import { fromWire, ShapeError, toWire } from "../../../model/wire.ts";
import type { Service, TenantClient } from "../../../tenant/index.ts";
import { resourceServerScopesTable as table } from "../../resource-server-scopes/table.ts";
import { type ScopeAccess, scopesOf } from "./shared-scopes.ts";

const root = "resource-servers";

/** What an API says of its scopes. */
export interface ApiScopes {
  readonly scopes: JsonObject;
  readonly isSystem: boolean;
}

/**
 * The scopes of an API; undefined where there is no such API.
 *
 * @param id its id or its identifier
 * @throws ShapeError where the answer is about another API
 */
export async function readScopes(
  service: Service,
  id: string,
  subject: string,
  continues = false,
): Promise<ApiScopes | undefined> {
  const body = await getObject(service, [root, id], subject, continues);
  if (!body) return undefined;
  const { scopes = {} } = fromWire(table.fields, body);
  const isThis = [own(body, "id"), own(body, "identifier")].includes(id);
  if (!isThis || !isObject(scopes)) throw new ShapeError(`the tenant answered for ${subject} with another object`);
  return { scopes, isSystem: own(body, "is_system") === true };
}

/**
 * The scopes of an API, to be changed.
 *
 * @param api its identifier, and the id that the calls have. Default: the identifier
 * @param absent what counts where the API is gone. Default: that is an error
 */
export function accessTo(
  service: TenantClient,
  { identifier, id = identifier }: { readonly identifier: string; readonly id?: string },
  subject: string,
  absent?: JsonObject,
): ScopeAccess {
  return {
    label: subject,
    list: scopesOf(identifier),
    async read() {
      const found = await reading(() => readScopes(service, id, subject, true));
      const scopes = found?.scopes ?? absent;
      if (scopes) return scopes;
      throw gone(subject);
    },
    async write(scopes) {
      const call = { method: "PATCH", path: [root, id], subject, action: "update the scopes of" } as const;
      // A repetition would send an old list.
      await service.request({ ...call, body: toWire(table.fields, { scopes }), repeatable: "never", continues: true });
    },
  };
}

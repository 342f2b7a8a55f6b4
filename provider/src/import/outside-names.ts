import { listed, type Service, TenantError } from "../client/index.ts";
import { definitions, typeNames } from "../definitions/registry.ts";
import { referencesIn } from "../graph/graph.ts";
import { idNameOf } from "../schema/definition.ts";
import { type Json, own } from "../schema/json.ts";
import { keyOf } from "./inventory.ts";
import type { ImportedResource } from "./resource.ts";

const perPage = 100;

/**
 * The names of the objects to whose ids a program refers. The key is the type, a space and the id. The names of imported objects are known. Other
 * names are looked up in the listing of the type, which is read up to one page per name, and the remaining names by single requests. Names that
 * the tenant refuses to return are missing in the result.
 */
export async function outsideNames(
  service: Service,
  resources: readonly ImportedResource[],
): Promise<ReadonlyMap<string, string>> {
  const referred = resources.flatMap(idsIn);
  const names = new Map<string, string>();
  for (const { type, noun, route, id: idKey, name: nameKey } of named()) {
    const missing = new Set(referred.filter(({ idOf }) => idOf === type).map(({ id }) => id));
    for (const { item } of resources.filter(({ item }) => item.type === type && missing.delete(item.id))) {
      names.set(keyOf({ type, id: item.id }), item.names[0] ?? item.id);
    }
    if (missing.size === 0) continue;
    const learn = (entry: Json | undefined) => {
      const [id, name] = [own(entry, idKey), own(entry, nameKey)];
      if (typeof id === "string" && missing.delete(id) && typeof name === "string")
        names.set(keyOf({ type, id }), name);
    };
    const query = { fields: `${idKey},${nameKey}`, include_fields: true };
    const asked = { subject: `the names of ${noun}s`, query };
    try {
      // At most one page for each name: beyond that, single requests are cheaper.
      let most = missing.size * perPage;
      for await (const entry of listed<Json>(service, "offset", {
        ...asked,
        path: [route],
        collection: route,
        perPage,
      })) {
        learn(entry);
        most -= 1;
        if (missing.size === 0 || most === 0) break;
      }
      if (most > 0) continue;
      const reads = [...missing].map((id) =>
        service.request<Json>({ ...asked, method: "GET", path: [route, id], action: "read" }),
      );
      for (const { body } of await Promise.all(reads)) learn(body);
    } catch (error) {
      if (!(error instanceof TenantError)) throw error;
    }
  }
  return names;
}

/** The types for whose objects names are looked up, each with its route and the API's names of the id and the display name. */
function named() {
  return typeNames.flatMap((type) => {
    const { listing, route, schema } = definitions[type];
    if (!listing?.isNamed) return [];
    return [{ type, noun: schema.noun, route, id: idNameOf(definitions[type]), name: listing.names[0] ?? "name" }];
  });
}

/** The ids to which the arguments of a resource refer, each with the type of the object. */
function idsIn({ item, args }: ImportedResource): readonly { readonly idOf: string; readonly id: string }[] {
  return referencesIn(item.type, args).flatMap(({ type, property, value }) =>
    property === "id" && value !== undefined ? [{ idOf: type, id: value }] : [],
  );
}

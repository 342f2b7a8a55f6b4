import type { Service } from "../client/index.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { fixedIdsOf, importableTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Access } from "../lifecycle/import-rules.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { Definition } from "../schema/definition.ts";
import { classOf } from "../schema/provider-code.ts";
import { identityOf } from "../schema/schema.ts";
import { comparedLeaves } from "./leaves.ts";
import type { Side, SideObject } from "./side.ts";

/** Options of reading a tenant. */
interface ReadOptions {
  readonly access: Access;
  /** The name of the side. Default: the tenant's host. */
  readonly name?: string;
  /** Types besides {@link readTypes}. */
  readonly kinds?: readonly TypeName[];
}

/** The types that can be read from a tenant, in the documented order. */
export const readableTypes = typeNames.filter((kind) => importableTypes.includes(kind) || fixedIdsOf(kind));

/** Maximum time for the requests of a type that is read by default, in seconds. */
const maxSeconds = 15;

/** The types that are read by default. */
export const readTypes = readableTypes.filter((kind) => whyNotRead(kind) === undefined);

/**
 * Reads a tenant as a side of a comparison, from listings and the requests for parts that no listing shows. All types are read, because
 * objects of any type can be named in a reference.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readSide(
  service: Service,
  { access, name = service.host, kinds = [] }: ReadOptions,
): Promise<Side> {
  const read = [...new Set([...readTypes, ...kinds])];
  // Also settings as in a new tenant: those of the other side can be different.
  const { items, leftOut } = await takeInventory(service, { access, kinds: read, all: true, foreign: true });
  const unread = Map.groupBy(
    leftOut.filter(({ reason }) => reason === "unreadable"),
    ({ kind }) => kind,
  );
  return {
    name,
    hosts: [service.host],
    objects: items
      .filter(({ kind, live }) => resourceTypes[kind].importRules?.leftOut?.(live, access) === undefined)
      .map(({ kind, id, live }) => ({ kind, id, properties: live }))
      .filter(isOfTenant),
    ownClient: access.clientId,
    unread: new Map([...unread].map(([kind, all]) => [kind, all.map(({ label, why }) => `${label}: ${why}`)])),
    skipped: new Map(
      typeNames.flatMap((kind) => {
        const why = read.includes(kind) ? undefined : whyNotRead(kind);
        return why === undefined ? [] : [[kind, why] as const];
      }),
    ),
  };
}

/** Whether an object has more than its identity: the service answers also for texts that the tenant does not have. */
function isOfTenant(object: SideObject): boolean {
  const identity = identityOf(definitions[object.kind].schema);
  if (definitions[object.kind].schema.singleton === undefined || identity.length === 0) return true;
  return [...comparedLeaves(object).values()].some(({ path: [name = ""] }) => !identity.includes(name));
}

/** Why a type is not read by default; undefined also for a type whose values are properties of other objects. */
function whyNotRead(kind: TypeName): string | undefined {
  const { listing, schema, rateGroups = [] }: Definition = definitions[kind];
  const option = `--kinds ${classOf(kind)} compares them`;
  if (listing?.isTransient) return `users create them at run time; ${option}`;
  const ids = fixedIdsOf(kind);
  if (schema.singleton !== undefined && !ids)
    return "no listing that this version reads shows which of them a tenant has";
  const slowest = rateGroups
    .filter(({ calls }) => calls === "reads")
    .flatMap(({ refills }) => Object.entries(refills ?? {}));
  const seconds = slowest.map(([burst, perSecond]) => ((ids?.length ?? 0) - Number(burst)) / perSecond);
  return Math.max(0, ...seconds) > maxSeconds
    ? `each takes a request, and the service answers few of them a minute; ${option}`
    : undefined;
}

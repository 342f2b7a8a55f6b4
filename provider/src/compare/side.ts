import type { Service } from "../client/index.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { importableTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Access } from "../lifecycle/resource-type.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { Definition } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";

/** An object of one side. */
export interface SideObject {
  readonly type: TypeName;
  readonly id: string;
  /** By the property names of programs; a secret that cannot be read is `notShown`. */
  readonly properties: JsonObject;
}

/** One side of a comparison: a tenant, the state of a stack, or a seed of the emulator. */
export interface Side {
  /** The name in reports and in the file of expected differences. Untrusted text. */
  readonly name: string;
  /** The hosts of the tenant. In a URL, a host of one side counts as equal to a host of the other side. */
  readonly hosts: readonly string[];
  readonly objects: readonly SideObject[];
  /** The id of the client whose token reads the tenant. The client is not compared, and its id counts as equal to that of the other side's client. */
  readonly ownClient?: string | undefined;
  /** Whether the side has only declared values, as a state does. A value that the side lacks is then unknown, and no difference. */
  readonly isPartial?: true;
  /** The types that could not be read, or not completely, each with the reasons. Untrusted text. */
  readonly unread: ReadonlyMap<TypeName, readonly string[]>;
  /** The unread types that the tenant's plan does not include. Default: none. */
  readonly outsidePlan?: ReadonlySet<TypeName>;
  /** The types that were left out on purpose, each with the reason. Default: none. */
  readonly skipped?: ReadonlyMap<TypeName, string>;
}

/** The number of a side: the first or the second one. */
export type SideIndex = 0 | 1;

/** Options of reading a tenant. */
interface ReadOptions {
  readonly access: Access;
  /** The name of the side. Default: the tenant's host. */
  readonly name?: string;
  /** Types to read in addition to {@link readTypes}. Default: none. */
  readonly types?: readonly TypeName[];
}

/** The types that are read by default. */
export const readTypes = importableTypes.filter((type) => whyNotRead(type) === undefined);

/**
 * Reads a tenant as a side of a comparison, from listings and from requests for parts that listings do not contain. All types of
 * {@link readTypes} are read, even if few are compared, because a reference can lead to an object of any type.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readSide(
  service: Service,
  { access, name = service.host, types = [] }: ReadOptions,
): Promise<Side> {
  const read = [...new Set([...readTypes, ...types])];
  // With `all`, settings that are as in a new tenant are read too, because the other side's settings can differ from them.
  const { items, leftOut } = await takeInventory(service, { access, types: read, all: true, foreign: true });
  const unread = Map.groupBy(
    leftOut.filter(({ reason }) => reason === "unreadable"),
    ({ type }) => type,
  );
  return {
    name,
    hosts: [service.host],
    objects: items
      .filter(({ type, live }) => resourceTypes[type].importRules?.leftOut?.(live, access) === undefined)
      .map(({ type, id, live }) => ({ type, id, properties: live })),
    ownClient: access.clientId,
    unread: new Map([...unread].map(([type, all]) => [type, all.map(({ label, why }) => `${label}: ${why}`)])),
    outsidePlan: new Set([...unread].flatMap(([type, all]) => (all.every((one) => one.isOutsidePlan) ? [type] : []))),
    skipped: new Map(
      typeNames.flatMap((type) => {
        const why = read.includes(type) ? undefined : whyNotRead(type);
        return why === undefined ? [] : [[type, why] as const];
      }),
    ),
  };
}

/** Why a type is not read by default. Undefined if it is read, or if its values are read as properties of other objects. */
function whyNotRead(type: TypeName): string | undefined {
  const { listing }: Definition = definitions[type];
  return listing?.isTransient ? `users create them at run time; --kinds ${classOf(type)} compares them` : undefined;
}

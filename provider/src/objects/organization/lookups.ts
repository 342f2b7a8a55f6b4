import { key, text } from "../../functions/arguments.ts";
import type { OutputArgs, Plain } from "../../functions/data-source.ts";
import { lookUps } from "../../functions/look-ups.ts";
import { organization } from "./descriptor.ts";
import type { OrganizationArgs } from "./resource.ts";

/** Which organization to look for: exactly one of name and id. */
export type GetOrganizationArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetOrganizationArgs} with values that may be outputs. */
export type GetOrganizationOutputArgs = OutputArgs<GetOrganizationArgs>;

/** An organization as look-ups answer it: the outputs of an `Organization`, without `metadata`, which can hold secrets. */
export interface GetOrganizationResult extends Plain<Omit<OrganizationArgs, "adopt" | "metadata">> {
  /** The organization's id: `org_…`. */
  readonly id: string;
}

/** Which organizations to look for. Texts must be equal, letter case included. Default: all organizations. */
export interface GetOrganizationsArgs {
  /** The name, which no two organizations share. */
  name?: string | undefined;
  /** The name that people see. */
  displayName?: string | undefined;
}

/** {@link GetOrganizationsArgs} with values that may be outputs. */
export type GetOrganizationsOutputArgs = OutputArgs<GetOrganizationsArgs>;

/** The answer of {@link getOrganizations}. */
export interface GetOrganizationsResult {
  /** In the service's order. */
  readonly organizations: GetOrganizationResult[];
}

const { one, all } = lookUps<GetOrganizationArgs, GetOrganizationResult, GetOrganizationsArgs, GetOrganizationsResult>(
  organization,
  { describe: ({ id, name }) => `"${name}" (${id})` },
  {
    one: {
      args: { name: key, id: key },
      required: [["name", "id"]],
      reads: ({ name, id }) => [id === undefined ? { key: name, below: ["name"] } : { key: id }],
    },
    all: { args: { name: text, displayName: text } },
  },
);

/**
 * One organization, whoever manages it. Routes: `GET /organizations/name/{name}`, `GET /organizations/{id}`; scope:
 * `read:organizations`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = await tenant.getOrganization({ name: "north" });
 * export const northId = north.id;
 * ```
 *
 * @throws RunError also if there is none
 */
export const getOrganization = one.plain;

/** {@link getOrganization} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationOutput = one.output;

/**
 * The tenant's organizations. Route: `GET /organizations`; scope: `read:organizations`. One call reads 100 organizations, all of them are
 * read, and the filters are applied to what was read. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { organizations } = await tenant.getOrganizations();
 * export const organizationNames = organizations.map(({ name }) => name);
 * ```
 */
export const getOrganizations = all.plain;

/** {@link getOrganizations} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getOrganizationsOutput = all.output;

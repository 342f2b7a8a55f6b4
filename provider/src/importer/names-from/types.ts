import type { KindName } from "../inventory.ts";

/** A class of this package that an object of another tool becomes. */
export type NamedKind = Capitalize<KindName>;

/** How a type of Terraform's provider is taken over. */
export interface Row {
  readonly kind: NamedKind;
  /** The attributes that make up its id. */
  readonly id: readonly string[];
  /** An attribute by which other resources name it, besides its id. */
  readonly alias?: string;
  /** Which members (scopes, roles, clients) it manages, `only` those of an attribute. Absent: the object has none. */
  readonly members?: "all" | "none" | { readonly only: string };
  /** The kind that has the members as a property of its own. Where the file has that object, this is no object beside it. */
  readonly partOf?: NamedKind;
  /** The attribute without which there is nothing to take over, and why. */
  readonly needs?: readonly [attribute: string, reason: string];
}

const memberId = ["organization_id", "user_id"];

/** By type; what is not here, this package does not manage. */
export const rows: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    auth0_resource_server: { kind: "ResourceServer", id: ["id"], alias: "identifier", members: "none" },
    auth0_connection: { kind: "Connection", id: ["id"], members: "none" },
    auth0_token_exchange_profile: { kind: "TokenExchangeProfile", id: ["id"] },
    auth0_organization_member_roles: { kind: "OrganizationMemberRoles", id: memberId, members: "all" },
    auth0_organization_member_role: { kind: "OrganizationMemberRoles", id: memberId, members: { only: "role_id" } },
    auth0_organization_member: {
      kind: "OrganizationMemberRoles",
      id: memberId,
      members: "all",
      needs: ["roles", "pulumi-tenant manages members' roles, and this is a membership without roles"],
    },
    auth0_resource_server_scopes: {
      kind: "ResourceServerScopes",
      id: ["resource_server_identifier"],
      members: "all",
      partOf: "ResourceServer",
    },
    auth0_resource_server_scope: {
      kind: "ResourceServerScopes",
      id: ["resource_server_identifier"],
      members: { only: "scope" },
      partOf: "ResourceServer",
    },
    auth0_connection_clients: {
      kind: "ConnectionClients",
      id: ["connection_id"],
      members: "all",
      partOf: "Connection",
    },
    auth0_connection_client: { kind: "ConnectionClients", id: ["connection_id"], members: { only: "client_id" } },
  }),
);

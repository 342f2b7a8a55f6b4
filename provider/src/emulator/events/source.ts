import type { Connections } from "../connections/connections.ts";
import { enterpriseStrategies } from "../connections/strategies.ts";
import type { OrganizationLinks } from "../organizations/connections.ts";
import type { Members } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import type { Objects } from "../shared/objects.ts";
import { looksSecret } from "../shared/secrets.ts";
import { pick, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { TenantEvents } from "./tenant-events.ts";

/** The properties of a connection in its events. */
const shownFields = [
  "id",
  "name",
  "strategy",
  "authentication",
  "display_name",
  "enabled_clients",
  "is_domain_connection",
  "metadata",
  "realms",
  "connected_accounts",
  "show_as_button",
];

/** The properties of an organization in its events. */
const shownOfOrganization = ["id", "name", "display_name", "metadata", "branding"];

/** The properties of an organization's connection in its events. */
const shownOfLink = ["assign_membership_on_login", "show_as_button", "is_signup_enabled"];

/** The options of a connection in its events. */
const shownOptions = [
  "client_id",
  "authorization_endpoint",
  "connection_settings",
  "domain_aliases",
  "federated_connections_access_tokens",
  "icon_url",
  "id_token_session_expiry_supported",
  "id_token_signed_response_algs",
  "issuer",
  "jwks_uri",
  "non_persistent_attrs",
  "oidc_metadata",
  "scope",
  "send_back_channel_nonce",
  "tenant_domain",
  "token_endpoint",
  "upstream_params",
  "userinfo_endpoint",
  "attribute_map",
  "discovery_url",
];

/**
 * Publishes all changes from now on for which the service has events: changes of organizations, of their connections and members, of the
 * members' roles, and of connections with enterprise strategies.
 */
export function publishChanges(
  events: TenantEvents,
  held: {
    connections: Connections;
    organizations: Organizations;
    organizationConnections: OrganizationLinks;
    organizationMembers: Members;
    roles: Objects<StoredRole>;
  },
): void {
  held.connections.changed.listen(({ what, object: connection, previous }) => {
    if (!enterpriseStrategies.includes(String(connection.strategy))) return;
    events.publish(`connection.${what}`, shownConnection(connection), previous && shownConnection(previous));
  });
  held.organizations.changed.listen(({ what, object: organization, previous }) => {
    const shown = (whole: WireObject) => pick(whole, shownOfOrganization);
    events.publish(`organization.${what}`, shown(organization), previous && shown(previous));
  });
  held.organizationConnections.changed.listen(({ what, link, previous }) => {
    const organization = held.organizations.at(link.organization_id);
    const shown = (whole: WireObject) => ({
      organization: pick(organization ?? { id: link.organization_id }, ["id", "name"]),
      connection: { id: link.connection_id },
      ...(what !== "removed" && pick(whole, shownOfLink)),
    });
    events.publish(`organization.connection.${what}`, shown(link), previous && shown(previous));
  });
  held.organizationMembers.changed.listen(({ what, member, roleId }) => {
    const object = { organization: { id: member.organization_id }, user: { user_id: member.user_id } };
    const name = roleId === undefined ? undefined : held.roles.at(roleId)?.name;
    const role = roleId === undefined ? {} : { role: { id: roleId, ...(name !== undefined && { name }) } };
    events.publish(`organization.member.${what}`, { ...object, ...role });
  });
}

/** The connection in the form of events. Secrets in its free-form objects are left out. */
function shownConnection(connection: WireObject): WireObject {
  const options = isObject(connection.options) ? connection.options : {};
  return { ...pick(connection, shownFields), options: withoutSecrets(pick(options, shownOptions)) };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const shown = Object.entries(value).filter(([key]) => !looksSecret(key));
  return Object.fromEntries(shown.map(([key, member]) => [key, withoutSecrets(member)]));
}

import { flag, object, text } from "../shared/validation.ts";

const connectionId = text("Id of the connection", { min: 1, max: 50 });
const nameInside = text("Name of the connection in the organization", { min: 1, max: 50, rule: nulFault });
const accessLevel = text("Access of the organization to the connection", {
  oneOf: ["none", "readonly", "limited", "full"],
});
const changeable = {
  assign_membership_on_login: flag("Whether a login makes the user a member"),
  show_as_button: flag("Whether the login page has a button for the connection"),
  is_signup_enabled: flag("Whether users can sign up"),
};
const further = {
  organization_connection_name: nameInside,
  organization_access_level: accessLevel,
  is_enabled: flag("Whether the connection can be used"),
};

/** The schema of a connection that is to be enabled for an organization. */
export const newLink = object("", { connection_id: connectionId, ...changeable }, ["connection_id"]);

/** The bodies of the two families of routes for the same links. */
export const linkBodies = {
  enabled_connections: { created: newLink, changed: object("", changeable) },
  connections: {
    created: object("", { connection_id: connectionId, ...changeable, ...further }, ["connection_id"]),
    changed: object("", {
      ...changeable,
      organization_connection_name: { ...nameInside, nullable: true },
      organization_access_level: { ...accessLevel, nullable: true },
      is_enabled: { ...further.is_enabled, nullable: true },
    }),
  },
} as const;

/** A link of a seed. */
export const seededLink = object(
  "",
  {
    organization_id: text("Id of the organization", { min: 1 }),
    connection_id: connectionId,
    ...changeable,
    ...further,
  },
  ["organization_id", "connection_id"],
);

function nulFault(name: string): string | undefined {
  return name.includes("\0") ? "A name has no NUL" : undefined;
}

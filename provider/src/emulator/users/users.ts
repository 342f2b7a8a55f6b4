import { createHash } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { copyOf, newObjectId, omit, pick, type Stored, type WireObject, withoutNulls } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";

/** The tenant's users, by id. A user has the properties that were sent, and those that the service derives from the id and the email address. */
export function tenantUsers({ time }: Tenant): Objects {
  const users: Objects = new Objects({
    path: "/users",
    key: "id",
    idName: "user_id",
    newId: () => `auth0|${newObjectId()}`,
    missing: ["The user does not exist.", "inexistent_user"],
    taken: ["The user already exists.", "auth0_idp_error"],
    time,
    settle: (row, { given, before }) => {
      if (users.all().some((other) => isTwin(row, other))) throw users.taken();
      const { user_metadata, app_metadata } = { ...before, ...metadataOf(given, before) };
      const isMoved = before !== undefined && given.email !== undefined && given.email !== before.email;
      const known = omit({ ...row, ...(isMoved && { email_verified: false }), ...pick(given, ["email_verified"]) }, [
        ...["user_metadata", "app_metadata", "verify_email", "verify_phone_number", "client_id"],
        ...Object.keys(given).filter((name) => given[name] === null),
      ]);
      return {
        ...known,
        // The connection in an update only says to which account the login belongs.
        ...(before && { connection: before.connection }),
        ...(before && given.password !== undefined && { last_password_reset: row.updated_at }),
        user_metadata,
        // The service keeps an empty user_metadata, and drops an empty app_metadata.
        ...(isObject(app_metadata) && Object.keys(app_metadata).length > 0 && { app_metadata }),
      };
    },
    whole: ["id", "identities"],
    view: ({ id, ...user }) => shown(id, user),
  });
  return users;
}

/** The connection of users whose creation names none. Only direct access and seeds can omit it. */
const firstConnection = "Username-Password-Authentication";

/** The properties of which no two users of a connection have the same value. */
const unique = ["email", "username", "phone_number"];

/** Whether a user and another one of the same connection have the same e-mail address, user name or phone number. */
function isTwin(user: WireObject, other: WireObject): boolean {
  return (
    other.id !== user.id &&
    (other.connection ?? firstConnection) === (user.connection ?? firstConnection) &&
    unique.some((name) => (user[name] ?? null) !== null && other[name] === user[name])
  );
}

/** The service stores addresses and user names in lower case. */
export function inLowerCase(given: WireObject): WireObject {
  const lowered = ["email", "username"].flatMap((name) => {
    const value = given[name];
    return typeof value === "string" ? [[name, value.toLowerCase()] as const] : [];
  });
  return { ...given, ...Object.fromEntries(lowered) };
}

/** The kinds of logins. A request can change only one. */
const logins: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "email_verified"],
  phone_number: ["phone_number", "phone_verified"],
  username: ["username"],
  password: ["password"],
};

/** The properties that users of other identity providers have from these. */
const profile = ["family_name", "given_name", "name", "nickname", "picture"];

/** @throws ServiceError 400 for an update with several kinds of logins, or of a profile that the tenant does not own */
export function refuseUpdate(user: Stored, given: WireObject): void {
  const kinds = Object.keys(logins).filter((kind) => logins[kind]?.some((name) => Object.hasOwn(given, name)));
  if (kinds.length > 1) {
    throw new ServiceError(400, `Cannot update ${kinds.join(" and ")} simultaneously`, "operation_not_supported");
  }
  const [provider = ""] = user.id.split("|");
  const sent = profile.filter((name) => Object.hasOwn(given, name));
  if (sent.length === 0 || ["auth0", "email", "sms"].includes(provider)) return;
  const message =
    `The following user attributes cannot be updated: ${sent.join(", ")}. The connection (${user.connection ?? firstConnection}) must either be a ` +
    "database connection (using the Auth0 store), a passwordless connection (email or sms) or has disabled 'Sync user profile attributes at each login'.";
  throw new ServiceError(400, message, "operation_not_supported");
}

/** The metadata after a request: sent keys replace those before, null deletes a key, an empty object deletes all. */
function metadataOf(given: WireObject, before: WireObject = {}): WireObject {
  const merged = ["user_metadata", "app_metadata"].flatMap((name) => {
    const sent = given[name];
    if (!isObject(sent)) return [];
    const all = Object.keys(sent).length > 0 ? { ...(before[name] as WireObject), ...sent } : {};
    return [[name, withoutNulls(all)] as const];
  });
  return Object.fromEntries(merged);
}

function shown(userId: string, { connection = firstConnection, password: _, ...user }: WireObject): WireObject {
  const [provider = "auth0", ...rest] = userId.split("|");
  const { email } = user;
  return copyOf({
    ...(email !== undefined && {
      name: email,
      nickname: String(email).split("@")[0],
      picture: pictureOf(String(email)),
      email_verified: false,
    }),
    identities: [{ connection, user_id: rest.join("|"), provider, isSocial: false }],
    ...user,
    user_id: userId,
  });
}

/** The URL of the picture for an email address. If the address has no picture, the URL redirects to an image of the address's first two letters. */
function pictureOf(email: string): string {
  const hash = createHash("md5").update(email.trim().toLowerCase()).digest("hex");
  const letters = encodeURIComponent(
    `https://cdn.auth0.com/avatars/${email.split("@")[0]?.slice(0, 2).toLowerCase()}.png`,
  );
  return `https://s.gravatar.com/avatar/${hash}?s=480&r=pg&d=${letters}`;
}

import { createHash } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { newObjectId, type WireObject } from "../shared/store.ts";
import { bodyOf, flag, text } from "../shared/validation.ts";

const changeable = {
  email: text("Email address"),
  email_verified: flag("Whether the email address is verified"),
  name: text("Name"),
  picture: text("Picture"),
};
const body = bodyOf(changeable, [], { open: true });

/**
 * The tenant's users, by id. Everything that the emulator knows of a user is what was sent, and what follows from it.
 * @param now the clock, in milliseconds since the epoch
 */
export function tenantUsers(now: () => number): Objects {
  return new Objects({
    key: "id",
    idName: "user_id",
    created: body,
    changed: body,
    newId: () => `auth0|${newObjectId()}`,
    notFound: () => new ServiceError(404, "The user does not exist.", "inexistent_user"),
    taken: () => new ServiceError(409, "The user already exists.", "auth0_idp_error"),
    settle: (given, id, before) => {
      const at = new Date(now()).toISOString();
      const { password: _, ...known } = given;
      return { created_at: at, ...before, ...known, updated_at: at, id };
    },
    whole: ["id", "identities"],
    view: ({ id, ...user }) => shown(id, user),
  });
}

function shown(userId: string, { connection = "Username-Password-Authentication", ...user }: WireObject): WireObject {
  const [provider = "auth0", ...rest] = userId.split("|");
  const { email } = user;
  return structuredClone({
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

/** The picture that belongs to an email address, and the one of its first letters for those that have none. */
function pictureOf(email: string): string {
  const hash = createHash("md5").update(email.trim().toLowerCase()).digest("hex");
  const letters = encodeURIComponent(
    `https://cdn.auth0.com/avatars/${email.split("@")[0]?.slice(0, 2).toLowerCase()}.png`,
  );
  return `https://s.gravatar.com/avatar/${hash}?s=480&r=pg&d=${letters}`;
}

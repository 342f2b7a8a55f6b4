import { randomBytes } from "node:crypto";
import { type TenantClient, TenantError } from "../client/index.ts";
import { type Json, own } from "../schema/json.ts";

/** The tenant refused to create a user, or did not return the id of the new user. */
export class UserRefused extends Error {}

/**
 * Creates a user in a database connection of the run. The user is blocked, has an e-mail address that does not exist, and a random password
 * that is not stored. The tenant removes the user together with the connection, so the manifest does not list the user.
 *
 * @param connection the name of the connection
 * @param key a text with the mark of the run
 * @returns the id of the user
 * @throws UserRefused
 */
export async function createUser(client: TenantClient, connection: string, key: string): Promise<string> {
  const body = {
    ...{ connection, email: `${key}@example.com`, password: `Aa1!${randomBytes(24).toString("base64url")}` },
    ...{ blocked: true, email_verified: true, verify_email: false },
  };
  try {
    const call = { method: "POST", path: ["users"], subject: "a user of this run", action: "create" } as const;
    const id = own((await client.request<Json>({ ...call, body })).body, "user_id");
    if (typeof id === "string") return id;
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
  }
  throw new UserRefused();
}

import { randomBytes } from "node:crypto";
import { type TenantClient, TenantError } from "../client/index.ts";
import { type Json, own } from "../schema/json.ts";

/** The tenant takes no user, or does not say which one it has made. */
export class UserRefused extends Error {}

/**
 * Creates a user in a database connection of the run: blocked, with an address that gets no mail, and with a password that is forgotten at
 * once. The tenant removes the user with the connection, so no manifest has it.
 *
 * @param connection the name of the connection
 * @param key a text with the mark of the run
 * @returns the id
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

import { text } from "./arguments.ts";
import { lookUp, type OutputArgs } from "./data-source.ts";
import { exactlyOne } from "./rows.ts";
import type { Argument } from "./source.ts";

/** Which user to look for: exactly one of id and e-mail address. */
export type GetUserArgs = { userId: string; email?: undefined } | { email: string; userId?: undefined };

/** {@link GetUserArgs} with values that may be outputs. */
export type GetUserOutputArgs = OutputArgs<GetUserArgs>;

/** A user as the look-up answers it. */
export interface GetUserResult {
  /** The user's id: `auth0|…`. */
  readonly userId: string;
  /** The e-mail address, if the user has one. */
  readonly email?: string;
  /** The name, if the user has one. */
  readonly name?: string;
}

/** What is found by it is what the service says. */
const found: Argument = {
  problem: (value) => (value === "" ? "must not be empty" : text.problem(value)),
  fits: () => true,
};

const forms = lookUp<GetUserArgs, GetUserResult>({
  name: "getUser",
  source: {
    descriptor: {
      type: "User",
      route: "users",
      listing: { paging: "offset", names: [] },
      scopes: { read: ["read:users"] },
    },
    noun: "user",
    id: "user_id",
    fields: { email: { kind: "string" }, name: { kind: "string" } },
    describe: ({ id, connections }) => `${id}, connection ${connections}`,
    also: ({ identities }) => ({ connections: connectionsIn(identities) }),
  },
  args: { userId: found, email: found },
  required: [["userId", "email"]],
  // The service keeps addresses in lower case, and compares them exactly.
  reads: ({ userId, email }) => [
    email === undefined ? { key: userId } : { from: "users-by-email", query: { email: email.toLowerCase() } },
  ],
  answer(all) {
    const { id, email, name } = exactlyOne(all);
    return { userId: id, ...(email !== undefined && { email }), ...(name !== undefined && { name }) } as GetUserResult;
  },
});

/** The connections that a user comes from, for people. */
function connectionsIn(identities: unknown): string {
  if (!Array.isArray(identities)) return "unknown";
  const names = identities.flatMap((identity: { connection?: unknown } | null) => identity?.connection ?? []);
  return names.length > 0 ? names.join(", ") : "unknown";
}

/**
 * One user, by id or by e-mail address. Routes: `GET /users/{id}`, or `GET /users-by-email?email=…` with the address in lower case, as the
 * service keeps it; scope: `read:users`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const alice = await tenant.getUser({ email: "alice@example.com" });
 * export const aliceId = alice.userId;
 * ```
 *
 * @throws RunError also if there is none, or if several users have the address, one for each connection; it lists their ids and connections
 */
export const getUser = forms.plain;

/** {@link getUser} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserOutput = forms.output;

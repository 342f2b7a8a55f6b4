import * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../../client/sanitize.ts";
import { optionsOf } from "../../definitions/connection.ts";
import { enterpriseStrategies, strategiesWithUsers } from "../../definitions/connection-strategies.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { key, text } from "../arguments.ts";
import { lookUp, type OutputArgs } from "../data-source.ts";
import type { Argument, Found, Read, Row, Values } from "../questions.ts";
import { exactlyOne, inventory, matching } from "../rows.ts";

/** Which user to look for: exactly one of id and e-mail address. */
export type GetUserArgs = GetUserFilter &
  ({ userId: string; email?: undefined } | { email: string; userId?: undefined });

/** Which of the users with an e-mail address are accepted. */
interface GetUserFilter {
  /**
   * The name of the connection that the user comes from. An address that is not verified is accepted if nobody can sign up in this
   * connection by themselves.
   */
  connection?: string | undefined;
  /** Whether an address that is not verified is accepted from any connection. Default: false. */
  unverified?: boolean | undefined;
}

/** {@link GetUserArgs} with values that may be outputs. */
export type GetUserOutputArgs = OutputArgs<GetUserArgs>;

/** A user as the look-up answers it. */
export interface GetUserResult {
  /** The user's id: `auth0|…`. */
  readonly userId: string;
  /** The e-mail address, if the user has one. */
  readonly email?: string;
  /** Whether the user has shown that the e-mail address is theirs, or the identity provider says so. */
  readonly emailVerified: boolean;
  /** The name of the connection that the user, and so the e-mail address, comes from. Linked accounts do not count. */
  readonly connection?: string;
  /** The name, if the user has one. */
  readonly name?: string;
}

/** The service finds the user by it. */
const found: Argument = { problem: key.problem, fits: () => true };

/** The service may be asked in several letter cases, and what it answers is compared. */
const address: Argument = {
  problem: key.problem,
  fits: ({ email }, _name, wanted) => {
    if (typeof email !== "string" || typeof wanted !== "string") return false;
    return inLowerCase(email) === inLowerCase(wanted) || email === wanted.toLowerCase();
  },
};

const flag: Argument = {
  problem: (value) => (typeof value === "boolean" ? undefined : "must be true or false"),
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
    describe: ({ id, connection, linked, emailVerified }) =>
      `${id}, connection ${connection ?? "unknown"}${linked}, ${emailVerified ? "verified" : "not verified"}`,
    // Some identity providers say it by a text.
    also: (user) => ({ ...originOf(user), emailVerified: own(user, "email_verified") === true }),
  },
  args: { userId: found, email: address, connection: text, unverified: flag },
  required: [["userId", "email"]],
  reads: ({ userId, email }) =>
    email === undefined
      ? [{ key: userId }]
      : [...new Set([email.toLowerCase(), email])].map((given) => ({
          from: "users-by-email",
          query: { email: given },
        })),
  settle: vouchedFor,
  nothing: "Only the address of the account that was there first counts, and no address of a linked one.",
  answer(all) {
    const { id, email, emailVerified, connection, name } = exactlyOne(trusted(all)) as Row & GetUserResult;
    return {
      userId: id,
      ...(email !== undefined && { email }),
      emailVerified,
      ...(connection !== undefined && { connection }),
      ...(name !== undefined && { name }),
    };
  },
});

/** Where a user comes from: the account that the id names. Others may be linked to it. */
function originOf(user: JsonObject): { readonly connection?: string; readonly linked: string } {
  const identities = own(user, "identities");
  const all = Array.isArray(identities) ? identities.filter(isObject) : [];
  const nameOf = (identity: JsonObject | undefined) => identity && own(identity, "connection");
  const first = all.find((one) => `${own(one, "provider")}|${own(one, "user_id")}` === own(user, "user_id"));
  const connection = nameOf(first);
  const linked = all.filter((one) => one !== first).map(nameOf);
  return {
    ...(typeof connection === "string" && { connection }),
    linked: linked.length > 0 ? ` (linked: ${linked.join(", ")})` : "",
  };
}

/**
 * Reads the connection, where the answer depends on it: a row gets `vouched`, or the `doubt` why the connection does not vouch for the
 * addresses of its users.
 */
async function vouchedFor(rows: readonly Row[], values: Values, read: Read): Promise<readonly Row[]> {
  const { email, connection, unverified } = values;
  const once = rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) === at);
  const isOpen = (row: Row) => row.emailVerified !== true && row.connection === connection;
  if (email === undefined || typeof connection !== "string" || unverified === true || !once.some(isOpen)) return once;
  const doubt = await doubtOf(connection, read);
  return once.map((row) => (isOpen(row) ? { ...row, ...(doubt === undefined ? { vouched: true } : { doubt }) } : row));
}

async function doubtOf(name: string, read: Read): Promise<string | undefined> {
  try {
    const answer = await read(["connections"], { name }, "the connection of the user");
    const list = isObject(answer) ? own(answer, "connections") : answer;
    const all: readonly unknown[] = Array.isArray(list) ? list : [];
    const connection = all.filter(isObject).find((one) => own(one, "name") === name);
    return connection ? selfSignUpIn(connection) : "there is no connection of this name";
  } catch (error) {
    if (!(error instanceof Error && "forbidden" in error && error.forbidden === "scope")) throw error;
    return "the token lacks the scope read:connections, so the connection is not shown";
  }
}

/**
 * Leaves out users with an address that may be somebody else's.
 *
 * @throws RunError if there are no others
 */
function trusted(all: Found): Found {
  const { email, unverified, connection } = all.values;
  const candidates = matching(all);
  if (email === undefined || unverified === true || candidates.length === 0) return all;
  const rows = candidates.filter((row) => row.emailVerified === true || row.vouched === true);
  if (rows.length > 0) return { ...all, rows };
  const doubt = candidates.map((row) => row.doubt).find((text) => typeof text === "string");
  const name = all.confidential || typeof connection !== "string" ? "of the user" : `"${sanitize(connection)}"`;
  throw new pulumi.RunError(
    `${all.label}: email: the address is not verified at tenant ${all.host}, so anyone who signed up with it may be this user. ` +
      `${inventory(all, candidates)}\n${doubt === undefined ? "" : `The connection ${name} does not vouch for it: ${doubt}. `}` +
      "Have the user verify the address, name in `connection` one in which nobody can sign up by themselves, or accept it with " +
      "`unverified: true`.",
  );
}

/** ASCII only: other letters of other alphabets become these in lower case, and make one address of two. */
function inLowerCase(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * One user, by id or by e-mail address. Routes: `GET /users/{id}`, or `GET /users-by-email?email=…` with the address in lower case, as the
 * service keeps it, and as it is given; scope: `read:users`. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const alice = await tenant.getUser({ email: "alice@example.com", connection: "staff" });
 * export const aliceId = alice.userId;
 * ```
 *
 * Anyone can sign up with somebody else's address. So a user whose address is not verified is not found by it, unless
 *
 * - `connection` names the connection, and nobody can sign up in it by themselves: that of a company's identity provider, or a database with
 *   `disable_signup: true`. This reads the connection, with `GET /connections?name=…` and the scope `read:connections`; for databases,
 *   passwordless connections and `waad` also `read:connections_options`.
 * - or `unverified: true` accepts any address.
 *
 * Name `connection` also for addresses that are verified: some identity providers call every address verified. Users who signed up before a
 * database got `disable_signup`, or through an organization with `isSignupEnabled`, are accepted like all others of the connection.
 *
 * @throws RunError also if there is none, or if several users have the address, one for each connection; it lists their ids and connections
 */
export const getUser = forms.plain;

/** {@link getUser} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserOutput = forms.output;

/** Which of a connection's options decides, and the value with which only people whom somebody else has let in get an account. */
const deciding = {
  disable_signup: true,
  useCommonEndpoint: false,
} as const;

/**
 * Why people may give themselves an account in a connection, for people; undefined where nobody can: an account is made by the company's
 * own identity provider, or by an administrator.
 *
 * An organization that has `isSignupEnabled` for a database is not looked for.
 */
function selfSignUpIn(connection: JsonObject): string | undefined {
  const strategy = String(own(connection, "strategy"));
  const isOneOf = (names: readonly string[]) => names.includes(strategy);
  if (isOneOf(strategiesWithUsers)) return unless(connection, "disable_signup", "anyone can sign up in it");
  if (strategy === "waad") return unless(connection, "useCommonEndpoint", "any company's accounts can log in with it");
  if (isOneOf(enterpriseStrategies)) return undefined;
  return `anyone may be able to sign up in it (strategy "${sanitize(strategy)}")`;
}

function unless(connection: JsonObject, option: keyof typeof deciding, problem: string): string | undefined {
  const options = optionsOf(connection);
  if (!isObject(options))
    return `the token lacks the scope read:connections_options, so options.${option} is not shown`;
  const value = own(options, option) ?? false;
  return value === deciding[option] ? undefined : `${problem}, unless options.${option} is ${deciding[option]}`;
}

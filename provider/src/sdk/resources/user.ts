import * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../../client/sanitize.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { optionsOf } from "../../types/connection/definition.ts";
import { enterpriseStrategies, strategiesWithUsers } from "../../types/connection/definition-options.ts";
import { key, text } from "../arguments.ts";
import { lookUp, type OutputArgs } from "../look-ups.ts";
import {
  type Argument,
  exactlyOne,
  type Found,
  inventory,
  matching,
  type Read,
  type Row,
  type Values,
} from "../rows.ts";

/** The requested user: exactly one of id and e-mail address. */
export type GetUserArgs = GetUserFilter &
  ({ userId: string; email?: undefined } | { email: string; userId?: undefined });

/** Restricts the users that a look-up by e-mail address accepts. */
interface GetUserFilter {
  /**
   * The name of the user's connection. An unverified address is accepted if users cannot sign up in this connection themselves.
   */
  connection?: string | undefined;
  /** Whether unverified addresses are accepted from every connection. Default: false. */
  unverified?: boolean | undefined;
}

/** {@link GetUserArgs} with values that may be outputs. */
export type GetUserOutputArgs = OutputArgs<GetUserArgs>;

/** A user, as the look-up returns it. */
export interface GetUserResult {
  /** The id of the user: `auth0|…`. */
  readonly userId: string;
  /** The e-mail address, if the user has one. */
  readonly email?: string;
  /** Whether the e-mail address is verified, by the user or according to the identity provider. */
  readonly emailVerified: boolean;
  /** The name of the connection of the user's primary account, to which the e-mail address belongs. Linked accounts are ignored. */
  readonly connection?: string;
  /** The name, if the user has one. */
  readonly name?: string;
}

/** The argument for the user's id. It is not compared with the result, because the request returns only the user with this id. */
const found: Argument = { problem: key.problem, fits: () => true };

/**
 * The argument for the e-mail address. It is compared with each result, because the look-up may request it in two spellings: as given, and in
 * lower case.
 */
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
    // Some identity providers return a string instead of a boolean. Only true counts as verified.
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
  nothing: "Only the address of a user's primary account is compared, not the addresses of linked accounts.",
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

/** The connection of the primary account (the one with the user's id), and a text that names the connections of the linked accounts. */
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
 * If users of the requested connection have an unverified address, reads the connection. Their rows get `vouched: true` if users cannot
 * sign up in the connection themselves, otherwise `doubt`: the reason why their addresses are not trusted.
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
    return connection ? selfSignUpIn(connection) : "the tenant has no connection with this name";
  } catch (error) {
    if (!(error instanceof Error && "forbidden" in error && error.forbidden === "scope")) throw error;
    return "the token lacks the scope read:connections, so the connection cannot be read";
  }
}

/**
 * Leaves out users with an untrusted address, because another person may have signed up with it.
 *
 * @throws RunError if no user is left
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
    `${all.label}: email: the address is not verified at tenant ${all.host}, so another person may have signed up with it. ` +
      `${inventory(all, candidates)}\n${doubt === undefined ? "" : `The connection ${name} does not make the address trustworthy: ${doubt}. `}` +
      "Have the user verify the address, set `connection` to a connection in which users cannot sign up themselves, or accept the address " +
      "with `unverified: true`.",
  );
}

/** Converts only ASCII letters to lower case: in other alphabets, the conversion can make two different addresses equal. */
function inLowerCase(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * One user, by id or by e-mail address. Routes: `GET /users/{id}`, or `GET /users-by-email?email=…` with the address in lower case, as the
 * service stores it, and in its given form; scope: `read:users`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const alice = await tenant.getUser({ email: "alice@example.com", connection: "staff" });
 * export const aliceId = alice.userId;
 * ```
 *
 * Anyone can sign up with another user's address. So a user with an unverified address is not found by the address, unless
 *
 * - `connection` names a connection in which users cannot sign up themselves: an enterprise connection, or a database with `disable_signup:
 *   true`. The look-up then reads the connection, with `GET /connections?name=…` and the scope `read:connections`; for databases,
 *   passwordless connections and `waad` also `read:connections_options`.
 * - or `unverified: true` accepts any address.
 *
 * Set `connection` for verified addresses, too: some identity providers report every address as verified. Users who signed up before a
 * database got `disable_signup`, or through an organization with `isSignupEnabled`, are accepted like all other users of the connection.
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such user, or if several users have the address, one for
 * each connection; the error lists their ids and connections
 */
export const getUser = forms.plain;

/** {@link getUser} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getUserOutput = forms.output;

/** The options that determine whether users can sign up in a connection themselves, each with the value that prevents the sign-up. */
const deciding = {
  disable_signup: true,
  useCommonEndpoint: false,
} as const;

/**
 * The reason why users can sign up in a connection themselves, for messages. Undefined if they cannot, because only the enterprise's
 * identity provider or an administrator creates accounts.
 *
 * Organizations with `isSignupEnabled` for a database are not checked.
 */
function selfSignUpIn(connection: JsonObject): string | undefined {
  const strategy = String(own(connection, "strategy"));
  const isOneOf = (names: readonly string[]) => names.includes(strategy);
  if (isOneOf(strategiesWithUsers)) return unless(connection, "disable_signup", "anyone can sign up in it");
  if (strategy === "waad")
    return unless(connection, "useCommonEndpoint", "accounts of any directory can log in with it");
  if (isOneOf(enterpriseStrategies)) return undefined;
  return `anyone may be able to sign up in it (strategy "${sanitize(strategy)}")`;
}

function unless(connection: JsonObject, option: keyof typeof deciding, problem: string): string | undefined {
  const options = optionsOf(connection);
  if (!isObject(options))
    return `the token lacks the scope read:connections_options, so options.${option} cannot be read`;
  const value = own(options, option) ?? false;
  return value === deciding[option] ? undefined : `${problem}, unless options.${option} is ${deciding[option]}`;
}

import { type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { quoted, type WaitBounds, waitFor } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import {
  changeMembers,
  type MemberCall,
  managedBy,
  membersAt,
  membershipType,
  readMembers,
  warnOfUnseenMembers,
} from "../../lifecycle/members/membership.ts";
import { claimOnSet } from "../../lifecycle/program/claims.ts";
import { warnOfRelease } from "../../lifecycle/requests/changes.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import {
  type Found,
  Incomplete,
  type Problem,
  type ResourceType,
  type UpdateRequest,
} from "../../lifecycle/resource-type.ts";
import {
  describePath,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  stringsIn,
  unknownValue,
  valueAt,
} from "../../schema/json.ts";
import { nearest } from "../../schema/names.ts";
import { secrecyOfDocument } from "../../schema/secrecy/by-path.ts";
import { secretsIn } from "../../schema/secrecy/find.ts";
import { collectionOf, pathOf } from "../../schema/service.ts";
import { ownMembersAt, type Plan, type SetChange, setChange, touched } from "../../state/plan.ts";
import type { Seen } from "../../state/project.ts";
import { declaredPaths } from "../../state/record.ts";
import {
  connection,
  connectionClients,
  excludedOptions,
  requestingStrategies,
  scopeFlagsOf,
  withDefaultRealms,
} from "./definition.ts";
import {
  contradictedScope,
  documentedOptions,
  hasMadeScope,
  jsonTypesOf,
  knownStrategies,
  namesOf,
  optionNames,
  withScopeInStep,
} from "./definition-options.ts";
import { mergeOptions, newOptions } from "./options.ts";

const clientsPointer = "/enabledClients";

/** The properties that every update sends, as the API resets them if they are missing. */
const kept = ["displayName", "realms", "isDomainConnection", "showAsButton"] as const;

const rest = restOf(connection, {
  normalize: withDefaultRealms,
  // Every update reads the connection, for the properties that it has to send.
  readsFirst: () => true,
  composers: { options: optionsFor },
  adjust: withKept,
});
const { label, listable } = rest.type;

/** Connections: `POST /connections`, `GET|PATCH|DELETE /connections/{id}`, `GET|PATCH /connections/{id}/clients`. */
export const connectionType: ResourceType = {
  ...rest.type,

  listable: {
    ...listable,
    shows: (row) => (clientsIn(row) === undefined ? [] : ["enabledClients"]),
    entryFor(call, known) {
      const [root = "", id = "", below, ...more] = call.path;
      if (below !== "clients" || more.length > 0) return listable.entryFor(call, known);
      return { listing: [root], key: id, answer: clientsIn };
    },
  },

  // The key of the claim contains the id. A new connection has no id yet, and so no claim.
  claim: (args, id) =>
    id === undefined ? undefined : claimOnSet(connection.schema, "enabledClients", args, clientsOf(id)),

  rules: (args, _, before) => [
    ...problemsOfStrategy(args, before),
    ...problemsOfScope(args),
    ...problemsOfAttributes(own(args, "options")),
    ...problemsOfCharacters(args),
  ],
  warnings: (args) => [
    ...strategyWarnings(args),
    ...optionWarnings(args),
    ...wronglyTyped(own(args, "strategy"), own(args, "options"), []),
    ...excludedInWords(args),
    ...sharedIdentifier(args),
    ...unusablePasswords(args),
    ...realmsOfOthers(args),
  ],
  refusals: (args, live = {}) => [
    ...(excludedInWords(live).length === 0 ? excludedInWords(args) : []),
    ...withoutRequestingApp(args),
    ...undeclaredCharacters(args, live),
  ],

  async create(service, args) {
    const sent = withFlagsOfScope(args);
    const found = await untilNameIsFree(service, label(args), () => rest.type.create(service, sent));
    const clients = own(args, "enabledClients");
    return Array.isArray(clients)
      ? withClients(service, found, { add: stringsIn(clients), remove: [] }, label(args))
      : found;
  },

  async find(service, args) {
    const found = await rest.type.find(service, args, { name: String(own(args, "name")) });
    return found && withReadClients(service, found, label(args));
  },

  async read(service, id, outputs) {
    const live = await rest.type.read(service, id, outputs);
    if (!live) return undefined;
    const subject = own(outputs, "name") === undefined ? `connection ${sanitize(id)}` : label(outputs);
    if (!declaredPaths(outputs).includes(clientsPointer)) return live;
    return { ...live, enabledClients: await readClients(service, id, subject) };
  },

  async update(service, change) {
    const wanted = own(change.inputs, "enabledClients");
    const isTouched = touched(change.plan).includes("enabledClients");
    const known = own(change.outputs, "enabledClients");
    const isUnsure = change.unsure.some((pointer) => fromPointer(pointer)[0] === "enabledClients");
    const lastKnown = Array.isArray(known) && !isUnsure ? stringsIn(known) : undefined;
    // The clients are read before the first write, so that a failed read leaves the connection unchanged.
    const listed = lastKnown ?? (isTouched ? await readClients(service, change.id, label(change.inputs)) : []);
    const seen = await updateConnection(service, change);
    if (!isTouched) return known === undefined ? seen : { live: { ...seen.live, enabledClients: known } };
    const ours = ownMembersAt(["enabledClients"], { ...change, paths: declaredPaths(change.outputs) }, change.outputs);
    // A list that is declared for the first time replaces what is there, as the preview shows.
    const isFirst = known === undefined && !isUnsure && ours.length === 0;
    const isManaged = isFirst ? () => true : managedBy(ours, stringsIn(wanted));
    const before = listed.filter(isManaged);
    if (wanted !== undefined)
      warnOfUnseenMembers(
        clientsLabel(label(change.inputs)),
        listed.filter((client) => !isManaged(client)),
      );
    // If enabledClients was removed from the program, the plan contains the clients to disable, without those that other resources declare.
    const leaving = change.plan.removed.flatMap(({ path: [name, client] }) =>
      name === "enabledClients" && client !== undefined && before.includes(client) ? [client] : [],
    );
    const changes = wanted === undefined ? { add: [], remove: leaving } : setChange(before, stringsIn(wanted));
    const found = { ...seen, id: change.id, live: { ...seen.live, enabledClients: before } };
    return withClients(service, found, changes, label(change.inputs));
  },
};

/** The arguments of a creation, with the undeclared flags from which the service makes the declared scope. */
function withFlagsOfScope(args: JsonObject): JsonObject {
  const options = own(args, "options");
  if (!isObject(options) || !hasMadeScope(own(args, "strategy"))) return args;
  const sent = withScopeInStep(scopeFlagsOf(args), {}, options, new Set(Object.keys(options)), {});
  return { ...args, options: sent };
}

/** Updates the connection without its clients. */
async function updateConnection(service: TenantClient, change: UpdateRequest): Promise<Seen> {
  const isOfBody = (name: string) => name !== "enabledClients";
  if (touched(change.plan).some(isOfBody)) return rest.type.update(service, change);
  return { live: change.outputs, unseen: Object.keys(rest.schema.fields).filter(isOfBody) };
}

/** The changes, and the properties that the API would reset if they were missing. */
function withKept(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  const body: MutableJsonObject = {};
  for (const name of kept) {
    // Responses of most strategies lack showAsButton, so the declared value is used.
    const value = own(live, name) ?? own(inputs, name);
    if (value !== undefined) body[name] = value;
  }
  return { ...body, ...changes };
}

function optionsFor(plan: Plan, inputs: JsonObject, live: JsonObject): JsonObject {
  const merged = mergeOptions(plan, inputs, live);
  switch (merged.refused) {
    case undefined:
      for (const released of merged.released) warnOfRelease(label(inputs), released);
      return merged.options;
    case "withheld":
      throw new UserError(
        `${label(inputs)} was not changed: its options cannot be read with this token, and an update replaces all options, ` +
          "so undeclared options would be lost. Grant the scope read:connections_options to the client that this program runs as.",
      );
    case "opaque":
      throw new UserError(
        `${label(inputs)} was not changed: at the tenant, it also has ${sanitize(merged.names.map((name) => `options.${name}`).join(", "))}, which ` +
          "the program does not declare. The API never returns this in a form that could be sent back, and an update of any option replaces all " +
          "options. So the update would destroy undeclared values. Declare each named option with its value.",
      );
  }
}

/** Changes the clients of a connection. @throws Incomplete if a request fails; its result contains the clients that are enabled at that time */
async function withClients(service: TenantClient, found: Found, changes: SetChange, subject: string): Promise<Found> {
  const before = stringsIn(own(found.live, "enabledClients"));
  const where = { path: clientsPath(found.id), subject: clientsLabel(subject) };
  // The operation has already sent a request: a write of the connection, or a read of its clients.
  const change = { calls: clientCalls(changes), before, continues: true };
  const { members, error } = await changeMembers(service, where, change);
  const now = { ...found, live: { ...found.live, enabledClients: members } };
  if (error) throw new Incomplete(now, [clientsPointer], error);
  return now;
}

async function withReadClients(service: Service, found: Found, subject: string): Promise<Found> {
  return { ...found, live: { ...found.live, enabledClients: await readClients(service, found.id, subject) } };
}

/** Options that the service refuses together. */
function excludedInWords(args: JsonObject): readonly string[] {
  const options = own(args, "options");
  const excluded = isObject(options) ? excludedOptions(args, options) : [];
  return excluded.map(
    ([name, by]) =>
      `${shown([name])}: the service refuses this option together with ${shown([by])}, except in a connection that has both already. Remove one of the two.`,
  );
}

/** The use for cross-app access, which the service accepts only for connections of some strategies. */
function withoutRequestingApp(args: JsonObject): readonly string[] {
  const strategy = own(args, "strategy");
  const isRefused =
    knownStrategies.some((known) => known === strategy) && !requestingStrategies.includes(String(strategy));
  if (!isRefused || valueAt(args, ["crossAppAccessRequestingApp", "active"]) !== true) return [];
  return [
    `crossAppAccessRequestingApp.active: the service accepts true only for the strategies ${requestingStrategies.join(" and ")}. Remove it from the program.`,
  ];
}

/** Warnings for options that are probably misspelt or belong to another strategy. */
function optionWarnings(args: JsonObject): readonly string[] {
  const options = own(args, "options");
  if (!isObject(options)) return [];
  const strategy = own(args, "strategy");
  const typos = secretsIn(options, secrecyOfDocument(documentedOptions(strategy))).filter(({ by }) => by === "typo");
  const secret = typos.map(
    ({ path, typoOf = [] }) => `${shown(path)}: ${didYouMean(typoOf.join("."))} Its value is treated as a secret.`,
  );
  const misspelt = new Set(typos.map(({ path: [name] }) => name));
  const names = Object.keys(options).filter((name) => !misspelt.has(name));
  return [...secret, ...names.flatMap((name) => optionWarning(name, strategy) ?? [])];
}

function optionWarning(name: string, strategy: Json | undefined): string | undefined {
  const known = namesOf(strategy);
  if (known.size === 0 || known.has(name)) return undefined;
  const meant = nearest(name, known);
  if (meant !== undefined) return `${shown([name])}: ${didYouMean(meant)}`;
  // An option of many strategies is probably also an option of this strategy, so it causes no warning.
  const owners = Object.keys(optionNames).filter((other) => optionNames[other]?.has(name));
  if (owners.length === 0 || owners.length > 4) return undefined;
  return `${shown([name])}: is an option of ${owners.join(", ")}, but not a known option of ${strategy}. It is sent unchanged.`;
}

/**
 * Warnings for options whose JSON type is not the documented one, such as a number in place of a text.
 *
 * @param path the path of the value in the options
 */
function wronglyTyped(strategy: Json | undefined, value: Json | undefined, path: Problem["path"]): readonly string[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, item]) => wronglyTyped(strategy, item, [...path, name]));
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => wronglyTyped(strategy, item, [...path, at]));
  if (value === undefined || value === null || value === unknownValue) return [];
  const types = jsonTypesOf(strategy, path);
  if (types.length === 0 || types.includes(typeof value)) return [];
  const quotes = types.includes("string") ? "with" : "without";
  return [
    `${shown(path)}: the service documents a ${types.join(" or a ")}, not a ${typeof value}. Write it ${quotes} quotes.`,
  ];
}

function shown(path: Problem["path"]): string {
  return sanitize(describePath(["options", ...path]));
}

/** The message for an unknown option that is probably a typo of a known one. */
function didYouMean(meant: string): string {
  return `unknown option. Did you mean "${meant}"?`;
}

/**
 * Refuses an unknown strategy that differs from a known one in one letter. Names that differ in more letters can be new strategies: `gitlab`
 * is no typo of `github`.
 *
 * @param before the state's inputs: the strategy of an existing connection is valid
 */
function problemsOfStrategy(args: JsonObject, before: JsonObject): readonly Problem[] {
  const strategy = unknownStrategyIn(args);
  if (strategy === undefined || strategy === own(before, "strategy")) return [];
  const meant = nearest(strategy, knownStrategies, 1);
  return meant === undefined ? [] : [{ path: ["strategy"], says: described(strategy, meant) }];
}

/** Refuses a scope that the service would replace: otherwise every preview would show the difference. */
function problemsOfScope(args: JsonObject): readonly Problem[] {
  const [strategy, options] = [own(args, "strategy"), own(args, "options")];
  const made = isObject(options) ? contradictedScope(strategy, options) : undefined;
  if (made === undefined) return [];
  const words = made.length === 0 ? "no words" : sanitize(made.map((word) => `"${word}"`).join(", "), 200);
  const says =
    `contradicts the flags: the service ignores a declared scope of strategy "${sanitize(String(strategy))}", and makes the scope from the ` +
    `flags. With the declared options, it has ${words}. Remove the scope from the program, or declare the flags for its words`;
  return [{ path: ["options", "scope"], says }];
}

/** Refuses attributes of a database's users that are required although users cannot give them at sign-up. */
function problemsOfAttributes(options: Json | undefined): readonly Problem[] {
  const attributes = own(options, "attributes");
  return Object.entries(isObject(attributes) ? attributes : {}).flatMap(([name, attribute]) => {
    const status = valueAt(attribute, ["signup", "status"]);
    if (own(attribute, "profile_required") !== true || status !== "inactive") return [];
    const says = 'must not be "inactive": the service accepts a required attribute only if users give it at sign-up';
    return [{ path: ["options", "attributes", name, "signup", "status"], says }];
  });
}

/**
 * The service accepts the rule `three_of_four` for passwords only together with all four types of characters.
 *
 * @param others further arguments: of an option that `args` lacks, the first value in them counts
 */
function problemsOfCharacters(args: JsonObject, ...others: readonly JsonObject[]): readonly Problem[] {
  const complexity = ["options", "password_options", "complexity"];
  const at = (name: string) =>
    [args, ...others].map((one) => valueAt(one, [...complexity, name]) ?? null).find((value) => value !== null);
  const types = at("character_types");
  const isShort = Array.isArray(types) && !types.includes(unknownValue) && new Set(types).size < 4;
  if (own(args, "strategy") !== "auth0" || at("character_type_rule") !== "three_of_four" || !isShort) return [];
  const says = 'must have all four types: the service accepts the rule "three_of_four" only with them';
  return [{ path: [...complexity, "character_types"], says }];
}

/** The problem if an undeclared option contradicts the rule, as messages: an update keeps what the connection has, and a new one gets the defaults. */
function undeclaredCharacters(args: JsonObject, live: JsonObject): readonly string[] {
  const isKnown = [args, { ...live, strategy: own(args, "strategy") ?? null }].some(
    (one) => problemsOfCharacters(one).length > 0,
  );
  const problems = isKnown ? [] : problemsOfCharacters(args, live, { options: newOptions(args) });
  return problems.map(({ path, says }) => `${describePath(path)}: ${says}`);
}

/** Warns of an e-mail address that is not unique and identifies users. The service's documentation excludes it; no recorded response does. */
function sharedIdentifier(args: JsonObject): readonly string[] {
  const email = valueAt(args, ["options", "attributes", "email"]) ?? null;
  const isShared = own(email, "unique") === false && valueAt(email, ["identifier", "active"]) === true;
  if (own(args, "strategy") !== "auth0" || !isShared) return [];
  return [
    "options.attributes.email.identifier.active: the service's documentation says that an e-mail address that is not unique cannot be an identifier. " +
      "Declare false, and another attribute as the identifier.",
  ];
}

/**
 * Warns of a database without passwords in which users could still change them. The service's own tools refuse it; no recorded response does.
 */
function unusablePasswords(args: JsonObject): readonly string[] {
  const at = (...path: Path) => valueAt(args, ["options", ...path]);
  const name = "disable_self_service_change_password";
  const isOff = at("authentication_methods", "password", "enabled") === false;
  if (own(args, "strategy") !== "auth0" || !isOff || at(name) === true || at(name) === unknownValue) return [];
  return [
    `options.${name}: users without passwords cannot change them, and the service's own tools refuse false beside authentication_methods.password.enabled ` +
      "false. Declare true.",
  ];
}

/** Warns of realms of a connection that is no database. The requests in the service's SDK lack them; no recorded exchange shows a refusal. */
function realmsOfOthers(args: JsonObject): readonly string[] {
  const [strategy, realms, name] = ["strategy", "realms", "name"].map((one) => own(args, one));
  if (strategy === "auth0" || unknownStrategyIn(args) !== undefined || !Array.isArray(realms)) return [];
  if (realms.every((realm) => realm === name || realm === unknownValue)) return [];
  const instead = namesOf(strategy).has("domain_aliases")
    ? ", and declare domains of e-mail addresses in options.domain_aliases"
    : "";
  return [
    `realms: tenants can refuse realms of a connection that is no database. If so, remove realms from the program${instead}.`,
  ];
}

/** Warns of an unknown strategy, which can be a new one. */
function strategyWarnings(args: JsonObject): readonly string[] {
  const strategy = unknownStrategyIn(args);
  if (strategy === undefined) return [];
  return [`strategy: ${described(strategy, nearest(strategy, knownStrategies))} It is sent unchanged.`];
}

function described(strategy: string, meant: string | undefined): string {
  return `unknown value "${sanitize(strategy)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
}

/** The declared strategy if it is unknown to this package; undefined for a known one. */
function unknownStrategyIn(args: JsonObject): string | undefined {
  const strategy = own(args, "strategy");
  if (typeof strategy !== "string" || strategy === unknownValue) return undefined;
  return knownStrategies.some((known) => known === strategy) ? undefined : strategy;
}

/** Maximum wait for a name to become free. */
const nameWait: WaitBounds = { seconds: 300, pause: 5 };

/**
 * Retries a creation while the service is still deleting a connection with the same name, as after a replacement. The API rejects the
 * creation during that time, without changes.
 */
async function untilNameIsFree<T>(service: TenantClient, label: string, create: () => Promise<T>): Promise<T> {
  let refusal: unknown;
  const created = await waitFor(service, nameWait, () =>
    create().catch((error: unknown) => {
      if (!isBeingDeleted(error)) throw error;
      if (refusal === undefined)
        console.info(
          `${label}: the tenant is still deleting a connection with this name; this run waits until that has ended`,
        );
      refusal = error;
      return undefined;
    }),
  );
  if (created === undefined) throw refusal;
  return created;
}

function isBeingDeleted(error: unknown): boolean {
  return (
    error instanceof TenantError &&
    error.status === 409 &&
    error.outcome === "refused" &&
    /being deleted/i.test(error.message)
  );
}

/** Maximum number of clients that one request can change. */
const chunkSize = 50;

/** The API path of a connection's clients. */
function clientsPath(connectionId: string): readonly string[] {
  return pathOf(connectionClients.route, { connectionId });
}

/** The set of a connection's clients in messages. */
function clientsLabel(connectionLabel: string): string {
  return `the clients of ${connectionLabel}`;
}

/** Identifies the set of a connection's clients, for the claims of resources on it. */
function clientsOf(connectionId: string): ReturnType<typeof membersAt> {
  return membersAt(clientsPath(connectionId), `the clients of connection "${sanitize(connectionId)}"`);
}

/** Reads the ids of the clients that may use a connection. */
function readClients(service: Service, id: string, subject: string): Promise<readonly string[]> {
  const { route, members } = connectionClients;
  const listing = { path: clientsPath(id), collection: collectionOf(route), subject: clientsLabel(subject) };
  return readMembers(service, members, listing);
}

/**
 * The clients in an entry of the listing of connections, in the form of a response with clients; undefined for newer tenants, whose entries lack
 * the clients.
 */
function clientsIn(row: JsonObject): Json | undefined {
  const clients = own(row, "enabled_clients");
  return Array.isArray(clients) ? { clients: clients.map((client_id) => ({ client_id })) } : undefined;
}

/** Makes the requests that enable and disable clients, with at most {@link chunkSize} clients each. */
function clientCalls({ add, remove }: SetChange): readonly MemberCall[] {
  const entries = [
    ...add.map((client_id) => ({ client_id, status: true })),
    ...remove.map((client_id) => ({ client_id, status: false })),
  ];
  const chunks = Array.from({ length: Math.ceil(entries.length / chunkSize) }, (_, at) =>
    entries.slice(at * chunkSize, (at + 1) * chunkSize),
  );
  return chunks.map((body) => {
    const ids = (status: boolean) => body.flatMap((entry) => (entry.status === status ? [entry.client_id] : []));
    const does = { add: ids(true), remove: ids(false) };
    return { method: "PATCH", action: "update", expected: "nothing", body, does };
  });
}

/** The clients for which a connection is enabled. */
export const connectionClientsType: ResourceType = membershipType(connectionClients, {
  label: (args) => `the clients of connection${quoted(args, "connectionId")}`,
  idIs: "a connection",
  calls: clientCalls,
});

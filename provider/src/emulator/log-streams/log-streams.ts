import { ServiceError } from "../shared/errors.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { readQuery } from "../shared/query.ts";
import { newPrefixedId, omit, type Stored, type WireObject } from "../shared/store.ts";
import {
  bodyOf,
  check,
  flag,
  list,
  type ObjectSchema,
  object,
  type Properties,
  payloadError,
  text,
} from "../shared/validation.ts";

/** A stored log stream. */
export interface StoredStream extends Stored {
  readonly name: string;
  readonly type: string;
  readonly sink: WireObject;
}

const needed = (properties: Properties): ObjectSchema => object("Sink", properties, Object.keys(properties));
const some = (about: string) => text(about, { min: 1 });
const header = object("Header", { header: some("Name"), value: some("Value") }, ["header", "value"]);

/** The schema of the sink, by type. */
const sinks: Readonly<Record<string, ObjectSchema>> = {
  http: object(
    "Sink",
    {
      httpEndpoint: text("Address", { pattern: /^https:\/\/.*/ }),
      httpContentType: text("Content type"),
      httpContentFormat: text("Format", { oneOf: ["JSONARRAY", "JSONLINES", "JSONOBJECT"] }),
      httpAuthorization: text("Value of the header Authorization"),
      httpCustomHeaders: list("Further headers", header),
    },
    ["httpEndpoint"],
  ),
  eventbridge: needed({ awsAccountId: text("Account", { pattern: /^\d{12}$/ }), awsRegion: some("Region") }),
  eventgrid: needed({
    azureSubscriptionId: text("Subscription", { pattern: /^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/ }),
    azureRegion: some("Region"),
    azureResourceGroup: some("Group"),
  }),
  datadog: needed({
    datadogApiKey: some("Key"),
    datadogRegion: text("Region", { oneOf: ["us", "eu", "us3", "us5"] }),
  }),
  splunk: needed({
    splunkDomain: some("Domain"),
    splunkPort: text("Port", { pattern: /^\d*$/ }),
    splunkToken: some("Token"),
    splunkSecure: flag("Whether TLS is used"),
  }),
  sumo: needed({ sumoSourceAddress: some("Address") }),
  segment: needed({ segmentWriteKey: some("Key") }),
  mixpanel: needed({
    mixpanelRegion: text("Region", { oneOf: ["us", "eu"] }),
    mixpanelProjectId: text("Project", { pattern: /^\d+$/ }),
    mixpanelServiceAccountUsername: text("Account", { pattern: /^[^:]+$/ }),
    mixpanelServiceAccountPassword: text("Password", { pattern: /^[^:]+$/ }),
  }),
};

/**
 * The types whose sink is a cloud account. An update cannot change such a sink. By type: returns the property that the service adds to the sink,
 * which it derives from the stream's id.
 */
const clouds: Readonly<Record<string, (id: string) => WireObject>> = {
  eventbridge: (id) => ({ awsPartnerEventSource: `aws.partner/example.com/${id}/logs` }),
  eventgrid: (id) => ({ azurePartnerTopic: `logs-${id}` }),
};

const category = object(
  "Filter",
  { type: text("Kind", { oneOf: ["category"] }), name: text("Category", { pattern: /^[a-z_.]+$/ }) },
  ["type", "name"],
);
const security = [{ type: "category", name: "security" }];
const personal = ["first_name", "last_name", "username", "email", "phone", "address"];
const changeable = {
  name: text("Name", { min: 1 }),
  status: text("Status", { oneOf: ["active", "paused", "suspended"] }),
  isPriority: flag("Whether the stream has priority"),
  filters: list("Filters", category, { uniqueBy: "name" }),
  pii_config: object(
    "Personal data",
    {
      log_fields: list("Fields", text("Field", { oneOf: personal }), { min: 1 }),
      method: text("Method", { oneOf: ["hash", "mask"] }),
      algorithm: text("Algorithm", { oneOf: ["xxhash"] }),
    },
    ["log_fields"],
  ),
  sink: object("Sink", {}, [], { open: true }),
};
const fixed = {
  type: text("Type", { oneOf: Object.keys(sinks) }),
  startFrom: text("Time of the first log", { pattern: /^\d{4}-\d\d-\d\dT/ }),
};
const password = "mixpanelServiceAccountPassword";

/** The tenant's log streams, by id: `/log-streams`, scopes `create|read|update|delete:log_streams`. The emulator sends no logs. */
export function logStreamModule({ traits, cursors }: Tenant): Module<Objects<StoredStream>> {
  const streams: Objects<StoredStream> = new Objects<StoredStream>({
    key: "id",
    created: bodyOf({ id: text("Id", { min: 1 }), ...changeable, ...fixed }, ["name", "type", "sink"]),
    changed: bodyOf(changeable, [], { min: 1 }),
    whole: ["id", "name", "type", "sink"],
    newId: () => newPrefixedId("lst_"),
    notFound: () => new ServiceError(404, "The log stream does not exist."),
    taken: () => new ServiceError(409, "The log stream already exists."),
    sortKey: ({ id }) => id,
    settle(given, id, before) {
      const type = String(before?.type ?? given.type);
      const isMerged = type === "datadog" || traits.mergedSinks;
      const sink = sinkAfter(type, isMerged ? mergedInto(before?.sink, given.sink) : given.sink, id, before?.sink);
      const { startFrom: _, status, pii_config, ...others } = given;
      const fresh = { status: "active", ...(traits.logStreamPriority && { isPriority: false }) };
      const row: WireObject = {
        // An update without `pii_config` removes it.
        ...omit(before ?? fresh, ["pii_config"]),
        ...others,
        // A new stream is always active, so only an update sets the status.
        ...(before && status !== undefined && { status }),
        ...(pii_config !== undefined && {
          pii_config: { method: "hash", algorithm: "xxhash", ...(pii_config as WireObject) },
        }),
        ...{ id, type, sink },
      };
      if (row.isPriority === true) return { ...row, filters: security };
      return Array.isArray(row.filters) && row.filters.length === 0 ? omit(row, ["filters"]) : row;
    },
    view(row) {
      const isMasked = row.type === "mixpanel" && password in row.sink;
      return structuredClone({ ...row, sink: { ...row.sink, ...(isMasked && { [password]: "********" }) } });
    },
  });
  const all = {
    handle: ({ query }: { readonly query: URLSearchParams }) => {
      // The list has neither paging nor filters. One client says so in the query, and the service accepts that.
      readQuery(query, { paginate: flag("Whether to return a page") });
      return streams.listed().map((row) => streams.show(row));
    },
  };
  const routes = { list: all, create: { status: 200 } };
  return { objects: streams, routes: restRoutes("log-streams", streams, cursors, { routes }) };
}

/** The properties of a sink after an update that keeps those that it omits. */
function mergedInto(before: WireObject | undefined, given: unknown): unknown {
  return given === undefined ? undefined : { ...before, ...(given as WireObject) };
}

/** The sink that is stored after a write. */
function sinkAfter(type: string, given: unknown, id: string, before: WireObject | undefined): WireObject {
  if (given === undefined) return before ?? {};
  const isKept = type === "mixpanel" && before && !Object.hasOwn(given as WireObject, password);
  const whole = { ...(given as WireObject), ...(isKept && { [password]: before[password] }) };
  const made = clouds[type]?.(id) ?? {};
  const own = omit(whole, Object.keys(made));
  const violation = check(sinks[type] ?? object("Sink", {}), own, "sink");
  if (violation) throw payloadError(violation);
  if (before && clouds[type] && JSON.stringify(own) !== JSON.stringify(omit(before, Object.keys(made)))) {
    throw payloadError({ why: `The sink of a stream of type ${type} cannot be changed`, path: "sink" });
  }
  return before && clouds[type] ? before : { ...own, ...made };
}

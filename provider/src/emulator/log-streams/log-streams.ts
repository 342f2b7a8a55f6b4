import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Module, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { type Asked, readQuery } from "../shared/query.ts";
import { copyOf, newPrefixedId, omit, type Stored, type WireObject } from "../shared/store.ts";
import { check, type ObjectSchema, object, payloadError } from "../shared/validation.ts";

/** A stored log stream. */
export interface StoredStream extends Stored {
  readonly name: string;
  readonly type: string;
  readonly sink: WireObject;
}

/**
 * The types whose sink is a cloud account. An update cannot change such a sink. By type: returns the property that the service adds to the sink,
 * which it derives from the stream's id.
 */
const clouds: Readonly<Record<string, (id: string) => WireObject>> = {
  eventbridge: (id) => ({ awsPartnerEventSource: `aws.partner/example.com/${id}/logs` }),
  eventgrid: (id) => ({ azurePartnerTopic: `logs-${id}` }),
};

const security = [{ type: "category", name: "security" }];
const password = "mixpanelServiceAccountPassword";

/** The tenant's log streams, by id: `/log-streams`. The emulator sends no logs. */
export function logStreamModule({ traits, cursors }: Tenant): Module<Objects<StoredStream>> {
  const streams: Objects<StoredStream> = new Objects<StoredStream>({
    path: "/log-streams",
    key: "id",
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
      return copyOf({ ...row, sink: { ...row.sink, ...(isMasked && { [password]: "********" }) } });
    },
  });
  const all = {
    handle: (request: Asked) => {
      readQuery(request);
      return streams.listed().map((row) => streams.show(row));
    },
  };
  const routes = { list: all, create: { status: 200 } };
  return { objects: streams, routes: restRoutes(streams, cursors, { routes }) };
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
  const { sink } = bodyOf("POST /log-streams").properties;
  const violation = check((sink as ObjectSchema).kinds?.[type] ?? object({}), own, "sink");
  if (violation) throw payloadError(violation);
  if (before && clouds[type] && JSON.stringify(own) !== JSON.stringify(omit(before, Object.keys(made)))) {
    throw payloadError({ why: `The sink of a stream of type ${type} cannot be changed`, path: "sink" });
  }
  return before && clouds[type] ? before : { ...own, ...made };
}

import { bodyOf } from "../shared/interface.ts";
import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { readQuery } from "../shared/query.ts";
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
export function logStreamModule({ traits }: Tenant): Module<Objects<StoredStream>> {
  const streams: Module<Objects<StoredStream>> = restModule<StoredStream>(
    {
      path: "/log-streams",
      key: "id",
      whole: ["id", "name", "type", "sink"],
      newId: () => newPrefixedId("lst_"),
      missing: "The log stream does not exist.",
      taken: "The log stream already exists.",
      sortKey: ({ id }) => id,
      fresh: traits.logStreamPriority ? { isPriority: false } : {},
      settle({ startFrom: _, ...sent }, { given, id, before }) {
        const type = String(sent.type);
        const isMerged = type === "datadog" || traits.mergedSinks;
        const sink = sinkAfter(type, isMerged ? mergedInto(before?.sink, given.sink) : given.sink, id, before?.sink);
        const { pii_config } = given;
        const row: WireObject = {
          // An update without `pii_config` removes it.
          ...omit(sent, ["pii_config"]),
          ...(pii_config !== undefined && {
            pii_config: { method: "hash", algorithm: "xxhash", ...(pii_config as WireObject) },
          }),
          // A new stream is always active, so only an update sets the status.
          ...(!before && { status: "active" }),
          sink,
        };
        if (row.isPriority === true) return { ...row, filters: security };
        return Array.isArray(row.filters) && row.filters.length === 0 ? omit(row, ["filters"]) : row;
      },
      view(row) {
        const isMasked = row.type === "mixpanel" && password in row.sink;
        return copyOf({ ...row, sink: { ...row.sink, ...(isMasked && { [password]: "********" }) } });
      },
    },
    {
      routes: {
        list: {
          handle: (request) => {
            readQuery(request);
            return streams.objects.listed().map((row) => streams.objects.show(row));
          },
        },
        create: { status: 200 },
      },
    },
  );
  return streams;
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

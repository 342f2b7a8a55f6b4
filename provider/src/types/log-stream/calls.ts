import { sanitize } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { orIncomplete, type Problem, type ResourceType } from "../../lifecycle/resource-type.ts";
import {
  describePath,
  equal,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  unknownValue,
  valueAt,
} from "../../schema/json.ts";
import { sendsSomething, sentPaths } from "../../state/plan.ts";
import { toWire } from "../../state/wire.ts";
import { formsOfSink, logStream, madeOfSink, neededOfSink } from "./definition.ts";

const rest = restOf(logStream, {
  ...{ fromBody: withNamesOfPartner, normalize: withoutForced, readsFirst: () => true },
  adjust: withPropertiesToKeep,
});
const { label, update: ordinary } = rest.type;

/** Log streams: `POST /log-streams`, `GET|PATCH|DELETE /log-streams/{id}`. */
export const logStreamType: ResourceType = {
  ...rest.type,

  rules: problemsOf,

  /**
   * Updates the stream. Some sinks keep properties that an update omits, so properties that were removed from the program leave the sink first, and
   * alone: if the response still contains one, nothing has changed yet, and a removed secret does not go to a new address.
   */
  async update(service, change) {
    const { plan, inputs } = change;
    const leaving = plan.removed.filter(({ path }) => path[0] === "sink");
    const others = { ...plan, removed: plan.removed.filter((removal) => !leaving.includes(removal)) };
    if (leaving.length === 0) return ordinary(service, change);
    const first = await ordinary(service, { ...change, plan: { ...plan, changed: [], removed: leaving } });
    const kept = leaving.filter(({ path }) => valueAt(first.live, path) !== undefined);
    if (kept.length > 0) throw new UserError(keptInWords(label(inputs), kept));
    if (!sendsSomething(others)) return first;
    const second = ordinary(service, { ...change, plan: others });
    return orIncomplete(second, { ...first, id: change.id }, sentPaths(others));
  },

  async create(service, args) {
    const { status, startFrom, ...others } = args;
    const body = { ...toWire(rest.bodyFields, others), ...(startFrom !== undefined && { startFrom }) };
    const found = await rest.post(service, args, body);
    if (status === undefined || equal(own(found.live, "status"), status)) return found;
    const whole = toWire(rest.bodyFields, withPropertiesToKeep({ status }, args, found.live));
    return orIncomplete(rest.patch(service, found.id, whole, args, { continues: true }), found, ["/status"]);
  },
};

/** A response with the names that the service makes for the other side's cloud beside the sink, where the schema has them. */
function withNamesOfPartner(body: JsonObject): JsonObject {
  const sink = own(body, "sink") ?? null;
  const names = madeOfSink.filter((name) => own(sink, name) !== undefined);
  return { ...body, ...Object.fromEntries(names.map((name) => [name, own(sink, name) ?? null])) };
}

function keptInWords(subject: string, kept: readonly { readonly path: Path }[]): string {
  const names = sanitize(kept.map(({ path }) => describePath(path)).join(", "));
  return (
    `${subject} was not changed: the program no longer declares ${names}, but the service keeps it in the sink although the update omits it. ` +
    `To create a new stream without ${names}, which then replaces this one, run \`pulumi up --replace '<its urn>'\`. Or declare ${names} again, or ` +
    "remove it in the dashboard."
  );
}

/** Adds the properties that the API would remove, or might remove, if an update did not send them. */
function withPropertiesToKeep(changes: JsonObject, _: JsonObject, live: JsonObject): JsonObject {
  const { piiConfig = own(live, "piiConfig"), filters = own(live, "filters") ?? [], ...others } = changes;
  const isPriority = own(changes, "isPriority") ?? own(live, "isPriority");
  // To remove piiConfig, the body omits it (its value in the changes is null). The body always has a property, as the service refuses an empty body.
  return {
    ...others,
    ...(isObject(piiConfig) && { piiConfig }),
    ...(isPriority === true ? { isPriority } : { filters }),
  };
}

/** Removes the filters that the service sets for a stream with `isPriority`. */
function withoutForced(args: JsonObject): JsonObject {
  const { filters, ...others } = args;
  return own(args, "isPriority") === true && equal(filters, ["security"]) ? others : args;
}

/** The problems of the sink's values that the service would refuse because of their form. */
function formProblems(sink: Json | undefined): readonly Problem[] {
  return Object.entries(formsOfSink).flatMap(([name, { source, says }]) => {
    const value = own(sink, name);
    const path = ["sink", name];
    if (typeof value === "number") return [{ path, says: "must be a string, not a number: write it in quotes" }];
    const isWrong = typeof value === "string" && value !== unknownValue && !new RegExp(source).test(value);
    return isWrong ? [{ path, says }] : [];
  });
}

function problemsOf(args: JsonObject): readonly Problem[] {
  const [type, sink] = [own(args, "type"), own(args, "sink")];
  const needed: readonly string[] = Object.entries(neededOfSink).find(([name]) => name === type)?.[1] ?? [];
  const missing = isObject(sink) ? needed.filter((name) => (own(sink, name) ?? null) === null) : [];
  const isForced = own(args, "isPriority") === true && own(args, "filters") !== undefined;
  // Only the service sets this status, when the sink fails. The service refuses the status in a request.
  const isSuspended = own(args, "status") === "suspended";
  return [
    ...(isSuspended
      ? [{ path: ["status"], says: 'must be "active" or "paused": only the service can suspend a stream' }]
      : []),
    ...missing.map((name) => ({
      path: ["sink", name],
      says: `is required for a log stream of type "${String(type)}"`,
    })),
    ...formProblems(sink),
    ...(isForced
      ? [
          {
            path: ["filters"],
            says: "cannot be declared together with isPriority: true: the service chooses the filters then",
          },
        ]
      : []),
  ];
}

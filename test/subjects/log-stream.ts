import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const sink = { httpEndpoint: "https://logs.example.com/tenant" };
const type = "http";

/** A user at the dashboard saves the whole stream: the service removes personal data's settings that do not come. */
function change(tenant: Emulator, key: string, wire: WireObject): void {
  const found = objects.answered(tenant, key) ?? {};
  const kept = found.pii_config === undefined ? {} : { pii_config: found.pii_config };
  tenant.logStreams.update(String(found.id ?? key), { ...kept, ...wire });
}

const theirs = {
  id: "lst_0000000000000000",
  name: "Foreign",
  type: "datadog",
  sink: { datadogApiKey: "0123456789abcdef0123456789abcdef", datadogRegion: "eu" },
  status: "active",
};
const objects = objectsOf("logStream", { byHand: (name) => ({ name, type, sink, filters: [] }), theirs, change });

const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 12 });

const sinks = fc.record(
  {
    httpEndpoint: fc.constantFrom("https://logs.example.com/a", "https://logs.example.com/ü"),
    httpContentFormat: fc.constantFrom("JSONARRAY", "JSONLINES"),
    httpContentType: fc.constantFrom("application/json", ""),
    httpCustomHeaders: fc.constantFrom([{ header: "X-One", value: "one" }], []),
  },
  { requiredKeys: ["httpEndpoint"] },
);
const filters = fc.uniqueArray(fc.constantFrom("auth.login.fail", "management.success", "actions"), { maxLength: 3 });
const logFields = fc.uniqueArray(fc.constantFrom("email", "phone", "address"), { minLength: 1, maxLength: 3 });
const piiConfig = fc.record({ logFields, method: fc.constantFrom("hash", "mask") }, { requiredKeys: ["logFields"] });
const status = fc.constantFrom("active", "paused");
const properties = fc.record(
  { sink: sinks, filters: orAbsent(filters), piiConfig: orAbsent(piiConfig), status: orAbsent(status) },
  { requiredKeys: ["sink"] },
);
const edits = fc.record(
  {
    sink: fc.constantFrom({ httpContentType: "text/plain" }, { httpContentFormat: "JSONOBJECT" }),
    filters,
    status,
    piiConfig: fc.record({ logFields }),
  },
  { requiredKeys: [] },
);
const priorities = fc.record({ isPriority: orAbsent(fc.boolean()), status: orAbsent(status) }, { requiredKeys: [] });

const audit = { name: "Audit", type, sink, filters: ["management.success"] };
const changed = { ...audit, filters: ["management.success", "management.fail"] };

const sinkTo = (path: string, httpContentFormat: string) => ({
  httpEndpoint: `https://logs.example.com/${path}`,
  httpContentFormat,
});

export const logStream: Subject<"logStream"> = {
  ...objects,
  identity: (_, n) => ({ name: `stream-${n}`, type, sink }),
  notable(_, live) {
    const { filters: _chosen, ...others } = live;
    // The service chooses the filters of a stream with priority.
    return live.isPriority === true ? others : live;
  },

  exceptions: [
    {
      law: "constancy",
      how: "lost",
      paths: ["/filters"],
      by: ["/isPriority"],
      why: "The service sends security logs only to a stream with priority.",
      documented: "The service chooses the filters of a log stream with `isPriority: true`",
      examples: [[{ program: { isPriority: false } }, { program: { isPriority: true } }]],
    },
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/filters"],
      by: ["/isPriority"],
      why: "Nothing tells that the service has chosen the filters, once another tool has taken the priority away.",
      documented: "The service chooses the filters of a log stream with `isPriority: true`",
      examples: [[{ program: { isPriority: true } }, { program: {}, edit: { isPriority: false } }]],
    },
  ],
  laws: [casesOf(properties, edits, 0.3), casesOf(priorities, priorities, 0.1)],
  // A new one is active: another call pauses it.
  writes: 2,

  ...slotsOf("stream", properties, { type, adopt: true }),
  edits: () => [
    { weight: 2, values: fc.record({ filters: fc.constantFrom(["user.fail"], []) }) },
    { weight: 1, values: fc.record({ status }) },
  ],

  scopes: scopesOfObjects("log_streams", audit, changed, {
    update: ["read", "update"],
    further: [
      {
        operation: "create with `status: paused`",
        scopes: ["create:log_streams", "update:log_streams"],
        run: { ...audit, status: "paused" },
      },
    ],
  }),
  hostile: {
    ...hostileTo("log-streams", audit, [
      '{"id":"another","name":7}',
      '{"id":"another","name":"another","type":"sumo","sink":{}}',
    ]),
    versions(_, n) {
      const secret = { ...sink, httpAuthorization: "s3cr3t-of-a-stream" };
      const first = { name: `stream-${n}`, type, sink: secret };
      return [first, { ...first, filters: ["user.fail"] }];
    },
    secrets: ["s3cr3t-of-a-stream"],
  },
  bench: [audit, changed],
  unlikeTable: [
    ["PATCH type: only the definition has it", "No update can change it."],
    ["* filters[]: string in the definition, object in the table", "The program has the names only."],
    ["* status: *", "Only the service suspends a stream."],
  ],
  inCases: (name) => ({ args: { name, type: "http", sink: { httpEndpoint: "https://logs.example.com/tenant" } } }),
  sample: {
    key: "name",
    program: ({ key }) => ({
      args: { name: key, type: "http", sink: sinkTo("one", "JSONLINES") },
      values: { sink: [sinkTo("two", "JSONLINES"), sinkTo("two", "JSONARRAY")] },
    }),
  },
  switches: [
    {
      at: ["status"],
      on: "active",
      off: { name: "audit", type: "http", status: "paused", sink: { httpEndpoint: "https://logs.example.com/" } },
      offValue: "paused",
      dropped: [[{ filters: ["auth.login.fail"] }, "filters", ["management.fail"]]],
      foreign: [["filters", ["management.fail"], "filters"]],
      declared: [["sink", { httpEndpoint: "https://evil.example.com/" }]],
    },
  ],
  elsewhere: [
    [
      "auth0_log_stream",
      "audit_logs",
      { id: at.stream, name: "Audit", type: "http", filters: [{ type: "category", name: "management.success" }] },
    ],
  ],
  namesElsewhere: ["audit_logs"],
};

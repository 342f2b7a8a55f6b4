import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";
import { secret } from "./switches.ts";

const { fields } = kinds.eventStream.schema;
const destinations = ["webhook", "eventbridge", "action"];

/** The destination as a property of its own, as programs have it. */
function flat({ destination, ...others }: JsonObject): JsonObject {
  const { type, configuration } = destination as { readonly type: string; readonly configuration: JsonObject };
  const { aws_partner_event_source: source, ...own } = configuration;
  return { ...others, [type]: own, ...(source !== undefined && { aws_partner_event_source: source }) };
}

/** The destination as the service has it. */
function nested(row: JsonObject): JsonObject {
  const { aws_partner_event_source: source, ...others } = row;
  const type = destinations.find((name) => own(row, name) !== undefined);
  if (type === undefined) return others;
  const { [type]: configuration, ...rest } = others;
  const more = source === undefined ? {} : { aws_partner_event_source: source };
  return { ...rest, destination: { type, configuration: { ...(configuration as JsonObject), ...more } } };
}

const hush = "s3cr3t-of-events";
const webhook = { endpoint: "https://events.example.com/tenant", authorization: { method: "bearer", token: hush } };
const onWire = {
  type: "webhook",
  configuration: {
    webhook_endpoint: webhook.endpoint,
    webhook_authorization: { method: "bearer", token: "theirs" },
  },
};
const byHand = (name: string): WireObject => ({
  ...{ name, status: "enabled", subscriptions: [{ event_type: "user.created" }], destination: onWire },
});
const theirs = { id: "est_0000000000000000000000", ...byHand("Foreign") };

function found({ eventStreams }: Emulator, key: string): JsonObject | undefined {
  return eventStreams.get(key) as JsonObject | undefined;
}

/** The stream with what no response contains. */
function whole(tenant: Emulator, key: string): JsonObject | undefined {
  const id = found(tenant, key)?.id;
  return (tenant.export("eventStreams").eventStreams as readonly JsonObject[]).find((row) => row.id === id);
}

/** Sets properties as a user would: a webhook is saved with its secret. */
function edit(tenant: Emulator, key: string, name: string, value: Json): void {
  const row = whole(tenant, key) ?? {};
  const wire = toWire(fields, { [name]: value });
  const before = own(flat(row), name);
  const [[wireName = "", after] = []] = Object.entries(wire);
  const merged = isObject(before) && isObject(after) ? { ...before, ...after } : after;
  tenant.eventStreams.update(String(row.id), nested({ [wireName]: merged ?? null }));
}

const authorizations = fc.oneof(
  fc.record({ method: fc.constant("bearer"), token: fc.constantFrom("token-1", "token-2 ü") }),
  fc.record({
    method: fc.constant("basic"),
    username: fc.constantFrom("tenant", "events"),
    password: fc.constantFrom("password-1", "password-2"),
  }),
  fc.record({
    method: fc.constant("custom_header"),
    headerKey: fc.constantFrom("X-One", "X-Two"),
    headerValue: fc.constantFrom("value-1", "value-2"),
  }),
);
const endpoints = fc.constantFrom("https://events.example.com/a", "https://events.example.com/b?x=%2F");
const subscriptions = fc.uniqueArray(fc.constantFrom("user.created", "user.deleted", "organization.created"), {
  minLength: 1,
  maxLength: 3,
});
const properties = fc.record(
  {
    subscriptions,
    status: fc.constantFrom("enabled", "disabled"),
    webhook: fc.record({ endpoint: endpoints, authorization: authorizations }),
  },
  { requiredKeys: ["subscriptions", "webhook"] },
);
const edits = fc.record({ subscriptions, status: fc.constantFrom("enabled", "disabled") }, { requiredKeys: [] });

const keys = (slot: string) => [slot, `${slot} ü?x=%2F#1`];
const users = { name: "Users", subscriptions: ["user.created"], webhook };
const cloud = {
  subscriptions: ["user.created"],
  eventbridge: { awsAccountId: "1".repeat(12), awsRegion: "eu-west-1" },
};
const changed = { ...users, subscriptions: ["user.created", "user.deleted"] };
const moved = { ...users, webhook: { ...webhook, endpoint: "https://events.example.com/new" } };
const [create, read, update, remove] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:event_streams`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: users },
  { operation: "refresh, drift", scopes: [read], before: users, run: "refresh" },
  { operation: "update", scopes: [update], before: users, run: changed },
  { operation: "update of `webhook`", scopes: [read, update], before: users, run: moved },
  { operation: "delete", scopes: [remove], before: users, run: undefined },
  { operation: "create with `adopt`", scopes: [create, read], run: { ...users, adopt: true } },
  { operation: "adopt", scopes: [read, update], before: users, run: { ...changed, adopt: true }, adopted: true },
];

export const eventStream: Subject<"eventStream"> = {
  name: "eventStream",
  resource: "EventStream",
  path: "/api/v2/event-streams",
  keyOf: ({ name }) => String(name),

  prepare: (tenant) => void (tenant.eventStreams.get(theirs.id) ?? tenant.eventStreams.create(theirs)),
  foreign: (tenant) => tenant.eventStreams.get(theirs.id),
  identity: (_, n) => ({ name: `stream-${n}`, subscriptions: ["user.created"], webhook }),
  held(tenant, key) {
    const row = whole(tenant, key);
    return row && { id: String(row.id), live: fromWire(fields, flat(row)) };
  },
  answered(tenant, key) {
    const row = found(tenant, key);
    return row && flat(row);
  },
  read: (row) => nested(row),
  edit,
  make: (tenant, key) => void tenant.eventStreams.create(byHand(key)),
  remove: (tenant, key) => tenant.eventStreams.delete(String(found(tenant, key)?.id ?? key)),

  exceptions: [
    {
      law: "convergence",
      how: "unseen",
      paths: ["/status"],
      why: "the service disables a stream whose receiver fails, and a restart would hide the outage",
      documented: "an outage, not drift",
      examples: [
        [
          { program: { subscriptions: ["user.created"], webhook, status: "enabled" } },
          {
            edit: { status: "disabled" },
            program: { subscriptions: ["user.created"], webhook, status: "enabled" },
          },
        ],
      ],
    },
  ],
  share: 0.5,
  laws: [
    { root: {}, steps: sequencesOf({ program: properties, edit: edits, unseen: fc.constant(false) }), share: 0.4 },
  ],
  writes: 1,

  slots: ["events-a", "events-b"],
  keys,
  programs: (slot) => fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, name]) => ({ ...rest, name }))),
  edits: () => [
    { weight: 1, values: fc.record({ subscriptions: fc.constantFrom(["group.created"], ["user.updated"]) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/event-streams(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { ...users, name: `stream-${n}` };
      return [first, { ...first, subscriptions: ["user.deleted"] }];
    },
    secrets: [hush],
    misshapen: ["[]", '{"id":"another","name":7}', '{"id":"another","name":"another","destination":7}'].map((body) => ({
      path: /event-streams.[^/]+$/,
      body,
    })),
    ...readById("event-streams"),
    programs: (text) => text.map((end) => ({ args: { ...cloud, name: `stream ${end}` }, mayAsk: [["event-streams"]] })),
    loud: { ...users, name: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [users, changed],
  noReferences: { "/action": "a group of settings", "/eventbridge/awsAccountId": "an account of another service" },
  unlikeTable: [
    ["*: only the definition has it", "In the API, the kinds of destinations are one property."],
    ["* subscriptions[]: string in the definition, object in the table", "The program has the types only."],
  ],
  sample: "events about the tenant's users would go to the run's address",
  switches: [
    {
      at: ["status"],
      on: "enabled",
      offValue: "disabled",
      off: {
        ...{ status: "disabled", subscriptions: ["user.created"] },
        webhook: { endpoint: "https://events.example.com/ours", authorization: { method: "bearer", token: secret } },
      },
      foreign: [],
      isWhole: true,
      declared: [
        ["subscriptions", ["user.deleted"]],
        ["webhook", { endpoint: "https://events.example.com/theirs" }],
      ],
    },
  ],
  elsewhere: [["auth0_event_stream", "of_users", { id: at.events, name: "Users", destination_type: "eventbridge" }]],
  namesElsewhere: ["of_users"],
};

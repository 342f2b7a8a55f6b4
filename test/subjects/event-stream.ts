import fc from "fast-check";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects, slotsOf } from "./objects.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { secret } from "./switches.ts";

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
const objects = objectsOf("eventStream", { byHand, theirs, fromBody: flat, toBody: nested });

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

const users = { name: "Users", subscriptions: ["user.created"], webhook };
const cloud = {
  subscriptions: ["user.created"],
  eventbridge: { awsAccountId: "1".repeat(12), awsRegion: "eu-west-1" },
};
const changed = { ...users, subscriptions: ["user.created", "user.deleted"] };
const moved = { ...users, webhook: { ...webhook, endpoint: "https://events.example.com/new" } };

export const eventStream: Subject<"eventStream"> = {
  ...objects,
  identity: (_, n) => ({ name: `stream-${n}`, subscriptions: ["user.created"], webhook }),

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
  laws: [casesOf(properties, edits, 0.4)],
  writes: 1,

  ...slotsOf("events", properties),
  edits: () => [
    { weight: 1, values: fc.record({ subscriptions: fc.constantFrom(["group.created"], ["user.updated"]) }) },
  ],

  scopes: scopesOfObjects("event_streams", users, changed, {
    further: [
      {
        operation: "update of `webhook`",
        scopes: ["read:event_streams", "update:event_streams"],
        before: users,
        run: moved,
      },
    ],
  }),
  hostile: {
    ...hostileTo("event-streams", { name: "Users", ...cloud }, [
      '{"id":"another","name":7}',
      '{"id":"another","name":"another","destination":7}',
    ]),
    versions(_, n) {
      const first = { ...users, name: `stream-${n}` };
      return [first, { ...first, subscriptions: ["user.deleted"] }];
    },
    secrets: [hush],
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

import type { ServiceError } from "../shared/errors.ts";
import { type Module, restModule, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { type Collection, copyOf, newPrefixedId, omit, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";

/** A stored event stream. */
export interface StoredEventStream extends Stored {
  readonly name: string;
  readonly destination: WireObject;
}

/** The members of the configuration of each type of destination that a request must have. */
const needed: Readonly<Record<string, readonly string[]>> = {
  webhook: ["webhook_endpoint", "webhook_authorization"],
  eventbridge: ["aws_account_id", "aws_region"],
  action: ["action_id"],
};

/** The members of a webhook's authorization, by its method. No response contains the last one. */
const authorizations: Readonly<Record<string, readonly string[]>> = {
  bearer: ["token"],
  basic: ["username", "password"],
  custom_header: ["header_key", "header_value"],
};

const secrets = Object.values(authorizations).flatMap((names) => names.slice(-1));
/** The tenant's event streams, by id or name: `/event-streams`. The emulator sends no events. The action of a deleted stream is deleted, too. */
export function eventStreamModule(
  { time }: Tenant,
  actions: Pick<Collection, "delete">,
): Module<Objects<StoredEventStream>> {
  const streams = restModule<StoredEventStream>(
    {
      path: "/event-streams",
      key: "name",
      whole: ["id", "name", "destination", "created_at"],
      newId: () => newPrefixedId("est_", 22),
      idForm: /^.{26}$/s,
      missing: "The requested stream does not exist.",
      // The text of the service's error is unknown, so this text is invented.
      taken: "An event stream with this name already exists.",
      time,
      fresh: { status: "enabled" },
      settle: (row, { given, id, before }) =>
        given.destination === undefined ? row : { ...row, destination: settled(given.destination, id, before) },
      view: ({ destination, ...row }) => copyOf({ ...row, destination: withoutSecrets(destination) }),
    },
    { collection: "eventStreams" },
  );
  streams.objects.whenGone(({ destination: { type, configuration } }) => {
    if (type === "action") actions.delete(String((configuration as WireObject).action_id));
  });
  return streams;
}

/** The destination to store. @throws ServiceError 400 for a destination that the table cannot refuse */
function settled(given: unknown, id: string, before: StoredEventStream | undefined): WireObject {
  const { type, configuration } = given as { type: string; configuration: WireObject };
  const missing = (needed[type] ?? []).find((name) => configuration[name] === undefined);
  if (missing !== undefined) throw violation(`Missing required property: ${missing}`);
  if (before && (type !== "webhook" || before.destination.type !== type))
    throw violation("Only the configuration of a webhook can be changed");
  if (type === "webhook") checkAuthorization(configuration.webhook_authorization as WireObject);
  const source = { aws_partner_event_source: `aws.partner/example.com/${id}` };
  return { type, configuration: { ...configuration, ...(type === "eventbridge" && source) } };
}

function checkAuthorization({ method, ...members }: WireObject): void {
  const names = authorizations[String(method)] ?? [];
  const missing = names.find((name) => members[name] === undefined);
  if (missing !== undefined) throw violation(`Missing required property: ${missing}`);
  const foreign = Object.keys(members).find((name) => !names.includes(name));
  if (foreign !== undefined) throw violation(`Additional properties not allowed: ${foreign}`);
}

function violation(why: string): ServiceError {
  return payloadError({ why, path: "destination.configuration" });
}

function withoutSecrets({ type, configuration }: WireObject): WireObject {
  const { webhook_authorization: authorization, ...others } = configuration as WireObject;
  const shown = isObject(authorization) ? { webhook_authorization: omit(authorization, secrets) } : {};
  return { type, configuration: { ...others, ...shown } };
}

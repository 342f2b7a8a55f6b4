import { restOf } from "../../lifecycle/requests/rest.ts";
import { isOnlyCreated, type Problem, type ResourceType, type Target } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { eventStream, kinds, partsOfMethod } from "./definition.ts";

const { type } = restOf(eventStream, { fromBody, toBody });

/** Event streams: `POST /event-streams`, `GET|PATCH|DELETE /event-streams/{id}`. */
export const eventStreamType: ResourceType = {
  ...type,
  rules: (args, target, before) => [...destinationProblems(args), ...authorizationProblems(args, target, before)],
};

/** In the API, the destination is `{ type, configuration }`. In the schema, each type has a property of its own. */
function fromBody({ destination, ...body }: JsonObject): JsonObject {
  const [kind, configuration] = [own(destination ?? null, "type"), own(destination ?? null, "configuration")];
  const known = kinds.find((name) => name === kind);
  if (known === undefined || !isObject(configuration)) return body;
  const { aws_partner_event_source: source, ...others } = configuration;
  return { ...body, [known]: others, ...(source !== undefined && { aws_partner_event_source: source }) };
}

function toBody(body: JsonObject): JsonObject {
  const kind = kinds.find((name) => own(body, name) !== undefined);
  const others = Object.entries(body).filter(([name]) => !kinds.some((one) => one === name));
  const rest = Object.fromEntries(others);
  return kind === undefined ? rest : { ...rest, destination: { type: kind, configuration: own(body, kind) ?? {} } };
}

function destinationProblems(args: JsonObject): readonly Problem[] {
  const declared = kinds.filter((name) => own(args, name) !== undefined);
  if (declared.length === 1) return [];
  const [first = "webhook"] = declared;
  return [{ path: [first], says: `exactly one of ${kinds.join(", ")} must be declared` }];
}

/**
 * The problems of a webhook's authorization. The secret is required for a new stream, with a new method, and as soon as the program has declared it: the
 * service takes no webhook without it. A program that was imported, or that adopts a stream, does not have the secret, and does not need it as long as the
 * webhook stays.
 */
function authorizationProblems(args: JsonObject, target: Target, before: JsonObject): readonly Problem[] {
  const authorization = authorizationIn(args);
  const method = own(authorization ?? null, "method");
  const parts = Object.entries(partsOfMethod).find(([name]) => name === method)?.[1];
  if (!isObject(authorization) || !parts) return [];
  const known = authorizationIn(before) ?? null;
  const isAdopted = Object.keys(before).length === 0 && !isOnlyCreated(args, target, before);
  const isHidden = (name: string) => isAdopted || (own(known, "method") === method && own(known, name) === undefined);
  const path = (name: string) => ["webhook", "authorization", name];
  const isMissing = (name: string) =>
    own(authorization, name) === undefined && !(name === parts.secret && isHidden(name));
  const all = Object.values(partsOfMethod).flatMap(({ needs }) => needs);
  const isForeign = (name: string) => own(authorization, name) !== undefined && !parts.needs.includes(name);
  return [
    ...parts.needs
      .filter(isMissing)
      .map((name) => ({ path: path(name), says: `is required with the method "${String(method)}"` })),
    ...all
      .filter(isForeign)
      .map((name) => ({ path: path(name), says: `cannot be declared with the method "${String(method)}"` })),
  ];
}

function authorizationIn(args: JsonObject): Json | undefined {
  const webhook = own(args, "webhook");
  return webhook === undefined || webhook === unknownValue ? undefined : own(webhook, "authorization");
}

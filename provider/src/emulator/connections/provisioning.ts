import { ServiceError } from "../shared/errors.ts";
import { type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { checkBody, type ObjectSchema } from "../shared/validation.ts";
import type { Connections } from "./connections.ts";

/** A configuration that a connection has once or not at all. */
export interface Provisioning {
  /** Its name in paths below a connection. */
  readonly name: string;
  /** Its name in scopes. */
  readonly resource: string;
  readonly strategies: readonly string[];
  readonly body: ObjectSchema;
  /** The attributes that are mapped, unless a client says otherwise. */
  readonly mapping: (strategy: string) => readonly WireObject[];
  readonly defaults: WireObject;
  /** The refusal for a connection of another strategy. Default: `Not Found`. */
  readonly unsupported?: string;
  /** The property that holds the time of the last change. */
  readonly changedAt: string;
}

/** A configuration, and what clients keep below it: tokens or groups. */
interface Stored {
  readonly configuration: WireObject;
  below: readonly WireObject[];
}

/** What connections have of a kind of provisioning, and the operations on it. */
export type Provisionings = ReturnType<typeof provisioningOf>;

/** @param now the clock, in milliseconds since the epoch */
export function provisioningOf(connections: Connections, now: () => number, kind: Provisioning) {
  const { name, resource, mapping } = kind;
  /** By the id of their connection. */
  const all = new Map<string, Stored>();
  connections.deleted.listen((id) => all.delete(id));
  const connection = ({ param }: RouteRequest) => connections.require(param("id"));
  /** @throws ServiceError 404 where there is none */
  const find = (request: RouteRequest) => {
    const found = all.get(connection(request).id);
    if (!found) throw new ServiceError(404, "Not Found");
    return found;
  };
  const given = ({ body = {} }: RouteRequest): WireObject => {
    checkBody(kind.body, body);
    return body;
  };
  const put = (changed: WireObject, below: readonly WireObject[] = []) => {
    const configuration = { ...changed, [kind.changedAt]: new Date(now()).toISOString() };
    all.set(String(changed.connection_id), { configuration, below });
    return configuration;
  };
  const create = (request: RouteRequest) => {
    const sent = given(request);
    const { id, name: connection_name, strategy } = connection(request);
    if (!kind.strategies.includes(strategy)) throw new ServiceError(404, kind.unsupported ?? "Not Found");
    if (all.has(id)) throw new ServiceError(409, "The configuration already exists.");
    const identity = { connection_id: id, connection_name, strategy };
    const made = { mapping: mapping(strategy), ...sent, created_at: new Date(now()).toISOString() };
    return put({ ...kind.defaults, ...identity, ...made });
  };
  const operation = (what: string) => `connections.${name}.${what}`;
  const path = `/connections/:id/${name}` as const;
  const routes = [
    route(operation("get"), `GET ${path}`, `read:${resource}`, (request) => find(request).configuration),
    route(operation("default-mapping"), `GET ${path}/default-mapping`, `read:${resource}`, (request) => {
      return { mapping: mapping(connection(request).strategy) };
    }),
    { ...route(operation("create"), `POST ${path}`, `create:${resource}`, create), bodyIsOptional: true as const },
    route(operation("update"), `PATCH ${path}`, `update:${resource}`, (request) => {
      const { configuration, below } = find(request);
      return put({ ...configuration, ...given(request) }, below);
    }),
    route(operation("delete"), `DELETE ${path}`, `delete:${resource}`, (request) => {
      all.delete(connection(request).id);
    }),
  ];
  return { all, find, routes };
}

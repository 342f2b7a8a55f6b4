import { ServiceError } from "../shared/errors.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
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

/** The stored configurations, by the id of their connection. */
export class Provisionings {
  readonly #all = new Map<string, Stored>();
  readonly #kind: Provisioning;
  readonly #connections: Connections;
  readonly #now: () => number;

  /** @param now the clock, in milliseconds since the epoch */
  constructor(kind: Provisioning, connections: Connections, now: () => number) {
    this.#kind = kind;
    this.#connections = connections;
    this.#now = now;
    connections.changed.listen(({ what, object }) => {
      if (what === "deleted") this.#all.delete(String(object.id));
    });
  }

  get all(): WireObject[] {
    return [...this.#all.values()].map(({ configuration }) => configuration);
  }

  /** @throws ServiceError 404 where there is none */
  require({ param }: RouteRequest): Stored {
    const found = this.#all.get(String(this.#connections.require(param("id")).id));
    if (!found) throw new ServiceError(404, "Not Found");
    return found;
  }

  /** The operations on the configuration. */
  routes(): Route[] {
    const { name, resource } = this.#kind;
    const path = `/connections/:id/${name}`;
    const operation = (what: string) => `connections.${name}.${what}`;
    return [
      {
        method: "GET",
        path,
        operation: operation("get"),
        scope: `read:${resource}`,
        handle: (request) => ({ status: 200, body: this.require(request).configuration }),
      },
      {
        method: "GET",
        path: `${path}/default-mapping`,
        operation: operation("default-mapping"),
        scope: `read:${resource}`,
        handle: ({ param }) => {
          const { strategy } = this.#connections.require(param("id"));
          return { status: 200, body: { mapping: this.#kind.mapping(String(strategy)) } };
        },
      },
      {
        method: "POST",
        path,
        operation: operation("create"),
        scope: `create:${resource}`,
        bodyIsOptional: true,
        handle: (request) => ({ status: 201, body: this.#create(request) }),
      },
      {
        method: "PATCH",
        path,
        operation: operation("update"),
        scope: `update:${resource}`,
        handle: (request) => {
          const { configuration, below } = this.require(request);
          return { status: 200, body: this.#put({ ...configuration, ...this.#given(request) }, below) };
        },
      },
      {
        method: "DELETE",
        path,
        operation: operation("delete"),
        scope: `delete:${resource}`,
        handle: ({ param }) => {
          this.#all.delete(String(this.#connections.require(param("id")).id));
          return { status: 204 };
        },
      },
    ];
  }

  #create(request: RouteRequest): WireObject {
    const { strategies, mapping, defaults, unsupported = "Not Found" } = this.#kind;
    const given = this.#given(request);
    const { id, name, strategy } = this.#connections.require(request.param("id"));
    if (!strategies.includes(String(strategy))) throw new ServiceError(404, unsupported);
    if (this.#all.has(String(id))) throw new ServiceError(409, "The configuration already exists.");
    const identity = { connection_id: id, connection_name: name, strategy };
    const mapped = { mapping: mapping(String(strategy)) };
    return this.#put({
      ...defaults,
      ...identity,
      ...mapped,
      ...given,
      created_at: new Date(this.#now()).toISOString(),
    });
  }

  #given({ body = {} }: RouteRequest): WireObject {
    checkBody(this.#kind.body, body);
    return body;
  }

  #put(given: WireObject, below: readonly WireObject[] = []): WireObject {
    const configuration = { ...given, [this.#kind.changedAt]: new Date(this.#now()).toISOString() };
    this.#all.set(String(given.connection_id), { configuration, below });
    return configuration;
  }
}

import { randomUUID } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { type Module, type Route, route, type Tenant } from "../shared/module.ts";
import { readQuery } from "../shared/query.ts";
import { omit, type WireObject } from "../shared/store.ts";
import {
  anyObject,
  bodyOf,
  check,
  checkBody,
  flag,
  integer,
  isObject,
  list,
  object,
  payloadError,
  refusal,
  text,
  type Violation,
} from "../shared/validation.ts";
import { Actions, type BuildTimes, policyOf, type StoredAction, triggers } from "./actions.ts";

/**
 * Direct access to the actions that are bound to triggers. A binding is `{ ref: { type, value }, display_name? }`, with the type
 * `action_id` or `action_name`. All methods throw a `ServiceError` if the service would respond with an error.
 */
export interface TriggerBindings {
  /** The bindings of a trigger in the order of execution, in the form of responses. */
  list(trigger: string): WireObject[];
  /** Replaces all bindings of a trigger. */
  set(trigger: string, bindings: readonly WireObject[]): void;
}

const ref = object(
  "",
  {
    type: text("Type of the reference", { oneOf: ["action_id", "action_name", "binding_id"] }),
    value: text("Id or name of the action, or id of the binding", { min: 1 }),
  },
  ["type", "value"],
);
const secret = object("", { name: text("Name of the secret", { min: 1 }), value: text("Value of the secret") }, [
  "name",
]);
const binding = object(
  "",
  {
    ref,
    display_name: text("Name of the action in the trigger", { min: 1 }),
    secrets: list("Secrets of the binding", secret),
  },
  ["ref"],
);
/** A binding in a seed: the body of an update, or the binding in the form of responses, with the action in place of the reference. */
const seededBinding = object("", {
  ...binding.properties,
  id: text("Id of the binding", { min: 1 }),
  trigger_id: text("Id of the trigger"),
  action: object("", { id: text("Id of the action", { min: 1 }) }, ["id"], { open: true }),
  created_at: text("Time in ISO 8601"),
  updated_at: text("Time in ISO 8601"),
});
/** The body of an update. It allows any objects as bindings: {@link Bindings.set} checks them, because the service has a special error for them. */
const replaced = bodyOf({ bindings: list("Actions of the trigger", anyObject("")) }, ["bindings"]);
/** The maximum number of actions of a trigger. */
const bindingLimit = 20;
const seeded = bodyOf(
  { trigger_id: text("Id of the trigger", { min: 1 }), bindings: list("Actions of the trigger", seededBinding) },
  ["trigger_id", "bindings"],
);

interface Binding {
  readonly id: string;
  readonly action: string;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The actions that are bound to triggers. */
export class Bindings implements TriggerBindings {
  readonly #held = new Map<string, readonly Binding[]>();
  readonly #actions: Actions;

  constructor(actions: Actions) {
    this.#actions = actions;
    actions.deleted.listen((id) => {
      for (const [trigger, held] of this.#held) {
        this.#held.set(
          trigger,
          held.filter(({ action }) => action !== id),
        );
      }
    });
  }

  list(trigger: string): WireObject[] {
    return (this.#held.get(checked(trigger)) ?? []).map(({ id, action, name, created_at, updated_at }) => ({
      id,
      trigger_id: trigger,
      action: this.#actions.bound(action),
      created_at,
      updated_at,
      display_name: name,
    }));
  }

  set(trigger: string, bindings: readonly WireObject[]): void {
    checkBody(replaced, { bindings });
    const wrong = bindings.findIndex((one) => check(binding, one) !== undefined);
    if (wrong >= 0) {
      throw payloadError({ why: "Data does not match any schemas from 'oneOf'", path: `bindings[${wrong}]` });
    }
    if (bindings.length > bindingLimit) throw tooMany();
    const before = this.#held.get(checked(trigger)) ?? [];
    if (policyOf(trigger) === "entity-bound") {
      throw new ServiceError(400, "cannot bind actions to an entity-bound trigger");
    }
    this.#put(trigger, bindings, before);
  }

  #put(trigger: string, bindings: readonly WireObject[], before: readonly Binding[]): void {
    const at = this.#actions.time();
    this.#held.set(
      trigger,
      bindings.map(({ id = randomUUID(), ref: given, display_name: name, created_at = at, updated_at = at }) => {
        const { action, name: known } = this.#bound(given as WireObject, trigger, before);
        const times = { created_at: String(created_at), updated_at: String(updated_at) };
        return { id: String(id), action, name: String(name ?? known), ...times };
      }),
    );
  }

  /** Whether any trigger runs the action with this id. */
  uses(action: string): boolean {
    return [...this.#held.values()].flat().some((one) => one.action === action);
  }

  dump(): WireObject[] {
    const bound = [...this.#held].filter(([, held]) => held.length > 0);
    return bound.map(([trigger_id, held]) => ({
      trigger_id,
      bindings: held.map(({ action, name }) => ({ ref: { type: "action_id", value: action }, display_name: name })),
    }));
  }

  load(wire: unknown): Violation | undefined {
    const violation = check(seeded, wire);
    if (violation) return violation;
    const { trigger_id, bindings } = wire as { readonly trigger_id: string; readonly bindings: readonly WireObject[] };
    const wrong = bindings.findIndex((one) => one.ref === undefined && one.action === undefined);
    if (wrong >= 0) return { why: "Missing required property: ref", path: `bindings[${wrong}]` };
    const given = bindings.map(({ action, ...one }) => ({
      ref: { type: "action_id", value: (action as WireObject | undefined)?.id },
      ...one,
    }));
    return refusal(() => this.#put(checked(trigger_id), given, []));
  }

  #bound({ type, value }: WireObject, trigger: string, before: readonly Binding[]) {
    const kept = type === "binding_id" ? before.find(({ id }) => id === value) : undefined;
    const found = this.#actions
      .list()
      .find(({ id, name }) => (type === "action_name" ? name === value : id === (kept?.action ?? value)));
    if (!found) throw new ServiceError(404, "That action does not exist.");
    const supported = found.supported_triggers as readonly WireObject[];
    if (!supported.some(({ id }) => id === trigger)) {
      throw new ServiceError(400, "Trying to create a binding between an incompatible action and trigger.");
    }
    if (found.deployed_version === undefined) {
      throw new ServiceError(400, "Trying to create a binding for an action that has not been deployed.");
    }
    return { action: String(found.id), name: kept?.name ?? String(found.name) };
  }
}

/** @throws ServiceError 404 for an unknown trigger */
function checked(trigger: string): string {
  if (policyOf(trigger) === undefined) throw new ServiceError(404, "That trigger does not exist.");
  return trigger;
}

const byPage = {
  page: integer("Index of the page, from 0", { min: 0 }),
  per_page: integer("Results per page", { min: 1, max: 100 }),
};
const filters = {
  triggerId: text("Id of a trigger"),
  actionName: text("Name of the action"),
  deployed: flag("Whether the action is deployed"),
  installed: flag("Whether the action is from the marketplace"),
};
const redeployed = bodyOf({ update_draft: flag("Whether the draft becomes equal to the version") });
const tested = bodyOf({ payload: anyObject("The event of the test") }, ["payload"]);
/** The maximum number of actions of a tenant. */
const actionLimit = 100;

/**
 * The tenant's actions: `/actions/actions`, scopes `create|read|update|delete:actions`.
 *
 * @param isUsed returns whether an object other than a trigger uses the action with this id
 * @param isBound returns whether a trigger uses the action with this id
 */
export function actionModule(
  tenant: Tenant,
  times: BuildTimes,
  isUsed: (id: string) => boolean,
  isBound: (id: string) => boolean,
): Module<Actions> {
  const actions = new Actions(tenant, times);
  const show = (row: StoredAction) => actions.show(row);
  const base = "/actions/actions";
  const routes: Route[] = [
    route("actions.list", `GET ${base}`, "read:actions", ({ query }) => {
      const asked = readQuery(query, { ...byPage, ...filters });
      return pageOf("actions", actions.listed().filter(wantedBy(asked)).map(show), asked, 20);
    }),
    route("actions.create", `POST ${base}`, "create:actions", ({ body }) => {
      if (isObject(body) && Object.hasOwn(body, "id")) {
        throw payloadError({ why: "Additional properties not allowed: id", path: "" });
      }
      if (actions.table.all().length >= actionLimit) throw tooMany();
      return actions.begun(String(actions.create(body as WireObject).id));
    }),
    route("actions.get", `GET ${base}/:id`, "read:actions", ({ param }) => show(actions.require(param("id")))),
    route("actions.update", `PATCH ${base}/:id`, "update:actions", ({ param, body }) => {
      const { id } = actions.require(param("id"));
      actions.update(id, body as WireObject);
      return actions.begun(id);
    }),
    route("actions.delete", `DELETE ${base}/:id`, "delete:actions", ({ param, query }) => {
      const { force } = readQuery(query, { force: flag("Whether to remove the action from its triggers") });
      const { id } = actions.require(param("id"));
      if (isUsed(id) || (isBound(id) && force !== true)) {
        throw new ServiceError(409, "Unable to delete an action bound to a trigger.");
      }
      actions.delete(id);
    }),
    {
      ...route("actions.deploy", `POST ${base}/:id/deploy`, "create:actions", ({ param }) =>
        actions.deploy(param("id")),
      ),
      status: 200,
      bodyIsOptional: true,
    },
    route("actions.versions.list", `GET ${base}/:id/versions`, "read:actions", ({ param, query }) =>
      pageOf("versions", actions.versions(param("id")), readQuery(query, byPage), 20),
    ),
    route("actions.versions.get", `GET ${base}/:id/versions/:version`, "read:actions", ({ param }) => {
      const { id } = actions.versionOf(actions.require(param("id")), param("version"));
      return actions.versions(param("id")).find((one) => one.id === id);
    }),
    {
      ...route("actions.versions.deploy", `POST ${base}/:id/versions/:version/deploy`, "create:actions", (request) => {
        const { body = {} } = request;
        checkBody(redeployed, body);
        return actions.deploy(request.param("id"), {
          version: request.param("version"),
          updatesDraft: body.update_draft === true,
        });
      }),
      status: 200,
      bodyIsOptional: true,
    },
    {
      // The emulator does not run the code of actions, so the result of a test is empty.
      ...route("actions.test", `POST ${base}/:id/test`, "create:actions", ({ param, body }) => {
        actions.require(param("id"));
        checkBody(tested, body);
        return { payload: {}, stats: {} };
      }),
      status: 200,
    },
    route("actions.executions.get", "GET /actions/executions/:id", "read:actions", () => {
      throw new ServiceError(404, "That execution does not exist.");
    }),
  ];
  return { objects: actions, routes };
}

/**
 * The triggers and their bindings: `/actions/triggers`, scopes `read|update:actions`. Also `GET /actions/modules`, whose list is always empty,
 * because the tenant never has modules of actions.
 */
export function bindingModule(actions: Actions): Module<Bindings> {
  const bindings = new Bindings(actions);
  const base = "/actions/triggers";
  const routes: Route[] = [
    route("actions.modules.list", "GET /actions/modules", "read:actions", ({ query }) =>
      pageOf("modules", [], readQuery(query, byPage), 20),
    ),
    route("triggers.list", `GET ${base}`, "read:actions", () => ({ triggers })),
    route("triggers.bindings.list", `GET ${base}/:id/bindings`, "read:actions", ({ param, query }) =>
      withoutLaterTotal(pageOf("bindings", bindings.list(param("id")), readQuery(query, byPage), 20)),
    ),
    route("triggers.bindings.update", `PATCH ${base}/:id/bindings`, "update:actions", ({ param, body }) => {
      checkBody(replaced, body);
      bindings.set(param("id"), body.bindings as WireObject[]);
      return { bindings: bindings.list(param("id")) };
    }),
  ];
  return { objects: bindings, routes };
}

/** A page of bindings in the form of responses: only the first page has `total`. */
function withoutLaterTotal(page: WireObject): WireObject {
  return page.page === undefined ? page : omit(page, ["total"]);
}

/**
 * A page as the routes of actions return it: `total` and `page` are absent if they are 0.
 *
 * @param usual the default number of items per page
 */
function pageOf(
  collection: string,
  all: readonly WireObject[],
  { page = 0, per_page: size }: Record<string, unknown>,
  usual: number,
): WireObject {
  const perPage = Number(size ?? usual);
  const start = Number(page) * perPage;
  return {
    ...(all.length > 0 && { total: all.length }),
    ...(Number(page) > 0 && { page }),
    per_page: perPage,
    [collection]: all.slice(start, start + perPage),
  };
}

function wantedBy({ triggerId, actionName, deployed, installed }: Record<string, unknown>) {
  return (row: StoredAction) =>
    (triggerId === undefined || (row.supported_triggers as WireObject[]).some(({ id }) => id === triggerId)) &&
    (actionName === undefined || row.name === actionName) &&
    (deployed === undefined || row.versions.length > 0 === deployed) &&
    (installed !== true || row.installed_integration_id !== undefined);
}

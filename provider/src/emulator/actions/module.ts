import { randomUUID } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Module, type Route, restRoutes, route, type Tenant } from "../shared/module.ts";
import { type Asked, readQuery } from "../shared/query.ts";
import { Rows } from "../shared/rows.ts";
import { omit, type Stored, type WireObject } from "../shared/store.ts";
import {
  type ArraySchema,
  anyObject,
  check,
  checkBody,
  list,
  type ObjectSchema,
  object,
  payloadError,
  refusal,
  text,
  type Violation,
} from "../shared/validation.ts";
import { Actions, type BuildTimes, pageOf, policyOf, type StoredAction, triggers } from "./actions.ts";

/**
 * Direct access to the actions that are bound to triggers. A binding is `{ ref: { type, value }, display_name? }`, with the type
 * `action_id` or `action_name`. All methods throw a `ServiceError` if the service would respond with an error.
 */
export type TriggerBindings = Pick<Bindings, "list" | "set">;

const target = "PATCH /actions/triggers/{triggerId}/bindings";

/** The schema of a binding that an update sends. */
function binding(): ObjectSchema {
  return (bodyOf(target).properties.bindings as ArraySchema).items as ObjectSchema;
}

/** A list of bindings in a seed: as in an update, or in the form of responses, with the action in place of the reference. */
function seeded(): ObjectSchema {
  const action = object({ id: text({ min: 1 }) }, ["id"], { open: true });
  const more = { id: text({ min: 1 }), trigger_id: text(), action, created_at: text(), updated_at: text() };
  const bindings = list(object({ ...binding().properties, ...more }));
  return object({ trigger_id: text({ min: 1 }), bindings }, ["trigger_id", "bindings"]);
}

/** The maximum number of actions of a trigger. */
const bindingLimit = 20;

/** The binding of an action to a trigger. */
interface Binding extends Stored {
  readonly trigger_id: string;
  readonly action: string;
  readonly display_name: string;
}

/** The actions that are bound to triggers, in the order of execution. */
export class Bindings extends Rows<Binding> {
  readonly #actions: Actions;

  constructor(actions: Actions) {
    super();
    this.#actions = actions;
    this.belong("action", actions);
  }

  /** The bindings of a trigger in the order of execution, in the form of responses. */
  list(trigger: string): WireObject[] {
    return this.where({ trigger_id: checked(trigger) }).map((row) => ({
      ...row,
      action: this.#actions.bound(row.action),
    }));
  }

  /** Replaces all bindings of a trigger. */
  set(trigger: string, bindings: readonly WireObject[]): void {
    checkBody(list(anyObject), bindings);
    const wrong = bindings.findIndex((one) => check(binding(), one) !== undefined);
    if (wrong >= 0) {
      throw payloadError({ why: "Data does not match any schemas from 'oneOf'", path: `bindings[${wrong}]` });
    }
    if (bindings.length > bindingLimit) throw tooMany();
    const before = this.where({ trigger_id: checked(trigger) });
    if (policyOf(trigger) === "entity-bound") {
      throw new ServiceError(400, "cannot bind actions to an entity-bound trigger");
    }
    this.#replace(trigger, bindings, before);
  }

  #replace(trigger_id: string, bindings: readonly WireObject[], before: readonly Binding[]): void {
    const at = this.#actions.time();
    const rows = bindings.map(({ ref, ...given }) => {
      const { action, name } = this.#bound(ref as WireObject, trigger_id, before);
      const made = { id: randomUUID(), display_name: name, created_at: at, updated_at: at };
      return { ...made, ...given, trigger_id, action } as Binding;
    });
    for (const { id } of before) this.drop(id);
    for (const row of rows) this.put(row);
  }

  /** Whether any trigger runs the action with this id. */
  uses(action: string): boolean {
    return this.where({ action }).length > 0;
  }

  override dump(): WireObject[] {
    const bound = Map.groupBy(this.all(), ({ trigger_id }) => trigger_id);
    return [...bound].map(([trigger_id, held]) => ({
      trigger_id,
      bindings: held.map(({ action, display_name }) => ({ ref: { type: "action_id", value: action }, display_name })),
    }));
  }

  override load(wire: unknown): Violation | undefined {
    const violation = check(seeded(), wire);
    if (violation) return violation;
    const { trigger_id, bindings } = wire as { readonly trigger_id: string; readonly bindings: readonly WireObject[] };
    const wrong = bindings.findIndex((one) => one.ref === undefined && one.action === undefined);
    if (wrong >= 0) return { why: "Missing required property: ref", path: `bindings[${wrong}]` };
    const given = bindings.map(({ action, ...one }) => ({
      ref: { type: "action_id", value: (action as WireObject | undefined)?.id },
      ...one,
    }));
    return refusal(() => this.#replace(checked(trigger_id), given, []));
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
    return { action: String(found.id), name: kept?.display_name ?? String(found.name) };
  }
}

/** @throws ServiceError 404 for an unknown trigger */
function checked(trigger: string): string {
  if (policyOf(trigger) === undefined) throw new ServiceError(404, "That trigger does not exist.");
  return trigger;
}

/** The maximum number of actions of a tenant. */
const actionLimit = 100;

/**
 * The tenant's actions: `/actions/actions`.
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
  const base = "/actions/actions";
  const version = `${base}/{actionId}/versions/{id}` as const;
  const deploying = { status: 200 } as const;
  const rest = restRoutes(actions, {
    deleted: {},
    before: (request, operation) => {
      if (operation === "create" && actions.all().length >= actionLimit) throw tooMany();
      if (operation !== "delete") return;
      const { id } = actions.require(request.param("id"));
      if (isUsed(id) || (isBound(id) && readQuery(request).force !== true)) {
        throw new ServiceError(409, "Unable to delete an action bound to a trigger.");
      }
    },
    answer: (action, _, operation) => (operation === "get" ? action : actions.begun(String(action.id))),
    routes: {
      list: {
        handle: (request) => {
          const all = actions.listing(wantedBy(readQuery(request))).all;
          return actionPage(
            "actions",
            all.map((row) => actions.show(row)),
            request,
          );
        },
      },
    },
  });
  const routes = [
    ...rest,
    route(`POST ${base}/{id}/deploy`, ({ param }) => actions.deploy(param("id")), deploying),
    route(`GET ${base}/{actionId}/versions`, (request) =>
      actionPage("versions", actions.versions(request.param("actionId")), request),
    ),
    route(`GET ${version}`, ({ param }) => {
      const { id } = actions.versionOf(actions.require(param("actionId")), param("id"));
      return actions.versions(param("actionId")).find((one) => one.id === id);
    }),
    route(
      `POST ${version}/deploy`,
      ({ param, given }) => {
        const updatesDraft = given().update_draft === true;
        return actions.deploy(param("actionId"), { version: param("id"), updatesDraft });
      },
      deploying,
    ),
    // The emulator does not run the code of actions, so the result of a test is empty.
    route(
      `POST ${base}/{id}/test`,
      ({ param, given }) => {
        actions.require(param("id"));
        given();
        return { payload: {}, stats: {} };
      },
      { status: 200 },
    ),
    route("GET /actions/executions/{id}", () => {
      throw new ServiceError(404, "That execution does not exist.");
    }),
  ];
  return { objects: actions, routes };
}

/** The triggers and their bindings: `/actions/triggers`. */
export function bindingModule(actions: Actions): Module<Bindings> {
  const bindings = new Bindings(actions);
  const routes: Route[] = [
    route("GET /actions/triggers", () => ({ triggers })),
    route("GET /actions/triggers/{triggerId}/bindings", (request) =>
      withoutLaterTotal(actionPage("bindings", bindings.list(request.param("triggerId")), request)),
    ),
    route(target, ({ param, body }) => {
      checkBody(object({ bindings: list(anyObject) }, ["bindings"]), body);
      bindings.set(param("triggerId"), body.bindings as WireObject[]);
      return { bindings: bindings.list(param("triggerId")) };
    }),
  ];
  return { objects: bindings, routes };
}

/** A page of bindings in the form of responses: only the first page has `total`. */
function withoutLaterTotal(page: WireObject): WireObject {
  return page.page === undefined ? page : omit(page, ["total"]);
}

/** A page as the routes of actions return it: `total` and `page` are absent if they are 0. */
function actionPage(collection: string, all: readonly WireObject[], request: Asked): WireObject {
  const { items, page, per_page } = pageOf(all, request);
  return {
    ...(all.length > 0 && { total: all.length }),
    ...(Number(page) > 0 && { page }),
    ...{ per_page, [collection]: items },
  };
}

function wantedBy({ triggerId, actionName, deployed, installed }: Record<string, unknown>) {
  return (row: StoredAction) =>
    (triggerId === undefined || (row.supported_triggers as WireObject[]).some(({ id }) => id === triggerId)) &&
    (actionName === undefined || row.name === actionName) &&
    (deployed === undefined || row.versions.length > 0 === deployed) &&
    (installed !== true || row.installed_integration_id !== undefined);
}

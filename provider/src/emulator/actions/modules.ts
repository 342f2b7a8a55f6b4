import { randomUUID } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { type Module, restRoutes, route } from "../shared/module.ts";
import { Objects, type Write } from "../shared/objects.ts";
import type { Asked } from "../shared/query.ts";
import { type Collection, copyOf, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import { type Actions, pageOf, withoutValues, withTimes } from "./actions.ts";

/** A published version of a module. */
interface Version extends WireObject {
  readonly id: string;
  readonly version_number: number;
}

/** A stored module. The values of its secrets are in plain text. */
export interface StoredActionModule extends Stored {
  readonly name: string;
  readonly secrets: readonly WireObject[];
  readonly versions: readonly Version[];
}

/** The modules, with their publication. */
export type ActionModuleCollection = Collection & Pick<ActionModules, "publish">;

/** The properties that a draft and a version have in common. */
const content = ["code", "dependencies", "secrets"];
const most = { modules: 100, versions: 50 };

/** The modules of actions, by id or name. */
export class ActionModules extends Objects<StoredActionModule> {
  readonly #actions: Actions;

  constructor(actions: Actions) {
    super({
      path: "/actions/modules",
      key: "name",
      whole: ["id", "name", "code", "created_at", "all_changes_published"],
      wholeRow: ({ latest_version: latest, ...given }) =>
        ({ secrets: [], versions: isObject(latest) ? [latest] : [], ...given }) as WireObject as StoredActionModule,
      newId: () => randomUUID(),
      missing: "The requested module does not exist.",
      // The texts of the service's errors about modules are unknown, so these texts are invented.
      taken: "A module with this name already exists.",
      time: () => actions.time(),
      fresh: { dependencies: [], secrets: [], versions: [] },
      settle: settled,
      view: (row) => ({ ...viewOf(row), actions_using_module_total: this.usersOf(row).length }),
    });
    this.#actions = actions;
  }

  /** The actions that use a module, with the version that each uses. */
  usersOf({ id, versions }: StoredActionModule): WireObject[] {
    return this.#actions.all().flatMap(({ id: action_id, name, modules, supported_triggers }) =>
      ((modules ?? []) as readonly WireObject[])
        .filter((one) => one.module_id === id)
        .map(({ module_version_id: version }) => ({
          ...{ action_id, action_name: name, module_version_id: version, supported_triggers },
          module_version_number: versions.find((one) => one.id === version)?.version_number,
        })),
    );
  }

  /**
   * Publishes the draft of a module, and returns the new version in the form of responses.
   *
   * @throws ServiceError 409 without changes, 412 if actions use all versions that the service keeps
   */
  publish(id: string): WireObject {
    const row = this.require(id);
    if (row.all_changes_published === true) throw new ServiceError(409, "The module has no unpublished changes.");
    const next = versionOf(row, (row.versions.at(-1)?.version_number ?? 0) + 1, this.#actions.time());
    const used = new Set(this.usersOf(row).map(({ module_version_id: version }) => version));
    const versions = [...row.versions];
    if (versions.length === most.versions) {
      const unused = versions.findIndex((one) => !used.has(one.id));
      if (unused < 0) throw new ServiceError(412, "All versions of the module are in use.");
      versions.splice(unused, 1);
    }
    this.put({ ...row, versions: [...versions, next], all_changes_published: true });
    return shown(row.id, next);
  }

  /** Replaces the draft of a module with one of its versions. */
  rollBack(id: string, version: unknown): WireObject {
    const row = this.require(id);
    const found = versionIn(row, version);
    if (contentOf(found) === contentOf(row)) throw new ServiceError(409, "The draft already equals this version.");
    const isLatest = found === row.versions.at(-1);
    this.put({ ...row, ...pick(found, content), all_changes_published: isLatest } as StoredActionModule);
    return this.show(this.require(id));
  }
}

function settled(row: WireObject, { given }: Write<StoredActionModule>): WireObject {
  const time = String(row.updated_at);
  const { publish, api_version: _, ...rest } = row;
  const after = { ...rest, secrets: withTimes(rest.secrets, given, time) } as WireObject as StoredActionModule;
  const versions = publish === true ? [versionOf(after, 1, time)] : after.versions;
  const latest = versions.at(-1);
  return { ...after, versions, all_changes_published: latest !== undefined && contentOf(latest) === contentOf(after) };
}

function versionOf(row: StoredActionModule, number: number, time: string): Version {
  return { ...copyOf(pick(row, content)), id: randomUUID(), version_number: number, created_at: time };
}

/** The content of a draft or version as a text. The times of secrets are left out. */
function contentOf({ code, dependencies, secrets }: WireObject): string {
  const values = (secrets as readonly WireObject[]).map(({ name, value }) => [name, value]);
  return JSON.stringify([code, dependencies, values]);
}

function versionIn({ versions }: StoredActionModule, id: unknown): Version {
  const found = versions.find((one) => one.id === id);
  if (!found) throw new ServiceError(404, "That version does not exist.");
  return found;
}

function shown(module: string, version: Version): WireObject {
  return { ...copyOf(version), secrets: withoutValues(version.secrets), module_id: module };
}

function viewOf(row: StoredActionModule): WireObject {
  const { versions, ...rest } = copyOf(row);
  const latest = versions.at(-1);
  const version = latest && { latest_version: { ...latest, secrets: withoutValues(latest.secrets) } };
  return { ...rest, secrets: withoutValues(rest.secrets), ...version };
}

/** The tenant's modules of actions, by id or name: `/actions/modules`. */
export function actionModuleModule(actions: Actions): Module<ActionModules> {
  const modules = new ActionModules(actions);
  const base = "/actions/modules";
  const rest = restRoutes(modules, {
    deleted: {},
    before: ({ param }, operation) => {
      if (operation === "create" && modules.all().length >= most.modules) throw tooMany();
      if (operation === "delete" && modules.usersOf(modules.require(param("id"))).length > 0) {
        throw new ServiceError(412, "The module is used by an action.");
      }
    },
    routes: {
      list: { handle: (request) => modulePage("modules", modules.listed().map(listed), request) },
      update: {
        // Recorded: the response has the times from before the update.
        handle: ({ param, body }) => {
          const before = modules.require(param("id"));
          const after = modules.update(before.id, body as WireObject);
          const times = new Map(before.secrets.map(({ name, updated_at }) => [name, updated_at]));
          const secrets = (after.secrets as readonly WireObject[]).map((one) => ({
            ...one,
            updated_at: times.get(one.name) ?? one.updated_at,
          }));
          return { ...after, secrets, updated_at: before.updated_at };
        },
      },
    },
  });
  const routes = [
    ...rest,
    route(`GET ${base}/{id}/actions`, (request) => {
      const page = modulePage("actions", modules.usersOf(modules.require(request.param("id"))), request);
      return omit(
        page,
        Object.keys(page).filter((name) => page[name] === 0),
      );
    }),
    route(`GET ${base}/{id}/versions`, (request) => {
      const { id, versions } = modules.require(request.param("id"));
      return modulePage(
        "versions",
        versions.toReversed().map((one) => shown(id, one)),
        request,
      );
    }),
    route(`POST ${base}/{id}/versions`, ({ param }) => modules.publish(param("id")), { status: 200 }),
    route(`GET ${base}/{id}/versions/{versionId}`, ({ param }) => {
      const row = modules.require(param("id"));
      return shown(row.id, versionIn(row, param("versionId")));
    }),
    route(
      `POST ${base}/{id}/rollback`,
      ({ param, body }) => modules.rollBack(param("id"), (body as WireObject).module_version_id),
      { status: 200 },
    ),
  ];
  return { objects: modules, routes };

  /** A module in a listing, with the number of its latest version in place of the version. */
  function listed(row: StoredActionModule): WireObject {
    const { latest_version: latest, ...rest } = modules.show(row);
    return { ...rest, ...(isObject(latest) && { latest_version_number: latest.version_number }) };
  }
}

/** A page of modules or versions. Beyond the end, `total` is 0. */
function modulePage(collection: string, all: readonly WireObject[], request: Asked): WireObject {
  const { items, page, per_page } = pageOf(all, request);
  return { [collection]: items, total: items.length > 0 ? all.length : 0, page, per_page };
}

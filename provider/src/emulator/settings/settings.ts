import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Module, oldTenant, type Route, route, type Tenant, type TenantTraits } from "../shared/module.ts";
import { Rows } from "../shared/rows.ts";
import { type Collection, copyOf, mapped, merged, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import {
  answered,
  check,
  isObject,
  type ObjectSchema,
  object,
  refusal,
  text,
  type Violation,
} from "../shared/validation.ts";
import { attackProtection } from "./attack-protection.ts";
import { brandingSettings, theme } from "./branding.ts";
import { emailSettings, promptObjects } from "./email-and-prompts.ts";
import { guardian } from "./guardian.ts";
import { phoneSettings } from "./phone.ts";
import { riskSettings } from "./risk.ts";
import { type Held, operationOf, type Setting } from "./setting.ts";
import { tenantSettings } from "./tenant-settings.ts";

/** The tenant's default domain. If no custom domain is the default, the object is empty. The routes are in `custom-domains/`. */
const defaultDomain: Readonly<Record<string, Setting>> = {
  "custom-domains/default": {
    changed: () => object({ domain: text({ min: 3 }) }),
    fresh: () => ({}),
    routes: () => [],
  },
};

const settings: Readonly<Record<string, Setting>> = {
  ...tenantSettings,
  ...attackProtection,
  ...brandingSettings,
  ...guardian,
  ...theme,
  ...emailSettings,
  ...phoneSettings,
  ...riskSettings,
  ...defaultDomain,
  ...promptObjects,
};

/** The settings whose paths have parameters: a tenant has one object for each combination of values. */
const keyed = Object.keys(settings).flatMap((path) =>
  path.includes("{") ? [{ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`), path }] : [],
);

/** The path of a setting, with its parameters, of which a path has the values; undefined for an unknown path. */
function knownPath(path: string): string | undefined {
  return Object.hasOwn(settings, path) ? path : keyed.find(({ pattern }) => pattern.test(path))?.path;
}

function settingAt(path: string): Setting | undefined {
  return settings[knownPath(path) ?? ""];
}

function changeOf(path: string): ObjectSchema {
  return settingAt(path)?.changed?.() ?? bodyOf(`PATCH /${knownPath(path)}`);
}

/** A setting that was changed. Its id is the path. */
interface StoredSetting extends Stored {
  readonly values: WireObject;
}

/** The settings of a tenant, by their paths below `/api/v2`. */
export class Settings extends Rows<StoredSetting> implements Collection {
  readonly #traits: TenantTraits;
  #writes = 0;

  constructor(traits: TenantTraits) {
    super();
    this.#traits = traits;
  }

  list(): WireObject[] {
    return this.#paths().map((path) => ({ id: path, ...this.read(path) }));
  }

  get(path: string): WireObject | undefined {
    return settingAt(path) && { id: path, ...this.read(path) };
  }

  create(): WireObject {
    throw new ServiceError(405, "Settings cannot be created, because every tenant has them. Use update.");
  }

  update(path: string, patch: WireObject): WireObject {
    return { id: path, ...this.change(path, patch) };
  }

  /** Resets the object to that of a new tenant. */
  delete(path: string): void {
    this.drop(path);
  }

  /** The object in a response to a GET. */
  read(path: string): WireObject {
    return this.#show(path, 0);
  }

  /** Changes the object and returns the response to the PATCH. */
  change(path: string, patch: unknown): WireObject {
    const { settle = merged, mirrored, sideEffects, answer = (shown) => shown } = this.#setting(path);
    const changed = changeOf(path);
    this.check(changed, patch);
    const further = Object.keys(patch).filter((name) => !(name in changed.properties));
    const settled = merged(settle(this.stored(path), omit(patch, further), this.#traits), pick(patch, further));
    const removed = further.filter((name) => patch[name] === null);
    this.#store(path, omit(settled, removed));
    this.#changeOthers(mirrored?.(patch));
    this.#changeOthers(sideEffects?.(patch));
    this.#writes += 1;
    return answer(this.#show(path, 1), (other) => this.stored(other));
  }

  /** The objects that differ from those of a new tenant, in the form of a seed. */
  override dump(): WireObject[] {
    return this.#paths().flatMap((path) => {
      const stored = this.stored(path);
      return isDeepStrictEqual(stored, this.#setting(path).fresh(this.#traits)) ? [] : [{ id: path, ...stored }];
    });
  }

  /**
   * Stores one object of a seed as the setting at the path in its `id`. An object that has everything that the oldest tenants have is stored
   * unchanged; any other is merged into the object of a new tenant. Returns the violation if the object is refused.
   */
  override load(given: unknown): Violation | undefined {
    const path = isObject(given) ? String(given.id) : "";
    const setting = settingAt(path);
    if (!isObject(given) || !setting)
      return { why: `Unknown settings. Known: ${Object.keys(settings).join(", ")}`, path: "id" };
    const values = omit(given, ["id"]);
    const before = hasAll(values, setting.fresh(oldTenant)) ? (this.find(path)?.values ?? {}) : this.stored(path);
    const store = () => {
      this.#store(path, merged(before, values));
      this.#changeOthers(setting.mirrored?.(values));
    };
    return check(answered(changeOf(path)), values) ?? refusal(store);
  }

  /** The paths of all objects that were changed. */
  changedPaths(): readonly string[] {
    return this.all().map(({ id }) => id);
  }

  /** The paths of all objects: those without parameters, and those with parameters that were changed. */
  #paths(): readonly string[] {
    const all = new Set([...Object.keys(settings), ...this.changedPaths()]);
    return [...all].filter((path) => !path.includes("{"));
  }

  #changeOthers(values: Readonly<Record<string, WireObject>> = {}): void {
    for (const [path, given] of Object.entries(values)) {
      const { settle = merged } = this.#setting(path);
      this.#store(path, settle(this.stored(path), given, this.#traits));
    }
  }

  #store(path: string, values: WireObject): void {
    this.put({ id: path, values: copyOf(values) });
  }

  #setting(path: string): Setting {
    const found = settingAt(path);
    if (!found) throw new ServiceError(404, "Not Found");
    return found;
  }

  /** The object as it is stored. */
  stored(path: string): WireObject {
    return this.find(path)?.values ?? this.#setting(path).fresh(this.#traits);
  }

  /** Whether the object exists: see {@link Setting.key}. */
  exists(path: string): boolean {
    const { key } = this.#setting(path);
    const names = Object.keys(this.stored(path));
    return key === undefined ? names.length > 0 : names.includes(key);
  }

  #show(path: string, more: number): WireObject {
    const { view = (stored) => stored, isUnordered } = this.#setting(path);
    const shown = view(copyOf(this.stored(path)), (other) => copyOf(this.stored(other)));
    return isUnordered ? (turned(shown, 2 * this.#writes + more) as WireObject) : shown;
  }
}

/**
 * The settings that every tenant has. Their routes are `GET|PATCH` of their paths, unless a setting defines other routes.
 *
 * @param hasDomain whether the tenant has a custom domain that is ready
 */
export function settingsModule(tenant: Tenant, hasDomain: () => boolean): Module<Settings> {
  const objects = new Settings(tenant.traits);
  const at = (path: string): Held => ({
    stored: () => objects.stored(path),
    exists: () => objects.exists(path),
    change: (patch) => void objects.change(path, patch),
    reset: () => objects.delete(path),
  });
  const routes = Object.entries(settings).flatMap(([path, { routes: own, refuse }]): readonly Route[] => {
    if (own) return own(at(path), at, () => objects.changedPaths(), tenant);
    return [
      route(`GET /${path}`, () => objects.read(path), { operation: operationOf(path) }),
      route(`PATCH /${path}`, ({ body }) => {
        if (isObject(body)) refuse?.(body, hasDomain);
        return objects.change(path, body);
      }),
    ];
  });
  return { objects, routes };
}

/** Whether an object has all properties of another one, at every depth. */
function hasAll(object: WireObject, expected: WireObject): boolean {
  return Object.entries(expected).every(
    ([key, value]) => key in object && (!isObject(value) || (isObject(object[key]) && hasAll(object[key], value))),
  );
}

/** A copy of a value in which all arrays, at any depth, are rotated by a number of places. */
function turned(value: unknown, places: number): unknown {
  if (Array.isArray(value)) {
    const at = value.length === 0 ? 0 : places % value.length;
    return [...value.slice(at), ...value.slice(0, at)];
  }
  if (!isObject(value)) return value;
  return mapped(value, (item) => turned(item, places));
}

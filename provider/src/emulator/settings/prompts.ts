import { ServiceError } from "../shared/errors.ts";
import { byPage, offsetPage, readListQuery } from "../shared/query.ts";
import { type RouteRequest, route } from "../shared/router.ts";
import { pick, type WireObject } from "../shared/store.ts";
import { anyObject, bodyOf, flag, isObject, list, object, text } from "../shared/validation.ts";
import type { Held, Setting } from "./setting.ts";

type At = (path: string) => Held | undefined;

/**
 * The setting of the tenant at a path.
 *
 * @throws ServiceError 404 if the emulator does not have it
 */
export function heldAt(at: At, path: string): Held {
  const held = at(path);
  if (held) return held;
  throw new ServiceError(404, "Not Found");
}

/**
 * The routes of an object that every tenant has for each value of the path's parameters. A GET returns the object's property `name`, and the
 * body of a PUT replaces this property.
 */
function replaced(path: string, name: string, bucket?: string): Required<Setting>["routes"] {
  const pathIn = ({ param }: RouteRequest) => path.replaceAll(/:(\w+)/g, (_, key: string) => param(key));
  const operation = `prompts.${name}`;
  return (_, at) => [
    {
      ...route(`${operation}.get`, `GET /${path}`, "read:prompts", (request) => {
        return heldAt(at, pathIn(request)).stored()[name] ?? {};
      }),
      ...(bucket !== undefined && { bucket: `${bucket}.read` }),
    },
    {
      ...route(`${operation}.replace`, `PUT /${path}`, "update:prompts", (request) => {
        heldAt(at, pathIn(request)).change({ [name]: withoutEmpty(request.body) });
        return heldAt(at, pathIn(request)).stored()[name] ?? {};
      }),
      ...(bucket !== undefined && { bucket: `${bucket}.write` }),
    },
  ];
}

/** The screens that are not empty: the service does not store empty ones. */
function withoutEmpty(body: unknown): unknown {
  if (!isObject(body)) return body;
  for (const [screen, members] of Object.entries(body)) {
    if (!isObject(members)) {
      throw new ServiceError(
        400,
        `Payload validation error: 'Expected type object but found type ${typeof members}' on property ${screen}.`,
        "invalid_body",
      );
    }
  }
  return Object.fromEntries(Object.entries(body).filter(([, members]) => Object.keys(members as object).length > 0));
}

const renderingPath = "prompts/:prompt/screen/:screen/rendering";
const nullable = true;
const objects = (about: string) => list(about, anyObject(about), { max: 25 });
const rendering = {
  rendering_mode: text("Mode", { oneOf: ["standard", "advanced"] }),
  context_configuration: list("Context", text("Name"), { nullable }),
  default_head_tags_disabled: { ...flag("Whether the service's tags are omitted"), nullable },
  head_tags: list(
    "Tags",
    object("Tag", {
      tag: text("Name"),
      attributes: { ...anyObject("Attributes"), max: 10 },
      content: text("Content"),
    }),
    { nullable },
  ),
  use_page_template: { ...flag("Whether the page template is used"), nullable },
  filters: object(
    "Filters",
    {
      match_type: text("Whether the objects are included or excluded", { oneOf: ["includes_any", "excludes_any"] }),
      clients: objects("Applications"),
      organizations: objects("Organizations"),
      domains: objects("Domains"),
    },
    [],
    { nullable },
  ),
} as const;

/** A response to a PATCH contains only the properties that were sent. The list contains only screens that were changed. */
const renderingRoutes: Required<Setting>["routes"] = (_, at, changed) => {
  const held = ({ param }: RouteRequest) =>
    heldAt(at, `prompts/${param("prompt")}/screen/${param("screen")}/rendering`);
  return [
    route("prompts.rendering.list", "GET /prompts/rendering", "read:prompts", ({ query }) => {
      const all = changed().flatMap((path) => configuredAt(path, at(path)));
      return offsetPage(all, "configs", readListQuery(query, byPage));
    }),
    route("prompts.rendering.get", `GET /${renderingPath}`, "read:prompts", (request) => ({
      ...{ prompt: request.param("prompt"), screen: request.param("screen") },
      ...held(request).stored(),
    })),
    route("prompts.rendering.update", `PATCH /${renderingPath}`, "update:prompts", (request) => {
      held(request).change(request.body as WireObject);
      return pick(held(request).stored(), Object.keys(request.body as WireObject));
    }),
  ];
};

/** The entry of the list for the screen whose rendering is at a path; none for any other path. */
function configuredAt(path: string, held: Held | undefined): readonly WireObject[] {
  const [, prompt, screen] = /^prompts\/([^/]+)\/screen\/([^/]+)\/rendering$/.exec(path) ?? [];
  return prompt === undefined ? [] : [{ prompt, screen, ...held?.stored() }];
}

const partialsPath = "prompts/:prompt/partials";
const textsPath = "prompts/:prompt/custom-text/:language";

/** The settings that every tenant has for each prompt. */
export const promptObjects: Readonly<Record<string, Setting>> = {
  [textsPath]: {
    scope: "prompts",
    changed: bodyOf({ texts: anyObject("Texts") }),
    fresh: () => ({}),
    // A prompt without texts is like that of a new tenant.
    settle: (_, given) => (Object.keys(given.texts ?? {}).length === 0 ? {} : given),
    routes: replaced(textsPath, "texts"),
  },
  [partialsPath]: {
    scope: "prompts",
    changed: bodyOf({ partials: anyObject("Partials") }),
    fresh: () => ({}),
    settle: (_, given) => (Object.keys(given.partials ?? {}).length === 0 ? {} : given),
    routes: replaced(partialsPath, "partials", "prompt-partials"),
  },
  [renderingPath]: {
    scope: "prompts",
    changed: bodyOf(rendering),
    fresh: () => ({
      ...{ rendering_mode: "standard", context_configuration: [], head_tags: [] },
      ...{ default_head_tags_disabled: false, use_page_template: false, filters: null },
    }),
    // Null sets a property to the value of a new tenant, which for the filters is null.
    settle: (before, given) => {
      const cleared = {
        context_configuration: [],
        head_tags: [],
        default_head_tags_disabled: false,
        use_page_template: false,
      };
      const values = Object.entries(given).map(([name, value]) => [
        name,
        value ?? cleared[name as keyof typeof cleared] ?? null,
      ]);
      return { ...before, ...Object.fromEntries(values) };
    },
    routes: renderingRoutes,
  },
};

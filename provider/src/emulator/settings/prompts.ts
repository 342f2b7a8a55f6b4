import { ServiceError } from "../shared/errors.ts";
import { type RouteRequest, route } from "../shared/router.ts";
import { anyObject, bodyOf, isObject } from "../shared/validation.ts";
import type { Held, Setting } from "./setting.ts";

type At = (path: string) => Held | undefined;

/** The object of a tenant at a path. */
export function heldAt(at: At, path: string): Held {
  const held = at(path);
  if (held) return held;
  throw new ServiceError(404, "Not Found");
}

/**
 * An object that every tenant has for each value of the path's parameters. A PUT replaces it as a whole, and the body is its member `name`.
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

/** Screens that hold something: the service does not keep others. */
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

const partialsPath = "prompts/:prompt/partials";
const textsPath = "prompts/:prompt/custom-text/:language";

/** The settings of single prompts, which a PUT replaces. */
export const promptObjects: Readonly<Record<string, Setting>> = {
  [textsPath]: {
    scope: "prompts",
    changed: bodyOf({ texts: anyObject("Texts") }),
    fresh: () => ({}),
    settle: (_, given) => given,
    routes: replaced(textsPath, "texts"),
  },
  [partialsPath]: {
    scope: "prompts",
    changed: bodyOf({ partials: anyObject("Partials") }),
    fresh: () => ({}),
    settle: (_, given) => given,
    routes: replaced(partialsPath, "partials", "prompt-partials"),
  },
};

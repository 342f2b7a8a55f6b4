import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Route, type RouteRequest, route } from "../shared/module.ts";
import { offsetPage, readListQuery } from "../shared/query.ts";
import { filtered, mapped, omit, pick, type WireObject, withoutNulls } from "../shared/store.ts";
import { anyObject, checkBody, isObject, list, object, text } from "../shared/validation.ts";
import { type Held, type Setting, settledProvider } from "./setting.ts";

/**
 * An object of which every tenant has one for each combination of the path's parameters. A GET returns the object's property `name`, and the body of
 * a PUT replaces this property.
 *
 * @param refuse throws for a body that the service refuses for a prompt
 */
function replaced(
  path: string,
  name: string,
  { bucket, refuse }: { readonly bucket?: string; readonly refuse?: (prompt: string, body: unknown) => void } = {},
): Setting {
  const pathIn = ({ param }: RouteRequest) => path.replaceAll(/\{(\w+)\}/g, (_, key: string) => param(key));
  const limited = (what: string) => (bucket === undefined ? {} : { bucket: `${bucket}.${what}` });
  return {
    changed: () => object({ [name]: anyObject }),
    fresh: () => ({}),
    // A property without members is stored as in a new tenant.
    settle: (_, given) => (Object.keys(given[name] ?? {}).length === 0 ? {} : given),
    routes: (_, at) => {
      const stored = (request: RouteRequest) => at(pathIn(request)).stored()[name] ?? {};
      const replace = (request: RouteRequest) => {
        refuse?.(request.param("prompt"), request.body);
        at(pathIn(request)).change({ [name]: withoutEmpty(request.body) });
        return stored(request);
      };
      return [route(`GET /${path}`, stored, limited("read")), route(`PUT /${path}`, replace, limited("write"))];
    },
  };
}

/** A copy of a body without empty screens, which the service does not store. */
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
  return filtered(body, (members) => Object.keys(members as object).length > 0);
}

const renderingPath = "prompts/{prompt}/screen/{screen}/rendering";

/** The body of an update of several screens, which `change` checks further. */
const screens = object({ configs: list(anyObject, { min: 1 }) }, ["configs"]);
const named = object({ prompt: text({ min: 1 }), screen: text({ min: 1 }) }, ["prompt", "screen"], { open: true });

/** The response to a PATCH contains only the properties that were sent. The list contains only screens that were changed. */
const renderingRoutes: Required<Setting>["routes"] = (_, at, changed, { name: tenant }) => {
  const heldOf = (prompt: string, screen: string) => at(`prompts/${prompt}/screen/${screen}/rendering`);
  const held = ({ param }: RouteRequest) => heldOf(param("prompt"), param("screen"));
  const write = (own: Held, given: WireObject) => {
    own.change(given);
    return pick(own.stored(), Object.keys(given));
  };
  return [
    route("GET /prompts/rendering", (request) => {
      const all = changed().flatMap((path) => configuredAt(path, at(path)));
      return offsetPage(all, "configs", readListQuery(request));
    }),
    // The one recorded update of several screens does not show a limit, nor what a response lacks. So its items are like the responses for one screen.
    route("PATCH /prompts/rendering", ({ body }) => {
      checkBody(screens, body);
      const given = body.configs as readonly WireObject[];
      for (const one of given) checkBody(named, one);
      for (const one of given) checkBody(bodyOf(`PATCH /${renderingPath}`), omit(one, ["prompt", "screen"]));
      const configs = given.map(({ prompt, screen, ...values }) => ({
        ...{ prompt, screen },
        ...write(heldOf(String(prompt), String(screen)), values),
      }));
      return { configs };
    }),
    route(`GET /${renderingPath}`, (request) => ({
      ...{ tenant, prompt: request.param("prompt"), screen: request.param("screen") },
      ...held(request).stored(),
    })),
    route(`PATCH /${renderingPath}`, (request) => write(held(request), request.body as WireObject)),
  ];
};

/** The entry of the list for the screen whose rendering is at a path, in an array; empty for any other path. */
function configuredAt(path: string, held: Held): readonly WireObject[] {
  const [, prompt, screen] = /^prompts\/([^/]+)\/screen\/([^/]+)\/rendering$/.exec(path) ?? [];
  return prompt === undefined ? [] : [{ prompt, screen, ...held.stored() }];
}

/** The prompts that can have partials. */
const partialPrompts = [
  ...["login", "login-id", "login-password", "login-passwordless", "signup", "signup-id", "signup-password"],
  ...["customized-consent", "passkeys"],
];
/** The screens that can have partials. No recorded response shows which of them a prompt has. */
const partialScreens = [
  ...["login", "login-id", "login-password", "login-passwordless-sms-otp", "login-passwordless-email-code", "signup"],
  ...["signup-id", "signup-password", "customized-consent", "passkey-enrollment", "passkey-enrollment-local"],
];

/** @throws ServiceError 400 for an unknown screen. A prompt that is not listed may be newer, so all its screens are accepted. */
function refuseScreens(prompt: string, partials: unknown): void {
  if (!partialPrompts.includes(prompt) || !isObject(partials)) return;
  const unknown = Object.keys(partials).find((name) => !partialScreens.includes(name));
  if (unknown !== undefined) throw new ServiceError(400, `Invalid screen '${unknown}' in prompt '${prompt}'`);
}

const partialsPath = "prompts/{prompt}/partials";
const textsPath = "prompts/{prompt}/custom-text/{language}";

/** The settings that every tenant has for each prompt. */
export const promptObjects: Readonly<Record<string, Setting>> = {
  [textsPath]: replaced(textsPath, "texts"),
  [partialsPath]: replaced(partialsPath, "partials", { bucket: "prompt-partials", refuse: refuseScreens }),
  [renderingPath]: {
    fresh: ({ renderingTargets }) => ({
      ...{ rendering_mode: "standard", context_configuration: [], head_tags: [], default_head_tags_disabled: false },
      ...(renderingTargets && { use_page_template: false, filters: null }),
    }),
    // Null sets a property to the value of a new tenant, which for the filters is null.
    settle: (before, given) => {
      const cleared = {
        context_configuration: [],
        head_tags: [],
        default_head_tags_disabled: false,
        use_page_template: false,
      };
      const cleaned = (value: unknown, name: string) => value ?? cleared[name as keyof typeof cleared] ?? null;
      return { ...before, ...mapped(given, cleaned) };
    },
    routes: renderingRoutes,
  },
};

const providerPath = "emails/provider";
const answered: readonly string[] = ["smtp_host", "smtp_port", "smtp_user", "region", "domain"];
/** The routes of the e-mail provider. A new tenant has none. */
function providerRoutes({ stored, exists, change, reset }: Held): readonly Route[] {
  const view = (): WireObject => {
    if (!exists()) throw new ServiceError(404, "There is not a configured email provider", "inexistent_email_provider");
    const { credentials, ...others } = stored();
    return { ...others, credentials: pick(isObject(credentials) ? credentials : {}, answered) };
  };
  const target = `/${providerPath}` as const;
  const writing = { bucket: "email-provider.write" };
  const get = ({ query }: RouteRequest) => {
    const { name, ...others } = view();
    return query.has("fields") ? { name, ...others } : { name };
  };
  return [
    route(`GET ${target}`, get, { bucket: "email-provider.read", operation: "emails.provider.get" }),
    route(
      `POST ${target}`,
      ({ given }) => {
        if (exists()) throw new ServiceError(409, "Email provider is already configured.");
        change({ enabled: true, ...given() });
        return view();
      },
      writing,
    ),
    route(
      `PATCH ${target}`,
      ({ body }) => {
        view();
        change(body as WireObject);
        return view();
      },
      writing,
    ),
    route(`DELETE ${target}`, reset, writing),
  ];
}

const templatePath = "email-templates/{templateName}";

/** The routes of the e-mail templates. A template exists only after it was saved. It can have a sender only while an e-mail provider is enabled. */
const templateRoutes: Required<Setting>["routes"] = (_, at) => {
  const held = (name: string) => at(`email-templates/${name}`);
  const known = (name: string) => {
    const own = held(name);
    if (own.exists()) return own.stored();
    throw new ServiceError(404, "The template does not exist.", "inexistent_email_template");
  };
  const save = (name: string, body: unknown) => {
    const { name: provider, enabled } = at(providerPath).stored();
    if (isObject(body) && body.from && (provider === undefined || enabled === false))
      throw new ServiceError(400, "From address cannot be set without an enabled email provider.");
    held(name).change(body as WireObject);
    return held(name).stored();
  };
  const writing = { bucket: "email-templates.write" };
  const nameIn = ({ param }: RouteRequest) => param("templateName");
  // One of three recorded responses to a PUT contains a lifetime that was not sent. So the request keeps what it omits, like a PATCH.
  const update = (request: RouteRequest) => {
    known(nameIn(request));
    return save(nameIn(request), request.given());
  };
  return [
    route(
      "POST /email-templates",
      ({ given }) => {
        const name = String(given().template);
        if (held(name).exists()) throw new ServiceError(409, `Template ${name} already exists.`);
        return save(name, given());
      },
      { ...writing, status: 200 },
    ),
    route(`GET /${templatePath}`, (request) => known(nameIn(request)), { bucket: "email-templates.read" }),
    route(`PATCH /${templatePath}`, update, writing),
    route(`PUT /${templatePath}`, update, writing),
  ];
};

/**
 * The e-mail provider and the e-mail templates. A write that changes the provider's name removes the credentials and settings of the previous
 * provider.
 */
export const emailSettings: Readonly<Record<string, Setting>> = {
  [providerPath]: {
    key: "name",
    fresh: () => ({}),
    settle: (before, given) => {
      const settled = settledProvider(before, given, ["credentials", "settings"]);
      return settled.settings === null ? omit(settled, ["settings"]) : settled;
    },
    routes: providerRoutes,
  },
  [templatePath]: {
    fresh: () => ({}),
    settle: (before, given) => withoutNulls({ ...before, ...given }),
    routes: templateRoutes,
  },
};

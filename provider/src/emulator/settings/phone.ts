import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Route, type RouteRequest, route } from "../shared/module.ts";
import { keyed, type WireObject } from "../shared/store.ts";
import { isObject, type ObjectSchema } from "../shared/validation.ts";
import { type Held, type Setting, settledProvider } from "./setting.ts";

const notFound = () => new ServiceError(404, "Notification Resource not found");

/** The schema of a change: any properties of a create. */
function changeOf(path: string): ObjectSchema {
  return { ...bodyOf(`POST /${path}`), required: [] };
}

/** The rows of a listing that a request wants. */
function wanted(rows: readonly WireObject[], { query }: RouteRequest): readonly WireObject[] {
  const disabled = query.get("disabled");
  return disabled === null ? rows : rows.filter((row) => String(row.disabled) === disabled);
}

const providers = "branding/phone/providers";
/** The id of the provider. It is always the same, because a tenant has at most one. */
const providerId = "pro_5ba7c1e09d3f4862a1b0c9";

/** Refuses the values that the service does not accept together. */
function checkProvider({ name, configuration }: WireObject): void {
  const has = (key: string) => isObject(configuration) && configuration[key] !== undefined;
  const isWrong =
    name === "twilio"
      ? !has("sid") || !(has("default_from") || has("mssid"))
      : ["sid", "default_from", "mssid"].some(has);
  if (isWrong) throw new ServiceError(400, "Bad Operation on Notification Resource");
}

/** The routes of the phone provider. A new tenant has none, and a tenant has at most one. No response contains its credentials. */
const providerRoutes: Required<Setting>["routes"] = (
  { stored, exists, change, reset }: Held,
  _at,
  _changed,
  { name: tenant, traits },
) => {
  const view = () => {
    const { credentials: _, ...own } = stored();
    return { id: providerId, tenant, channel: "phone", ...own };
  };
  const known = ({ param }: RouteRequest) => {
    if (!exists() || param("id") !== providerId) throw notFound();
  };
  const write = (given: WireObject) => {
    checkProvider({ ...stored(), ...given });
    change(given);
    return view();
  };
  return [
    route(`GET /${providers}`, (request) => {
      const all = exists() ? [{ ...view(), credentials: null }] : [];
      return { providers: wanted(all, request) };
    }),
    route(`POST /${providers}`, ({ given }) => {
      if (exists()) throw new ServiceError(409, "Phone provider already configured for tenant");
      return write({ disabled: false, ...given() });
    }),
    route(`GET /${providers}/{id}`, (request) => {
      known(request);
      return view();
    }),
    route(`PATCH /${providers}/{id}`, (request) => {
      known(request);
      return write({ ...(!traits.keptPhoneCredentials && { credentials: {} }), ...request.given() });
    }),
    route(`DELETE /${providers}/{id}`, (request) => {
      known(request);
      reset();
    }),
  ];
};

const templates = "branding/phone/templates";
/** The types that a listing always contains. */
const listed = ["blocked_account", "change_password", "otp_enroll", "otp_verify"];
const types = [...listed, "password_breach"];
/** The ids of the saved templates, by type. */
const ids = keyed(types, (_, at) => `tem_5ba7c1e09d3f4862a1b0c${at + 1}`);

/** The routes of the texts of messages. A text that was never saved has no id, and an empty sender. */
const templateRoutes: Required<Setting>["routes"] = (_own, at, _changed, { name: tenant, time }): readonly Route[] => {
  const held = (type: string) => at(`${templates}/${type}`);
  const view = (type: string): WireObject => {
    const common = { channel: "phone", customizable: true, tenant, type };
    if (held(type).exists()) {
      const { content, ...own } = held(type).stored();
      return { id: ids[type], ...common, ...own, content: { syntax: "liquid", ...(content as WireObject) } };
    }
    const body = { text: `{{ code }}: ${type}`, voice: `{{ code }}: ${type}` };
    return { ...common, disabled: false, content: { syntax: "liquid", from: "", body }, created_at: time() };
  };
  const typeIn = ({ param }: RouteRequest) => {
    const type = types.find((one) => ids[one] === param("id") && held(one).exists());
    if (type === undefined) throw notFound();
    return type;
  };
  return [
    route(`GET /${templates}`, (request) => {
      const all = types.filter((type) => listed.includes(type) || held(type).exists()).map(view);
      return { templates: wanted(all, request) };
    }),
    route(`POST /${templates}`, ({ given }) => {
      const { type, ...values } = given();
      if (held(String(type)).exists()) throw new ServiceError(409, "Phone template already configured for tenant");
      held(String(type)).change({ disabled: false, ...values });
      return view(String(type));
    }),
    route(`GET /${templates}/{id}`, (request) => view(typeIn(request))),
    route(`PATCH /${templates}/{id}`, (request) => {
      const type = typeIn(request);
      held(type).change(request.given());
      return view(type);
    }),
    route(`DELETE /${templates}/{id}`, (request) => held(typeIn(request)).reset()),
  ];
};

/** The phone provider, the texts of its messages, and its protection. */
export const phoneSettings: Readonly<Record<string, Setting>> = {
  [providers]: {
    key: "name",
    changed: () => changeOf(providers),
    fresh: () => ({}),
    settle: (before, given) => settledProvider(before, given, ["credentials", "configuration"]),
    routes: providerRoutes,
  },
  [`${templates}/{type}`]: {
    changed: () => changeOf(templates),
    fresh: () => ({}),
    settle: (before, given) => ({ ...before, ...given }),
    routes: templateRoutes,
  },
  "attack-protection/phone-provider-protection": { fresh: () => ({ type: "default" }) },
};

import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Route, route } from "../shared/module.ts";
import { keyed, mapped, omit, type WireObject } from "../shared/store.ts";
import { flag, isObject, object, type Properties } from "../shared/validation.ts";
import { type Held, memberRoutes, operationOf, type Setting } from "./setting.ts";

/** The factors, in the order of the listing. */
const factors = [
  "sms",
  "push-notification",
  "otp",
  "email",
  "duo",
  "webauthn-roaming",
  "webauthn-platform",
  "recovery-code",
];

const newCodes = () => ({ otp_length: 6, otp_expiration_time: 300 });

/** A part of a setting with separate routes: `GET|PUT /path`. A PUT replaces the part. */
interface Part {
  readonly path: string;
  /** Whether the part has no GET, and a PUT returns nothing of it. */
  readonly isHidden?: true;
}

type Parts = Readonly<Record<string, Part>>;

/** The schemas of parts, by their names. */
function schemasOf(parts: Parts): Properties {
  return mapped(parts, ({ path }) => bodyOf(`PUT /${path}`));
}

/** Called before each request. It throws if the route is not available. */
type Refuse = (method: "GET" | "PUT") => void;

/**
 * The routes of parts.
 *
 * @param show returns a part in the form of responses. Default: as it is stored
 */
function partRoutes(
  own: Held,
  parts: Parts,
  refuse: Refuse = () => {},
  show: (part: WireObject, name: string, method: "GET" | "PUT") => unknown = (part) => part,
): Route[] {
  return Object.entries(parts).flatMap(([name, { path, isHidden }]) => {
    const shown = (method: "GET" | "PUT") => {
      refuse(method);
      const part = own.stored()[name];
      if (part === undefined) throw new ServiceError(404, "Not Found");
      return show(part as WireObject, name, method);
    };
    const get = route(`GET /${path}`, () => shown("GET"), { operation: operationOf(path) });
    const put = route(`PUT /${path}`, ({ given }) => {
      shown("PUT");
      const body = given();
      own.change({ [name]: body });
      return isHidden ? {} : show(body, name, "PUT");
    });
    return isHidden ? [put] : [get, put];
  });
}

/** Returns a {@link Setting.settle} that merges the members of the property `kept`, and replaces all other properties. */
const settle = (kept: string) => (before: WireObject, given: WireObject) => ({
  ...before,
  ...given,
  [kept]: { ...(before[kept] as WireObject), ...(given[kept] as WireObject) },
});

/**
 * The settings of Twilio after a PUT: members that it does not contain are null. After a PUT without any value, which was never recorded, they are
 * those of a new tenant.
 */
function withNulls(given: WireObject): WireObject {
  const isEmpty = Object.values(given).every((value) => value === null);
  return isEmpty ? {} : { from: null, messaging_service_sid: null, auth_token: null, sid: null, ...given };
}

const ownParts: Parts = {
  policies: { path: "guardian/policies" },
  email: { path: "guardian/factors/email/settings" },
};
const keyParts: Parts = {
  roaming: { path: "guardian/factors/webauthn-roaming/settings" },
  platform: { path: "guardian/factors/webauthn-platform/settings" },
};
const typesPath = "guardian/factors/phone/message-types";
const providerOf = (factor: string) => `guardian/factors/${factor}/selected-provider`;
const partsOf = (factor: string): Parts => ({
  templates: { path: `guardian/factors/${factor}/templates` },
  twilio: { path: `guardian/factors/${factor}/providers/twilio` },
});
const push = "guardian/factors/push-notification";
const pushParts: Parts = {
  apns: { path: `${push}/providers/apns` },
  fcm: { path: `${push}/providers/fcm`, isHidden: true },
  fcmv1: { path: `${push}/providers/fcmv1`, isHidden: true },
  sns: { path: `${push}/providers/sns` },
};

/** A part of the push notifications in the form of responses: no certificate, and the secret of SNS only in the response to a PUT. */
function shownPush(part: WireObject, name: string, method: "GET" | "PUT"): WireObject {
  const shown = omit(part, ["p12", ...(method === "GET" ? ["aws_secret_access_key"] : [])]);
  return name === "apns" && method === "GET" ? { ...shown, enabled: part.enabled ?? false } : shown;
}

/** The settings of second factors, by their keys in seeds and for direct access. Each of them has several routes. */
export const guardian: Readonly<Record<string, Setting>> = {
  guardian: {
    changed: () =>
      object({
        ...schemasOf(ownParts),
        ...bodyOf("PUT /guardian/settings").properties,
        factors: object(keyed(factors, () => flag)),
      }),
    fresh: ({ factorSettings }) => ({
      policies: [],
      factors: keyed(factors, () => false),
      ...(factorSettings && {
        display_remember_me_checkbox: true,
        remember_me_default_value: false,
        mfa_session_inactivity_timeout: 604_800,
        mfa_session_overall_timeout: 2_592_000,
        email: newCodes(),
      }),
    }),
    settle: settle("factors"),
    routes: (own) => {
      const switches = () => own.stored().factors as WireObject;
      return [
        route("GET /guardian/factors", () =>
          factors.map((name) => ({ name, enabled: switches()[name], trial_expired: false })),
        ),
        ...memberRoutes(own, "guardian/settings"),
        ...partRoutes(own, ownParts),
        route("PUT /guardian/factors/{name}", ({ param, given }) => {
          const name = param("name");
          if (!factors.includes(name)) throw new ServiceError(404, "Not Found");
          const body = given();
          own.change({ factors: { [name]: body.enabled } });
          return body;
        }),
      ];
    },
  },
  "guardian/factors/webauthn": {
    changed: () => object(schemasOf(keyParts)),
    fresh: () => ({ roaming: { overrideRelyingParty: false }, platform: { overrideRelyingParty: false } }),
    settle: (before, given) => ({
      ...before,
      ...mapped(given, (part) => ({ overrideRelyingParty: false, ...(part as WireObject) })),
    }),
    routes: (own) => partRoutes(own, keyParts),
  },
  "guardian/factors/duo": {
    changed: () => bodyOf("PUT /guardian/factors/duo/settings"),
    fresh: () => ({}),
    routes: (own) => [
      route("GET /guardian/factors/duo/settings", () => own.stored()),
      route("PUT /guardian/factors/duo/settings", ({ given }) => {
        own.change(given());
        return own.stored();
      }),
    ],
  },
  "guardian/factors/phone": {
    changed: () =>
      object({
        ...schemasOf(partsOf("phone")),
        ...bodyOf(`PUT /${typesPath}`).properties,
        ...bodyOf(`PUT /${providerOf("phone")}`).properties,
        ...bodyOf("PUT /guardian/factors/phone/settings").properties,
      }),
    fresh: ({ factorSettings }) => ({
      provider: "auth0",
      message_types: [],
      templates: {},
      twilio: {},
      ...(factorSettings && newCodes()),
    }),
    settle: (before, given) => ({
      ...before,
      ...given,
      ...(isObject(given.twilio) && { twilio: withNulls(given.twilio) }),
    }),
    routes: (own, at) => {
      const refuse = () => {
        if (at("tenants/settings").stored().phone_consolidated_experience !== true) return;
        throw new ServiceError(
          403,
          "Insufficient privileges to use this deprecated feature. To handle Phone Provider/Templates refer to Tenant Phone Settings",
        );
      };
      // The one recorded tenant with phones below `/branding/phone` returned the types. Only reports say that the service refuses the route, and
      // none of them shows the method.
      const refuseTypes = (method: "GET" | "PUT") => {
        if (method === "PUT") refuse();
      };
      // Codes by SMS and phone are one factor, with two routes for most parts.
      return [
        ...memberRoutes(own, typesPath, refuseTypes),
        ...["phone", "sms"].flatMap((factor) => [
          ...memberRoutes(own, providerOf(factor), refuse),
          ...partRoutes(own, partsOf(factor), refuse),
        ]),
        ...memberRoutes(own, "guardian/factors/phone/settings"),
      ];
    },
  },
  "guardian/factors/push-notification": {
    changed: () =>
      object({
        ...schemasOf(pushParts),
        ...bodyOf(`PUT /${providerOf("push-notification")}`).properties,
        custom_app: bodyOf("PATCH /prompts/mfa-push"),
      }),
    fresh: () => ({ provider: "guardian", apns: {}, fcm: {}, fcmv1: {}, sns: {}, custom_app: {} }),
    settle: (before, given) => ({
      ...before,
      ...given,
      ...(isObject(given.apns) && { apns: { ...given.apns, enabled: (given.apns.p12 ?? null) !== null } }),
    }),
    view: ({ provider, apns, sns, custom_app }) => ({
      ...{ provider, custom_app },
      apns: shownPush(apns as WireObject, "apns", "GET"),
      sns: shownPush(sns as WireObject, "sns", "GET"),
    }),
    routes: (own) => [
      ...memberRoutes(own, providerOf("push-notification")),
      ...partRoutes(own, pushParts, undefined, shownPush),
      route("GET /prompts/mfa-push", () => own.stored().custom_app),
      route("PATCH /prompts/mfa-push", ({ given }) => {
        own.change({ custom_app: { ...(own.stored().custom_app as WireObject), ...given() } });
        return own.stored().custom_app;
      }),
    ],
  },
};

import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/module.ts";
import { omit, type WireObject } from "../shared/store.ts";
import {
  bodyOf,
  check,
  flag,
  integer,
  isObject,
  list,
  object,
  payloadError,
  type Schema,
  text,
} from "../shared/validation.ts";
import type { Held, Setting } from "./setting.ts";

const [read, update] = ["read:guardian_factors", "update:guardian_factors"];

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

const remembering = {
  display_remember_me_checkbox: flag("Whether users can have a device remembered"),
  remember_me_default_value: flag("Whether the checkbox is selected at first"),
  mfa_session_inactivity_timeout: integer("Seconds", { min: 3_600, max: 2_592_000 }),
  mfa_session_overall_timeout: integer("Seconds", { min: 3_600, max: 7_776_000 }),
};
const codes = object("Codes", {
  otp_length: integer("Digits", { min: 4, max: 10 }),
  otp_expiration_time: integer("Seconds", { min: 30, max: 3_600 }),
});
const policies = list("Policies", text("Policy", { oneOf: ["all-applications", "confidence-score"] }));
const newCodes = () => ({ otp_length: 6, otp_expiration_time: 300 });

const relyingParty = {
  overrideRelyingParty: flag("Whether the relying party is overridden"),
  relyingPartyIdentifier: text("Domain", { min: 1 }),
};
const roaming = object("Security keys", {
  userVerification: text("Verification", { oneOf: ["required", "preferred", "discouraged"] }),
  ...relyingParty,
});
const platform = object("Devices", relyingParty);
const duo = {
  ikey: text("Key", { max: 10_000 }),
  skey: text("Secret", { max: 10_000 }),
  host: text("Host", { max: 10_000 }),
};
const words = text("Value", { min: 1, max: 1_000, nullable: true });
const phone = {
  provider: text("Provider", { oneOf: ["auth0", "twilio", "phone-message-hook"] }),
  message_types: list("Types", text("Type", { oneOf: ["sms", "voice"] })),
  templates: object("Texts", { enrollment_message: text("Message"), verification_message: text("Message") }, [
    "enrollment_message",
    "verification_message",
  ]),
  twilio: object("Twilio", {
    from: text("Sender", { max: 64, nullable: true }),
    messaging_service_sid: words,
    auth_token: words,
    sid: words,
  }),
};
const push = {
  provider: text("Provider", { oneOf: ["guardian", "sns", "direct"] }),
  apns: object("Apple", {
    sandbox: flag("Sandbox"),
    bundle_id: words,
    p12: text("Certificate", { min: 1, max: 10_000, nullable: true }),
  }),
  fcm: object("Google", { server_key: text("Key", { max: 152, nullable: true }) }),
  fcmv1: object("Google", { server_credentials: text("Credentials", { max: 10_000, nullable: true }) }),
  sns: object("SNS", {
    aws_access_key_id: words,
    aws_secret_access_key: words,
    aws_region: words,
    sns_apns_platform_application_arn: words,
    sns_gcm_platform_application_arn: words,
  }),
  custom_app: object("App", {
    app_name: text("Name"),
    apple_app_link: text("Address"),
    google_app_link: text("Address"),
  }),
};

/** A part of a setting with separate routes: `GET|PUT /path`. A PUT replaces the part. */
interface Part {
  readonly path: string;
  /** The property of the setting that contains the part. */
  readonly name: string;
  readonly schema: Schema;
  /** Whether the body contains the part under its name. Default: the body is the part. */
  readonly isMember?: true;
  /** Called before each request. It throws if the part is not available. */
  readonly guard?: (method: "GET" | "PUT") => void;
}

function partRoutes(own: Held, { path, name, schema, isMember, guard }: Part): Route[] {
  const operation = path.replaceAll("/", ".");
  const scopes = name === "policies" ? ["read:mfa_policies", "update:mfa_policies"] : [read, update];
  const shown = (method: "GET" | "PUT") => {
    guard?.(method);
    const value = own.stored()[name];
    if (value === undefined) throw new ServiceError(404, "Not Found");
    return isMember ? { [name]: value } : value;
  };
  return [
    route(`${operation}.get`, `GET /${path}`, String(scopes[0]), () => shown("GET")),
    route(`${operation}.update`, `PUT /${path}`, String(scopes[1]), ({ body }) => {
      shown("PUT");
      const whole = isMember ? bodyOf({ [name]: schema }, [name]) : schema;
      const violation = check(whole, body);
      if (violation) throw payloadError(violation);
      own.change(isMember ? (body as WireObject) : { [name]: body });
      return body;
    }),
  ];
}

/** Returns a {@link Setting.settle} that merges the members of the property `kept`, and replaces all other properties. */
const settle = (kept: string) => (before: WireObject, given: WireObject) => ({
  ...before,
  ...given,
  [kept]: { ...(before[kept] as WireObject), ...(given[kept] as WireObject) },
});

/** The settings of push notifications in the form of a GET's response: without secrets. */
function withoutSecrets({ provider, apns, sns, custom_app }: WireObject): WireObject {
  return {
    provider,
    custom_app,
    apns: { ...omit(apns as WireObject, ["p12"]), enabled: (apns as WireObject).enabled ?? false },
    sns: omit(sns as WireObject, ["aws_secret_access_key"]),
  };
}

/**
 * The settings of Twilio after a PUT: members that it does not contain are null. After a PUT without any value, which was never recorded, they are
 * those of a new tenant.
 */
function withNulls(given: WireObject): WireObject {
  const isEmpty = Object.values(given).every((value) => value === null);
  return isEmpty ? {} : { from: null, messaging_service_sid: null, auth_token: null, sid: null, ...given };
}

/** The settings of second factors, by their keys in seeds and for direct access. Each of them has several routes. */
export const guardian: Readonly<Record<string, Setting>> = {
  guardian: {
    scope: "guardian_factors",
    changed: bodyOf({
      policies,
      factors: object("Factors", Object.fromEntries(factors.map((name) => [name, flag("Whether it is on")]))),
      ...remembering,
      email: codes,
    }),
    fresh: ({ factorSettings }) => ({
      policies: [],
      factors: Object.fromEntries(factors.map((name) => [name, false])),
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
      const remembered = () => {
        const found = omit(own.stored(), ["policies", "factors", "email"]);
        if (Object.keys(found).length === 0) throw new ServiceError(404, "Not Found");
        return found;
      };
      return [
        route("guardian.factors.list", "GET /guardian/factors", read, () =>
          factors.map((name) => ({ name, enabled: switches()[name], trial_expired: false })),
        ),
        route("guardian.settings.get", "GET /guardian/settings", read, remembered),
        route("guardian.settings.update", "PUT /guardian/settings", update, ({ body }) => {
          remembered();
          const violation = check(bodyOf(remembering, Object.keys(remembering)), body);
          if (violation) throw payloadError(violation);
          own.change(body as WireObject);
          return remembered();
        }),
        ...partRoutes(own, { path: "guardian/policies", name: "policies", schema: policies }),
        ...partRoutes(own, { path: "guardian/factors/email/settings", name: "email", schema: codes }),
        route("guardian.factors.update", "PUT /guardian/factors/:name", update, ({ param, body }) => {
          const name = param("name");
          if (!factors.includes(name)) throw new ServiceError(404, "Not Found");
          const violation = check(bodyOf({ enabled: flag("Whether it is on") }, ["enabled"]), body);
          if (violation) throw payloadError(violation);
          own.change({ factors: { [name]: (body as WireObject).enabled } });
          return body;
        }),
      ];
    },
  },
  "guardian/factors/webauthn": {
    scope: "guardian_factors",
    changed: bodyOf({ roaming, platform }),
    fresh: () => ({ roaming: { overrideRelyingParty: false }, platform: { overrideRelyingParty: false } }),
    settle: (before, given) => {
      const filled = Object.entries(given).map(([name, value]) => [
        name,
        { overrideRelyingParty: false, ...(value as WireObject) },
      ]);
      return { ...before, ...Object.fromEntries(filled) };
    },
    routes: (own) => [
      ...partRoutes(own, { path: "guardian/factors/webauthn-roaming/settings", name: "roaming", schema: roaming }),
      ...partRoutes(own, { path: "guardian/factors/webauthn-platform/settings", name: "platform", schema: platform }),
    ],
  },
  "guardian/factors/duo": {
    scope: "guardian_factors",
    changed: bodyOf(duo),
    fresh: () => ({}),
    routes: (own) => [
      route("guardian.factors.duo.settings.get", "GET /guardian/factors/duo/settings", read, () => own.stored()),
      route("guardian.factors.duo.settings.update", "PUT /guardian/factors/duo/settings", update, ({ body }) => {
        const violation = check(bodyOf(duo), body);
        if (violation) throw payloadError(violation);
        own.change(body as WireObject);
        return own.stored();
      }),
    ],
  },
  "guardian/factors/phone": {
    scope: "guardian_factors",
    changed: bodyOf({ ...phone, ...codes.properties }),
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
      const isElsewhere = () => {
        if (at("tenants/settings")?.stored().phone_consolidated_experience !== true) return;
        throw new ServiceError(
          403,
          "Insufficient privileges to use this deprecated feature. To handle Phone Provider/Templates refer to Tenant Phone Settings",
        );
      };
      const part = (path: string, name: keyof typeof phone) => ({
        ...{ path: `guardian/factors/${path}`, name, schema: phone[name], guard: isElsewhere },
      });
      const shown = () => {
        const { otp_length, otp_expiration_time } = own.stored();
        if (otp_length === undefined) throw new ServiceError(404, "Not Found");
        return { otp_length, otp_expiration_time };
      };
      return [
        ...partRoutes(own, {
          ...part("phone/message-types", "message_types"),
          isMember: true,
          // The one recorded tenant with phones below `/branding/phone` returned the types. Only reports say that the service refuses the route, and
          // none of them shows the method.
          guard: (method) => {
            if (method === "PUT") isElsewhere();
          },
        }),
        // Codes by SMS and phone are one factor, with two routes for each of these parts.
        ...["phone", "sms"].flatMap((factor) => [
          ...partRoutes(own, { ...part(`${factor}/selected-provider`, "provider"), isMember: true }),
          ...partRoutes(own, part(`${factor}/templates`, "templates")),
          ...partRoutes(own, part(`${factor}/providers/twilio`, "twilio")),
        ]),
        route("guardian.factors.phone.settings.get", "GET /guardian/factors/phone/settings", read, shown),
        route("guardian.factors.phone.settings.update", "PUT /guardian/factors/phone/settings", update, ({ body }) => {
          shown();
          const violation = check({ ...codes, required: Object.keys(codes.properties) }, body);
          if (violation) throw payloadError(violation);
          own.change(body as WireObject);
          return shown();
        }),
      ];
    },
  },
  "guardian/factors/push-notification": {
    scope: "guardian_factors",
    changed: bodyOf(push),
    fresh: () => ({ provider: "guardian", apns: {}, fcm: {}, fcmv1: {}, sns: {}, custom_app: {} }),
    settle: (before, given) => ({
      ...before,
      ...given,
      ...(isObject(given.apns) && { apns: { ...given.apns, enabled: (given.apns.p12 ?? null) !== null } }),
    }),
    view: withoutSecrets,
    routes: (own) => {
      const below = "guardian/factors/push-notification";
      const hidden = (name: "fcm" | "fcmv1") =>
        route(`guardian.push.${name}.update`, `PUT /${below}/providers/${name}`, update, ({ body }) => {
          const violation = check(push[name], body);
          if (violation) throw payloadError(violation);
          own.change({ [name]: body });
          return {};
        });
      const shown = (name: "apns" | "sns") => {
        const path = `${below}/providers/${name}`;
        const [get, put] = partRoutes(own, { path, name, schema: push[name] });
        const view = () => withoutSecrets(own.stored())[name];
        // The response to a PUT of SNS contains the secret, that to a GET does not. The certificate of Apple's service is in neither.
        const handle: Route["handle"] = (request) => omit(put?.handle(request) as WireObject, ["p12"]);
        return get && put
          ? [
              { ...get, handle: view },
              { ...put, handle },
            ]
          : [];
      };
      return [
        ...partRoutes(own, {
          ...{ path: `${below}/selected-provider`, name: "provider", schema: push.provider, isMember: true },
        }),
        ...shown("apns"),
        hidden("fcm"),
        hidden("fcmv1"),
        ...shown("sns"),
        route("prompts.mfa-push.get", "GET /prompts/mfa-push", "read:prompts", () => own.stored().custom_app),
        route("prompts.mfa-push.update", "PATCH /prompts/mfa-push", "update:prompts", ({ body }) => {
          const violation = check(push.custom_app, body);
          if (violation) throw payloadError(violation);
          own.change({ custom_app: { ...(own.stored().custom_app as WireObject), ...(body as WireObject) } });
          return own.stored().custom_app;
        }),
      ];
    },
  },
};

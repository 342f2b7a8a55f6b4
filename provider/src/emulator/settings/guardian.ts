import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/router.ts";
import { omit, type WireObject } from "../shared/store.ts";
import { bodyOf, check, flag, integer, list, object, payloadError, type Schema, text } from "../shared/validation.ts";
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
  remember_me_default_value: flag("Whether a device is remembered"),
  mfa_session_inactivity_timeout: integer("Seconds", { min: 3_600, max: 2_592_000 }),
  mfa_session_overall_timeout: integer("Seconds", { min: 3_600, max: 7_776_000 }),
};
const codes = object("Codes", {
  otp_length: integer("Digits", { min: 4, max: 10 }),
  otp_expiration_time: integer("Seconds", { min: 30, max: 3_600 }),
});
const policies = list("Policies", text("Policy", { oneOf: ["all-applications", "confidence-score"] }));
const newCodes = () => ({ otp_length: 6, otp_expiration_time: 300 });

/** A part of an object: `GET|PUT /path`. A PUT replaces it. */
interface Part {
  readonly path: string;
  /** The object's member that is the part. */
  readonly name: string;
  readonly schema: Schema;
  /** The member of the body that is the part. Default: the body. */
  readonly member?: string;
  /** Called before each request. */
  readonly guard?: () => void;
}

function partRoutes(own: Held, { path, name, schema, member, guard }: Part): Route[] {
  const operation = path.replaceAll("/", ".");
  const scopes = name === "policies" ? ["read:mfa_policies", "update:mfa_policies"] : [read, update];
  const shown = () => {
    guard?.();
    const value = own.stored()[name];
    if (value === undefined) throw new ServiceError(404, "Not Found");
    return member === undefined ? value : { [member]: value };
  };
  return [
    route(`${operation}.get`, `GET /${path}`, String(scopes[0]), shown),
    route(`${operation}.update`, `PUT /${path}`, String(scopes[1]), ({ body }) => {
      shown();
      const whole = member === undefined ? schema : bodyOf({ [member]: schema }, [member]);
      const violation = check(whole, body);
      if (violation) throw payloadError(violation);
      own.change({ [name]: member === undefined ? body : (body as WireObject)[member] });
      return body;
    }),
  ];
}

/** The members of a nested object stay, all others are replaced. */
const settle = (kept: string) => (before: WireObject, given: WireObject) => ({
  ...before,
  ...given,
  [kept]: { ...(before[kept] as WireObject), ...(given[kept] as WireObject) },
});

/** Second factors. Their objects have the names of the routes below which they are. */
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
};

import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/router.ts";
import { omit, type WireObject } from "../shared/store.ts";
import { anyObject, bodyOf, checkBody, flag, integer, isObject, text } from "../shared/validation.ts";
import { heldAt } from "./prompts.ts";
import type { Held, Setting } from "./setting.ts";

const providerPath = "emails/provider";
const answered: readonly string[] = ["smtp_host", "smtp_port", "smtp_user", "region", "domain"];
const providers = [
  ...["mailgun", "mandrill", "sendgrid", "resend", "ses", "sparkpost", "smtp"],
  ...["azure_cs", "ms365", "custom"],
];
const provider = {
  name: text("Name", { oneOf: providers, nullable: true }),
  enabled: flag("Whether the provider is used"),
  default_from_address: text("Sender"),
  credentials: anyObject("Credentials"),
  settings: { ...anyObject("Settings"), nullable: true },
} as const;

/** A new tenant has no e-mail provider. */
function providerRoutes({ stored, change }: Held): readonly Route[] {
  const at = (method: "GET" | "POST" | "PATCH" | "DELETE") => `${method} /${providerPath}` as const;
  const known = () => {
    const own = stored();
    if (own.name !== undefined) return own;
    throw new ServiceError(404, "There is not a configured email provider", "inexistent_email_provider");
  };
  const view = (): WireObject => {
    const { credentials, ...others } = known();
    const shown = Object.entries(isObject(credentials) ? credentials : {}).filter(([name]) => answered.includes(name));
    return { ...others, credentials: Object.fromEntries(shown) };
  };
  return [
    {
      ...route("emails.provider.get", at("GET"), "read:email_provider", ({ query }) => {
        const { name, ...others } = view();
        return query.has("fields") ? { name, ...others } : { name };
      }),
      bucket: "email-provider.read",
    },
    {
      ...route("emails.provider.create", at("POST"), "create:email_provider", ({ body }) => {
        if (stored().name !== undefined) throw new ServiceError(409, "Email provider is already configured.");
        checkBody(bodyOf(provider, ["name", "credentials"]), body);
        change({ enabled: true, ...body });
        return view();
      }),
      bucket: "email-provider.write",
    },
    {
      ...route("emails.provider.update", at("PATCH"), "update:email_provider", ({ body }) => {
        known();
        change(body as WireObject);
        return view();
      }),
      bucket: "email-provider.write",
    },
    {
      ...route("emails.provider.delete", at("DELETE"), "delete:email_provider", () => change({ name: null })),
      bucket: "email-provider.write",
    },
  ];
}

const templatePath = "email-templates/:template";
const nullable = true;
const templates = [
  ...["verify_email", "verify_email_by_code", "auth_email_by_code", "reset_email", "reset_email_by_code"],
  ...["welcome_email", "blocked_account", "stolen_credentials", "enrollment_email", "mfa_oob_code", "user_invitation"],
  ...["async_approval", "change_password", "password_reset"],
];
const template = {
  template: text("Template", { oneOf: templates }),
  body: text("Body", { nullable }),
  from: text("Sender", { nullable }),
  resultUrl: text("Redirect URL", { nullable }),
  subject: text("Subject", { nullable }),
  syntax: text("Syntax", { nullable }),
  urlLifetimeInSeconds: integer("Lifetime", { min: 0, nullable }),
  includeEmailInRedirect: flag("Whether the redirect URL contains the e-mail address"),
  enabled: { ...flag("Whether the e-mail is sent"), nullable },
} as const;

/** A template exists only after it was saved. It can have a sender only while an e-mail provider is enabled. */
const templateRoutes: Required<Setting>["routes"] = (_, at) => {
  const held = (name: string) => heldAt(at, `email-templates/${name}`);
  const known = (name: string) => {
    const own = held(name);
    if (Object.keys(own.stored()).length > 0) return own;
    throw new ServiceError(404, "The template does not exist.", "inexistent_email_template");
  };
  const save = (name: string, body: unknown) => {
    const { name: provider, enabled } = heldAt(at, providerPath).stored();
    if (isObject(body) && body.from && (provider === undefined || enabled === false))
      throw new ServiceError(400, "From address cannot be set without an enabled email provider.");
    held(name).change(body as WireObject);
    return held(name).stored();
  };
  return [
    {
      ...route("email-templates.create", "POST /email-templates", "create:email_templates", ({ body }) => {
        checkBody(bodyOf({}, ["template", "body", "from", "subject", "syntax", "enabled"], { open: true }), body);
        const name = String(body.template);
        if (Object.keys(held(name).stored()).length > 0)
          throw new ServiceError(409, `Template ${name} already exists.`);
        return save(name, body);
      }),
      bucket: "email-templates.write",
      status: 200,
    },
    {
      ...route("email-templates.get", `GET /${templatePath}`, "read:email_templates", ({ param }) =>
        known(param("template")).stored(),
      ),
      bucket: "email-templates.read",
    },
    {
      ...route("email-templates.update", `PATCH /${templatePath}`, "update:email_templates", ({ param, body }) => {
        known(param("template"));
        return save(param("template"), body);
      }),
      bucket: "email-templates.write",
    },
  ];
};

/**
 * The e-mail provider and the e-mail templates. A write that changes the provider's name removes the credentials and settings of the previous
 * provider.
 */
export const emailSettings: Readonly<Record<string, Setting>> = {
  [providerPath]: {
    scope: "email_provider",
    changed: bodyOf(provider),
    fresh: () => ({}),
    settle: (before, given) => {
      if (given.name === null) return {};
      const isOther = before.name !== undefined && given.name !== undefined && given.name !== before.name;
      const settled = { ...(isOther ? omit(before, ["credentials", "settings"]) : before), ...given };
      return settled.settings === null ? omit(settled, ["settings"]) : settled;
    },
    routes: providerRoutes,
  },
  [templatePath]: {
    scope: "email_templates",
    changed: bodyOf(template),
    fresh: () => ({}),
    settle: (before, given) =>
      Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null)),
    routes: templateRoutes,
  },
};

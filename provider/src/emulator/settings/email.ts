import { ServiceError } from "../shared/errors.ts";
import { type Route, route } from "../shared/router.ts";
import { omit, type WireObject } from "../shared/store.ts";
import { anyObject, bodyOf, checkBody, flag, isObject, text } from "../shared/validation.ts";
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

/** The provider is there only once it was set. */
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

/** E-mails. Another name of the provider removes its credentials and settings. */
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
};

import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { secret } from "./switches.ts";

const hidden = "s3cr3t-of-e-mails";
const keys = fc.constantFrom("mail-key-1", "mail-key-2");
const settings = fc.constantFrom({ message: { view_content_link: true } }, { message: {} }, {});
const account = fc.oneof(
  fc.record({ name: fc.constantFrom("sendgrid", "mandrill"), credentials: fc.record({ api_key: keys }) }),
  fc.record({
    name: fc.constant("mailgun"),
    credentials: fc
      .tuple(keys, fc.boolean())
      .map(([key, isEu]) => ({ api_key: key, domain: "mg.example.com", ...(isEu && { region: "eu" }) })),
  }),
  fc.record({
    name: fc.constant("smtp"),
    credentials: fc.record({
      smtp_host: fc.constantFrom("smtp-1.example.com", "smtp-2.example.com"),
      smtp_port: fc.constantFrom(25, 587),
      smtp_user: fc.constant("tenant"),
      smtp_pass: keys,
    }),
  }),
);
const values = {
  enabled: fc.boolean(),
  defaultFromAddress: fc.constantFrom("a@example.com", "b@example.com"),
  settings,
};
const others = fc.record(values, { requiredKeys: [] });
const some = fc.tuple(account, others).map(([one, rest]) => ({ ...one, ...rest }));

const one = { name: "sendgrid", enabled: true, credentials: { api_key: "mail-key-1" } };
const other = { ...one, credentials: { api_key: "mail-key-2" } };
const path = ["emails", "provider"];
const scope = (verb: string) => `${verb}:email_provider`;

export const emailProvider: Subject<"emailProvider"> = {
  ...settingOf("emailProvider"),
  exceptions: [],
  laws: [casesOf(some, others, 0.2)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ defaultFromAddress: values.defaultFromAddress }) }],
  scopes: scopesOf("email_provider", one, other).map((row) => {
    if (row.operation === "create") return { ...row, scopes: ["read", "create"].map(scope) };
    return row.operation.startsWith("delete with") ? { ...row, scopes: ["read", "delete"].map(scope) } : row;
  }),
  hostile: {
    ...readOnly("emailProvider"),
    targets: /^\/api\/v2\/emails\/provider(\?fields=[\w%]+&include_fields=true)?$/,
    versions: (_, n) => [
      { name: "sendgrid", defaultFromAddress: `a${n}@example.com`, credentials: { api_key: hidden } },
      { name: "sendgrid", defaultFromAddress: `b${n}@example.com`, credentials: { api_key: hidden } },
    ],
    secrets: [hidden],
    misshapen: ["[]", '{"name":"smtp","credentials":[]}'].map((body) => ({ path: /provider/, body })),
    programs: (text) => text.map((defaultFromAddress) => ({ args: { ...one, defaultFromAddress }, mayAsk: [path] })),
  },
  bench: [one, other],
  noReferences: {
    "/credentials/accessKeyId": "an id of another service",
    "/credentials/clientId": "an id of another service",
    "/credentials/smtp_user": "a user of another service",
    "/credentials/tenantId": "an id of another service",
  },
  unlikeTable: [["* credentials.*: *", "The names depend on the provider, and the description lacks some."]],
  besides: { name: "sendgrid", credentials: { api_key: "ours" } },
  inCases: () => ({ args: { credentials: { accessKeyId: "a", secretAccessKey: "b", region: "eu-west-1" } } }),
  switches: [
    {
      at: ["enabled"],
      on: true,
      off: { name: "sendgrid", enabled: false, credentials: { api_key: secret } },
      foreign: [
        ["defaultFromAddress", "evil@example.com", "defaultFromAddress"],
        ["settings", { message: { view_content_link: true } }, "settings.message"],
      ],
      declared: [],
    },
  ],
  elsewhere: [
    ["auth0_email_provider", "mails", { id: "mails", name: "sendgrid", default_from_address: "login@example.com" }],
  ],
  namesElsewhere: ["mails"],
};

import { type JsonObject, own } from "../schema/json.ts";
import { fromPointer, matches, type Path } from "../schema/pointer.ts";
import type { Hints } from "../schema/schema.ts";
import { type KnownStrategy, olderPasswordOptions } from "./connection-strategies.ts";
import type { OutsideName } from "./outside.ts";

/** An option that matters for security. */
interface Safeguard {
  /** A JSON pointer into `options`; `*` is any one key. */
  readonly at: string;
  readonly why: string;
  /** If one of these options is set, the option at {@link at} is no safeguard: the service does not accept both for a new connection. */
  readonly unless?: readonly string[];
}

const guesses: Safeguard = {
  at: "/brute_force_protection",
  why: "If true, attackers who guess passwords or codes are blocked.",
};
const verified: Safeguard = {
  at: "/should_trust_email_verified_connection",
  why: "An attacker who controls the connected directory could claim that another user's address is verified, and get that user's account.",
};
const openId: readonly Safeguard[] = [
  { at: "/type", why: "`front_channel` is the implicit flow: tokens pass through the browser." },
  { at: "/connection_settings/pkce", why: "Without PKCE, an intercepted authorization code is enough for a login." },
];

/** By strategy: the options that matter for security. An import declares them even if they have the default of a new connection. */
export const safeguards: Readonly<Partial<Record<KnownStrategy, readonly Safeguard[]>>> = {
  ad: [guesses],
  adfs: [verified],
  auth0: [
    guesses,
    { at: "/mfa/active", why: "If false, no second factor is asked for." },
    { at: "/passwordPolicy", why: "It determines how hard passwords are to guess." },
    {
      at: "/password_options/complexity/min_length",
      why: "It determines how hard passwords are to guess.",
      unless: olderPasswordOptions,
    },
    {
      at: "/password_options/complexity/max_length_exceeded",
      why: "If long passwords are truncated, the end of a password is not checked.",
      unless: olderPasswordOptions,
    },
    { at: "/authentication_methods/*/enabled", why: "Each method is a further way to log in." },
  ],
  email: [guesses],
  oidc: openId,
  okta: openId,
  samlp: [{ at: "/assertion_decryption_settings/*", why: "Each setting determines which algorithms are accepted." }],
  sms: [guesses],
  waad: [verified, { at: "/useCommonEndpoint", why: "If true, users of every directory can log in." }],
};

/**
 * The languages of options with long texts, for all strategies. Each script is listed, because an option with "script" in its name need not be a
 * script.
 */
const languages: readonly (readonly [at: string, language: NonNullable<Hints["language"]>])[] = [
  ["/cert", "pem"],
  ["/customScripts/change_email", "js"],
  ["/customScripts/change_password", "js"],
  ["/customScripts/change_phone_number", "js"],
  ["/customScripts/change_username", "js"],
  ["/customScripts/create", "js"],
  ["/customScripts/delete", "js"],
  ["/customScripts/get_user", "js"],
  ["/customScripts/login", "js"],
  ["/customScripts/verify", "js"],
  ["/email/body", "html"],
  ["/fedMetadataXml", "xml"],
  ["/requestTemplate", "xml"],
  ["/scripts/fetchUserProfile", "js"],
];

/** Options that contain the id of another object, for all strategies. */
const ids: readonly (readonly [at: string, idOf: OutsideName | "client"])[] = [["/idpinitiated/client_id", "client"]];

const guarded = new Map(
  Object.entries(safeguards).map(([strategy, all]) => [
    strategy,
    all.map((one) => [fromPointer(one.at), one] as const),
  ]),
);
const written = languages.map(([at, language]) => [fromPointer(at), language] as const);
const referring = ids.map(([at, idOf]) => [fromPointer(at), idOf] as const);

/** The annotations of one option. They depend on the strategy of the connection. */
export function hintsOfOption(path: Path, root: JsonObject): Hints {
  const options = own(root, "options");
  const [, language] = written.find(([at]) => matches(at, path)) ?? [];
  const [, idOf] = referring.find(([at]) => matches(at, path)) ?? [];
  const [, safeguard] =
    guarded
      .get(String(own(root, "strategy")))
      ?.find(
        ([at, { unless = [] }]) => matches(at, path) && unless.every((name) => own(options, name) === undefined),
      ) ?? [];
  return { ...(language && { language }), ...(idOf && { idOf }), ...(safeguard && { safeguard: safeguard.why }) };
}

import type { WireObject } from "../shared/store.ts";
import type { Derivation } from "./strategies.ts";

const hooks = ["repo_hook", "org", "public_key"].flatMap((resource) =>
  ["read", "write", "admin"].map((verb): [string, string] => [`${verb}_${resource}`, `${verb}:${resource}`]),
);
const asTheyAre = ["public_repo", "repo", "repo_deployment", "delete_repo", "notifications", "gist"];

/** The scopes that flags stand for, by strategy. */
const scopes = {
  github: new Map([
    ["email", "user:email"],
    ["follow", "user:follow"],
    ["read_user", "read:user"],
    ["repo_status", "repo:status"],
    ...hooks,
    ...asTheyAre.map((name): [string, string] => [name, name]),
  ]),
  google: new Map([
    ["email", "email"],
    ["profile", "profile"],
    ["gmail", "https://mail.google.com/mail/feed/atom"],
    ["youtube", "https://gdata.youtube.com"],
    ["calendar", "https://www.googleapis.com/auth/calendar"],
    ["contacts", "https://www.google.com/m8/feeds/"],
  ]),
  linkedin: new Map([
    ["email", "r_emailaddress"],
    ["profile", "r_liteprofile"],
    ["basic_profile", "r_basicprofile"],
  ]),
};

const facebookPermission = /^(email|public_profile|(ads|business|groups|leads|manage|pages|publish|read|user)_\w+)$/;

/** The scopes of the flags that are true, in the order of the flags. */
function granted(options: WireObject, known: ReadonlyMap<string, string>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === true ? (known.get(name) ?? []) : []));
}

const google: Derivation = ({ given }) => {
  const flagged = Object.keys(given).some((name) => scopes.google.has(name));
  const options: WireObject = { ...given, ...(!flagged && { email: true, profile: true }) };
  if (!("email" in options)) options.email = true;
  return { ...options, scope: given.scope ?? granted(options, scopes.google) };
};

const linkedIn: Derivation = ({ given }) => {
  const options = { ...given, ...(!("profile" in given) && { profile: true }) };
  const versioned = given.strategy_version !== undefined;
  return { ...options, scope: versioned ? granted(options, scopes.linkedin) : ["r_basicprofile"] };
};

const windowsLive: Derivation = ({ given }) => {
  const flagged = Object.values(given).some((value) => typeof value === "boolean");
  const user = given.graph_user === true ? ["https://graph.microsoft.com/User.Read"] : [];
  return {
    ...given,
    ...(!flagged && { signin: true }),
    scope: given.strategy_version === 2 ? user : ["wl.signin"],
  };
};

const apple: Derivation = ({ given }) => {
  const flags = ["name", "email"];
  if (!flags.some((name) => name in given)) return given;
  return { ...given, scope: flags.filter((name) => given[name] === true).join(" ") };
};

const facebook: Derivation = ({ given }) => {
  const flags = Object.keys(given).filter((name) => given[name] === true && facebookPermission.test(name));
  return { ...given, scope: flags.join(",") };
};

const line: Derivation = ({ given }) => ({
  profile: true,
  ...given,
  scope: ["openid", ...(given.email === true ? ["email"] : []), "profile"],
});

/** The social strategies whose scope the service makes of their flags. The result is the same for POST and PATCH. */
export const socialOptions: Readonly<Record<string, Derivation>> = {
  github: ({ given }) => ({ ...given, scope: granted(given, scopes.github) }),
  "google-oauth2": google,
  facebook,
  apple,
  linkedin: linkedIn,
  windowslive: windowsLive,
  line,
  wordpress: ({ given }) => ({ profile: true, ...given, scope: ["profile"] }),
  salesforce: ({ given }) => ({ ...given, scope: [] }),
  "salesforce-community": ({ given }) => ({ ...given, scope: [] }),
};

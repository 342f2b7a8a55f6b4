import type { Json } from "../schema/json.ts";
import { fromPointer, type Path } from "../schema/pointer.ts";
import type { Documented } from "../schema/secrecy/by-path.ts";
import { plainByType, sharedOptions, typedOptions } from "./connection-options.made.ts";
import { secretOptionPaths } from "./connection-strategies.ts";

/*
 * The names of the options that are documented for strategies: options with types in this package, options in the service's public interface
 * description of 2026-06 (the types of its npm SDK 7.1), and options that only the service sets.
 */

/** Known options without a type: the service sets them, and programs do not declare them. By strategy. */
const setByTheService: Readonly<Record<string, string>> = {
  okta: "discovery_url",
  samlp: "expires subject",
  auth0: "custom_headers",
};

/** The options of the strategies whose options have no types in this package. The values can have any type. */
const untypedOptions: Readonly<Record<string, string>> = {
  pingfederate: `extends: ConnectionOptionsUpstream any:
    assertion_decryption_settings cert decryptionKey digestAlgorithm domain_aliases entityId expires icon_url
    idpinitiated pingFederateBaseUrl protocolBinding signInEndpoint signSAMLRequest signatureAlgorithm signingCert
    subject tenant_domain thumbprints`,
  adfs: `extends: ConnectionOptionsUpstream any:
    adfs_server domain_aliases entityId fedMetadataXml icon_url prev_thumbprints
    should_trust_email_verified_connection signInEndpoint tenant_domain thumbprints user_id_attribute`,
  ad: `extends: ConnectionOptionsUpstream any:
    agentIP agentMode agentVersion brute_force_protection certAuth certs disable_cache
    disable_self_service_change_password domain_aliases icon_url ips kerberos signInEndpoint tenant_domain
    thumbprints`,
  "google-apps": `extends: ConnectionOptionsUpstream any:
    admin_access_token admin_access_token_expiresin admin_refresh_token allow_setting_login_scopes api_enable_groups
    api_enable_users client_id client_secret domain domain_aliases email ext_agreed_terms ext_groups
    ext_groups_extended ext_is_admin ext_is_suspended handle_login_from_social icon_url map_user_id_to_id profile
    scope tenant_domain`,
};

/** The names of options by strategy. Other options are allowed, too, and sent unchanged. */
export const optionNames: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ ...typedOptions, ...untypedOptions }).map(([strategy, made]) => {
    const names = optionsIn(made).map(({ path: [name = ""] }) => name);
    return [strategy, new Set([...names, ...wordsIn(setByTheService[strategy] ?? "")].toSorted())];
  }),
);

/** The known options of a strategy; empty for most strategies. */
export function namesOf(strategy: Json | undefined): ReadonlySet<string> {
  const name = String(strategy);
  return (Object.hasOwn(optionNames, name) && optionNames[name]) || new Set();
}

/** An option, by its path: `*` is any one key, and `[]` each element of a list. */
export interface KnownOption {
  readonly path: Path;
  /** The type of the option's JSON value; `oneOf` if the value must be one of {@link texts}. */
  readonly kind: string;
  readonly texts: readonly string[];
}

/** The options that a text of `connection-options.made.ts` lists. */
export function optionsIn(made: string): readonly KnownOption[] {
  const options: KnownOption[] = [];
  let kind = "";
  for (const word of wordsIn(made)) {
    const [place = "", texts] = word.split("=");
    if (word.endsWith(":")) kind = word.slice(0, -1);
    else if (kind === "extends") options.push(...optionsIn(sharedOptions[word] ?? ""));
    else options.push({ path: place.split("."), kind, texts: texts?.split("|") ?? [] });
  }
  return options;
}

/** The words of a text of `connection-options.made.ts`. A word that is too long for a line continues on the next line, after a `|`. */
function wordsIn(made: string): readonly string[] {
  return made.replaceAll(/\|\s+/g, "|").match(/\S+/g) ?? [];
}

/** Documented options whose names look secret but whose values are not, as JSON pointers into `options`: `*` is any one key. */
export const plainOptionPaths = [
  ...wordsIn(plainByType).map((place) => `/${place.replaceAll(".", "/")}`),
  "/assertion_decryption_settings",
  "/customScripts/change_password",
  "/global_token_revocation_jwt_iss",
  "/global_token_revocation_jwt_sub",
  "/oidc_metadata/*",
  "/password_dictionary",
  "/password_options",
] as const;

const secret = secretOptionPaths.map(fromPointer);
const plain = plainOptionPaths.map(fromPointer);

/**
 * The documented secrecy of options, for a strategy with the given option names. An option is documented as not secret only for strategies that
 * have it: for another strategy, an option of the same name can be a secret.
 */
function documentedOf(names: ReadonlySet<string>): Documented {
  return { secret, names, plain: plain.filter(([name = ""]) => names.has(name)) };
}

const byStrategy = new Map(Object.entries(optionNames).map(([strategy, names]) => [strategy, documentedOf(names)]));
const ofOthers = documentedOf(namesOf(undefined));
const ofAny = documentedOf(new Set(Object.values(optionNames).flatMap((names) => [...names])));

/**
 * The documented secrecy of a connection's options.
 *
 * @param strategy the strategy of the connection; undefined for the options of all strategies together
 */
export function documentedOptions(strategy: Json | undefined): Documented {
  if (typeof strategy !== "string") return ofAny;
  return byStrategy.get(strategy) ?? ofOthers;
}

import type { ImportRules } from "../../lifecycle/resource-type.ts";
import {
  covers,
  equal,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  matches,
  own,
  type Path,
  toPointer,
  valueAt,
} from "../../schema/json.ts";
import { pathRulesOf } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { changeWithin, type Released, removeValues } from "../../state/document-removal.ts";
import { Draft, holdsOthers, putDeclared } from "../../state/leaves.ts";
import { type Plan, touched } from "../../state/plan.ts";
import {
  connectionSchema,
  createdOptions,
  displacedOptions,
  ofStrategy,
  opaqueOptions,
  optionsOf,
  restoredOptions,
  scopeFlagsOf,
  staleOptions,
  unreadOptions,
} from "./definition.ts";
import { typedOptions } from "./definition-options.made.ts";
import {
  hasMadeScope,
  type KnownOption,
  olderPasswordOptions,
  optionsIn,
  withScopeInStep,
} from "./definition-options.ts";

/** The options of an update, or the reason why the update is refused. */
export type Merged =
  | {
      readonly refused?: undefined;
      readonly options: JsonObject;
      /** The removed values that the update keeps. */
      readonly released: readonly Released[];
    }
  /** The token cannot read the options, so an update would lose undeclared options. */
  | { readonly refused: "withheld" }
  /** The tenant has undeclared options that cannot be read, so an update would lose them. */
  | { readonly refused: "opaque"; readonly names: readonly string[] };

/** Whether an update has to send options. */
export function touchesOptions(plan: Plan): boolean {
  return touched(plan).includes("options");
}

/**
 * Builds the options of an update. The API replaces all options, so undeclared options are sent back unchanged. Declared options without a
 * planned change are also sent back with the tenant's value, because an update changes only what the preview showed.
 *
 * @param live the connection, read just before
 * @param inputs the program's declared inputs
 */
export function mergeOptions(plan: Plan, inputs: JsonObject, live: JsonObject): Merged {
  const before = optionsOf(live);
  if (!before) return { refused: "withheld" };
  const change = changeWithin("options", plan);
  const { declared, removed } = change;
  const lost = undeclaredOpaque(inputs, before, [...declared, ...removed]);
  if (lost.length > 0) return { refused: "opaque", names: lost };

  // An option that already has the declared value is not changed, so values that the service derived from it stay.
  const changed = plan.changed.filter(
    ({ field, path, value }) =>
      path[0] === "options" && !same(field, value, valueAt(before, path.slice(1)), pathRulesOf(field, path, inputs)),
  );
  const ours = namesOf(declared);
  const options = new Draft(before);
  const removeUndeclared = (names: readonly string[]) => {
    for (const name of names) if (!ours.has(name)) options.remove([name]);
  };
  removeUndeclared(staleOptions(inputs, namesOf([...changed, ...removed])));
  const rulesAt = (path: Path) => pathRulesOf(connectionSchema.fields.options, path, live);
  const released = removeValues(options, { ...change, rulesAt }, 1);
  const isReleased = (path: Path) => released.some((one) => equal(one.path, path));
  const cleared = removed.filter(
    (removal) => !holdsOthers(removal, valueAt(before, removal.path.slice(1))) && !isReleased(removal.path),
  );
  const defaults = newOptions(inputs);
  putDefaults(
    options,
    cleared.map(({ path }) => path.slice(1)).filter(([name = ""]) => !ours.has(name)),
    defaults,
  );
  const isChanged = new Set(plan.changed);
  for (const leaf of declared) {
    if (isChanged.has(leaf) || isOpaque(leaf.path, inputs)) putDeclared(options, leaf.path.slice(1), leaf.value);
  }
  putHidden(options, declared, 1);
  removeUndeclared(displacedOptions(inputs, before, options.root));
  for (const [name, value] of Object.entries(restoredOptions(inputs, before, options.root))) options.put([name], value);
  return { options: withScopeInStep(scopeFlagsOf(inputs), before, options.root, ours, defaults), released };
}

function namesOf(leaves: readonly { readonly path: Path }[]): ReadonlySet<string> {
  return new Set(leaves.map(({ path }) => path[1] ?? ""));
}

/**
 * Puts defaults in place of removed values. The service sets the defaults of an option only if the whole option is missing. So if other values of
 * the option remain, the update has to contain the defaults of the removed values.
 *
 * @param defaults the options of a new connection
 */
function putDefaults(options: Draft, removed: readonly Path[], defaults: JsonObject): void {
  for (const path of removed) {
    const prefixes = path.map((_, index) => path.slice(0, index + 1));
    const missing = prefixes.find((prefix) => valueAt(options.root, prefix) === undefined) ?? [];
    const value = missing.length > 1 ? valueAt(defaults, missing) : undefined;
    if (value !== undefined) options.put(missing, value);
  }
}

/** Whether the API returns an option encrypted or not at all, so that an update cannot send it back. */
function isOpaque(path: Path, root: JsonObject): boolean {
  const { ciphertext, never } = opaqueOptions(root);
  return [...ciphertext, ...never].some((pattern) => matches(pattern, path.slice(1)));
}

/** The names of the tenant's options that an update could not send back, and that neither the program nor the record in the state contains. */
function undeclaredOpaque(
  inputs: JsonObject,
  live: JsonObject,
  known: readonly { readonly pointer: string; readonly path: Path }[],
): readonly string[] {
  const pointers = new Set(known.map(({ pointer }) => pointer));
  const present = opaqueOptions(inputs).ciphertext.flatMap((pattern) => pathsOf(pattern, live));
  const unread = unreadOptions(inputs, live, namesOf(known)).map((name) => [name]);
  return [...present, ...unread]
    .filter((path) => !pointers.has(toPointer(["options", ...path])))
    .map((path) => path.join("."));
}

function pathsOf(pattern: readonly string[], root: JsonObject): readonly Path[] {
  const [name, ...rest] = pattern;
  if (name === undefined) return [[]];
  const names = name === "*" ? Object.keys(root) : [name];
  return names.flatMap((key) => {
    const value = own(root, key);
    if (value === undefined) return [];
    if (rest.length === 0) return [[key]];
    return isObject(value) ? pathsOf(rest, value).map((path) => [key, ...path]) : [];
  });
}

/*
 * The service's defaults for options of a new connection, from recorded exchanges with real tenants. If tenants have different defaults, this table
 * has the defaults of the newest tenants, and an import at an older tenant writes the differing values into the program.
 */

const passwordOptions = {
  complexity: {
    min_length: 15,
    character_types: [],
    character_type_rule: "all",
    identical_characters: "allow",
    sequential_characters: "allow",
    max_length_exceeded: "error",
  },
  history: { active: false, size: 3 },
  dictionary: { active: false, custom: [], default: "en_100k" },
  profile_data: {
    active: false,
    blocked_fields: [
      ...["name", "username", "nickname", "email", "phone_number"],
      ...["user_metadata.name", "user_metadata.first", "user_metadata.last"],
    ],
  },
};

const openId = { schema_version: "oidc-V4" };

/** By strategy: the defaults of a new connection, in addition to {@link createdOptions}. */
const values: Readonly<Record<string, JsonObject>> = {
  adfs: { thumbprints: [] },
  auth0: {
    passwordPolicy: "good",
    password_options: passwordOptions,
    brute_force_protection: true,
    passkey_options: {
      challenge_ui: "both",
      progressive_enrollment_enabled: true,
      local_enrollment_enabled: true,
    },
    authentication_methods: {
      password: { enabled: true, api_behavior: "required", signup_behavior: "allow" },
      passkey: { enabled: false },
      email_otp: { enabled: false },
      phone_otp: { enabled: false },
    },
  },
  email: { brute_force_protection: true },
  "google-apps": {
    email: true,
    profile: true,
    scope: ["email", "profile"],
    handle_login_from_social: true,
  },
  "google-oauth2": { email: true, profile: true, scope: ["email", "profile"] },
  facebook: { scope: "" },
  github: { scope: [] },
  line: { profile: true, scope: ["openid", "profile"] },
  linkedin: { profile: true, scope: ["r_basicprofile"] },
  oidc: { ...openId, type: "front_channel", attribute_map: { mapping_mode: "bind_all" } },
  okta: { ...openId, type: "back_channel", attribute_map: { mapping_mode: "basic_profile" } },
  salesforce: { scope: [] },
  "salesforce-community": { scope: [] },
  samlp: { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } },
  sms: { brute_force_protection: true },
  waad: { waad_common_endpoint: false },
  windowslive: { signin: true, scope: ["wl.signin"] },
  wordpress: { profile: true, scope: ["profile"] },
};

/** The options of a new connection that the service sets if the creation omits them. */
function newOptions(root: JsonObject): JsonObject {
  return { ...ofStrategy(createdOptions, root), ...ofStrategy(values, root) };
}

/** Options that the service derives from other options. An import omits them, whatever their value. */
const derived: Readonly<Record<string, readonly string[]>> = {
  oidc: ["/oidc_metadata"],
  okta: ["/oidc_metadata"],
  waad: ["/app_domain", "/thumbprints"],
};

/** Options that the service derives from the certificate of an identity provider. */
const ofCertificates: Readonly<Record<string, readonly string[]>> = {
  pingfederate: ["cert", "expires", "subject", "thumbprints"],
  samlp: ["expires", "subject", "thumbprints"],
};

const discovered = ["issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"];

/** Whether the service derives an option from a certificate. If a program declared the option, too, a changed certificate would cause drift. */
function isDerivedOption([name = "", ...below]: Path, value: Json, live: JsonObject): boolean {
  if (ofStrategy(ofCertificates, live)?.includes(name)) return true;
  const source = own(own(live, "options"), "signingCert");
  const isCertificate = name === "cert" && below.length === 0 && typeof value === "string";
  return isCertificate && typeof source === "string" && certificateIn(value) === certificateIn(source);
}

/** The certificate in a text that is PEM, Base64-encoded PEM or Base64-encoded DER. */
function certificateIn(text: string): string {
  const pem = text.includes("-----") ? text : Buffer.from(text, "base64").toString("latin1");
  const [, body = text] = /-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----/s.exec(pem) ?? [];
  return body.replaceAll(/\s/g, "");
}

/** Whether the service sets an option of a new connection to this value by default. */
function isFreshOption(path: Path, value: Json, live: JsonObject): boolean {
  const fresh = valueAt(newOptions(live), path);
  return fresh !== undefined && equal(fresh, value);
}

/** Whether the service sets an option to this value because of other options, or does not accept it beside them for a new connection. */
function isOptionOfOthers(path: Path, value: Json, live: JsonObject): boolean {
  if (ofStrategy(derived, live)?.some((pointer) => covers(fromPointer(pointer), path))) return true;
  const options = own(live, "options");
  const [name = "", ...below] = path;
  if (!isObject(options)) return false;
  const hasOlder = olderPasswordOptions.some((older) => own(options, older) !== undefined);
  if (name === "password_options") return hasOlder && isFreshOption(path, value, live);
  if (below.length > 0) return false;
  switch (name) {
    case "signInEndpoint":
      return own(live, "strategy") === "pingfederate" && equal(value, own(options, "pingFederateBaseUrl"));
    case "waad_common_endpoint":
      return equal(value, own(options, "useCommonEndpoint") ?? null);
    case "scope":
      return hasMadeScope(own(live, "strategy")) || isScopeOfFlags(value, live, options);
    default:
      return discovered.includes(name) && isDiscovered(name, value, options);
  }
}

/** Whether the service took this value from OpenID Connect discovery, so that a program need not declare the option. */
function isDiscovered(name: string, value: Json, options: JsonObject): boolean {
  const isFound = own(options, "discovery_url") !== undefined || own(options, "domain") !== undefined;
  return isFound && equal(value, own(own(options, "oidc_metadata"), name));
}

/** Whether `scope` consists of the words of the flags that are true, so that the service derives it from these flags. */
function isScopeOfFlags(scope: Json, live: JsonObject, options: JsonObject): boolean {
  const flags = scopeFlagsOf(live);
  if (flags.size === 0 || !Array.isArray(scope)) return false;
  const granted = [...flags].filter(([flag]) => own(options, flag) === true).map(([, word]) => word);
  return equal(granted.toSorted(), scope.map(String).toSorted());
}

const byStrategy = new Map(Object.entries(typedOptions).map(([strategy, made]) => [strategy, optionsIn(made)]));

/** The paths of options without a type in their strategy's class, or with a value that does not match the type. */
export function undocumentedOptions(strategy: string, options: JsonObject): readonly Path[] {
  const types = byStrategy.get(strategy);
  return (types && mismatchesIn(options, types)) ?? [];
}

/**
 * The paths of properties that do not match a type: those that the type does not contain, and those with values of another type. Undefined
 * if the value itself is of another type.
 */
function mismatchesIn(value: Json, types: readonly KnownOption[]): readonly Path[] | undefined {
  if (types.some((type) => type.path.length === 0 && takes(type, value))) return [];
  if (Array.isArray(value)) {
    const item = below(types, "[]");
    // Elements cannot be marked as undocumented, as they have no names: an array with a mismatch does not match as a whole.
    return item.length > 0 && value.every((one) => mismatchesIn(one, item)?.length === 0) ? [] : undefined;
  }
  const isObjectType = types.some(({ path: [name = "[]"] }) => name !== "[]");
  if (!isObjectType || !isObject(value)) return undefined;
  const mismatches = Object.entries(value).map(([name, member]) => mismatchesAt(name, member, types));
  return mismatches.includes(undefined) ? undefined : mismatches.flatMap((paths) => paths ?? []);
}

function mismatchesAt(name: string, value: Json, types: readonly KnownOption[]): readonly Path[] | undefined {
  const any = below(types, "*");
  const within = mismatchesIn(value, any.length > 0 ? any : below(types, name));
  if (any.length === 0 && within === undefined) return [[name]];
  return within?.map((path) => [name, ...path]);
}

function takes({ kind, texts }: KnownOption, value: Json): boolean {
  return kind === "any" || typeof value === kind || texts.some((text) => text === value);
}

/** The types of the property with the given name, with paths relative to the property. */
function below(types: readonly KnownOption[], name: string): readonly KnownOption[] {
  return types.flatMap((type) => (type.path[0] === name ? [{ ...type, path: type.path.slice(1) }] : []));
}

/** Rules for importing the options of connections. */
export const importRules: ImportRules = {
  isDerived: ([name, ...inside], value, live) => name === "options" && isDerivedOption(inside, value, live),
  isConsequence: ([name, ...inside], value, live) => name === "options" && isOptionOfOthers(inside, value, live),
  isFresh: ([name, ...inside], value, live) => name === "options" && isFreshOption(inside, value, live),

  whyUnread([, option], live) {
    const isCiphertext = opaqueOptions(live).ciphertext.some(([name]) => name === option);
    return isCiphertext
      ? "the API returns this option only encrypted; to manage the option, declare it with its value"
      : undefined;
  },

  unseen(live, args) {
    const options = optionsOf(live);
    const known = new Set(Object.keys(optionsOf(args) ?? {}));
    return [
      ...(options ? [] : [{ path: ["options"], why: withheld }]),
      ...unreadOptions(live, options ?? {}, known).map((name) => ({ path: ["options", name] })),
    ];
  },

  undocumented(args: JsonObject) {
    const [strategy, options] = [own(args, "strategy"), own(args, "options")];
    const paths = typeof strategy === "string" && isObject(options) ? undocumentedOptions(strategy, options) : [];
    return paths.map((path) => ["options", ...path]);
  },
};

const withheld =
  "the token lacks the scope read:connections_options: declare the options, or remove the connection from the state " +
  "(`pulumi state delete`) and import it again with the scope";

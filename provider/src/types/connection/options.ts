import { equal, isObject, type JsonObject, matches, own, type Path, toPointer, valueAt } from "../../schema/json.ts";
import { pathRulesOf } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { changeWithin, type Released, removeValues } from "../../state/document-removal.ts";
import { Draft, holdsOthers, putDeclared } from "../../state/leaves.ts";
import type { Plan } from "../../state/plan.ts";
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
import { withScopeInStep } from "./definition-options.ts";

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
export function newOptions(root: JsonObject): JsonObject {
  return { ...ofStrategy(createdOptions, root), ...ofStrategy(values, root) };
}

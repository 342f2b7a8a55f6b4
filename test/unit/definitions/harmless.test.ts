import { describe, expect, test } from "vitest";
import { keyProperties } from "../../../provider/src/compare/side.ts";
import { covers, fromPointer, type Path, toPointer } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt, hintsAt } from "../../../provider/src/schema/schema.ts";
import { typedOptions } from "../../../provider/src/types/connection/definition-options.made.ts";
import {
  optionNames,
  optionsIn,
  secretOptionPaths,
} from "../../../provider/src/types/connection/definition-options.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { subjects } from "../../subjects/index.ts";

/**
 * The harmless options of connections, by reason; `harmless` of a subject has the properties of its type. A list or a map is one property. No entry is
 * a pattern, except those of groups that have only looks: `colors.*`.
 */
const harmlessOptions: Readonly<Record<string, string>> = {
  "names and descriptions": "name",
  "the looks of pages": "icon_url passkey_options.challenge_ui",
  "texts without links, and their languages": "syntax email.syntax email.subject",
  "a form of a value or of a message": `useOauthSpecScope schema_version deflate protocolBinding bindingMethod strategy_version
      attributes.username.validation.allowed_types.email attributes.username.validation.allowed_types.phone_number
      attributes.username.validation.max_length attributes.username.validation.min_length validation.username.max
      validation.username.min`,
  "only a creation sets it, and a run refuses a change": "attributes.email.unique",
  "what the directory says about its users, who cannot log in by it": `api_enable_users api_enable_groups basic_profile email profile max_groups_to_retrieve ext_account_enabled ext_admin ext_agreed_terms
      ext_assigned_licenses ext_assigned_plans ext_azure_id ext_city ext_country ext_department ext_dir_sync_enabled ext_email
      ext_expires_in ext_family_name ext_fax ext_given_name ext_group_ids ext_groups ext_groups_extended ext_is_admin
      ext_is_suspended ext_job_title ext_last_sync ext_mobile ext_name ext_nested_groups ext_nickname ext_oid ext_phone
      ext_physical_delivery_office_name ext_postal_code ext_preferred_language ext_profile ext_provisioned_plans
      ext_provisioning_errors ext_proxy_addresses ext_puid ext_roles ext_state ext_street ext_telephoneNumber ext_tenantid
      ext_upn ext_usage_location ext_user_id`,
  "what a user must enter, or is offered after the login": `attributes.email.profile_required attributes.phone_number.profile_required attributes.username.profile_required
      mfa.return_enroll_settings passkey_options.local_enrollment_enabled passkey_options.progressive_enrollment_enabled`,
  "what scripts are told, which are marked": "enable_script_context",
  "the public half of a secret key": "signing_key.cert",
  "set by the service, or by a connector":
    "expires subject certs thumbprints prev_thumbprints app_domain granted custom_headers agentIP agentMode agentVersion admin_access_token_expiresin",
};

/** A property, or an option of the connections of a strategy. */
interface Place {
  /** As the list of harmless properties names it. */
  readonly name: string;
  readonly type: TypeName;
  readonly path: Path;
  readonly strategy?: string;
}

/** The properties that are one value each; those of the service alone are left out. A mark inside a list or a map would have no effect. */
function leavesIn(fields: Fields, above: Path = []): readonly Path[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (field.computed) return [];
    const path = [...above, name];
    return field.kind === "object" ? leavesIn(field.fields, path) : [path];
  });
}

const properties: readonly Place[] = typeNames.flatMap((type) =>
  leavesIn(definitions[type].schema.fields).flatMap((path) => {
    const [name] = path;
    // Nobody knows what an undocumented property means. The options have a list of their own.
    if (name === "undocumented" || (type === "connection" && name === "options")) return [];
    return [{ name: `${type} ${path.join(".")}`, type, path }];
  }),
);

const options: readonly Place[] = Object.entries(optionNames).flatMap(([strategy, names]) => {
  const typed = optionsIn(typedOptions[strategy] ?? "").map(({ path }) => path.filter((key) => key !== "[]"));
  const others = [...names].filter((name) => !typed.some(([first]) => first === name)).map((name) => [name]);
  return [...typed, ...others].map((path) => ({
    name: `options ${path.join(".")}`,
    type: "connection" as const,
    path: ["options", ...path],
    strategy,
  }));
});

/** Whether a value is secret: a comparison never accepts a difference of it, and an import cannot read it. */
function isSecret({ type, path }: Place): boolean {
  const [, ...inside] = path;
  if (path[0] === "options") return secretOptionPaths.some((at) => covers(fromPointer(at), inside));
  return path.some((_, index) => {
    const field = fieldAt(definitions[type].schema.fields, path.slice(0, index + 1));
    return field?.secret === true || (field?.kind === "map" && field.sealed === true);
  });
}

/** Whether a comparison finds the objects of both sides by the property: it never differs, and an import always declares it. */
function isKey({ type, path: [name] }: Place): boolean {
  return keyProperties(type).some(([key]) => key === name);
}

function isMarked({ type, path, strategy }: Place): boolean {
  const { fields } = definitions[type].schema;
  return hintsAt(fields, path, strategy === undefined ? {} : { strategy }).safeguard !== undefined;
}

const undecided = [...properties, ...options].filter((place) => !isMarked(place) && !isSecret(place) && !isKey(place));
const lists = [
  ...subjects.map(({ name, harmless = {} }) => [name, harmless] as const),
  ["options", harmlessOptions] as const,
];
const entries = lists.flatMap(([type, byReason]) =>
  Object.entries(byReason).flatMap(([reason, names]) =>
    names.split(/\s+/).map((name) => ({ reason, entry: `${type} ${name}` })),
  ),
);

/** Whether an entry of the list names a property. */
function names(entry: string, name: string): boolean {
  return entry.endsWith(".*") ? name.startsWith(entry.slice(0, -1)) : name === entry;
}

describe("a property", () => {
  test("is a safeguard, or is in the list of harmless properties", () => {
    expect(properties.length).toBeGreaterThan(400);
    expect(options.length).toBeGreaterThan(300);
    const found = undecided.filter(({ name }) => !entries.some(({ entry }) => names(entry, name)));
    expect([...new Set(found.map(({ name }) => name))]).toEqual([]);
  });

  test("is harmless for one reason only, and is no safeguard", () => {
    for (const { reason, entry } of entries) {
      expect([reason, entry, undecided.some(({ name }) => names(entry, name))]).toEqual([reason, entry, true]);
    }
    expect(undecided.filter(({ name }) => entries.filter(({ entry }) => names(entry, name)).length > 1)).toEqual([]);
  });

  test("that is in neither list is found at any depth", () => {
    const fields = {
      ...{
        own: { kind: "object", fields: { weak: { kind: "boolean" }, all: { kind: "list", item: { kind: "string" } } } },
      },
    } as const satisfies Fields;
    expect(leavesIn(fields).map(toPointer)).toEqual(["/own/weak", "/own/all"]);
  });
});

import { posix } from "node:path";
import { isObject, type Json, type JsonObject, nonEmptyText, own } from "../schema/json.ts";

/*
 * What auth0-deploy-cli calls the objects of a tenant, and where it keeps them.
 */

/** Finds the id of the one object of the tenant that a type of Terraform's provider names, and that has these properties. Throws {@link Unresolved}. */
export type Find = (type: string, properties: JsonObject) => string;

/** No object of the tenant has the properties, or several have them. The message is the reason, without a full stop. */
export class Unresolved extends Error {
  override readonly name = "Unresolved";
}

/** A resource of Terraform's provider that has the same objects as an entry of auth0-deploy-cli. */
export interface Part {
  readonly type: string;
  readonly attributes: JsonObject;
  /** Its name, if an entry has several. Default: the name of the entry. */
  readonly name?: string;
}

/** What an entry is in the words of Terraform's provider. */
export type Handler = (entry: JsonObject, find: Find) => readonly Part[];

/** Objects with a name, by which the tool finds them. */
function named(type: string, { by = "name", id = "id" } = {}): Handler {
  return (entry, find) => [{ type, attributes: { ...entry, [id]: find(type, keyed(entry, by)) } }];
}

/** A wire name and its value, under the name that programs use. */
function keyed(entry: JsonObject, attribute: string): JsonObject {
  return { [camelCase(attribute)]: textIn(entry, attribute) ?? missing(attribute) };
}

function missing(attribute: string): never {
  throw new Unresolved(`its ${attribute} is missing in the file, or is a keyword without a mapping`);
}

/** Settings of which a tenant has one. */
function setting(type: string, attributes: JsonObject = {}): Handler {
  return () => [{ type, attributes }];
}

/** A non-empty text in an entry. */
function textIn(entry: JsonObject, attribute: string): string | undefined {
  return nonEmptyText(own(entry, attribute));
}

/** The members of an object; none of any other value. */
export function entriesIn(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The elements of a list; none of any other value. */
export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The blocks of `auth0_guardian` by the factor of a provider. */
const factorBlocks: Readonly<Record<string, string>> = { sms: "phone", "push-notification": "push", duo: "duo" };

/** The provisioning of a connection's users, which stands in the connection's entry. */
const provisionings: Readonly<Record<string, string>> = {
  scim_configuration: "auth0_connection_scim_configuration",
  directory_provisioning_configuration: "auth0_connection_directory",
};

/** The pages that are tenant settings, by their names there. */
const pageBlocks: Readonly<Record<string, string>> = {
  password_reset: "change_password",
  guardian_multifactor: "guardian_mfa",
  error_page: "error",
};

/**
 * The resources of Terraform's provider for the entries of each handler of auth0-deploy-cli: from there on, both tools' objects are found in the same
 * way. A handler that is not in the table has no resource type.
 */
export const handlers: Readonly<Record<string, Handler>> = {
  tenant: setting("auth0_tenant"),
  pages: (entry) => {
    const block = pageBlocks[textIn(entry, "name") ?? ""];
    if (block === undefined) throw new Unresolved("the page stays at the tenant, and no resource type manages it");
    return [{ type: "auth0_pages", attributes: { [block]: [entry] } }];
  },
  clients: named("auth0_client", { id: "client_id" }),
  clientGrants: (entry, find) => {
    const named = textIn(entry, "client_id") ?? missing("client_id");
    const properties = { ...keyed(entry, "audience"), clientId: clientNamed(named, find) };
    const subject = textIn(entry, "subject_type");
    const id = find("auth0_client_grant", { ...properties, ...(subject !== undefined && { subjectType: subject }) });
    return [{ type: "auth0_client_grant", attributes: { id } }];
  },
  databases: named("auth0_connection"),
  connections: (entry, find) => {
    const all = named("auth0_connection")(entry, find);
    const provisioned = Object.entries(provisionings).filter(([key]) => isObject(own(entry, key)));
    return [
      ...all,
      ...all.flatMap(({ attributes }) =>
        provisioned.map(([, type]) => ({ type, attributes: { connection_id: own(attributes, "id") ?? null } })),
      ),
    ];
  },
  resourceServers: (entry, find) => {
    const by = textIn(entry, "identifier") === undefined ? "name" : "identifier";
    return named("auth0_resource_server", { by })(entry, find);
  },
  roles: named("auth0_role"),
  organizations: (entry, find) => {
    const connections = listIn(own(entry, "connections")).flatMap((link) =>
      isObject(link) ? [{ ...link, connection_id: find("auth0_connection", keyed(link, "name")) }] : [],
    );
    const all = named("auth0_organization")({ ...entry, connections }, find);
    if (listIn(own(entry, "clients")).length === 0) return all;
    const clients = all.map(
      ({ attributes }): Part => ({
        type: "auth0_organization_clients",
        attributes: { organization_id: own(attributes, "id") ?? null },
      }),
    );
    return [...all, ...clients];
  },
  actions: named("auth0_action"),
  triggers: (entry) =>
    entriesIn(entry).flatMap(([trigger, bindings]) =>
      listIn(bindings).length > 0 ? [{ type: "auth0_trigger_actions", attributes: { trigger }, name: trigger }] : [],
    ),
  tokenExchangeProfiles: named("auth0_token_exchange_profile"),
  logStreams: named("auth0_log_stream"),
  networkACLKeys: named("auth0_network_acl_key"),
  networkACLs: named("auth0_network_acl", { by: "description" }),
  customDomains: named("auth0_custom_domain", { by: "domain" }),
  attackProtection: (entry) => [
    {
      type: "auth0_attack_protection",
      attributes: Object.fromEntries(entriesIn(entry).map(([part]) => [snakeCase(part), [{}]])),
    },
  ],
  branding: (entry) => {
    const { templates, ...settings } = entry;
    const body = listIn(templates).length > 0 ? { universal_login: [{}] } : {};
    const has = Object.keys(settings).length > 0 || listIn(templates).length > 0;
    return has ? [{ type: "auth0_branding", attributes: body }] : [];
  },
  themes: setting("auth0_branding_theme"),
  prompts: promptsOf,
  emailProvider: setting("auth0_email_provider"),
  emailTemplates: (entry) => [
    { type: "auth0_email_template", attributes: { template: textIn(entry, "template") ?? missing("template") } },
  ],
  phoneProviders: setting("auth0_phone_provider"),
  phoneTemplates: (entry) => [
    { type: "auth0_phone_notification_template", attributes: { type: textIn(entry, "type") ?? missing("type") } },
  ],
  guardianFactors: setting("auth0_guardian"),
  guardianPolicies: setting("auth0_guardian"),
  guardianFactorProviders: (entry) => {
    const block = factorBlocks[textIn(entry, "name") ?? ""];
    return [{ type: "auth0_guardian", attributes: block === undefined ? {} : { [block]: [{}] } }];
  },
  guardianFactorTemplates: setting("auth0_guardian", { phone: [{}] }),
  guardianPhoneFactorMessageTypes: setting("auth0_guardian", { phone: [{}] }),
  guardianPhoneFactorSelectedProvider: setting("auth0_guardian", { phone: [{}] }),
  rateLimitPolicies: (entry, find) => {
    const selector = textIn(entry, "consumer_selector") ?? missing("consumer_selector");
    return [{ type: "auth0_rate_limit_policy", attributes: { id: find("auth0_rate_limit_policy", { selector }) } }];
  },
  riskAssessment: setting("auth0_risk_assessments"),
  riskAssessments: setting("auth0_risk_assessments"),
  supplementalSignals: setting("auth0_supplemental_signals"),
  forms: named("auth0_form"),
  flows: named("auth0_flow"),
  flowVaultConnections: named("auth0_flow_vault_connection"),
  eventStreams: named("auth0_event_stream"),
  actionModules: named("auth0_action_module"),
  selfServiceProfiles: named("auth0_self_service_profile"),
  userAttributeProfiles: named("auth0_user_attribute_profile"),
  connectionProfiles: named("auth0_connection_profile"),
};

/** A client's id, for its name or its id: the tool accepts both. */
function clientNamed(text: string, find: Find): string {
  try {
    return find("auth0_client", { name: text });
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return find("auth0_client", { clientId: text });
  }
}

function promptsOf({ customText, partials, screenRenderers, ...settings }: JsonObject): readonly Part[] {
  const texts = entriesIn(customText).flatMap(([language, prompts]) =>
    entriesIn(prompts).map(([prompt]) => ({
      type: "auth0_prompt_custom_text",
      attributes: { prompt, language },
      name: `${prompt}-${language}`,
    })),
  );
  const partial = entriesIn(partials).flatMap(([prompt, screens]) =>
    entriesIn(screens).length > 0
      ? [{ type: "auth0_prompt_partials", attributes: { prompt }, name: `${prompt}-partials` }]
      : [],
  );
  const screens = listIn(screenRenderers).flatMap((one) =>
    entriesIn(one).flatMap(([prompt, its]) =>
      entriesIn(its).map(([screen]) => ({
        type: "auth0_prompt_screen_renderer",
        attributes: { prompt_type: prompt, screen_name: screen },
        name: `${prompt}-${screen}`,
      })),
    ),
  );
  const own = Object.keys(settings).length > 0 ? [{ type: "auth0_prompt", attributes: {} }] : [];
  return [...own, ...texts, ...partial, ...screens];
}

/** What a file of a folder is. */
export interface Place {
  readonly handler: string;
  readonly name: string;
  /** The settings of the handler, for a file that has a part of them. */
  readonly under?: (value: Json) => JsonObject;
}

/** Folders whose handlers do not have their name. */
const handlersOfFolders = new Map(
  Object.entries({
    grants: "clientGrants",
    "network-acls": "networkACLs",
    "network-acl-keys": "networkACLKeys",
    "database-connections": "databases",
    "guardian/factors": "guardianFactors",
    "guardian/providers": "guardianFactorProviders",
    "guardian/templates": "guardianFactorTemplates",
  }),
);

/** The handler and the name for the path of a file. */
export function placeOf(path: string): Place {
  const { dir, name: file } = posix.parse(path);
  const [folder = "", inner] = dir.split("/");
  const known = handlersOfFolders.get(dir) ?? handlersOfFolders.get(folder);
  if (dir === "") return { handler: camelCase(file), name: file };
  if (folder === "attack-protection") {
    return { handler: "attackProtection", name: folder, under: (value) => ({ [camelCase(file)]: value }) };
  }
  if (folder === "branding") {
    return {
      handler: folder,
      name: folder,
      ...(inner !== undefined && { under: (value) => ({ templates: [value] }) }),
    };
  }
  if (folder === "prompts") return { handler: folder, name: folder, ...promptPartOf(inner, file) };
  if (folder === "emails") return { handler: file === "provider" ? "emailProvider" : "emailTemplates", name: file };
  if (folder === "guardian" && inner === undefined) {
    return { handler: `guardian${file.charAt(0).toUpperCase()}${file.slice(1)}`, name: "guardian" };
  }
  const isFolderOfOne = folder === "database-connections" && inner !== undefined;
  return { handler: known ?? camelCase(folder), name: isFolderOfOne ? inner : file };
}

function promptPartOf(inner: string | undefined, file: string): Pick<Place, "under"> {
  if (inner !== undefined) {
    return {
      under: (value) => ({
        screenRenderers: [{ [String(own(value, "prompt"))]: { [String(own(value, "screen"))]: "" } }],
      }),
    };
  }
  if (file.startsWith("custom-text")) return { under: (customText) => ({ customText }) };
  return file === "partials" ? { under: (partials) => ({ partials }) } : {};
}

/** The handlers whose settings a folder keeps in several files. */
export const inParts = new Set(["attackProtection", "branding", "prompts"]);

/** A name in camel case: `clientGrants` for `client-grants`. */
export function camelCase(text: string): string {
  return text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A name in snake case. */
export function snakeCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

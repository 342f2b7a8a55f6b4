import {
  covers,
  equal,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  valueAt,
} from "../../schema/json.ts";
import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";
import { ofStrategy, opaqueOptions, optionsOf, scopeFlagsOf, unreadOptions } from "./definition.ts";
import { typedOptions } from "./definition-options.made.ts";
import {
  enterpriseStrategies,
  hasMadeScope,
  type KnownOption,
  olderPasswordOptions,
  optionsIn,
} from "./definition-options.ts";
import { newOptions } from "./options.ts";

const enterprise: readonly unknown[] = enterpriseStrategies;

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

const withheld =
  "the token lacks the scope read:connections_options: declare the options, or remove the connection from the state " +
  "(`pulumi state delete`) and import it again with the scope";

/** The provisioning of a connection's users, which stands in the connection's entry. */
const provisionings: Readonly<Record<string, string>> = {
  scim_configuration: "auth0_connection_scim_configuration",
  directory_provisioning_configuration: "auth0_connection_directory",
};

/** What the tools need to know of the types in this folder. */
export const connectionTools = {
  connection: {
    foreignTypes: { auth0_connection: { id: ["id"], members: { kept: "enabled_clients" } } },
    terraform: {
      type: "auth0_connection",
      names: {
        "options.disableSignout": "options.disable_sign_out",
        "options.idpinitiated": "options.idp_initiated",
        "options.idpinitiated.client_authorizequery": "options.idp_initiated.client_authorize_query",
        "options.useCommonEndpoint": "options.waad_common_endpoint",
      },
      members: {
        property: "enabledClients",
        of: { connection_id: "id" },
        whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
        each: { type: "auth0_connection_client", argument: "client_id" },
      },
    },
    imported: { noun: "connection", file: "connections", module: "connections" },
    distinguishedBy: "strategy",
    deletedWithIt: ["user"],
    events: {
      areComplete: true,
      types: ["connection.created", "connection.updated", "connection.deleted"],
      only: `of an enterprise strategy (${enterpriseStrategies.join(", ")})`,
      subjectsOf: (id, outputs) => (enterprise.includes(own(outputs, "strategy")) ? [`connection ${id}`] : undefined),
    },
    importRules: {
      isDerived: ([name, ...inside], value, live) => name === "options" && isDerivedOption(inside, value, live),
      // Every connection is on unless somebody switches it off, and no edit makes an undeclared one weaker. Accounts are not connected unless somebody
      // switches that on, and a tenant without the feature could refuse the property.
      isConsequence: ([name, ...inside], value, live) =>
        name === "options"
          ? isOptionOfOthers(inside, value, live)
          : (name === "authentication" && value === true) || (name === "connectedAccounts" && value === false),
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
    },
    calls: ["POST /connections", "GET|PATCH|DELETE /connections/{id}", "GET|PATCH /connections/{id}/clients"],
    deployed: {
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
    },
    unknownInPreviews: ["provisioningTicketUrl"],
  },
  connectionClients: {
    foreignTypes: {
      auth0_connection_clients: { id: ["connection_id"], members: "all" },
      auth0_connection_client: { id: ["connection_id"], members: { only: "client_id" } },
    },
    terraform: {
      members: {
        property: "clients",
        of: { connection_id: "connectionId" },
        whole: { type: "auth0_connection_clients", argument: "enabled_clients" },
        each: { type: "auth0_connection_client", argument: "client_id" },
      },
    },
    imported: { noun: "clients", file: "connection-clients", module: "connectionClients" },
    events: undefined,
    calls: ["GET|PATCH /connections/{id}/clients"],
  },
} satisfies FeatureTools;

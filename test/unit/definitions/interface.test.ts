import { expect, test } from "vitest";
import { rulesOf, tableRoutes } from "../../../provider/src/emulator/shared/interface.ts";
import { check, type ObjectSchema, type Schema } from "../../../provider/src/emulator/shared/validation.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import { isAtTop, wireName } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";

/**
 * The emulator's rules and the definitions are written apart, so that a wrong bound cannot be wrong on both sides. Each place where they differ has
 * an entry here, with the reason. `*` stands for any text.
 */
const differing: readonly (readonly [place: string, reason: string])[] = [
  [
    "client POST custom_login_page: *",
    "An empty text clears it. The service refuses it at a creation only, which omits it.",
  ],
  [
    "client POST form_template: *",
    "An empty text clears it. The service refuses it at a creation only, which omits it.",
  ],
  [
    "* min 1 in the definition, undefined in the table",
    "The definition refuses an empty text, which means nothing there. The description has no such bound.",
  ],
  ["client PATCH *.credentials[].*", "An update sends the ids of credentials, a creation the credentials."],
  [
    "client POST *.credentials[].*",
    "The table has one schema for the credentials of all methods; the definition has that of public keys.",
  ],
  ["client PATCH jwt_configuration.secret_encoded: *", "Recorded: only a creation can set it."],
  ["client PATCH resource_server_identifier: *", "No update can change it."],
  [
    "client * grant_types[]: *",
    "The service has an error of its own for an unknown grant type. The definition only warns of one.",
  ],
  [
    "* max 2147483647 in the definition, undefined in the table",
    "The largest whole number that the service stores, as its documentation says.",
  ],
  ["* max 4294967295 in the definition, undefined in the table", "The largest number of an autonomous system."],
  ["resourceServerScopes *", "A set of the scopes of an API, which the API's routes contain."],
  ["clientAuthentication *", "A part of an application, whose properties are in two routes."],
  ["connection POST strategy: *", "New strategies come without notice: the definition only warns of an unknown one."],
  ["* PATCH identifier: only the definition has it", "No update can change it."],
  ["connection PATCH *: only the definition has it", "No update can change it."],
  ["tokenExchangeProfile PATCH *: only the definition has it", "No update can change it."],
  [
    "client * external_client_id: only the definition has it",
    "The body of a registration, which is a request of its own.",
  ],
  ["clientGrant PATCH *: only the definition has it", "No update can change it."],
  [
    "rateLimitPolicy *: only the definition has it",
    "In the API, all but the selector is in the configuration, and no update can change the selector.",
  ],
  ["networkAclKey POST value: max *", "A key has at most 512 bytes, which the pattern says in characters of base64."],
  ["actionModule PATCH name: only the definition has it", "No update can change it."],
  ["logStream PATCH type: only the definition has it", "No update can change it."],
  ["connectionScim * connection_id: only the definition has it", "It is in the path of the request."],
  ["connectionScimToken * connection_id: only the definition has it", "It is in the path of the request."],
  ["connectionScimToken POST scopes[]: *", "The service documents these scopes, and its description accepts any text."],
  ["connectionDirectory * connection_id: only the definition has it", "It is in the path of the request."],
  ["organizationDiscoveryDomain * organization_id: only the definition has it", "It is in the path of the request."],
  ["organizationDiscoveryDomain PATCH domain: only the definition has it", "No update can change it."],
  ["customDomain PATCH *: only the definition has it", "No update can change it."],
  ["triggerActions *", "A list with a request of its own."],
  ["rolePermissions *", "A set of members, with requests of its own."],
  [
    "role POST owner_id: max 50 in the definition, undefined in the table",
    "The id of an organization is bounded by its own documentation.",
  ],
  ["role PATCH owner_id: only the definition has it", "No update can change it."],
  ["groupRoles *", "A set of members, with requests of its own."],
  ["user PATCH user_id: only the definition has it", "No update can change it."],
  ["userRoles *", "A set of members, with requests of its own."],
  ["userPermissions *", "A set of members, with requests of its own."],
  ["organizationClientGrants *", "A set of members, with requests of its own."],
  ["organizationClients *", "A set of members, with requests of its own."],
  ["organizationMembers *", "A set of members, with requests of its own."],
  ["organizationMemberRoles *", "A set of members, with requests of its own."],
  ["organizationConnection *", "The definition's requests go to the other family of routes, except for a look-up."],
  ["customDomainVerification *", "A request without a body."],
  ["eventStream *: only the definition has it", "In the API, the kinds of destinations are one property."],
  ["eventStream * subscriptions[]: string in the definition, object in the table", "The program has the types only."],
  ["logStream * filters[]: string in the definition, object in the table", "The program has the names only."],
  ["logStream * status: *", "Only the service suspends a stream."],
  ["networkAcl * rule.*: *", "The program has the action as one text, with its target beside it."],
  ["defaultCustomDomain PATCH domain: *", "The definition has the bounds of custom domains."],
  [
    "branding PATCH colors.page_background_gradient: *",
    "The service has the color and the gradient in one property, whose rule is code.",
  ],
  ["emailProvider * credentials.*: *", "The names depend on the provider, and the description lacks some."],
  ["emailTemplate * syntax: *", "The service documents one value, and accepts any text."],
  [
    "phoneTemplate PATCH *: only the definition has it",
    "The program has the texts and the sender side by side, and the type is in its id.",
  ],
  ["vaultConnection PATCH app_id: only the definition has it", "No update can change it."],
  ["promptRendering PATCH *: only the definition has it", "They are in the path of the request."],
  [
    "resourceServer * token_encryption.encryption_key.pem: max *",
    "The table has no bound: nobody has seen it refused.",
  ],
];

/** The bodies that a definition's requests have, by the method. */
function bodiesOf(route: string): readonly (readonly [method: string, body: ObjectSchema])[] {
  const of = (target: string) => {
    const { body } = rulesOf(target);
    const [method = ""] = target.split(" ");
    return tableRoutes.includes(target.replaceAll(/\{\w+\}/g, "{}")) && body.type === "object"
      ? [[method, body] as const]
      : [];
  };
  return [`POST /${route}`, `PATCH /${route}/{id}`, `PATCH /${route}`, `PUT /${route}`].flatMap(of);
}

const list = (values: readonly string[] = []) => values.toSorted().join("|");

/** Texts of many forms: whether both sides have the same rule, patterns and formats do not tell. */
const texts = [
  ...[
    "",
    " ",
    "a",
    "A-1",
    "1",
    "AB",
    "a_b",
    "ünï",
    "*",
    "red",
    "#0059d6",
    "<b>",
    "two words",
    "/path",
    "//a.example.com/x",
  ],
  ...["a.example.com", "A.example.com:8080", "a@example.com", "192.0.2.1", "192.0.2.0/24", "2001:db8::/32", "urn:a:b"],
  ...["http://a.example.com", "http://localhost:3000/p", "https://a.example.com", "https://a.example.com/p?q=1#f"],
  ...["myapp://callback", "mailto:a@example.com", "https://{organization}.example.com"],
];

/** The texts that a field accepts and its schema in the table refuses: the preview of a program with one of them is silent, and the run fails. */
function acceptedInVain(field: Field & { readonly kind: "string" }, schema: Schema, path: string): readonly string[] {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = field;
  const isAccepted = (text: string) =>
    text.length >= min && text.length <= max && (!pattern || new RegExp(pattern.source, "u").test(text));
  const found = texts.filter((text) => isAccepted(text) && check(schema, text, path) !== undefined);
  return found.length === 0
    ? []
    : [`${path}: the definition accepts ${found.map((text) => JSON.stringify(text)).join(", ")}`];
}

/** The differences between a field and its schema in the table, each after its path. */
function differences(field: Field, schema: Schema | undefined, path: string): readonly string[] {
  if (!schema) return [`${path}: only the definition has it`];
  if (schema.type === "any" || field.kind === "document" || field.kind === "map") return [];
  const bounds = (what: "min" | "max") => {
    const mine = (field as { min?: number; max?: number })[what];
    const theirs = (schema as { min?: number; max?: number })[what];
    // A pattern that refuses the empty text says the same as a minimum of 1.
    const refusesEmpty = field.kind === "string" && field.pattern && !new RegExp(field.pattern.source, "u").test("");
    return mine === theirs || (what === "min" && theirs === 1 && refusesEmpty)
      ? []
      : [`${path}: ${what} ${mine} in the definition, ${theirs} in the table`];
  };
  const all = [...bounds("min"), ...bounds("max")];
  if (field.kind === "string" && schema.type === "string") {
    const [mine, theirs] = [list(field.oneOf), list(schema.oneOf)];
    if (mine !== theirs)
      return [...all, `${path}: ${mine || "any"} in the definition, ${theirs || "any"} in the table`];
    return mine === "" ? [...all, ...acceptedInVain(field, schema, path)] : all;
  }
  if (field.kind === "integer" && ["integer", "number"].includes(schema.type)) return all;
  if (field.kind === "boolean" && schema.type === "boolean") return [];
  if (field.kind === "object" && schema.type === "object") return ofFields(field.fields, schema, path);
  if ((field.kind === "list" || field.kind === "set") && schema.type === "array")
    return [...all, ...differences(field.item, schema.items, `${path}[]`)];
  return [`${path}: ${field.kind} in the definition, ${schema.type} in the table`];
}

function ofFields(fields: Fields, schema: ObjectSchema, path: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.computed || field.subresource || isAtTop(field)) return [];
    const wire = wireName(name, field);
    return differences(field, schema.properties[wire], path === "" ? wire : `${path}.${wire}`);
  });
}

const found = typeNames.flatMap((name) => {
  const { route, schema } = definitions[name];
  return bodiesOf(String(route)).flatMap(([method, body]) =>
    ofFields(schema.fields, body, "").map((text) => `${name} ${method} ${text}`),
  );
});

function isOf(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.?+^$[\]\\(){}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(text);
}

test("the definitions and the emulator's table agree, except for entries with a reason", () => {
  expect(found.filter((text) => !differing.some(([pattern]) => isOf(pattern, text)))).toEqual([]);
});

test("every exception is needed", () => {
  expect(differing.filter(([pattern]) => !found.some((text) => isOf(pattern, text)))).toEqual([]);
});

test("the comparison covers most types", () => {
  const compared = typeNames.filter((name) => bodiesOf(String(definitions[name].route)).length > 0);
  expect(compared.length).toBeGreaterThan(25);
});

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
export function named(type: string, { by = "name", id = "id" } = {}): Handler {
  return (entry, find) => [{ type, attributes: { ...entry, [id]: find(type, keyed(entry, by)) } }];
}

/** A wire name and its value, under the name that programs use. */
export function keyed(entry: JsonObject, attribute: string): JsonObject {
  return { [camelCase(attribute)]: textIn(entry, attribute) ?? missing(attribute) };
}

/** Throws {@link Unresolved}: the entry lacks the attribute. */
export function missing(attribute: string): never {
  throw new Unresolved(`its ${attribute} is missing in the file, or is a keyword without a mapping`);
}

/** Settings of which a tenant has one. */
export function setting(type: string, attributes: JsonObject = {}): Handler {
  return () => [{ type, attributes }];
}

/** A non-empty text in an entry. */
export function textIn(entry: JsonObject, attribute: string): string | undefined {
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
    "database-connections": "databases",
    "guardian/factors": "guardianFactors",
    "guardian/providers": "guardianFactorProviders",
    "guardian/templates": "guardianFactorTemplates",
  }),
);

/**
 * The handler and the name for the path of a file.
 *
 * @param handlers the names of the handlers, whose abbreviations are in upper case
 */
export function placeOf(path: string, handlers: readonly string[]): Place {
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
  const named = camelCase(folder);
  const handler = known ?? handlers.find((one) => one.toLowerCase() === named.toLowerCase()) ?? named;
  return { handler, name: isFolderOfOne ? inner : file };
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

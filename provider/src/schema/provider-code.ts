import { covers, fromPointer, type JsonObject, own, type Path, stringsIn } from "./json.ts";

/*
 * Hidden inputs and outputs of every resource. The engine does not display names that begin with two underscores.
 */

/** The provider code of a resource. The SDK's host evaluates it, and adds it again to the inputs that a check returns. */
export const providerKey = "__provider";

/** The host of the resource's tenant. */
export const tenantKey = "__tenant";

/** The paths (JSON pointers) of values that the program marked as secret; after a check also of values that look like secrets. */
export const secretsKey = "__secrets";

/**
 * The paths in the resource's `ignoreChanges`, as JSON pointers without the first slash, so that the path of a property is its name. The engine takes
 * their inputs from the state: they can be old values, and after a refresh they are the tenant's.
 */
export const ignoredKey = "__ignored";

/** The paths in the resource's `ignoreChanges`: see {@link ignoredKey}. */
export function ignoredPaths(inputs: JsonObject): readonly Path[] {
  return stringsIn(own(inputs, ignoredKey)).map((text) => fromPointer(`/${text}`));
}

/** Whether a value is, contains or belongs to one whose changes the program ignores. */
export function isIgnored(inputs: JsonObject, path: Path): boolean {
  return ignoredPaths(inputs).some((ignored) => covers(ignored, path) || covers(path, ignored));
}

/** Set if the class protects the resource from deletion. A check removes the key, so it is not saved. */
export const guardKey = "__guard";

/** Set if the old object is deleted before its replacement is created (`deleteBeforeReplace`). A check removes the key, so it is not saved. */
export const deletedFirstKey = "__deletedFirst";

/** Set if the run is a preview, in which a check reports conflicting objects. A check removes the key, so it is not saved. */
export const previewKey = "__preview";

/**
 * The resource's class and name, unique within its program: `ResourceServer "orders"`, and a text that distinguishes the program from the others of the
 * run, such as remote components. Classes of older versions send the name alone. The engine does not pass the name to the provider. A check removes
 * the key, so it is not saved.
 */
export const nameKey = "__resource";

/** The name of another resource of the program, which declares the whole set to which this resource adds members. A check removes the key. */
export const besideKey = "__beside";

/**
 * In a preview: by the path (JSON pointer) of a reference that the service can refuse because of the referred object, the name of the resource that
 * declares this object. A check removes the key.
 */
export const linksKey = "__links";

/** The provider's record of the managed properties. */
export const recordKey = "__managed";

/*
 * The values of `__provider`: constant code that the SDK's host evaluates as a CommonJS module in the project's folder. Every state contains
 * the code twice for each resource, and the engine writes the whole state after each step, so the code has only about 200 bytes. Code that
 * a release has saved must keep working.
 */

/** Code that loads the package with `require` from the project's folder. Versions up to 0.1.0 saved only this code. */
const near = 'exports.handler = () => require("pulumi-tenant/host").';

/**
 * Code that also finds the package as an indirect dependency. pnpm installs indirect dependencies below the workspace's `node_modules/.pnpm`
 * only.
 */
const anywhere =
  'let m="pulumi-tenant",r=require;try{m=r.resolve(m+"/host",{paths:["",...module.paths.map(p=>p+"/.pnpm")]})}' +
  'catch{throw Error("package.json needs "+m)}exports.handler=()=>r(m).';

/**
 * The provider code that a resource registers.
 *
 * @param isNear whether `require` from the project's folder finds the package
 */
export function providerCode(handler: string, isNear: boolean): string {
  return (isNear ? near : anywhere) + handler;
}

/** All provider codes that any version has registered. */
export function providerCodes(handler: string): readonly string[] {
  return [anywhere, near].map((text) => text + handler);
}

/**
 * The class whose code a text is, also one of a newer version. Undefined for a code that no version of this package has written.
 */
export function classOfCode(code: string): string | undefined {
  const start = [anywhere, near].find((text) => code.startsWith(text));
  const handler = code.slice(start?.length);
  // Anything else than a name would be code of somebody else.
  return start !== undefined && /^[a-z]\w*$/.test(handler) ? classOf(handler) : undefined;
}

/** The prefix of this package's type tokens: the classes are dynamic resources. */
export const typePrefix = "pulumi-nodejs:dynamic/tenant:";

/** The type token of a class. */
export function typeToken(type: string): string {
  return `${typePrefix}${type}`;
}

/** The name under which the host exports the handler of a class: `resourceServer`. */
export function handlerOf<Name extends string>(type: Name): Uncapitalize<Name> {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Uncapitalize<Name>;
}

/** The class name of a handler: `ResourceServer`. */
export function classOf<Name extends string>(handler: Name): Capitalize<Name> {
  return `${handler.charAt(0).toUpperCase()}${handler.slice(1)}` as Capitalize<Name>;
}

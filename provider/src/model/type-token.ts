/** What the type tokens of this package's classes begin with: the engine knows them as dynamic resources. */
export const typePrefix = "pulumi-nodejs:dynamic/tenant:";

/** The type token under which the engine knows a class of this package. */
export function typeToken(type: string): string {
  return `${typePrefix}${type}`;
}

/** The name of a class as the host exports its handler: `resourceServer`. */
export function handlerOf<Name extends string>(type: Name): Uncapitalize<Name> {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}` as Uncapitalize<Name>;
}

/** The class of a handler: `ResourceServer`. */
export function classOf<Name extends string>(handler: Name): Capitalize<Name> {
  return `${handler.charAt(0).toUpperCase()}${handler.slice(1)}` as Capitalize<Name>;
}

/*
 * What `__provider` says: constant texts, which the SDK's host evaluates as a CommonJS module in the project's folder. Every state holds
 * one of them twice for each resource, and the engine writes the whole state after each step: so they are short, under 200 bytes. A text
 * that a release has saved must go on working.
 */

/** Finds the package where `require` in the project's folder does. Up to version 0.1.0 it was the only text. */
const near = 'exports.handler = () => require("pulumi-tenant/host").';

/**
 * Finds the package also where it is a dependency of a dependency only: pnpm does not put it into the project's folder then, but below the
 * workspace's `node_modules/.pnpm`.
 */
const anywhere =
  'let m="pulumi-tenant",r=require;try{m=r.resolve(m+"/host",{paths:["",...module.paths.map(p=>p+"/.pnpm")]})}' +
  'catch{throw Error("package.json needs "+m)}exports.handler=()=>r(m).';

/**
 * The text that a resource registers.
 *
 * @param isNear whether `require` in the project's folder finds the package
 */
export function providerCode(handler: string, isNear: boolean): string {
  return (isNear ? near : anywhere) + handler;
}

/** Every text that a version has ever registered. */
export function providerCodes(handler: string): readonly string[] {
  return [anywhere, near].map((text) => text + handler);
}

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

/*
 * What `__provider` says: constant texts, which the SDK's host evaluates as a CommonJS module in the project's folder. Every state holds
 * them, so they are short, under 200 bytes, and a text that a release has saved must go on working.
 */

/**
 * Finds the package from the project's folder. Where it is a dependency of a dependency only, pnpm does not put it there, but below the
 * workspace's `node_modules/.pnpm`.
 */
const find =
  'let m="pulumi-tenant",r=require;try{m=r.resolve(m+"/host",{paths:["",...module.paths.map(p=>p+"/.pnpm")]})}' +
  'catch{throw Error("package.json needs "+m)}exports.handler=()=>r(m).';

/** Up to version 0.1.0. */
const require010 = 'exports.handler = () => require("pulumi-tenant/host").';

/** The text that the resources of this version register. */
export function providerCode(handler: string): string {
  return find + handler;
}

/** Every text that a version has ever registered, the present one first. */
export function providerCodes(handler: string): readonly string[] {
  return [find, require010].map((text) => text + handler);
}

/*
 * Hidden inputs and outputs of every resource. The engine's normal displays leave out names that begin with two underscores.
 */

/** The code that serves a resource: the SDK's host evaluates it, and puts it back after a check. */
export const providerKey = "__provider";

/** The host of the tenant that a resource is pinned to. */
export const tenantKey = "__tenant";

/** The paths (JSON pointers) of the values that the program itself marked as secret; after a check also of those that look so. */
export const secretsKey = "__secrets";

/** Says that the class protects the resource from deletion. A check takes it out, so it is not saved. */
export const guardKey = "__guard";

/** Says that the run is a preview, which tells of objects in the way. A check takes it out, so it is not saved. */
export const previewKey = "__preview";

/**
 * The resource as its program knows it, for people, and no other one of the program: `ResourceServer "orders"`. The engine does not tell
 * the provider. A check takes it out, so it is not saved.
 */
export const nameKey = "__resource";

/** The resource of the same program that declares all members of a set, to which this one adds some, for people. A check takes it out. */
export const besideKey = "__beside";

/** The record of what is managed. */
export const recordKey = "__managed";

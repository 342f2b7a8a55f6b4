/*
 * Hidden inputs and outputs of every resource. The engine does not display names that begin with two underscores.
 */

/** The provider code of a resource. The SDK's host evaluates it, and restores it after a check. */
export const providerKey = "__provider";

/** The host of the resource's tenant. */
export const tenantKey = "__tenant";

/** The paths (JSON pointers) of values that the program marked as secret; after a check also of values that look like secrets. */
export const secretsKey = "__secrets";

/**
 * The properties whose changes the program ignores (`ignoreChanges`), if a deletion removes only what the stack has added to them. After a refresh, their
 * values in the inputs are those of the tenant.
 */
export const ignoredKey = "__ignored";

/** Set if the class protects the resource from deletion. A check removes the key, so it is not saved. */
export const guardKey = "__guard";

/** Set if the old object is deleted before its replacement is created (`deleteBeforeReplace`). A check removes the key, so it is not saved. */
export const deletedFirstKey = "__deletedFirst";

/** Set if the run is a preview, in which a check reports conflicting objects. A check removes the key, so it is not saved. */
export const previewKey = "__preview";

/**
 * The resource's class and name, unique within the program: `ResourceServer "orders"`. The engine does not pass the name to the provider. A
 * check removes the key, so it is not saved.
 */
export const nameKey = "__resource";

/** The name of another resource of the program, which declares the whole set to which this resource adds members. A check removes the key. */
export const besideKey = "__beside";

/** The provider's record of the managed properties. */
export const recordKey = "__managed";

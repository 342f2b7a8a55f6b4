import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";
import { secretsOfCode } from "../action/definition.ts";

const withoutNul = { source: "^[^\\u0000]*$", says: "must not contain a NUL character" } as const;

/** Code that actions share. Bounds follow the service's documentation. */
const actionModuleSchema = {
  noun: "action module",
  // As of an action: code that this resource has already declared is its own.
  destinations: [{ addresses: ["/code", "/dependencies"], secrets: ["/secrets"], isCode: true }],
  fields: {
    /**
     * The name, by which code requires the module: {@bounds}, unique within the tenant. A change replaces the module.
     */
    name: { kind: "string", required: true, forceNew: true, min: 1, max: 255, pattern: withoutNul },
    /** The code: at most 65536 characters, usually read from a file. CRLF and LF line ends are equal. */
    code: {
      kind: "string",
      required: true,
      max: 65_536,
      pattern: withoutNul,
      language: "js",
      safeguard: "The code runs in every action that uses the module.",
    },
    /**
     * The npm packages that the code uses: at most 10, in any order. When cleared: none.
     *
     * @interface ActionModuleDependency An npm package that the code of an action module uses.
     */
    dependencies: {
      kind: "list",
      uniqueBy: "name",
      max: 10,
      ...defaultsTo([]),
      safeguard: "The code of these packages runs in every action that uses the module.",
      item: {
        kind: "object",
        fields: {
          /** The name of the package. */
          name: { kind: "string", required: true, min: 1, max: 255, pattern: withoutNul },
          /** The exact version: `4.17.21`. */
          version: { kind: "string", required: true, min: 1, max: 50, pattern: withoutNul },
        },
      },
    },
    /**
     * The secrets of the code: at most 30 values by name. Names have 1 to 255 characters, values 1 to 4096.
     *
     * @output Keyed hashes of the values, by the names of the secrets; encrypted.
     */
    secrets: {
      ...secretsOfCode,
      key: { ...secretsOfCode.key, max: 255, pattern: withoutNul },
      value: { ...secretsOfCode.value, max: 4096, pattern: withoutNul },
    },
    /**
     * Whether changes are published as a new version. With false, they stay a draft, and actions cannot use them. Default: true.
     *
     * @output Whether the draft is published. False if the program declares `publish: false`.
     */
    publish: {
      kind: "boolean",
      subresource: true,
      clear: { how: "default", value: true },
      safeguard: "If false, actions continue to run older code than the code that was reviewed.",
      weaker: false,
    },
    /** The id of the latest published version, for `modules` of an `Action`. Empty if no version was ever published. */
    versionId: { kind: "string", required: true, computed: true, volatile: true },
    /** The number of the latest published version. 0 if no version was ever published. */
    versionNumber: {
      ...{ kind: "integer", min: 0, max: Number.MAX_SAFE_INTEGER },
      ...{ required: true, computed: true, volatile: true },
    },
  },
  metaArguments: {
    /**
     * Whether undeclared secrets of the module are drift and are deleted. With false, an update of secrets is refused while the module has undeclared
     * secrets, because the update would delete them. Default: false.
     */
    exclusiveSecrets: { kind: "boolean" },
  },
} as const satisfies Schema;

const scopes = scopesFor("actions");

/**
 * A module of code that actions share. Early access: a tenant without it refuses the resource, with a message that names the cause.
 *
 * {@example}
 *
 * **Versions**: creation and update publish the draft as a new version. An action uses one version of a module. Pass `id` and `versionId` to the `modules`
 * of an `Action`, as above: the run then publishes the module first, and deploys the actions that use it afterwards. An import writes the id of the
 * version as a text: replace it by the output, so that the action gets the next version. A module has at most 50 versions: the service deletes the oldest one that no action uses, and refuses a new version if actions use all 50.
 *
 * A publication publishes the whole draft. So an update is refused, before anything is sent, if the draft has an unpublished change of a property that
 * this update does not send, and the property differs from the declared value: another team may have made the change. The error names the property.
 * `pulumi up --refresh` sets declared properties to their declared values. For an undeclared property, declare it, or publish or discard the draft in the
 * dashboard. A change that is made between the last read and the publication can still be published, because these are two calls.
 *
 * **Drift**: a refresh shows an unpublished draft as `publish: true` → `false`, and the next `pulumi up` publishes the declared draft.
 *
 * **Secrets** are sent only to the service: the state has an encrypted, keyed hash of each value. The service replaces all secrets of a module together,
 * so all are sent when one changes. The API never returns their values. It returns the time of the last write, by which a refresh finds changes made
 * outside Pulumi. An update of secrets is refused while the module has undeclared secrets, unless `exclusiveSecrets: true` allows their deletion.
 *
 * **Security**: `code` and `dependencies` run in every action that uses the module, with the secrets of both. With `publish: false`, actions continue to
 * run older code.
 *
 * **Replacement**: a new `name` replaces the module. The new module is created first, and the old one is deleted after the actions use the new one. The
 * values of secrets cannot be read, so a replacement is refused while the old module has undeclared secrets, unless `exclusiveSecrets: true` allows
 * their deletion.
 *
 * **Destroy** is refused while an action uses the module. The error names the actions.
 *
 * **Events**: the service sends no events about action modules. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Only declared properties are managed.
 */
export const actionModule = {
  type: "ActionModule",
  schema: actionModuleSchema,
  plural: "action modules",
  route: "actions/modules",
  scopes: {
    ...scopes,
    // The publication reads the draft before it publishes a version, which is an update.
    create: [...scopes.create, ...scopes.read, ...scopes.update],
    update: [...scopes.read, ...scopes.update],
  },
  setByService: [
    ...["actions_using_module_total", "all_changes_published", "latest_version", "latest_version_number"],
    ...["created_at", "updated_at"],
  ],
  uniqueBy: ["name"],
  listing: { paging: "untold", names: ["name", "id"], isPartial: true },
} as const satisfies Definition;

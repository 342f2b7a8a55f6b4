import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { actionModule } from "../../types/action-module/definition.ts";
import { key } from "../arguments.ts";
import { lookUp, type OutputArgs, type Plain, sourceOf } from "../look-ups.ts";
import { exactlyOne, type Read, type Row, rowFrom, type Values } from "../rows.ts";
import type { ActionModuleArgs } from "./action-module.made.ts";

/** The requested module: exactly one of name and id. */
export type GetActionModuleArgs =
  /** The name, which is unique within the tenant. */
  | { name: string; id?: undefined }
  /** The id. */
  | { id: string; name?: undefined };

/** {@link GetActionModuleArgs} with values that may be outputs. */
export type GetActionModuleOutputArgs = OutputArgs<GetActionModuleArgs>;

/** What a result of a look-up does not contain. */
type Hidden = "adopt" | "undocumented" | "secrets" | "exclusiveSecrets" | "publish";

/** A module of actions with its draft and its latest published version, without secrets. */
export interface GetActionModuleResult extends Plain<Omit<ActionModuleArgs, Hidden>> {
  /** The id of the module. */
  readonly id: string;
  /** The id of the latest published version, for `modules` of an `Action`. Empty if no version was ever published. */
  readonly versionId: string;
  /** The number of the latest published version. 0 if no version was ever published. */
  readonly versionNumber: number;
}

const source = sourceOf(actionModule, { describe: ({ id, name }) => `"${name}" (${id})`, also: versionOf });
const forms = lookUp<GetActionModuleArgs, GetActionModuleResult>({
  name: "getActionModule",
  source,
  args: { name: key, id: key },
  required: [["name", "id"]],
  reads: ({ id }) => [id === undefined ? {} : { key: id }],
  settle: withVersion,
  nothing: "Names are compared exactly, including letter case.",
  // The cast is safe, because the properties of a row are those of the definition.
  answer: (found) => exactlyOne(found) as Row & GetActionModuleResult,
});

function versionOf(item: JsonObject) {
  const version = own(item, "latest_version");
  const [id, number] = [own(version, "id"), own(version, "version_number")];
  return {
    versionId: typeof id === "string" ? id : "",
    versionNumber: typeof number === "number" ? number : 0,
  };
}

/** Reads the module with the requested name, because a listing has no ids of versions and does not prove to have the whole draft. */
function withVersion(rows: readonly Row[], { name }: Values, read: Read): Promise<readonly Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (name === undefined || row.name !== name) return row;
      const item = await read([...actionModule.route.split("/"), row.id], {}, `action module "${row.id}"`);
      return isObject(item) ? { ...row, ...rowFrom(source, item), ...versionOf(item) } : row;
    }),
  );
}

/**
 * The one module of actions that matches, with its latest published version. An `Action` of another stack uses the module by both ids. Routes: `GET
 * /actions/modules`, `GET /actions/modules/{id}`; scope: `read:actions`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shared = await tenant.getActionModule({ name: "shared" });
 * export const sharedVersion = shared.versionId;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none matches; the error lists the objects found (name, id)
 */
export const getActionModule = forms.plain;

/** {@link getActionModule} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getActionModuleOutput = forms.output;

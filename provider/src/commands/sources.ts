import { adoptsIn, type ProviderSettings, sanitize } from "../client/index.ts";
import type { Inventory, InventoryOptions } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import {
  NothingDescribed,
  type Preview,
  type PreviewStep,
  parsePreview,
  refuseUnrelated,
} from "../pulumi-cli/preview.ts";
import { exportedResources, type StackPlace } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { adoptionsIn } from "../review/baseline.ts";
import { objectsOfState } from "../review/objects.ts";
import { objectsAfter, outcomesOf } from "../review/outcomes.ts";
import { wrongCodes } from "../review/planned.ts";
import { parsePlan, previewOfPlan } from "../review/saved-plan.ts";
import { progress } from "./command.ts";
import { textOf } from "./files.ts";
import { previewCommand } from "./stacks.ts";
import { accessOf, withClient } from "./tenant.ts";

/*
 * The objects that a command reads: those in the state of a stack, those that a stack has after a planned update, and those that a tenant lists.
 */

/** The objects in the state of a stack, without those that it only reads or is about to delete. Needs no credentials of the tenant. */
export async function objectsOfStack(place: StackPlace) {
  const resources = (await exportedResources(place)).filter(
    ({ external, delete: isGoing }) => external !== true && isGoing !== true,
  );
  refuseWrongCode([], resources);
  return { objects: objectsOfState(resources), resources, types: resources.map(({ type }) => type) };
}

/**
 * The objects that a stack has after a planned update: from the output of `pulumi preview --json`, or the file of `pulumi preview --save-plan`. Needs
 * no credentials of the tenant.
 *
 * @param file the file's path; `-` for standard input
 * @throws Error if the file is neither, or the preview failed; or an Error with the CLI's message
 */
export async function objectsOfPreview(file: string, place: StackPlace) {
  const text = await (file === "-" ? textOf(process.stdin, "standard input") : textOf(file));
  const state = await exportedResources(place);
  const previewed = previewIn(text, state);
  refuseUnrelated(previewed, state, file === "-" ? "standard input" : file);
  const { steps, diagnostics } = previewed;
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error)
    throw new Error(
      `${sanitize(file)}: the preview failed, so it does not contain all objects: ${sanitize(error.message)}`,
    );
  refuseWrongCode(steps, state);
  const adopted = new Set(adoptionsIn(steps, adoptsIn(process.env)).map(({ urn }) => urn));
  const planned = steps.flatMap(({ urn, after }) => (after ? [{ ...after, urn }] : []));
  const types = [...new Map([...state, ...steps].map(({ urn }) => [urn, parseUrn(urn)?.type ?? ""])).values()];
  return { objects: objectsAfter(outcomesOf(steps, state), adopted), resources: [...state, ...planned], types };
}

/**
 * The objects that a tenant lists.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export function objectsOfTenant(
  settings: ProviderSettings,
  options: Omit<InventoryOptions, "access">,
): Promise<Inventory> {
  return withClient(settings, (client) =>
    progress("listing the tenant's objects", () => takeInventory(client, { access: accessOf(settings), ...options })),
  );
}

function previewIn(text: string, state: readonly ExportedResource[]): Preview {
  try {
    return parsePreview(text, previewCommand);
  } catch (error) {
    if (!(error instanceof NothingDescribed)) throw error;
    return previewOfPlan(parsePlan(text), state);
  }
}

/** @throws Error that names the resources whose provider code is not that of their class: their objects would be taken for those of another type */
function refuseWrongCode(steps: readonly PreviewStep[], state: readonly ExportedResource[]): void {
  const wrong = wrongCodes(steps, state);
  if (wrong.length === 0) return;
  throw new Error(
    `resources cannot be judged by their class, because they run other provider code:\n${wrong.map((line) => `  ${line}`).join("\n")}\n` +
      "Find out who has changed the state or the plan, or update pulumi-tenant.",
  );
}

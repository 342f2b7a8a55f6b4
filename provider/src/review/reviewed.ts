import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { parsePropertyPath } from "../pulumi-cli/urn.ts";
import { titleOf, valueInWords } from "../report/words.ts";
import type { Json } from "../schema/json.ts";
import type { Operation, PlannedChange, ReviewedResource, ReviewReport } from "./types.ts";

/** What takes away, or takes over, an object that a tenant has. */
const losses: ReadonlySet<Operation> = new Set(["delete", "replace", "renew", "forget", "adopt"]);

const earlierChange = z.object({
  path: z.string(),
  kind: z.enum(["add", "delete", "update"]),
  was: z.unknown(),
  stays: z.boolean().optional(),
});

const earlierResource = z.object({
  urn: z.string(),
  id: z.string().optional(),
  action: z.string(),
  effects: z.array(z.string()).optional(),
  changes: z.array(earlierChange).optional(),
});

type EarlierResource = z.infer<typeof earlierResource>;
type EarlierChange = z.infer<typeof earlierChange>;

/** What an earlier review has shown, as far as a later one is compared with it. */
export const earlierReview = z.object({ resources: z.array(earlierResource) });

/**
 * The losses of a report that an earlier review, which people have agreed to, has not shown in the same words: objects that are deleted,
 * replaced, forgotten or taken over, and values and members of lists that an update removes. For people.
 */
export function notReviewed(
  { resources }: ReviewReport,
  earlier: { readonly resources: readonly (EarlierResource | ReviewedResource)[] },
): readonly string[] {
  const shown = new Set(
    earlier.resources.flatMap((resource) => [keyOf(resource), ...removedBy(resource).map(({ key }) => key)]),
  );
  return resources.flatMap((resource) => {
    const title = `${resource.action} ${sanitize(titleOf(resource))}`;
    if (losses.has(resource.action)) return shown.has(keyOf(resource)) ? [] : [title];
    return removedBy(resource).flatMap(({ key, says }) => (shown.has(key) ? [] : [`${title}: ${says}`]));
  });
}

function keyOf({ urn, id, action, effects = [] }: EarlierResource | ReviewedResource): string {
  return JSON.stringify([urn, id, action, effects]);
}

/** What an update takes away from an object that stays. */
function removedBy({ urn, id, action, changes = [] }: EarlierResource | ReviewedResource) {
  if (action !== "update") return [];
  return changes.filter(isRemoval).map(({ path, was }) => ({
    key: JSON.stringify([urn, id, path, was]),
    says: `${sanitize(path)}${was === undefined ? "" : ` ${valueInWords(was as Json)}`} is removed`,
  }));
}

/** Whether a change takes a value away. Of a list with an order, another element takes the place of the one that leaves. */
function isRemoval({ path, kind, stays }: EarlierChange | PlannedChange): boolean {
  const isElement = parsePropertyPath(path)?.some((key) => typeof key === "number") === true;
  return stays !== true && (kind === "delete" || (kind === "update" && isElement));
}

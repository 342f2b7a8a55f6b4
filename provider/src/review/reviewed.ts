import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { parsePropertyPath } from "../pulumi-cli/urn.ts";
import { titleOf, valueInWords } from "../report/words.ts";
import type { Json } from "../schema/json.ts";
import type { Operation, PlannedChange, ReviewedResource, ReviewReport } from "./types.ts";

/** The actions that delete, replace, reset, forget or adopt an object of the tenant. */
const losses: ReadonlySet<Operation> = new Set(["delete", "replace", "renew", "reset", "forget", "adopt"]);

const earlierChange = z.object({
  path: z.string(),
  kind: z.enum(["add", "delete", "update"]),
  was: z.unknown().optional(),
  stays: z.boolean().optional(),
});

const earlierResource = z.object({
  urn: z.string(),
  id: z.string().optional(),
  action: z.string(),
  isFound: z.boolean().optional(),
  effects: z.array(z.string()).optional(),
  changes: z.array(earlierChange).optional(),
});

type EarlierResource = z.infer<typeof earlierResource>;
type EarlierChange = z.infer<typeof earlierChange>;

/** The members by which a loss is found again in an earlier review. */
interface Keyed {
  readonly urn: string;
  readonly id?: string | undefined;
  readonly action: string;
  readonly effects?: readonly string[] | undefined;
}

/** The part of an earlier review with which a later review is compared. */
export const earlierReview = z.object({ resources: z.array(earlierResource) });

/**
 * Messages about the losses of a report that an earlier, approved review did not list, or listed differently. Losses are objects that are deleted,
 * replaced, forgotten or adopted, and values and members of lists that an update removes.
 */
export function notReviewed(
  { resources }: ReviewReport,
  earlier: { readonly resources: readonly (EarlierResource | ReviewedResource)[] },
): readonly string[] {
  const shown = new Set(
    earlier.resources.flatMap((resource) => [keyOf(resource), ...removedBy(resource).map(({ key }) => key)]),
  );
  // Adoptions that were approved although the review had not read their objects.
  const unread = new Set(
    earlier.resources.flatMap((resource) =>
      resource.action === "adopt" && resource.isFound !== true ? [keyOf({ ...resource, id: undefined })] : [],
    ),
  );
  return resources.flatMap((resource) => {
    const title = `${resource.action} ${sanitize(titleOf(resource))}`;
    if (unread.has(keyOf({ ...resource, id: undefined }))) return [];
    if (losses.has(resource.action) && !shown.has(keyOf(resource))) return [title];
    return removedBy(resource).flatMap(({ key, says }) => (shown.has(key) ? [] : [`${title}: ${says}`]));
  });
}

function keyOf({ urn, id, action, effects = [] }: Keyed): string {
  return JSON.stringify([urn, id, action, effects]);
}

/** The values that an update, or the adoption of an object that was read, removes. Empty for all other actions. */
function removedBy({ urn, id, action, isFound, changes = [] }: EarlierResource | ReviewedResource) {
  if (action !== "update" && isFound !== true) return [];
  return changes.filter(isRemoval).map(({ path, was }) => ({
    key: JSON.stringify([urn, id, path, was]),
    says: `${sanitize(path)}${was === undefined ? "" : ` ${valueInWords(was as Json)}`} is removed`,
  }));
}

/**
 * Whether a change removes a value. In an ordered list, another element takes the position of the removed one, so an update of an element counts
 * as a removal.
 */
function isRemoval({ path, kind, stays }: EarlierChange | PlannedChange): boolean {
  const isElement = parsePropertyPath(path)?.some((key) => typeof key === "number") === true;
  return stays !== true && (kind === "delete" || (kind === "update" && isElement));
}

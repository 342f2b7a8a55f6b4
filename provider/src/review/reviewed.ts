import { z } from "zod";
import { legible } from "../client/index.ts";
import { titleOf } from "../report/words.ts";
import type { Operation, ReviewedResource, ReviewReport } from "./types.ts";

/** What takes something away that a tenant has. */
const losses: ReadonlySet<Operation> = new Set(["delete", "replace", "renew", "forget"]);

const earlierResource = z.object({
  urn: z.string(),
  id: z.string().optional(),
  action: z.string(),
  effects: z.array(z.string()).optional(),
});

type EarlierResource = z.infer<typeof earlierResource>;

/** What an earlier review has shown, as far as a later one is compared with it. */
export const earlierReview = z.object({ resources: z.array(earlierResource) });

/**
 * What a report deletes, replaces or forgets, and an earlier review has not shown in the same words: people have agreed to that one. For
 * people.
 */
export function notReviewed(
  { resources }: ReviewReport,
  earlier: { readonly resources: readonly (EarlierResource | ReviewedResource)[] },
): readonly string[] {
  const shown = new Set(earlier.resources.map(keyOf));
  return resources
    .filter((resource) => losses.has(resource.action) && !shown.has(keyOf(resource)))
    .map((resource) => `${resource.action} ${legible(titleOf(resource))}`);
}

function keyOf({ urn, id, action, effects = [] }: EarlierResource | ReviewedResource): string {
  return JSON.stringify([urn, id, action, effects]);
}

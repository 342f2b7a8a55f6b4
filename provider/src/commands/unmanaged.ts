import { type ProviderSettings, sanitize } from "../client/index.ts";
import { type Inventory, keyOf, stackKeysOf, unmanagedTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { heldResources, type StackPlace } from "../pulumi-cli/stack.ts";
import type { Unmanaged } from "../report/report.ts";
import { classOf, typeToken } from "../schema/provider-code.ts";
import { type OtherStacks, readOtherStacks } from "./other-stacks.ts";
import { accessOf, withClient } from "./tenant.ts";

/**
 * Lists the objects of the tenant that no stack of the project manages. Reads the tenant by listings; settings that a tenant has for each e-mail,
 * prompt, language or screen are read one by one, except those that a stack manages.
 *
 * @param otherStacks stacks of other projects, whose resources also count as managed
 * @throws TenantError, or an Error with the CLI's message
 */
export async function findUnmanaged(
  settings: ProviderSettings,
  place: StackPlace,
  otherStacks: readonly string[],
): Promise<Unmanaged> {
  const own = (await heldResources(place)).filter(({ isOnlyRead }) => !isOnlyRead);
  const others = await readOtherStacks(place, otherStacks);
  return withClient(settings, async (client) => {
    const here = [...own, ...others.held].filter(({ tenant }) => tenant === undefined || tenant === client.host);
    const managed = new Set(here.map(keyOf));
    const inventory = await takeInventory(client, {
      access: accessOf(settings),
      types: unmanagedTypes,
      keyedExcept: managed,
    });
    return unmanagedOf(inventory, managed, others.unread);
  });
}

/** The items of an inventory that no resource of the states manages. */
function unmanagedOf(
  { tenant, items, leftOut }: Inventory,
  managed: ReadonlySet<string>,
  unread: OtherStacks["unread"],
): Unmanaged {
  return {
    tenant,
    objects: items
      .filter((item) => !stackKeysOf(item).some((key) => managed.has(key)))
      .map((item) => ({ type: typeToken(classOf(item.type)), id: item.id, label: item.label })),
    unread: [
      ...unread.map(({ stack, why }) => `the state of stack "${sanitize(stack)}": ${why}`),
      // A listing that the tenant's plan does not include hides no objects, so it is not reported.
      ...leftOut
        .filter(({ reason, isOutsidePlan }) => reason === "unreadable" && !isOutsidePlan)
        .map(({ label, why }) => `${label}: ${why}`),
    ],
  };
}

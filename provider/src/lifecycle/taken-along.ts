import { sanitize } from "../client/index.ts";
import { type JsonObject, valueAt } from "../schema/json.ts";
import type { OperationContext } from "./operation-context.ts";
import { idKey } from "./program/claims.ts";
import type { ResourceType } from "./resource-type.ts";

/** The object that the service deletes together with another one. */
interface Companion {
  readonly noun: string;
  readonly id: string;
}

/** The object that the service deletes together with an object of this type (`Schema.takesAlong`). Undefined if there is none. */
export function companionOf({ schema: { takesAlong } }: ResourceType, values: JsonObject): Companion | undefined {
  if (takesAlong === undefined) return undefined;
  const id = valueAt(values, takesAlong.id);
  return typeof id === "string" ? { noun: takesAlong.noun, id } : undefined;
}

/** The reasons why an object must stay: the service deletes another object together with it, and the program keeps that one. Empty if there are none. */
export async function keptWith(context: OperationContext, values: JsonObject): Promise<readonly string[]> {
  const companion = companionOf(context.type, values);
  if (companion === undefined) return [];
  const object = idKey(companion.noun, companion.id);
  const leaving = { id: companion.id, object, reads: [object] };
  const keepers = [context.program.keepersOf(leaving), ...(await context.keptElsewhere(leaving))];
  const [manager] = keepers.flatMap(({ managers }) => managers);
  const isRead = keepers.some((one) => one.isRead);
  if (manager === undefined && !isRead) return [];
  const name = inWords(companion);
  const keeps = manager ? `${manager.by} of this program manages` : "this program reads with `get`";
  return [
    `the service would delete ${name} together with it, an object that ${keeps}. To delete both, remove both from the program. To keep ${name}, ` +
      `declare this ${context.type.schema.noun} as it was, or stop managing it with \`pulumi state delete\`.`,
  ];
}

/** The object in a message. */
export function inWords({ noun, id }: Companion): string {
  return `${noun} "${sanitize(id)}"`;
}

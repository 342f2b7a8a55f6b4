import type { EventType } from "../client/events/index.ts";
import type { TypeName } from "../definitions/registry.ts";
import { cliTrials } from "../definitions/samples.ts";

/*
 * The facts about the service that this package relies on, in the words of reports. The emulator's tests have the same titles, so that a fact
 * that is different at a tenant leads to the test that is wrong.
 */

/** The facts that a read-only run checks. */
export const readingFacts = {
  known: "responses contain only known properties",
  values: "values have the documented types, values and bounds",
  pages: "listings have the requested pages",
} as const;

/** The facts about an object or settings as a whole, which a run checks by writes. */
export const facts = {
  creation: "a creation makes the declared object",
  unchanged: "an unchanged object shows no change",
  keeps: "an update leaves properties that it does not send unchanged",
  drift: "an edit outside of the program is found",
  repair: "a repair restores the declared value",
  taken: "a second object with the same key is refused",
  shared: "two objects can have the same name",
  adoption: "an adoption takes over the existing object",
  replacement: "a change of the identity creates a new object",
  lost: "an object is found after the response to its creation was lost",
  atOnce: "of two creations at the same time, one is refused",
  together: "two members that are added at the same time are both there",
  deletion: "a deletion removes the object",
  owner: "a deletion of the owner removes the object",
  putBack: "the settings can be put back",
} as const;

/** The facts about one property, which is given by its name in the API. */
export const factsOfProperty = {
  ofNew: (wire: string) => `${wire} of a new object has the documented value`,
  written: (wire: string) => `${wire} comes back as written`,
  removed: (wire: string) => `${wire} has the documented value after its removal`,
} as const;

/** The fact that the tenant sends an event of a type. */
export function comes(type: EventType): string {
  return `the tenant sends the event ${type} about a change of the object`;
}

/** The facts that a run checks with the real Pulumi CLI, by the kind of the trial. */
export const cliFacts = {
  life: "the CLI creates the declared object, then previews no change, and removes the object",
  drift: "the CLI finds an edit outside of the program, and restores the declared value",
  replacement: "the CLI replaces an object whose identity changes",
} as const;

/** The facts about a type that a run checks with the real Pulumi CLI. */
export function cliFactsOf(type: TypeName): readonly string[] {
  return cliTrials.filter((trial) => trial.type === type).map(({ kind }) => cliFacts[kind]);
}

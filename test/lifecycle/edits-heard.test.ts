import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { typeToken } from "../../provider/src/schema/provider-code.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { isPolled, subjectsOf, subjectsOfEvent } from "../../provider/src/watch/causes.ts";
import { revealed } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { stackOfEachTest } from "./runs.ts";

/** A watch learns of each edit: it polls the object, unless the service has an event for each of its changes. */

const stack = stackOfEachTest();

const told = subjects.filter(({ name }) => tools[name].events?.areComplete);

describe.each(told.map((one) => [one.name, one] as const))("%s", (name, one) => {
  beforeEach(() => one.prepare(stack.tenant));

  test("an edit of each property has an event that matches the resource", async () => {
    const it = `${name}-it`;
    const [usual, changed] = one.bench as readonly [JsonObject, JsonObject];
    const identity = one.identity(stack.tenant, 1);
    expect(await stack.up({ [it]: { ...usual, ...identity } })).toEqual([]);
    const entry = stack.runs.engine?.state.get(it);
    if (entry === undefined) throw new Error("the run has made nothing");
    const [inputs, outputs] = [entry.inputs, entry.outputs].map(revealed) as [JsonObject, JsonObject];
    const resource = { urn: it, type: typeToken(definitions[name].type), id: entry.id, inputs, outputs, ignored: [] };
    const concerned = new Set(subjectsOf(resource));
    const held = () => structuredClone(one.held(stack.tenant, one.keyOf({ ...usual, ...identity }))?.live);

    const unheard: string[] = [];
    let edits = 0;
    for (const [property, value] of Object.entries(changed)) {
      if (property in identity) continue;
      const before = held();
      const known = stack.tenant.events.published.length;
      try {
        one.edit(stack.tenant, one.keyOf({ ...usual, ...identity }), property, value);
      } catch (error) {
        // The service refuses the edit.
        if (error instanceof Error && error.name === "ServiceError") continue;
        throw error;
      }
      if (isDeepStrictEqual(before, held())) continue;
      edits++;
      const published = stack.tenant.events.published.slice(known);
      const isHeard = published.some((event) => subjectsOfEvent(event as never).some((key) => concerned.has(key)));
      if (!isHeard) unheard.push(property);
    }
    expect(isPolled(resource)).toBe(false);
    expect(unheard).toEqual([]);
    expect(edits).toBeGreaterThan(0);
  });
});

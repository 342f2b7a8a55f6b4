import fc from "fast-check";
import { expect, test } from "vitest";
import { wireName } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { deviationsIn } from "../../../provider/src/verify/deviations.ts";
import { hostileJson } from "../../harness/hostile.ts";
import { cases } from "../../harness/scale.ts";

const names = typeNames.flatMap((type) =>
  Object.entries(definitions[type].schema.fields).map(([name, field]) => wireName(name, field)),
);

test("any response can be compared with any definition, and no deviation contains a value", () => {
  const bodies = fc.dictionary(fc.constantFrom(...names), hostileJson);
  fc.assert(
    fc.property(fc.constantFrom(...typeNames), bodies, (type, body) => {
      const found = deviationsIn(definitions[type], body);
      for (const { found: says, expected = "" } of found) expect(`${says}${expected}`).not.toContain("polluted");
    }),
    cases(),
  );
});

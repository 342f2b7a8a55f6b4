import { expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { multiFactorType } from "../../../provider/src/types/multi-factor/calls.ts";
import { multiFactor } from "../../../provider/src/types/multi-factor/definition.ts";
import { judge } from "./judge.ts";

const names = Object.keys(multiFactor.schema.fields.factors.fields);
const rule = rules.find(({ id }) => id === "mfa-factor-enabled");

test.each(names)("a baseline with %s as the only factor passes exactly if no user is locked out", (name) => {
  const factors = Object.fromEntries(names.map((one) => [one, one === name]));
  const locked = multiFactorType.lockOuts?.at([{ id: "", live: { policies: ["all-applications"], factors } }]) ?? [];
  if (!rule) throw new Error("the baseline has no such rule");
  expect(judge(rule, { properties: { factors } }).is).toBe(locked.length > 0 ? "fails" : "passes");
});

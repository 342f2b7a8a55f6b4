import type { ResourceValidationArgs } from "@pulumi/policy";
import { expect, test } from "vitest";
import { policiesOf } from "../../../provider/src/policy/policies.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { codeOf, urnOf } from "../helpers/preview.ts";

test("the pack refuses a resource with the code of another class, before the rules judge it", async () => {
  const policy = policiesOf({}).find(({ name }) => name === "baseline-provider-code");
  if (!policy || !("remediateResource" in policy)) throw new Error("there is no such policy");
  const { remediateResource, validateResource } = policy;
  const found: unknown[] = [];
  const judge = async (code: unknown, name: string) => {
    const urn = urnOf(name, "Role");
    const shown = {
      type: typeToken("Role"),
      name,
      urn,
      props: { __provider: code },
    } as unknown as ResourceValidationArgs;
    expect(await remediateResource?.(shown)).toBeUndefined();
    if (typeof validateResource !== "function") throw new Error("there is no judgement");
    await validateResource({ ...shown, props: {} }, (message) => found.push(`${name}: ${String(message)}`));
  };
  await judge(codeOf("Role"), "reader");
  expect(found).toEqual([]);
  await judge(codeOf("ClientGrant"), "disguised");
  await judge("evil()", "evil");
  expect(found).toEqual([
    expect.stringMatching(/^disguised: The resource has the provider code of ClientGrant/),
    expect.stringMatching(/^evil: The resource has provider code that/),
  ]);
});

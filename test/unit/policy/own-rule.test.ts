import { type ResourceValidationArgs, validateResourceOfType } from "@pulumi/policy";
import { expect, test } from "vitest";
import * as tenant from "../../../provider/src/index.ts";

const isTypeOf = (type: string) => (resourceClass: unknown) => {
  // The SDK of policies calls the function without its class.
  const { isInstance } = resourceClass as { isInstance(object: unknown): boolean };
  return isInstance({ __pulumiType: type });
};

test("a custom rule gets the resources of one class, with the types of their arguments", () => {
  const found: string[] = [];
  const validate = validateResourceOfType(tenant.Client, (client, args, report) => {
    const grants: readonly string[] | undefined = client.grantTypes;
    if (grants?.includes("implicit")) report(args.name);
  });
  const run = (type: string, name: string) => {
    const args = {
      ...{ type, name, props: { grantTypes: ["implicit"] }, isType: isTypeOf(type) },
      notApplicable: () => undefined,
    };
    void validate(args as unknown as ResourceValidationArgs, (message) => found.push(String(message)));
  };
  run("pulumi-nodejs:dynamic/tenant:Client", "portal");
  run("pulumi-nodejs:dynamic/tenant:ClientGrant", "grant");
  run("pulumi-nodejs:dynamic:Resource", "foreign");
  expect(found).toEqual(["portal"]);
});

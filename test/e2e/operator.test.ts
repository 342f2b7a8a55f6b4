import { beforeAll, expect, test } from "vitest";
import {
  type Manifest,
  manifests,
  moduleDefinition,
  problemsWith,
  type Schema,
  schemaOf,
} from "../harness/operator.ts";

/** What the manifests use of the operator's version 2, which its Go module of version 1 does not have. */
const sinceVersion2 = ["serviceAccountName", "shallow", "preview"];

let schema: Schema;
let stacks: readonly Manifest[];
beforeAll(async () => {
  schema = schemaOf(await moduleDefinition(), "v1");
  stacks = (await manifests()).filter(({ kind }) => kind === "Stack");
});

function inVersion1({ spec, ...rest }: Manifest): Manifest {
  const fields = Object.entries(spec).filter(([field]) => !sinceVersion2.includes(field));
  return { ...rest, spec: Object.fromEntries(fields) };
}

test("the manifests for the Kubernetes operator satisfy its definition, except for three fields of version 2", () => {
  expect(stacks.length).toBeGreaterThan(2);
  expect(stacks.flatMap((stack) => problemsWith(inVersion1(stack), schema))).toEqual([]);
});

test("the operator's definition refuses a misspelt field, a missing one and one of a wrong type", () => {
  const { spec, ...rest } = inVersion1(stacks[0] as Manifest);
  const problemsOf = (changed: object) => problemsWith({ ...rest, spec: { ...spec, ...changed } }, schema).join();
  expect(problemsOf({ destroyOnFinalise: false })).toContain("destroyOnFinalise");
  expect(problemsOf({ refresh: "true" })).toContain("/spec/refresh must be boolean");
  expect(problemsOf({ stack: undefined })).toContain("must have required property 'stack'");
  expect(problemsOf({ envRefs: { TENANT_DOMAIN: { literal: { value: "a" } } } })).toContain("'type'");
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { beforeAll, describe, expect, test } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { type Manifest, manifests, problemsWith } from "../../harness/operator.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });

/**
 * The fields of the operator's `Stack` (2.3) that our manifests use, bound as its documentation says. Its own definition belongs to others and
 * is large: a test of e2e takes it from the operator's Go module, and `npm run compat` from its repository.
 */
const stackSchema = object(
  {
    apiVersion: { const: "pulumi.com/v1" },
    kind: { const: "Stack" },
    metadata: object({ name: { type: "string", pattern: "^[a-z0-9][a-z0-9-]*$", maxLength: 42 }, namespace: text }, [
      "name",
    ]),
    spec: object(
      {
        ...{ serviceAccountName: text, projectRepo: text, branch: text, shallow: flag, stack: text, preview: flag },
        ...{ refresh: flag, continueResyncOnCommitMatch: flag, destroyOnFinalize: flag },
        resyncFrequencySeconds: { type: "integer", minimum: 60 },
        envRefs: {
          type: "object",
          additionalProperties: object(
            {
              type: { enum: ["Literal", "Secret"] },
              literal: object({ value: text }, ["value"]),
              secret: object({ name: text, key: text }, ["name", "key"]),
            },
            ["type"],
          ),
        },
      },
      ["stack"],
    ),
  },
  ["apiVersion", "kind", "metadata", "spec"],
);

describe("the stacks of the Kubernetes operator", () => {
  let stacks: readonly Manifest[];
  beforeAll(async () => {
    stacks = (await manifests()).filter(({ kind }) => kind === "Stack");
  });

  test("have only fields that the operator knows", () => {
    expect(stacks.length).toBeGreaterThan(2);
    expect(stacks.flatMap((stack) => problemsWith(stack, stackSchema))).toEqual([]);
  });

  test("are refused by the test's schema with a misspelt or wrong field", () => {
    const [stack] = stacks as readonly [Manifest];
    const wrong = { ...stack, spec: { ...stack.spec, destroyOnFinalise: false, refresh: "true" } };
    expect(problemsWith(wrong, stackSchema).join()).toMatch(/destroyOnFinalise[\s\S]*refresh must be boolean/);
  });

  test("are one per tenant of the fleet, each with the tenant's domain and secret", async () => {
    const file = join(example, "../fleet/tenants.json");
    const tenants: Record<string, { domain: string }> = JSON.parse(await readFile(file, "utf8"));
    for (const [name, { domain }] of Object.entries(tenants)) {
      const own = stacks.filter(({ spec }) => spec.stack === `example/fleet/${name}`);
      expect(own).toMatchObject([
        {
          metadata: { name: `tenant-${name}` },
          spec: {
            destroyOnFinalize: false,
            envRefs: {
              TENANT_DOMAIN: { literal: { value: domain } },
              TENANT_STRICT: { literal: { value: "true" } },
              TENANT_CLIENT_SECRET: { secret: { name: `tenant-${name}` } },
            },
          },
        },
      ]);
    }
  });
});

test("the container file passes hadolint", async () => {
  const file = await readFile(join(example, "Containerfile"), "utf8");
  expect(validate(file)).toEqual([]);
  expect(validate(file.replace("USER node", "USR node")).length).toBeGreaterThan(0);
});

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { manifests, problemsWith, schemaOf } from "../harness/operator.ts";

const source =
  "https://raw.githubusercontent.com/pulumi/pulumi-kubernetes-operator/v2.3.0/operator/config/crd/bases/pulumi.com_stacks.yaml";

/** The operator's own definition of a `Stack`: the file that OPERATOR_CRD names, or a download. Undefined where there is neither. */
async function definition(): Promise<string | undefined> {
  const file = process.env.OPERATOR_CRD;
  if (file !== undefined) return readFile(file, "utf8");
  try {
    const answer = await fetch(source, { signal: AbortSignal.timeout(60_000) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

test("the manifests for the Kubernetes operator are valid by its definition, version 2.3", async ({ skip }) => {
  const text = await definition();
  if (text === undefined) return skip("the operator's definition could not be downloaded: name a copy in OPERATOR_CRD");
  const schema = schemaOf(text, "v1");
  const stacks = (await manifests()).filter(({ kind }) => kind === "Stack");
  expect(stacks.length).toBeGreaterThan(2);
  expect(stacks.flatMap((stack) => problemsWith(stack, schema))).toEqual([]);
});

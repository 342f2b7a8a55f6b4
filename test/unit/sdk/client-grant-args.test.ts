import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { expect, test } from "vitest";
import type { ClientGrant } from "../../../provider/src/index.ts";

declare const clientId: pulumi.Output<string>;
const audience = "https://orders.example.com";

/** Never called: the compiler is the test (`tsc -p tsconfig.json`). */
export function programs(Grants: typeof ClientGrant): void {
  new Grants("g", { clientId, audience });
  new Grants("g", { defaultFor: "third_party_clients", audience });
  // @ts-expect-error a grant of nobody
  new Grants("g", { audience });
  // @ts-expect-error a default of another kind
  new Grants("g", { defaultFor: "third_party", audience });
}

test("the compiler checks this file, and so the types of ClientGrantArgs", () => {
  const root = join(import.meta.dirname, "../../..");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  expect(fileNames).toContain(import.meta.filename);
});

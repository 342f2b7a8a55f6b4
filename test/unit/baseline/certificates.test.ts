import { generate } from "selfsigned";
import { beforeAll, describe, expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { judge } from "./judge.ts";

const rule = rules.find(({ id }) => id === "connection-certificate-expiry");

/** A certificate that ends some days from now. */
async function certificate(days: number): Promise<string> {
  const notAfterDate = new Date(Date.now() + days * 86_400_000);
  const { cert } = await generate([{ name: "commonName", value: "idp.example.com" }], { notAfterDate });
  return cert;
}

function verdictFor(signingCert: string) {
  if (!rule) throw new Error("there is no such rule");
  return judge(rule, { properties: { strategy: "samlp", options: { signingCert } } }).is;
}

describe("an identity provider's certificate", () => {
  let [soon, late] = ["", ""];
  beforeAll(async () => {
    [soon, late] = await Promise.all([certificate(29), certificate(31)]);
  });

  test("is read as PEM, as PEM without its header, and in Base64, as the service accepts it", () => {
    const body = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
    const encoded = (pem: string) => Buffer.from(pem).toString("base64");
    for (const form of [String, body, encoded]) {
      expect(verdictFor(form(soon))).toBe("fails");
      expect(verdictFor(form(late))).toBe("passes");
    }
  });
});

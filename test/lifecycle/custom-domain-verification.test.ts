import { expect, test } from "vitest";
import type { TenantClient } from "../../provider/src/client/index.ts";
import type { Reads } from "../../provider/src/lifecycle/reads/reads.ts";
import { WriteOnlySecrets } from "../../provider/src/lifecycle/write-only-secrets.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { customDomainVerificationType } from "../../provider/src/types/custom-domain/calls.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users see of the verification of a custom domain, which waits for DNS. */

const name = "customDomainVerification-it";
const id = "cd_0000000000000001";
const args = { customDomainId: id };
const domain = "login.example.com";

const stack = stackOfEachTest();

const made = (type = "auth0_managed_certs") => void stack.tenant.customDomains.create({ id, domain, type });
const up = (program: JsonObject | undefined) => stack.up(program ? { [name]: program } : {});
const attempts = () => stack.tenant.requests.filter(({ path }) => path.endsWith("/verify")).length;
const calls = () => stack.tenant.requests.filter(({ path }) => path.startsWith("/api/v2/")).length;
const outputs = () => stack.runs.engine?.state.get(name)?.outputs ?? {};
const planned = async () => {
  const { engine } = await stack.runs.next();
  return engine.changes({ [name]: args });
};

test("without the DNS record, a run makes one attempt, names the record and continues; the next run tries again", async () => {
  made();
  expect(await up(args)).toEqual([]);
  expect([attempts(), stack.said]).toEqual([
    1,
    [
      expect.stringMatching(
        /^warning: the verification of custom domain "cd_\d+": the service did not find the DNS record of "login.example.com" yet: CNAME login.example.com → \S+. The status is pending_verification.* The next `pulumi up` tries again.$/,
      ),
    ],
  ]);
  expect(outputs()).toMatchObject({
    ...{ domain, status: "pending_verification", verify: false },
    verificationMethods: [{ name: "CNAME", domain, record: expect.any(String) }],
  });
  expect(await planned()).toHaveLength(1);
  stack.tenant.customDomains.publish(domain);
  expect(await up(args)).toEqual([]);
  expect([attempts(), stack.said]).toEqual([1, []]);
  expect(outputs()).toMatchObject({ status: "ready", verify: true });
  expect(await planned()).toEqual([]);
  expect(await stack.runs.engine?.refresh()).toEqual([{ name, op: "same" }]);
});

test("with a timeout, a run waits for the record", async () => {
  made();
  stack.tenant.onRequest(() => {
    if (attempts() === 2) stack.tenant.customDomains.publish(domain);
  });
  expect(await up({ ...args, timeout: 60 })).toEqual([]);
  expect(attempts()).toBeGreaterThan(1);
  expect(outputs()).toMatchObject({ status: "ready" });
});

test("a run waits up to its timeout, at the pace that the service permits", async () => {
  const pauses: number[] = [];
  const service = {
    request: () => Promise.resolve({ body: { custom_domain_id: id, domain, status: "pending_verification" } }),
    wait: (seconds: number) => Promise.resolve(void pauses.push(seconds)),
  } as unknown as TenantClient;
  const created = customDomainVerificationType.create(
    service,
    { ...args, timeout: 600 },
    {} as Reads,
    new WriteOnlySecrets(),
  );
  await expect(created).rejects.toThrow(/within 600 seconds/);
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBeCloseTo(600);
  expect(Math.max(...pauses)).toBe(12);
});

test("a run beyond its timeout fails and keeps the outputs; the next run continues", async () => {
  made();
  const [failure] = await up({ ...args, timeout: 20 });
  expect(failure).toMatch(
    /did not find the DNS record of "login.example.com" within 20 seconds: CNAME .*next `pulumi up`/s,
  );
  expect(attempts()).toBe(5);
  expect(outputs()).toMatchObject({ status: "pending_verification" });
  stack.tenant.customDomains.publish(domain);
  expect(await up({ ...args, timeout: 20 })).toEqual([]);
  expect(attempts()).toBe(1);
});

test("the key of a self-managed domain, shown only once, is a secret output and stays after refreshes and updates", async () => {
  made("self_managed_certs");
  stack.tenant.customDomains.publish(domain);
  await up(args);
  const key = outputs().cnameApiKey;
  expect(JSON.stringify(key)).toMatch(/[\da-f-]{36}/);
  expect(await stack.runs.engine?.refresh()).toEqual([{ name, op: "same" }]);
  expect(await up({ ...args, timeout: 60 })).toEqual([]);
  expect(outputs().cnameApiKey).toEqual(key);
});

test("a recreated domain is verified again, and a deleted one leaves the state", async () => {
  made();
  stack.tenant.customDomains.publish(domain);
  await up(args);
  stack.tenant.customDomains.delete(id);
  made();
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toMatchObject([{ name, op: "update" }]);
  expect(await up(args)).toEqual([]);
  expect(outputs()).toMatchObject({ status: "ready" });
  stack.tenant.customDomains.delete(id);
  const next = await stack.runs.next();
  expect(await next.engine.refresh()).toMatchObject([{ name, op: "delete" }]);
});

test("verify: false only reads the records, and a destroy sends nothing", async () => {
  made();
  expect(await up({ ...args, verify: false })).toEqual([]);
  expect([attempts(), outputs()]).toMatchObject([0, { status: "pending_verification" }]);
  stack.tenant.customDomains.publish(domain);
  stack.tenant.customDomains.verify(domain);
  expect(await stack.runs.engine?.changes({ [name]: { ...args, verify: false } })).toEqual([]);
  expect(await up(undefined)).toEqual([]);
  expect(calls()).toBe(0);
});

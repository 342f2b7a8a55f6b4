import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import type { ScopeCase, Subject } from "./subject.ts";

const type = "auth0_managed_certs";
const idOf = (n: number | string) => `cd_verify${String(n).padStart(10, "0")}`;
const slots = ["verification-a", "verification-b"];
const keys = (slot: string) => [idOf(slot.slice(-1))];

/** A domain that is not verified, and whose DNS record is there. */
function made(tenant: Emulator, id: string): void {
  const domain = `${id.slice(3)}.example.com`;
  if (!tenant.customDomains.get(id)) tenant.customDomains.create({ id, domain, type });
  tenant.customDomains.publish(domain);
}

function unverify(tenant: Emulator, id: string): void {
  if (tenant.customDomains.get(id)) tenant.customDomains.delete(id);
  made(tenant, id);
}

const program = fc.constantFrom({}, { verify: true });
const edit = fc.constant({ verify: false });
const plain = { customDomainId: idOf("plain") };
const [create, read] = ["create:custom_domains", "read:custom_domains"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [create], run: plain },
  { operation: "create with `verify: false`", scopes: [read], run: { ...plain, verify: false } },
  { operation: "refresh, drift", scopes: [read], before: plain, run: "refresh" },
  { operation: "delete", scopes: [], before: plain, run: undefined },
];

export const customDomainVerification: Subject<"customDomainVerification"> = {
  name: "customDomainVerification",
  resource: "CustomDomainVerification",
  path: "/api/v2/custom-domains",
  keyOf: ({ customDomainId }) => String(customDomainId),

  prepare(tenant) {
    for (const id of [plain.customDomainId, ...slots.flatMap(keys)]) made(tenant, id);
  },
  foreign: () => undefined,
  identity(tenant, n) {
    made(tenant, idOf(n));
    return { customDomainId: idOf(n) };
  },
  held(tenant, id) {
    const found = tenant.customDomains.get(id);
    return found && { id, live: { customDomainId: id, verify: found.status === "ready" } };
  },
  answered: (tenant, id) => tenant.customDomains.get(id) as never,
  edit: (tenant, id) => unverify(tenant, id),
  remove: unverify,
  isEmpty: () => true,

  exceptions: [],
  share: 0.3,
  laws: [
    {
      root: { verify: true },
      steps: sequencesOf({ program: fc.constant({}), edit, unseen: fc.constant(false) }),
      share: 0.2,
    },
  ],
  writes: 1,

  slots,
  keys,
  programs: (slot) => fc.constant(program.map((rest) => ({ ...rest, customDomainId: keys(slot)[0] ?? "" }))),
  edits: () => [{ weight: 1, values: edit }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/custom-domains\/[^/?]+(\/verify)?$/,
    versions(tenant, n) {
      const identity = customDomainVerification.identity(tenant, n);
      return [identity, { ...identity, verify: true }];
    },
    misshapen: ["[]", '{"custom_domain_id":"another"}'].map((body) => ({ path: /custom-domains.[^/]+$/, body })),
    ...readById("custom-domains"),
    programs: (text) =>
      text.map((customDomainId) => ({
        args: { customDomainId },
        mayAsk: [
          ["custom-domains", customDomainId],
          ["custom-domains", customDomainId, "verify"],
        ],
      })),
  },
  bench: [
    { ...plain, verify: false },
    { ...plain, verify: true },
  ],
  harmless: { "a change makes the service do something once": "verify" },
  unlikeTable: [["*", "A request without a body."]],
  sample: "it needs a DNS record",
};

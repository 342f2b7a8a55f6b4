import fc from "fast-check";
import { at } from "../harness/whole-tenant-ids.ts";
import { hostileTo, objectsOf, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

const type = "auth0_managed_certs";
const theirs = { domain: "foreign.example.com", type };
const objects = objectsOf("customDomain", { key: "domain", byHand: (domain) => ({ domain, type }), theirs });

const keys = (slot: string) => [`${slot}.example.com`, `${slot}.example.org`];

const metadata = fc.dictionary(fc.constantFrom("brand", "team", "ü key"), fc.constantFrom("one", "two ü 𝒳"), {
  maxKeys: 3,
});
const properties = fc.record(
  {
    domainMetadata: fc.option(metadata, { freq: 12 }),
    relyingPartyIdentifier: fc.option(fc.constantFrom("example.com", "login.example.com"), { freq: 12 }),
  },
  { requiredKeys: [] },
);
const edits = fc.record(
  {
    domainMetadata: fc.constantFrom({ brand: "theirs" }, { foreign: "key" }),
    relyingPartyIdentifier: fc.constantFrom("theirs.example.com"),
  },
  { requiredKeys: [] },
);

const login = { domain: "login.example.com", type, domainMetadata: { brand: "shop" } };
const changed = { ...login, domainMetadata: { brand: "another" } };

export const customDomain: Subject<"customDomain"> = {
  ...objects,
  identity: (_, n) => ({ domain: `d${n}.example.com`, type }),

  exceptions: [],
  share: 0.3,
  laws: [casesOf(properties, edits, 0.3, fc.boolean())],
  writes: 1,

  slots: ["domain-a", "domain-b"],
  keys,
  programs: (slot) =>
    fc.constant(fc.tuple(properties, mostly(keys(slot))).map(([rest, domain]) => ({ ...rest, domain, type }))),
  edits: () => [
    { weight: 1, values: fc.record({ relyingPartyIdentifier: fc.constantFrom("foreign-1", "foreign-2") }) },
  ],

  scopes: scopesOfObjects("custom_domains", login, changed),
  hostile: {
    ...hostileTo(
      "custom-domains",
      { ...login, relyingPartyIdentifier: "x" },
      ['{"custom_domain_id":"another","domain":"another.example.com"}', '{"verification":7}'],
      "relyingPartyIdentifier",
    ),
    versions(_, n) {
      const first = { domain: `d${n}.example.com`, type, relyingPartyIdentifier: "example.com" };
      return [first, { ...first, relyingPartyIdentifier: "another.example.com" }];
    },
    loud: { ...login, domain: "\u001b]0;owned\u0007\u009b2J\u202e.example.com" },
  },
  bench: [login, changed],
  answeredOnly: [
    "certificate",
    "custom_domain_id",
    "is_default",
    "origin_domain_name",
    "primary",
    "status",
    "verification",
  ],
  noReferences: { "/relyingPartyIdentifier": "a domain" },
  unlikeTable: [["PATCH *: only the definition has it", "No update can change it."]],
  inCases: (name) => ({ args: { domain: `${name.toLowerCase()}.example.com`, type: "auth0_managed_certs" } }),
  sample: {
    key: "domain",
    identity: "domain",
    program: ({ key }) => ({
      args: { domain: `${key}.example.com`, type: "self_managed_certs" },
      values: {
        tlsPolicy: "a domain has it only if the service manages its certificate",
        relyingPartyIdentifier: ["example.com", `${key}.example.com`],
      },
    }),
  },
  elsewhere: [["auth0_custom_domain", "logins_at_home", { id: at.domain, domain: "login.example.com" }]],
  namesElsewhere: ["logins_at_home"],
};

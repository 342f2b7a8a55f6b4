import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { bad, byProgram, byTenant, inRun, named, payload, type Refusal, renamed, taken } from "./refusal.ts";

const acl = (rule: JsonObject) => ({
  description: "Rule",
  active: false,
  priority: 1,
  rule: { scope: "tenant", ...rule },
});
const someone = { asns: [1] };
const blocks = { description: "Rule", active: false };
const rule = { action: { block: true }, scope: "tenant", match: { asns: [1] } };

/** Refusals of the service. */
export const networkAclRefusals: readonly Refusal[] = [
  byProgram(
    "networkAcl",
    "a redirect without a place",
    acl({ action: "redirect", match: someone }),
    bad("Payload validation error: Action type of `redirect` requires a `redirect_uri`"),
    /redirectUri: is required with the action "redirect"/,
  ),
  byProgram(
    "networkAcl",
    "neither match nor notMatch",
    acl({ action: "block" }),
    bad("Payload validation error: Either `match` or `not_match` is required"),
    /^rule: must have match, notMatch or both/,
  ),
  byProgram(
    "networkAcl",
    "matchAll and a match",
    acl({ action: "block", matchAll: true, match: someone }),
    bad("Payload validation error: `match_all` excludes `match` and `not_match`"),
    /^rule\.matchAll: cannot be true together/,
  ),
  byProgram(
    "networkAcl",
    "a place of an action that redirects nobody",
    acl({ action: "block", redirectUri: "https://a.example.com", match: someone }),
    bad("Payload validation error: Additional properties not allowed: redirect_uri"),
    /^rule\.redirectUri: can be declared only with the action "redirect"/,
    [
      "POST",
      "/network-acls",
      {
        description: "Rule",
        active: false,
        priority: 1,
        rule: { scope: "tenant", action: { block: true, redirect_uri: "https://a.example.com" }, match: someone },
      },
    ],
  ),
  byProgram(
    "networkAcl",
    "lists of the service on both sides",
    acl({
      action: "block",
      match: { auth0Managed: ["auth0.low_reputation"] },
      notMatch: { auth0Managed: ["auth0.icloud_relay_proxy"] },
    }),
    bad("Payload validation error: `auth0_managed` is allowed on one side only"),
    /^rule\.notMatch\.auth0Managed: cannot be declared together with rule\.match\.auth0Managed/,
  ),
  byProgram(
    "networkAcl",
    "a list whose name does not begin as those of the service",
    acl({ action: "block", match: { auth0Managed: ["low_reputation"] } }),
    bad(
      "Invalid curated list name(s): low_reputation. Allowed curated list names are: auth0.low_reputation, auth0.icloud_relay_proxy",
    ),
    /auth0Managed\[0\]: must begin with auth0\./,
  ),
  byProgram(
    "networkAcl",
    "a match that is empty",
    acl({ action: "block", match: { asns: [] } }),
    payload("Array is too short (0), minimum 1", "rule.match.asns"),
    /asns: must have at least 1/,
  ),
  renamed(
    "networkAcl",
    { ...blocks, priority: 1, rule: { action: "block", scope: "tenant", match: { asns: [1] } } },
    { priority: 2 },
    ["/network-acls", { ...blocks, priority: 2, rule }],
    "A Network ACL with this priority number has already been created.",
    ["PUT", "/network-acls/{id}", { ...blocks, priority: 2, rule }],
  ),
  taken(
    "networkAcl",
    {
      description: "Rule",
      active: false,
      priority: 1,
      rule: { action: "block", scope: "tenant", match: { asns: [1] } },
    },
    named({ description: "Rule", active: false, priority: 1, rule }, "/network-acls"),
    "A Network ACL with this priority number has already been created.",
  ),
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "networkAcl: a plan without network rules",
    message: "Please upgrade your subscription to enable Tenant ACL Management.",
    errorCode: "insufficient_entitlement",
    isOfPlan: true,
    sends: ["GET", "/network-acls"],
    program: {
      type: "networkAcl",
      args: {
        ...{ description: "Rule", active: false, priority: 1 },
        rule: { action: "block", scope: "tenant", match: { asns: [1] } },
      },
    },
    says: /will fail: .*Please upgrade your subscription/,
  },
  inRun(
    "a network ACL that is gone",
    ["GET", "/network-acls/acl_0000000000000000000000"],
    [404, "NetworkACL with this ID was not found"],
  ),
];

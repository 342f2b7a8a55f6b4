import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { failsIf, type Rule } from "../rule.ts";

/** The rules about custom domains, network access, logs and mail. */
export const domainAndLogRules: readonly Rule[] = [
  {
    id: "custom-domain-client-ip-header",
    type: "customDomain",
    severity: "medium",
    paths: ["customClientIpHeader", "type"],
    failsIf: "the domain has its own proxy, whose header with the user's address is not named",
    why: "All users seem to come from the proxy, so the throttling of addresses hits all of them, or none.",
    fix: "Set customClientIpHeader to the header that the proxy overwrites.",
    sources: ["Types of the official SDK"],
    judge(domain) {
      if (domain.get("type") !== "self_managed_certs") return "does not apply";
      return failsIf((domain.get("customClientIpHeader") ?? "") === "");
    },
    cases: {
      passes: [{ properties: { type: "self_managed_certs", customClientIpHeader: "cf-connecting-ip" } }],
      fails: [
        { properties: { type: "self_managed_certs", customClientIpHeader: "" } },
        { properties: { type: "self_managed_certs", customClientIpHeader: null } },
      ],
      doesNotApply: [{ properties: { type: "auth0_managed_certs", customClientIpHeader: "" } }],
      unknown: [{ properties: { type: "self_managed_certs" } }, { properties: {} }],
    },
  },
  {
    id: "custom-domain-ready",
    type: "tenantSettings",
    severity: "medium",
    paths: [],
    failsIf: "the tenant has no custom domain that is ready",
    why: "Passkeys, embedded logins and cookies depend on a domain of your own.",
    fix: "Declare a CustomDomain, and verify it.",
    sources: ["Guide: custom domains"],
    judge(_, others) {
      if (others.of("customDomain").some((domain) => domain.find("status") === "ready")) return "passes";
      others.requireAll("customDomain");
      return "fails";
    },
    cases: {
      passes: [{ properties: {}, others: [{ type: "customDomain", properties: { status: "ready" } }] }],
      fails: [
        { properties: {}, isLive: true },
        {
          properties: {},
          others: [{ type: "customDomain", properties: { status: "pending_verification" } }],
          isLive: true,
        },
      ],
      unknown: [{ properties: {} }],
    },
  },
  {
    id: "canonical-domain-blocked",
    type: "tenantSettings",
    severity: "low",
    profile: "strict",
    paths: [],
    failsIf: "logins at the tenant's own host are not blocked beside a custom domain",
    why: "A protection in front of the custom domain can be bypassed.",
    fix: "Declare a NetworkAcl that blocks authentication at the tenant's own host; first with active: false.",
    sources: ["Guide: tenant access control list"],
    judge({ object }, others) {
      if (!others.of("customDomain").some((domain) => domain.find("status") === "ready")) {
        others.requireAll("customDomain");
        return "does not apply";
      }
      const blocked = others.of("networkAcl").some((acl) => {
        const hosts = acl.textsOfAny("rule.match.hostnames");
        const isBlock = acl.find("rule.action") === "block" && acl.find("rule.scope") === "authentication";
        return acl.find("active") === true && isBlock && hosts.includes(object.tenant);
      });
      if (blocked) return "passes";
      others.requireAll("networkAcl");
      return "fails";
    },
    cases: {
      passes: [{ properties: {}, others: [readyDomain(), blocking(true, "tenant.example.com")] }],
      fails: [
        { properties: {}, others: [readyDomain()], isLive: true },
        { properties: {}, others: [readyDomain(), blocking(false, "tenant.example.com")], isLive: true },
        { properties: {}, others: [readyDomain(), blocking(true, "login.example.com")], isLive: true },
        {
          properties: {},
          others: [
            readyDomain(),
            blocking(true, "tenant.example.com", "management"),
            blocking(true, "tenant.example.com", "authentication", "log"),
          ],
          isLive: true,
        },
      ],
      doesNotApply: [{ properties: {}, isLive: true }],
      unknown: [{ properties: {} }, { properties: {}, others: [readyDomain()] }],
    },
  },
  {
    id: "management-api-acl",
    type: "tenantSettings",
    severity: "low",
    profile: "strict",
    paths: [],
    failsIf: "the management API can be called from every address",
    why: "A leaked secret of a tool works from everywhere.",
    fix: "Declare a NetworkAcl for the scope `management` with the addresses of your tools; first with active: false.",
    sources: ["Guide: tenant access control list"],
    judge(_, others) {
      if (others.of("networkAcl").some((acl) => restrictsManagement(acl.object.properties))) return "passes";
      others.requireAll("networkAcl");
      return "fails";
    },
    cases: {
      passes: [
        { properties: {}, others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"] } })] },
        { properties: {}, others: [managing("allow", { match: { ipv6Cidrs: ["2001:db8::/48"] } })] },
      ],
      fails: [
        { properties: {}, isLive: true },
        { properties: {}, others: [managing("block", { match: { ipv4Cidrs: ["198.51.100.0/24"] } })], isLive: true },
        { properties: {}, others: [managing("block", { notMatch: { asns: [64_496] } })], isLive: true },
        {
          properties: {},
          others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"] } }, false)],
          isLive: true,
        },
      ],
      unknown: [{ properties: {} }],
    },
  },
  {
    id: "email-provider-own",
    type: "tenantSettings",
    severity: "medium",
    paths: [],
    failsIf: "the tenant sends mail by the service's own sender",
    why: "That sender is for tests: it is limited, and its address is not yours.",
    fix: "Declare an EmailProvider.",
    sources: ["Guide: production checks, required fixes"],
    judge(_, others) {
      const [provider] = others.of("emailProvider");
      if (provider) return failsIf(provider.find("enabled") === false);
      others.requireAll("emailProvider");
      return "fails";
    },
    cases: {
      passes: [
        { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses" } }] },
        { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses", enabled: true } }] },
      ],
      fails: [
        { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses", enabled: false } }] },
        { properties: {}, isLive: true },
      ],
      unknown: [{ properties: {} }],
    },
  },
  {
    id: "log-stream-active",
    type: "tenantSettings",
    severity: "medium",
    paths: [],
    failsIf: "the tenant's log goes nowhere",
    why: "The service keeps logs for some days only, and nobody is told of an attack.",
    fix: "Declare a LogStream, and look after suspended ones.",
    sources: ["Guide: production checks, recommended fixes"],
    judge(_, others) {
      const streams = others.of("logStream").map((stream) => stream.find("status"));
      if (streams.includes("suspended")) return "fails";
      if (streams.includes("active")) return "passes";
      others.requireAll("logStream");
      return "fails";
    },
    cases: {
      passes: [{ properties: {}, others: [{ type: "logStream", properties: { status: "active" } }] }],
      fails: [
        { properties: {}, isLive: true },
        { properties: {}, others: [{ type: "logStream", properties: { status: "paused" } }], isLive: true },
        {
          properties: {},
          others: [
            { type: "logStream", properties: { status: "active" } },
            { type: "logStream", properties: { status: "suspended" } },
          ],
          isLive: true,
        },
      ],
      unknown: [{ properties: {} }, { properties: {}, others: [{ type: "logStream", properties: {} }] }],
    },
  },
  {
    id: "log-stream-secure-sink",
    type: "logStream",
    severity: "medium",
    paths: ["sink", "type"],
    failsIf: "the log is sent without encryption, or without proof of who sends it",
    why: "Others could read the log, or write into it.",
    fix: "Use an https endpoint with httpAuthorization; for splunk, set splunkSecure to true.",
    sources: ["pulumi-tenant: log streams"],
    judge(stream) {
      const type = stream.get("type");
      if (type === "splunk") return failsIf(stream.get("sink.splunkSecure") !== true);
      if (type !== "http") return "does not apply";
      if (!String(stream.get("sink.httpEndpoint")).startsWith("https://")) return "fails";
      // An authorization that is encrypted is one that is declared.
      const sink = own(stream.object.properties, "sink");
      const proofs = ["httpAuthorization", "httpCustomHeaders"].map((name) => own(sink, name));
      return failsIf(proofs.every((proof) => proof === undefined || isNothing(proof)));
    },
    cases: {
      passes: [
        {
          properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: "Bearer" } },
        },
        {
          properties: {
            type: "http",
            sink: { httpEndpoint: "https://logs.example.com", httpCustomHeaders: [{ header: "X-Sender" }] },
          },
        },
        { properties: { type: "splunk", sink: { splunkSecure: true } } },
      ],
      fails: [
        {
          properties: { type: "http", sink: { httpEndpoint: "http://logs.example.com", httpAuthorization: "Bearer" } },
        },
        { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: "" } } },
        { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpCustomHeaders: [] } } },
        { properties: { type: "splunk", sink: { splunkSecure: false } } },
      ],
      doesNotApply: [{ properties: { type: "datadog", sink: {} } }],
      unknown: [{ properties: {} }, { properties: { type: "splunk", sink: {} } }],
    },
  },
];

function isNothing(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether an access rule is in force that names the addresses from which the management API can be called. */
function restrictsManagement(acl: JsonObject): boolean {
  const rule = own(acl, "rule");
  if (own(acl, "active") !== true || own(rule, "scope") !== "management") return false;
  const signals = own(rule, "action") === "allow" ? own(rule, "match") : own(rule, "notMatch");
  const isRestriction = ["allow", "block"].includes(String(own(rule, "action")));
  return isRestriction && ["ipv4Cidrs", "ipv6Cidrs"].some((name) => own(signals, name) !== undefined);
}

function readyDomain() {
  return { type: "customDomain", properties: { status: "ready" } } as const;
}

function blocking(active: boolean, host: string, scope = "authentication", action = "block") {
  const rule = { action, scope, match: { hostnames: [host] } };
  return { type: "networkAcl", properties: { active, rule } } as const;
}

function managing(action: string, signals: JsonObject, active = true) {
  return { type: "networkAcl", properties: { active, rule: { action, scope: "management", ...signals } } } as const;
}

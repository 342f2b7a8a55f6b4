import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Cases } from "./cases.ts";

function readyDomain() {
  return { type: "customDomain", properties: { status: "ready" } } as const;
}

function blocking(active: boolean, host: string, scope = "authentication", action = "block", countries?: string[]) {
  const match = { hostnames: [host], ...(countries && { geoCountryCodes: countries }) };
  const rule = { action, scope, match };
  return { type: "networkAcl", properties: { active, rule } } as const;
}

function managing(action: string, signals: JsonObject, active = true) {
  return { type: "networkAcl", properties: { active, rule: { action, scope: "management", ...signals } } } as const;
}

/** The cases of the rules in `baseline/rules/domains-and-logs.ts`, by the rules' ids. */
export const domainsAndLogsCases: Readonly<Record<string, Cases>> = {
  "custom-domain-client-ip-header": {
    passes: [{ properties: { type: "self_managed_certs", customClientIpHeader: "cf-connecting-ip" } }],
    fails: [
      { properties: { type: "self_managed_certs", customClientIpHeader: "" } },
      { properties: { type: "self_managed_certs", customClientIpHeader: null } },
    ],
    doesNotApply: [{ properties: { type: "auth0_managed_certs", customClientIpHeader: "" } }],
    unknown: [{ properties: { type: "self_managed_certs" } }, { properties: {} }],
  },
  "custom-domain-ready": {
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
  "canonical-domain-blocked": {
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
    unknown: [
      { properties: {} },
      { properties: {}, others: [readyDomain()] },
      {
        properties: {},
        others: [readyDomain(), blocking(true, "tenant.example.com", "authentication", "block", ["AQ"])],
        isLive: true,
      },
    ],
  },
  "management-api-acl": {
    passes: [
      { properties: {}, others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"] } })] },
      { properties: {}, others: [managing("allow", { match: { ipv6Cidrs: ["2001:db8::/48"] } })] },
    ],
    fails: [
      { properties: {}, isLive: true },
      { properties: {}, others: [managing("block", { match: { ipv4Cidrs: ["198.51.100.0/24"] } })], isLive: true },
      { properties: {}, others: [managing("block", { notMatch: { asns: [64_496] } })], isLive: true },
      ...["0.0.0.0/0", "128.0.0.0/1"].map((range) => ({
        properties: {},
        others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24", range] } })],
        isLive: true as const,
      })),
      ...["::/0", "::ffff:0.0.0.0/96", "::ffff:0:0/97", "64:ff9b::/96", "2000::/3"].map((range) => ({
        properties: {},
        others: [managing("allow", { match: { ipv6Cidrs: [range] } })],
        isLive: true as const,
      })),
      {
        properties: {},
        others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"] } }, false)],
        isLive: true,
      },
    ],
    unknown: [
      { properties: {} },
      { properties: {}, others: [managing("allow", { match: { ipv4Cidrs: ["everywhere"] } })], isLive: true },
      {
        properties: {},
        others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"], asns: [64_496] } })],
        isLive: true,
      },
      {
        properties: {},
        others: [managing("block", { notMatch: { ipv4Cidrs: ["198.51.100.0/24"] }, match: { userAgents: ["curl"] } })],
        isLive: true,
      },
    ],
  },
  "email-provider-own": {
    passes: [
      { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses" }, isLive: true }] },
      { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses", enabled: true } }] },
    ],
    fails: [
      { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses", enabled: false } }] },
      { properties: {}, isLive: true },
    ],
    unknown: [{ properties: {} }, { properties: {}, others: [{ type: "emailProvider", properties: { name: "ses" } }] }],
  },
  "log-stream-active": {
    passes: [{ properties: {}, others: [{ type: "logStream", properties: { status: "active" } }], isLive: true }],
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
    unknown: [
      { properties: {} },
      { properties: {}, others: [{ type: "logStream", properties: {} }] },
      // A stream of another stack can be suspended.
      { properties: {}, others: [{ type: "logStream", properties: { status: "active" } }] },
    ],
  },
  "log-stream-secure-sink": {
    passes: [
      {
        properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: "Bearer" } },
      },
      {
        properties: {
          type: "http",
          sink: {
            httpEndpoint: "https://logs.example.com",
            httpCustomHeaders: [{ header: "X-Sender", value: "orders" }],
          },
        },
      },
      { properties: { type: "splunk", sink: { splunkSecure: true } } },
    ],
    fails: [
      { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: "" } } },
      { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: " " } } },
      { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpCustomHeaders: [] } } },
      {
        properties: {
          type: "http",
          sink: { httpEndpoint: "https://logs.example.com", httpCustomHeaders: [{ header: "X-Sender", value: "" }] },
        },
      },
      { properties: { type: "splunk", sink: { splunkSecure: false } } },
      {
        properties: { type: "http", sink: { httpEndpoint: "http://logs.example.com", httpAuthorization: "Bearer" } },
      },
    ],
    doesNotApply: [{ properties: { type: "datadog", sink: {} } }],
    unknown: [
      { properties: {} },
      { properties: { type: "splunk", sink: {} } },
      { properties: { type: "http", sink: { httpEndpoint: "logs.example.com" } } },
      { properties: { type: "http", sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: 7 } } },
    ],
  },
};

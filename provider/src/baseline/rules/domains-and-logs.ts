import { isSecret } from "../../pulumi-cli/values.ts";
import { type Json, own } from "../../schema/json.ts";
import { notShown } from "../../schema/secrecy/find.ts";
import { isBoundless, isHttps } from "../addresses.ts";
import { anyOf, failsIf, type Others, type Rule, textOf, Unknown, type Values } from "../rule.ts";

const hasReadyDomain = (others: Others) =>
  others.any("customDomain", (domain) => domain.get("status", "text") === "ready");

/** The rules about custom domains, network access, logs and mail. */
export const domainAndLogRules: readonly Rule[] = [
  {
    id: "custom-domain-client-ip-header",
    type: "customDomain",
    severity: "medium",
    paths: ["customClientIpHeader", "type"],
    failsIf:
      "the custom domain is behind your own proxy, and customClientIpHeader does not name the header with the user's IP address",
    why: "All users seem to have the proxy's IP address, so the throttling of IP addresses blocks either all users or no attacker.",
    fix: "Set customClientIpHeader to a header that the proxy always overwrites with the user's IP address.",
    sources: ["Types of the official SDK"],
    judge(domain) {
      if (domain.get("type", "text") !== "self_managed_certs") return "does not apply";
      return failsIf(domain.textOrEmpty("customClientIpHeader") === "");
    },
  },
  {
    id: "custom-domain-ready",
    type: "tenantSettings",
    looksUp: { customDomain: ["status"] },
    severity: "medium",
    paths: [],
    failsIf: "the tenant has no custom domain that is ready",
    why: "Embedded logins need cookies that browsers block on the tenant's original host. Passkeys work only on the domain on which users enrolled them.",
    fix: "Declare a CustomDomain, and verify it.",
    sources: ["Guide: custom domains"],
    judge: (_, others) => failsIf(!hasReadyDomain(others)),
  },
  {
    id: "canonical-domain-blocked",
    type: "tenantSettings",
    looksUp: { customDomain: ["status"], networkAcl: ["active", "rule"] },
    severity: "low",
    profile: "strict",
    paths: [],
    failsIf: "the tenant has a custom domain, and logins at the tenant's original host are not blocked",
    why: "Attackers can use the original host to bypass a protection in front of the custom domain.",
    fix: "Declare a NetworkAcl that blocks authentication at the tenant's original host. Deploy it with `active: false` first.",
    sources: ["Guide: tenant access control list"],
    judge({ object }, others) {
      if (!hasReadyDomain(others)) return "does not apply";
      const isBlocking = (acl: Values) => {
        const hosts = acl.find("rule.match.hostnames", "texts") ?? [];
        const isBlock =
          acl.find("rule.action", "text") === "block" && acl.find("rule.scope", "text") === "authentication";
        if (acl.find("active", "boolean") !== true || !isBlock || !hosts.includes(object.tenant)) return false;
        return hasNoOtherSignals(acl, "rule.match.hostnames");
      };
      return failsIf(!others.any("networkAcl", isBlocking));
    },
  },
  {
    id: "management-api-acl",
    type: "tenantSettings",
    looksUp: { networkAcl: ["active", "rule"] },
    severity: "low",
    profile: "strict",
    paths: [],
    failsIf: "the management API can be called from every IP address",
    why: "An attacker can use the leaked secret of a tool from any IP address.",
    fix: "Declare a NetworkAcl for the scope `management` with the IP addresses of your tools. Deploy it with `active: false` first.",
    sources: ["Guide: tenant access control list"],
    judge: (_, others) => failsIf(!others.any("networkAcl", restrictsManagement)),
  },
  {
    id: "email-provider-own",
    type: "tenantSettings",
    looksUp: { emailProvider: ["enabled"] },
    severity: "medium",
    paths: [],
    failsIf: "the tenant sends e-mails with the service's built-in sender",
    why: "The built-in sender is for tests: it sends only a limited number of e-mails, and not from your address.",
    fix: "Declare an EmailProvider.",
    sources: ["Guide: production checks, required fixes"],
    judge: (_, others) => failsIf(!others.any("emailProvider", (provider) => provider.get("enabled", "boolean", true))),
  },
  {
    id: "log-stream-active",
    type: "tenantSettings",
    looksUp: { logStream: ["status"] },
    severity: "medium",
    paths: [],
    failsIf: "no log stream is active, or one is suspended",
    why: "The service keeps logs only for some days, and without a log stream your monitoring sees no attack.",
    fix: "Declare a LogStream. If a stream is suspended, repair its receiver, then activate the stream.",
    sources: ["Guide: production checks, recommended fixes"],
    judge(_, others) {
      // Only the service sets `suspended`, so the schema does not list this value.
      const anyIs = (status: string) => others.any("logStream", (stream) => stream.get("status", "anyText") === status);
      return failsIf(anyIs("suspended") || !anyIs("active"));
    },
  },
  {
    id: "log-stream-secure-sink",
    type: "logStream",
    severity: "medium",
    paths: ["sink", "type"],
    failsIf: "the tenant sends the log without encryption, or does not authenticate itself to the receiver",
    why: "An attacker can read the log, or send false entries to its receiver.",
    fix: "Use an https endpoint with httpAuthorization; for splunk, set splunkSecure to true.",
    sources: ["pulumi-tenant: log streams"],
    judge(stream) {
      const type = stream.get("type", "text");
      if (type === "splunk") return failsIf(stream.get("sink.splunkSecure", "boolean") !== true);
      if (type !== "http") return "does not apply";
      if (!isHttps(stream.get("sink.httpEndpoint", "text"))) return "fails";
      const [authorization = null, headers = null] = ["httpAuthorization", "httpCustomHeaders"].map((name) =>
        stream.heldAt(`sink.${name}`),
      );
      return failsIf(!anyOf([authorization, ...valuesOf(headers)], isProof));
    },
  },
];

/** Whether a value is a placeholder for a declared value that is encrypted in the state, or for a value that the tenant hides. */
function isConcealed(value: Json): boolean {
  return isSecret(value) || value === notShown;
}

/** Whether the value of a header can prove who sends a request. @throws Unknown if it has an unexpected form */
function isProof(value: Json): boolean {
  if (value === null) return false;
  return isConcealed(value) || textOf("a header of sink", value).trim() !== "";
}

/** The values of a list of headers. @throws Unknown if it is not a list */
function valuesOf(headers: Json): readonly Json[] {
  if (headers === null) return [];
  if (isConcealed(headers)) return [headers];
  if (!Array.isArray(headers)) throw new Unknown("sink.httpCustomHeaders has an unexpected form");
  return headers.map((header) => own(header, "value") ?? null);
}

/**
 * Whether an access rule is in force that limits the addresses from which the management API can be called.
 *
 * @throws Unknown if one of its ranges cannot be read
 */
function restrictsManagement(acl: Values): boolean {
  if (acl.find("active", "boolean") !== true || acl.find("rule.scope", "text") !== "management") return false;
  const action = acl.find("rule.action", "text");
  if (action !== "allow" && action !== "block") return false;
  const signals = action === "allow" ? "rule.match" : "rule.notMatch";
  const ranges = ["ipv4Cidrs", "ipv6Cidrs"].flatMap((name) => acl.find(`${signals}.${name}`, "texts") ?? []);
  if (ranges.length === 0 || anyOf(ranges, isBoundless)) return false;
  // With the action `allow`, further signals restrict access even more.
  return action === "allow" || hasNoOtherSignals(acl, `${signals}.ipv4Cidrs`, `${signals}.ipv6Cidrs`);
}

/**
 * Returns true if an access rule has no signals besides those at some paths.
 *
 * @throws Unknown if the rule has further signals: a request must match all of them, so it is unknown which requests the rule blocks
 */
function hasNoOtherSignals(acl: Values, ...paths: readonly string[]): true {
  const all = ["rule.match", "rule.notMatch"].flatMap((path) =>
    Object.keys(acl.find(path, "object") ?? {}).map((name) => `${path}.${name}`),
  );
  if (all.some((path) => !paths.includes(path) && acl.has(path)))
    throw new Unknown("an access rule has further conditions, so it is unknown which requests it blocks");
  return true;
}

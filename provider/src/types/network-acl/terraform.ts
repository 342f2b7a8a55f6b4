import type { Arguments, Block } from "../terraform-arguments.ts";

const matched: Block = {
  asns: "numbers",
  auth0_managed: "strings",
  connecting_ipv4_cidrs: "strings",
  connecting_ipv6_cidrs: "strings",
  geo_country_codes: "strings",
  geo_subdivision_codes: "strings",
  hostnames: "strings",
  ipv4_cidrs: "strings",
  ipv6_cidrs: "strings",
  ja3_fingerprints: "strings",
  ja4_fingerprints: "strings",
  user_agents: "strings",
};

/** The resources of Terraform's provider for the types in this folder. */
export const networkAclArguments = {
  auth0_network_acl: {
    "active!": "bool",
    "description!": "string",
    "priority!": "number",
    "rule!": {
      "action!": { allow: "bool", block: "bool", log: "bool", redirect: "bool", redirect_uri: "string" },
      "scope!": "string",
      match: matched,
      not_match: matched,
    },
  },
  auth0_network_acl_key: { "alg!": "string", "name!": "string", "value!": "string" },
} satisfies Arguments;

import { randomBytes } from "node:crypto";
import type { Exception } from "./exception.ts";

/** Values that have to be secret. */
const [ours = "", theirs = ""] = [0, 1].map(() => randomBytes(16).toString("hex"));

/** What the laws cannot reach of resource servers. */
export const exceptions: readonly Exception[] = [
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/name", "/signingAlg", "/signingSecret", "/tokenDialect", "/enforcePolicies"],
    why: "the service has no way to clear it",
    documented: "The API cannot clear `name`",
    examples: [
      [
        {
          program: {
            name: "Orders",
            signingAlg: "HS256",
            signingSecret: ours,
            tokenDialect: "rfc9068_profile",
            enforcePolicies: true,
          },
        },
        { program: {} },
      ],
    ],
  },
  {
    law: "convergence",
    how: "undeclared",
    paths: ["/tokenLifetimeForWeb"],
    by: ["/tokenLifetime", "/tokenLifetimeForWeb"],
    why: "the service derives it from the lifetime of its day",
    documented: "A web lifetime that was lowered with the lifetime stays low when the lifetime grows again",
    examples: [[{ program: { tokenLifetime: 60 } }, { program: {} }]],
  },
  {
    law: "convergence",
    how: "unseen",
    paths: ["/signingSecret"],
    by: ["/signingSecret"],
    why: "the service answers it only with an algorithm that uses it",
    documented: "returns a signing secret only for an algorithm that uses one",
    examples: [
      [
        { program: { signingSecret: ours } },
        {
          edit: { signingSecret: theirs },
          program: { signingSecret: ours },
        },
      ],
    ],
  },
  {
    law: "preservation",
    how: "lost",
    paths: ["/tokenLifetimeForWeb"],
    by: ["/tokenLifetime"],
    why: "the service refuses a web lifetime above the lifetime",
    documented: "A web lifetime that was lowered with the lifetime",
    examples: [[{ program: {} }, { edit: { tokenLifetimeForWeb: 7000 }, program: { tokenLifetime: 60 } }]],
  },
  {
    law: "preservation",
    how: "refused",
    paths: ["/proofOfPossession/requiredFor"],
    by: ["/proofOfPossession"],
    why: "the service takes the object only with members that go",
    documented: "If the API accepts the rest of the object only with a removed member",
    examples: [
      [
        { program: { proofOfPossession: { mechanism: "dpop", required: true } } },
        { edit: { proofOfPossession: { requiredFor: "public_clients" } }, program: {} },
      ],
    ],
  },
  {
    law: "preservation",
    how: "refused",
    paths: ["/tokenLifetime"],
    by: ["/tokenLifetimeForWeb"],
    why: "the service refuses a web lifetime above the lifetime",
    documented: "above an undeclared lifetime",
    examples: [[{ program: {} }, { edit: { tokenLifetime: 7200 }, program: { tokenLifetimeForWeb: 7201 } }]],
  },
];

import { isObject, own } from "../../schema/json.ts";
import { named, textIn } from "../deploy-cli.ts";
import type { Effect, FeatureTools, PlannedLeaf } from "../tool-data.ts";

/** The effect of scopes that are removed from an API; none if no scope is removed. */
function lostPermissions(changes: readonly PlannedLeaf[], isGone = false): readonly Effect[] {
  const names = changes.flatMap(removedScopes);
  if (names.length === 0 && !isGone) return [];
  const says =
    "the service also takes the permissions for the removed scopes away from all roles, also from roles of other stacks";
  return [{ says, names, isLoss: true }];
}

function removedScopes({ path, kind, was }: PlannedLeaf): readonly string[] {
  if (kind !== "delete") return [];
  if (path === "scopes") return isObject(was) ? Object.keys(was) : ["all"];
  if (!/^scopes[.[]/.test(path)) return [];
  const [, quoted] = /^scopes\[("(?:[^"\\]|\\.)*")\]$/.exec(path) ?? [];
  return [quoted === undefined ? path.replace(/^scopes\./, "") : String(JSON.parse(quoted))];
}

/** What the tools need to know of the types in this folder. */
export const resourceServerTools = {
  resourceServer: {
    foreignTypes: { auth0_resource_server: { id: ["id"], alias: "identifier", members: { kept: "scopes" } } },
    terraform: {
      type: "auth0_resource_server",
      names: { "token_encryption.encryption_key.alg": "token_encryption.encryption_key.algorithm" },
      members: {
        property: "scopes",
        of: { resource_server_identifier: "identifier" },
        whole: { type: "auth0_resource_server_scopes", argument: "scopes" },
        each: { type: "auth0_resource_server_scope", argument: "scope" },
        more: "description",
      },
    },
    imported: { noun: "api", file: "resource-servers", module: "apis" },
    effects: (_, changes) => lostPermissions(changes),
    events: undefined,
    importRules: {
      leftOut(live, { audience, clientId }) {
        if (own(live, "identifier") === audience) {
          return ["own", "it is the management API, for which the client that this program runs as gets its tokens"];
        }
        if (clientId !== undefined && own(live, "clientId") === clientId) {
          return ["own", "it is linked to the client that this program runs as"];
        }
        return own(live, "isSystem") === true
          ? ["system", "it is a system API, which belongs to the service"]
          : undefined;
      },
      whyUnread: () =>
        "the service does not return the public key; to manage the encryption key, declare all its properties, including `pem`",
    },
    differences: [
      {
        at: "access_token",
        what: "property only in the definition",
        why: "The property is in early access. Other tools set it, but the descriptions of 2026 do not contain it yet.",
      },
    ],
    deployed: {
      resourceServers: (entry, find) => {
        const by = textIn(entry, "identifier") === undefined ? "name" : "identifier";
        return named("auth0_resource_server", { by })(entry, find);
      },
    },
    unknownInPreviews: ["isSystem", "clientId"],
  },
  resourceServerScopes: {
    foreignTypes: {
      auth0_resource_server_scopes: { id: ["resource_server_identifier"], members: "all" },
      auth0_resource_server_scope: { id: ["resource_server_identifier"], members: { only: "scope" } },
    },
    terraform: {
      members: {
        property: "scopes",
        of: { resource_server_identifier: "identifier" },
        each: { type: "auth0_resource_server_scope", argument: "scope" },
        more: "description",
      },
    },
    imported: { noun: "scopes", file: "resource-server-scopes", module: "apiScopes" },
    effects: (action, changes) => lostPermissions(changes, action === "delete"),
    events: undefined,
    calls: ["GET|PATCH /resource-servers/{id}"],
  },
} satisfies FeatureTools;

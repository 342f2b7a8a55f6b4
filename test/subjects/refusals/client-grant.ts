import type { JsonObject } from "../../../provider/src/schema/json.ts";
import {
  api,
  bad,
  byProgram,
  identifier,
  inRun,
  named,
  ofReferred,
  payload,
  type Refusal,
  shop,
  taken,
} from "./refusal.ts";

const grant = (more: JsonObject) =>
  ["POST", "/client-grants", { client_id: "{first}", audience: identifier, ...more }] as const;
const express = named({ identifier: "urn:auth0:express-configure" }, "/resource-servers");
const granted = { audience: identifier, scope: [] };

/** Refusals of the service. */
export const clientGrantRefusals: readonly Refusal[] = [
  byProgram(
    "clientGrant",
    "neither a client nor a group",
    { audience: identifier },
    bad("Either client_id or default_for is required."),
    /^clientId: is required, unless defaultFor/,
  ),
  byProgram(
    "clientGrant",
    "no audience",
    { clientId: "a" },
    payload("Missing required property: audience", "audience"),
    /^audience: is required/,
  ),
  byProgram(
    "clientGrant",
    "all scopes and some",
    { clientId: "a", audience: identifier, scope: ["read"], allowAllScopes: true },
    bad("scope must be empty while allow_all_scopes is set"),
    /^scope: cannot be declared together with allowAllScopes/,
    grant({ scope: ["read"], allow_all_scopes: true }),
    [shop, api],
  ),
  byProgram(
    "clientGrant",
    "all scopes of a system API",
    { clientId: "a", audience: "urn:auth0:express-configure", allowAllScopes: true },
    bad("`allow_all_scopes` cannot be provided when `audience` is a system API"),
    /^allowAllScopes: must not be true for the Okta OIN Express Configuration API/,
    [
      "POST",
      "/client-grants",
      { client_id: "{first}", audience: "urn:auth0:express-configure", allow_all_scopes: false },
    ],
    [shop, express],
  ),
  byProgram(
    "clientGrant",
    "details of a grant that is not for users",
    { clientId: "a", audience: identifier, authorizationDetailsTypes: ["payment"] },
    bad("authorization_details_types needs the subject_type user"),
    /^authorizationDetailsTypes: needs subjectType "user"/,
    grant({ authorization_details_types: ["payment"] }),
    [shop, api],
  ),
  taken(
    "clientGrant",
    { clientId: "{first}", ...granted },
    named({ client_id: "{first}", ...granted }, "/client-grants"),
    "Client grant already exists",
    "client_grant_conflict",
    [shop, api],
  ),
  inRun(
    "a grant that is gone",
    ["GET", "/client-grants/cgr_0000000000000000"],
    [404, "The grant does not exist.", "inexistent_client_grant"],
  ),
  ofReferred(
    inRun(
      "a grant for an API that is not there",
      ["POST", "/client-grants", { client_id: "{last}", audience: "https://none.example.com", scope: [] }],
      [404, "No resource with identifier https://none.example.com"],
      [shop],
    ),
  ),
  ofReferred(
    inRun(
      "a grant of an application that is not there",
      ["POST", "/client-grants", { client_id: "none", audience: identifier, scope: [] }],
      [404, "Client not found"],
      [api],
    ),
  ),
  inRun(
    "another audience of a grant",
    ["PATCH", "/client-grants/{last}", { audience: "a", client_id: "b" }],
    [400, "Payload validation error: 'Additional properties not allowed: audience,client_id'.", "invalid_body"],
    [shop, api, ["POST", "/client-grants", { client_id: "{first}", audience: identifier, scope: [] }]],
  ),
];

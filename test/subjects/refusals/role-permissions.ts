import { api, identifier, inRun, ofReferred, type Refusal, type Request } from "./refusal.ts";

const permissions = (body: unknown): Request => ["POST", "/roles/{last}/permissions", { permissions: body }];
const role: Request = ["POST", "/roles", { name: "Editor" }];

/** Refusals of the service. */
export const rolePermissionsRefusals: readonly Refusal[] = [
  ofReferred(
    inRun(
      "a permission for an API that is not there",
      permissions([{ resource_server_identifier: "https://none.example.com", permission_name: "read" }]),
      [404, "The resource server does not exist: 'https://none.example.com'"],
      [role],
    ),
  ),
  ofReferred(
    inRun(
      "a permission for a scope that is not there",
      permissions([{ resource_server_identifier: identifier, permission_name: "read" }]),
      [404, "The permission does not exist: 'read'"],
      [api, role],
    ),
  ),
  inRun(
    "no permissions",
    permissions(null),
    [
      400,
      "Payload validation error: 'Expected type array but found type null' on property permissions.",
      "invalid_body",
    ],
    [role],
  ),
];

import type { Side } from "../../../provider/src/compare/side.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { at } from "../../harness/whole-tenant-ids.ts";
import { sideOfSeed } from "./sides.ts";

const script = `// Only for ${at.portal} and ${at.north}, see https://TOKEN.example.com
exports.onExecutePostLogin = async (event, api) => {
  if (event.client.client_id === "${at.job}") api.access.deny("https://dev.tenants.example.com/TOKEN ${at.logins}");
};
`;

/** A tenant with objects of every type, with ids in code, scripts, options, lists and metadata. */
export function model(): Promise<Side> {
  const { actions = [], clients = [], organizations = [], roles = [], settings = [] } = wholeTenant;
  return sideOfSeed(
    {
      ...wholeTenant,
      actions: actions.map((action) => ({ ...action, code: script })),
      clients: clients.map((client) => ({
        ...client,
        client_metadata: { organization: at.south, home: "https://TOKEN.example.com/" },
        callbacks: ["https://TOKEN.example.com/callback", "https://dev.tenants.example.com/x"],
      })),
      organizations: organizations.map((one) => ({ ...one, metadata: { portal: at.portal } })),
      settings: [...settings, { id: "email-templates/welcome_email", body: "TOKEN {{ name }}" }],
      roles: roles.map((role) => ({ ...role, description: `TOKEN of ${at.portal}` })),
    },
    "model",
  );
}

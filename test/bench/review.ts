import { handlerOf, providerCode } from "../../provider/src/schema/provider-code.ts";

const token = (type: string) => `pulumi-nodejs:dynamic/tenant:${type}`;
const host = "tenant.example.com";

/** The values of a resource before a plan and after it. */
interface Change {
  readonly type: string;
  readonly was?: object;
  readonly is?: object;
}

/** Of five resources: an application with a further callback, a new grant, an API with a longer lifetime, a role's permission more, a deleted role. */
function changeOf(n: number): Change {
  const [kind, group] = [n % 5, Math.floor(n / 5)];
  const audience = `https://api-${group}.example.com`;
  const callbacks = Array.from({ length: 10 }, (_, at) => `https://app-${n}.example.com/callback/${at}`);
  const app = { name: `App ${n}`, appType: "spa", grantTypes: ["authorization_code", "refresh_token"] };
  const api = { identifier: audience, name: `API ${n}`, scopes: { read: "Read", write: "Write" } };
  const permissions = { roleId: `id-${n + 1}`, resourceServerIdentifier: audience };
  const changes: readonly Change[] = [
    { type: "Client", was: { ...app, callbacks: callbacks.slice(1) }, is: { ...app, callbacks } },
    { type: "ClientGrant", is: { clientId: `id-${n - 1}`, audience, scope: ["read", "write"] } },
    { type: "ResourceServer", was: { ...api, tokenLifetime: 3_600 }, is: { ...api, tokenLifetime: 172_800 } },
    {
      ...{ type: "RolePermissions", was: { ...permissions, permissions: ["read"] } },
      is: { ...permissions, permissions: ["read", "write"] },
    },
    { type: "Role", was: { name: `Role ${n}`, description: "Reads" } },
  ];
  return changes[kind] ?? { type: "Role" };
}

/** A preview and a state of a number of resources, each of which changes, as the CLI prints them. */
export function plannedChanges(count: number): { readonly preview: string; readonly state: string } {
  const steps = Array.from({ length: count }, (_, n) => {
    const { type, was, is } = changeOf(n);
    const urn = `urn:pulumi:dev::project::${token(type)}::resource-${n}`;
    const entry = (properties: object) => {
      const inputs = { ...properties, __tenant: host, __provider: providerCode(handlerOf(type), true) };
      const outputs = { ...inputs, __managed: { v: 2, paths: [] } };
      return { urn, custom: true, id: `id-${n}`, type: token(type), inputs, outputs };
    };
    const op = was ? (is ? "update" : "delete") : "create";
    return { op, urn, ...(was && { oldState: entry(was) }), ...(is && { newState: entry(is) }), detailedDiff: null };
  });
  const resources = steps.flatMap(({ oldState }) => oldState ?? []);
  return { preview: JSON.stringify({ steps, duration: 1 }), state: JSON.stringify({ deployment: { resources } }) };
}

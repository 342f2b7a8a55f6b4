/**
 * Measures what bare calls cost: `node test/bench/http.ts [number of calls]`. Creates as many APIs by undici alone, eight at once. Prints
 * this process's CPU, without the emulator's.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { startTenant } from "./tenant.ts";

const { Agent, request } = createRequire(join(import.meta.dirname, "../../provider/package.json"))(
  "undici",
) as typeof import("undici");

const atOnce = 8;

/** @returns seconds of CPU */
async function bareCalls(calls: number): Promise<number> {
  const tenant = await startTenant({});
  const dispatcher = new Agent({ connections: atOnce });
  const { TENANT_DOMAIN = "", TENANT_CLIENT_ID, TENANT_CLIENT_SECRET } = tenant.env;
  const post = async (path: string, body: object, authorization?: string): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
    const answer = await request(`${TENANT_DOMAIN}${path}`, {
      ...{ dispatcher, method: "POST", headers, body: JSON.stringify(body) },
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(text);
    return JSON.parse(text);
  };
  try {
    const { access_token } = await post("/oauth/token", {
      grant_type: "client_credentials",
      client_id: TENANT_CLIENT_ID,
      client_secret: TENANT_CLIENT_SECRET,
      audience: `${TENANT_DOMAIN}/api/v2/`,
    });
    const create = (n: number) =>
      post(
        "/api/v2/resource-servers",
        {
          identifier: `https://api-${n}.example.com`,
          name: `API ${n}`,
          scopes: ["read", "write"].map((verb) => ({ value: `${verb}:things`, description: `${verb} things` })),
          token_lifetime: 3600,
          token_lifetime_for_web: 1800,
        },
        `Bearer ${access_token}`,
      );
    const before = process.cpuUsage();
    let next = 0;
    const work = async () => {
      while (next < calls) await create(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  } finally {
    await dispatcher.close();
    await tenant.close();
  }
}

const calls = Number(process.argv[2] ?? "800");
process.stdout.write(`${calls} calls: ${(await bareCalls(calls)).toFixed(2)} s of CPU\n`);

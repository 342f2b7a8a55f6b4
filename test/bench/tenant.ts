import { fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Emulator, EmulatorOptions, Seed } from "../../provider/src/emulator/index.ts";

/** What a stack of the bench's program holds. */
export interface Content {
  readonly apis: number;
  readonly connections: number;
  readonly roleSets: number;
  /** Customers, as in examples/customers: seven resources each, with the component. Default: 0. */
  readonly customers?: number;
}

/** What the management API was asked for. */
export interface Calls {
  readonly all: number;
  /** Those that were answered with 429. */
  readonly refused: number;
}

/** An emulator in a process of its own, so that no other code uses its CPU. */
export interface BenchTenant {
  /** What a program needs to reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** Changes that many objects of a content, of all its kinds, at places that the program declares. */
  edit(content: Content, objects: number): Promise<void>;
  /** All objects, for another start. */
  export(): Promise<Seed>;
  calls(): Promise<Calls>;
  close(): Promise<void>;
}

type Question =
  | { readonly ask: "edit"; readonly content: Content; readonly objects: number }
  | { readonly ask: "export" }
  | { readonly ask: "calls" };

/** @throws Error that says why the emulator did not start */
export async function startTenant(options: EmulatorOptions): Promise<BenchTenant> {
  const child = fork(import.meta.filename, [], { serialization: "advanced" });
  const died = once(child, "exit").then(() => {
    throw new Error("the emulator has ended");
  });
  died.catch(() => undefined);
  const answer = async <T>(question: unknown): Promise<T> => {
    const answered = once(child, "message") as Promise<[T]>;
    child.send(question as object);
    const [said] = await Promise.race([answered, died]);
    return said;
  };
  const { url, clientId, clientSecret } = await answer<Pick<Emulator, "url" | "clientId" | "clientSecret">>(options);
  return {
    env: { TENANT_DOMAIN: url, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret },
    edit: (content, objects) => answer({ ask: "edit", content, objects } satisfies Question),
    export: () => answer({ ask: "export" } satisfies Question),
    calls: () => answer({ ask: "calls" } satisfies Question),
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The organizations, members and roles that role sets need, and APIs that no program declares. */
export function seedOf({ roleSets }: Content, otherApis: number): Seed {
  const organizations = Array.from({ length: Math.ceil(roleSets / 20) }, (_, n) => `org_${n}`);
  return {
    roles: ["rol_reader", "rol_editor"].map((id) => ({ id, name: id })),
    organizations: organizations.map((id) => ({ id, name: id })),
    organizationMembers: Array.from({ length: roleSets }, (_, n) => ({
      organization_id: `org_${Math.floor(n / 20)}`,
      user_id: `auth0|${n}`,
    })),
    resourceServers: Array.from({ length: otherApis }, (_, n) => ({ identifier: `https://other-${n}.example.com` })),
  };
}

/** What the process of the emulator does. */
async function serve(): Promise<void> {
  const require = createRequire(import.meta.url);
  const { startEmulator } = require("pulumi-tenant/emulator") as typeof import("../../provider/src/emulator/index.ts");
  const [options] = (await once(process, "message")) as [EmulatorOptions];
  const emulator = await startEmulator(options);
  const calls = { all: 0, refused: 0 };
  emulator.onRequest(({ phase, request }) => {
    if (phase !== "answered" || !request.path.startsWith("/api/v2/")) return;
    calls.all += 1;
    if (request.status === 429) calls.refused += 1;
  });
  process.on("message", (question: Question) => {
    if (question.ask === "edit") edit(emulator, question.content, question.objects);
    process.send?.(question.ask === "export" ? emulator.export() : calls);
  });
  process.once("disconnect", () => void emulator.close());
  const { url, clientId, clientSecret } = emulator;
  process.send?.({ url, clientId, clientSecret });
}

function edit(emulator: Emulator, { apis, connections, roleSets }: Content, objects: number): void {
  const editsOf = [
    ...Array.from({ length: apis }, (_, n) => () => {
      emulator.resourceServers.update(`https://api-${n}.example.com`, { name: "Edited" });
    }),
    ...Array.from({ length: connections }, (_, n) => () => {
      emulator.connections.update(`connection-${n}`, { metadata: { team: "edited" } });
    }),
    ...Array.from({ length: roleSets }, (_, n) => () => {
      emulator.organizationMembers.removeRoles(`org_${Math.floor(n / 20)}`, `auth0|${n}`, ["rol_editor"]);
    }),
  ];
  // Spread evenly over all objects.
  for (let n = 0; n < objects; n++) editsOf[Math.floor(((n + 0.5) * editsOf.length) / objects)]?.();
}

if (import.meta.main) await serve();

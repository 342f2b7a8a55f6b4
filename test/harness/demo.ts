import { once } from "node:events";
import picocolors from "picocolors";
import type { Emulator } from "pulumi-tenant/emulator";
import type { Context } from "./main.ts";
import { configureQuickstart, quickstartMember, quickstartSeed } from "./quickstart.ts";
import { createStack, type Stack } from "./stack.ts";

const identifier = "https://orders.example.com";

// By itself picocolors colours in CI as well, where nobody looks at a terminal.
const { bold, dim } = picocolors.createColors(picocolors.isColorSupported && process.stdout.isTTY === true);

/** One scene: what is told, what happens at the tenant before, the command, and the exit code that belongs to it. */
interface Scene {
  readonly title: string;
  readonly before?: (tenant: Emulator, stack: Stack) => unknown;
  readonly command: readonly string[];
  readonly exit?: number;
}

const scenes: readonly Scene[] = [
  {
    title: "The program declares an API, a connection and a member's roles. `up` creates them.",
    command: ["up", "--yes"],
  },
  { title: "Nothing has changed: the preview is empty (exit 0).", command: ["preview", "--expect-no-changes"] },
  {
    title:
      "Somebody edits the tenant: a longer lifetime and a new scope, the connection's client id, a role more, and besides " +
      "a switch and an option that the program does not mention.",
    before: editBehindTheBack,
    command: ["preview", "--refresh", "--diff", "--expect-no-changes"],
    exit: 7,
  },
  { title: "`up` repairs what is declared, and leaves the rest alone.", command: ["up", "--refresh", "--yes"] },
  {
    title: "Another identifier is another API: the new one is created, then the old one goes.",
    before: (tenant, stack) => {
      const { options } = tenant.connections.get("corp") ?? {};
      say(
        `(The option that the program does not mention survived: ${JSON.stringify((options as typeof foreign).icon_url)})`,
      );
      return stack.run(["config", "set", "identifier", "https://shop.example.com"]);
    },
    command: ["up", "--yes"],
  },
  { title: "And everything goes again.", command: ["destroy", "--yes"] },
];

/** An option of the connection that the program does not declare. */
const foreign = { icon_url: "https://example.com/logo.png" };

function editBehindTheBack(tenant: Emulator): void {
  tenant.resourceServers.update(identifier, {
    token_lifetime: 86_400,
    allow_offline_access: true,
    scopes: [
      { value: "read:orders", description: "Read orders" },
      { value: "write:orders", description: "Place and change orders" },
      { value: "delete:orders", description: "Added behind the program's back" },
    ],
  });
  tenant.connections.editOptions("corp", { client_id: "edited", ...foreign });
  const { organizationId, userId } = quickstartMember;
  tenant.organizationMembers.assignRoles(organizationId, userId, ["rol_0000000000000003"]);
}

/** Tells the quickstart's story with the CLI's own output, on an emulated tenant and a backend inside the checkout. */
export async function demo({ root, log, args }: Context): Promise<number> {
  const keep = args.includes("--keep");
  const unknown = args.filter((arg) => arg !== "--keep");
  if (unknown.length > 0) {
    log(`usage: npm run demo [-- --keep]; there is no ${unknown.join(" ")}`);
    return 2;
  }
  const { startEmulator } = await import("pulumi-tenant/emulator");
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const tenant = await startEmulator({ seed: quickstartSeed });
  const stack = await createStack({
    projectDir: root,
    name: "demo",
    env: {
      TENANT_DOMAIN: tenant.domain,
      TENANT_CLIENT_ID: tenant.clientId,
      TENANT_CLIENT_SECRET: tenant.clientSecret,
    },
    signal: interrupted.signal,
    log,
  });
  try {
    await configureQuickstart(stack);
    for (const scene of keep ? scenes.slice(0, -1) : scenes) await play(scene, tenant, stack);
    say(`The tenant was asked ${tenant.requests.length} times in all, tokens included.`);
    if (keep) await stay(tenant, stack, interrupted.signal);
    return 0;
  } catch (error) {
    if (interrupted.signal.aborted) return 130;
    throw error;
  } finally {
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
    await stack.remove();
    await tenant.close();
  }
}

async function play(scene: Scene, tenant: Emulator, stack: Stack): Promise<void> {
  await scene.before?.(tenant, stack);
  say(scene.title);
  process.stdout.write(`${dim(`$ pulumi ${scene.command.join(" ")}`)}\n`);
  const { code } = await stack.run(scene.command, {
    expect: scene.exit ?? 0,
    onOutput: (text) => process.stdout.write(text),
  });
  process.stdout.write(`${dim(`exit code ${code}`)}\n`);
}

/** Leaves the tenant and the stack to be played with, until Ctrl-C. */
async function stay(tenant: Emulator, stack: Stack, signal: AbortSignal): Promise<void> {
  say("The tenant stays until Ctrl-C. In another terminal, in this folder:");
  const names = Object.keys(stack.env).filter((name) => /^(TENANT_|PULUMI_)/.test(name));
  for (const name of names) process.stdout.write(`export ${name}='${stack.env[name]}'\n`);
  process.stdout.write(`npm run pulumi -- preview --refresh --diff --stack ${stack.name}\n`);
  process.stdout.write(`curl ${tenant.url}/api/v2/resource-servers   # answers 401: ask /oauth/token first\n`);
  if (!signal.aborted) await once(signal, "abort");
}

function say(text: string): void {
  process.stdout.write(`\n${bold(`▶ ${text}`)}\n`);
}

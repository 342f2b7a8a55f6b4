import { once } from "node:events";
import { join } from "node:path";
import picocolors from "picocolors";
import type { Emulator } from "pulumi-tenant/emulator";
import { exec } from "./exec.ts";
import type { Context } from "./main.ts";
import { configureQuickstart, quickstartMember, quickstartSeed } from "./quickstart.ts";
import { createStack, outerEnvironment, type Stack } from "./stack.ts";

const identifier = "https://orders.example.com";

// By itself picocolors colours in CI as well, where nobody looks at a terminal.
const isColoured = picocolors.isColorSupported && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR));
const { bold, dim } = picocolors.createColors(isColoured);

/** One scene: what is told, what happens at the tenant before, the command, and the exit code that belongs to it. */
interface Scene {
  readonly title: string;
  readonly before?: (tenant: Emulator, stack: Stack) => unknown;
  readonly command: readonly [program: "pulumi" | "pulumi-tenant", ...args: string[]];
  readonly exit?: number;
}

const scenes: readonly Scene[] = [
  {
    title:
      "The program declares an API, a connection, a member's roles, and an action with its profile. `up` creates them.",
    command: ["pulumi", "up", "--yes", "--skip-preview"],
  },
  {
    title: "Nothing has changed: the preview is empty (exit 0).",
    command: ["pulumi", "preview", "--expect-no-changes"],
  },
  {
    title:
      "Somebody edits the tenant: a longer lifetime and a new scope, the connection's client id, a role more, and besides " +
      "a switch and an option that the program does not mention. `drift` shows what the program is responsible for (exit 7).",
    before: editBehindTheBack,
    command: ["pulumi-tenant", "drift", "--stack", "demo"],
    exit: 7,
  },
  {
    title: "`up` repairs what is declared, and leaves the rest alone.",
    command: ["pulumi", "up", "--refresh", "--yes", "--skip-preview"],
  },
  {
    title:
      "The option that the program does not mention has survived. Another identifier is another API: the new one is created, " +
      "then the old one goes.",
    before: (tenant, stack) => {
      const { options } = tenant.connections.get("corp") ?? {};
      if ((options as typeof foreign).icon_url !== foreign.icon_url) throw new Error("the option is lost");
      return stack.run(["config", "set", "identifier", "https://shop.example.com"]);
    },
    command: ["pulumi", "up", "--yes", "--skip-preview"],
  },
  { title: "And everything goes again.", command: ["pulumi", "destroy", "--yes", "--skip-preview"] },
];

/** What a scene is played with. */
interface Stage {
  readonly root: string;
  readonly scene: Scene;
  readonly tenant: Emulator;
  readonly stack: Stack;
  readonly signal: AbortSignal;
}

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
    const { signal } = interrupted;
    for (const scene of keep ? scenes.slice(0, -1) : scenes) await play({ root, scene, tenant, stack, signal });
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

async function play({ root, scene, tenant, stack, signal }: Stage): Promise<void> {
  const { title, before, exit = 0 } = scene;
  const [program, ...args] = scene.command;
  await before?.(tenant, stack);
  say(title);
  process.stdout.write(`${dim(`$ ${scene.command.join(" ")}`)}\n`);
  const onOutput = (text: string) => process.stdout.write(text);
  if (program === "pulumi") {
    const quiet = ["--suppress-progress", "--suppress-outputs"];
    await stack.run([...args, ...quiet], { expect: exit, color: isColoured ? "always" : "never", onOutput });
  } else {
    const env = { ...outerEnvironment(), ...stack.env, ...(isColoured && { FORCE_COLOR: "1" }) };
    const main = join(root, "provider/dist/commands/main.js");
    const { code } = await exec(process.execPath, [main, ...args], {
      cwd: root,
      env,
      timeoutMs: 180_000,
      signal,
      onOutput,
    });
    if (code !== exit) throw new Error(`${scene.command.join(" ")}: exit code ${code} instead of ${exit}`);
  }
  process.stdout.write(`${dim(`exit code ${exit}`)}\n`);
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

import { once } from "node:events";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { legible } from "../client/index.ts";
import { type EmulatorOptions, type LoggedRequest, type PlanName, plans, startEmulator } from "../emulator/index.ts";
import { isAlive, processOf } from "../pulumi-cli/start.ts";
import { forScreen } from "../report/fold.ts";
import { addHelp, refuseUsage, shellWord } from "./command.ts";
import { replaceFile } from "./files.ts";

interface Flags extends Pick<EmulatorOptions, "port" | "seed" | "clientId" | "tls"> {
  readonly plan: PlanName;
  readonly latency?: number;
  readonly certOut?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant emulator` to its command. */
export function register(command: Command): void {
  command
    .option("--port <n>", "port to listen at (default: any free one)", wholeNumber(65_535))
    .option("--seed <file>", "JSON file with what the tenant holds at the start")
    .addOption(
      new Option("--plan <name>", "rate limits of a plan of the service")
        .choices(Object.keys(plans))
        .default("unlimited"),
    )
    .option("--latency <ms>", "milliseconds that every answer takes longer", wholeNumber(600_000))
    .option("--client-id <id>", "id of the client (default: random)")
    .option("--tls", "serve HTTPS, with a certificate that is made at the start")
    .option("--cert-out <file>", "write the certificate there, for NODE_EXTRA_CA_CERTS (with --tls)")
    .option("--json", "print one JSON line with url, clientId and clientSecret, and nothing else")
    .action(run);
  addHelp(command, {
    text: `The client's secret is a throw-away one, made up at every start; set TENANT_CLIENT_SECRET to choose
it, and it is not printed. Requests are shown on standard error. SIGINT (Ctrl-C) or SIGTERM ends it,
and so does the end of the npx that started it.`,
    exitCodes: { 0: "a signal, or the end of npx, has ended it", 1: "it could not start" },
    example: "npx pulumi-tenant emulator --port 4100 --plan free",
  });
}

/** Runs an emulator until a signal, or the end of npx, ends it. */
async function run({ certOut, json, latency, ...options }: Flags, command: Command): Promise<void> {
  if (certOut !== undefined && !options.tls) refuseUsage(command, "--cert-out needs --tls");
  const chosenSecret = process.env.TENANT_CLIENT_SECRET || undefined;
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), endOfNpx()]);
  const emulator = await startEmulator({
    ...options,
    ...(latency !== undefined && { latencyMs: latency }),
    ...(chosenSecret !== undefined && { clientSecret: chosenSecret }),
  });
  const { url, clientId, clientSecret, cert } = emulator;
  if (certOut !== undefined && cert !== undefined) await replaceFile(certOut, cert);
  emulator.onRequest(({ phase, request }) => {
    if (phase === "answered") process.stderr.write(forScreen(`${line(request)}\n`, process.stderr));
  });
  if (json) {
    const shown = chosenSecret === undefined ? { url, clientId, clientSecret } : { url, clientId };
    process.stdout.write(`${JSON.stringify(shown)}\n`);
  } else {
    const secret = chosenSecret === undefined ? [`export TENANT_CLIENT_SECRET=${shellWord(clientSecret)}`] : [];
    const text = [
      "# A tenant in memory. It is gone when this process ends. In another terminal:",
      `export TENANT_DOMAIN=${shellWord(url)}`,
      `export TENANT_CLIENT_ID=${shellWord(clientId)}`,
      ...secret,
      ...(certOut === undefined ? [] : [`export NODE_EXTRA_CA_CERTS=${shellWord(resolve(certOut))}`]),
    ];
    process.stdout.write(`${text.join("\n")}\n`);
  }
  await ended;
  await emulator.close();
}

function line({ method, path, status, ms, operation, fault }: LoggedRequest): string {
  const notes = [operation, fault && `fault ${fault}`].filter((note) => note !== undefined);
  return legible(`${method} ${path} ${status} ${ms} ms${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`);
}

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${max}.`);
  };
}

/** Milliseconds between two looks: nobody tells a process that those above it are gone. */
const interval = 250;

/**
 * Resolves once the npx that started this command is gone, and never where it was started otherwise. npx puts a shell between the two,
 * which passes no signal on.
 */
function endOfNpx(): Promise<void> {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  // A process that another command of npx has started inherits its variables.
  if (event !== "npx" || !script.includes("pulumi-tenant")) return new Promise(() => undefined);
  const above = [process.ppid, ...npxAbove(process.ppid)];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (above.every(isAlive)) return;
      clearInterval(timer);
      resolve();
    }, interval);
    timer.unref();
  });
}

/** The npx above a shell. A shell that became the command has left npx itself as its parent, and what is above that does not count. */
function npxAbove(shell: number): readonly number[] {
  const parent = processOf(shell)?.parent;
  return parent !== undefined && processOf(parent)?.name.startsWith("npm") ? [parent] : [];
}

import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type EmulatorOptions, type LoggedRequest, type PlanName, plans, startEmulator } from "../emulator/index.ts";
import { legible } from "../tenant/index.ts";
import { forScreen } from "./fold.ts";
import { helpText } from "./help.ts";
import { replaceFile } from "./write-file.ts";

interface Flags {
  readonly port?: number;
  readonly seed?: string;
  readonly plan: PlanName;
  readonly latency?: number;
  readonly clientId?: string;
  readonly tls?: true;
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
    .addHelpText(
      "after",
      helpText({
        text: `The client's secret is a throw-away one, made up at every start; set TENANT_CLIENT_SECRET to choose
it, and it is not printed. Requests are shown on standard error. SIGINT (Ctrl-C) or SIGTERM ends it.`,
        exitCodes: { 0: "a signal has ended it", 1: "it could not start" },
        example: "npx pulumi-tenant emulator --port 4100 --plan free",
      }),
    )
    .action(run);
}

/** Runs an emulator until a signal ends it. */
async function run(flags: Flags, command: Command): Promise<void> {
  if (flags.certOut !== undefined && !flags.tls) command.error("error: --cert-out needs --tls", { exitCode: 2 });
  const chosenSecret = process.env.TENANT_CLIENT_SECRET || undefined;
  const ended = signal();
  const emulator = await startEmulator(toOptions(flags, chosenSecret));
  const { url, clientId, clientSecret, cert } = emulator;
  if (flags.certOut !== undefined && cert !== undefined) await replaceFile(flags.certOut, cert);
  emulator.onRequest(({ phase, request }) => {
    if (phase === "answered") process.stderr.write(forScreen(`${line(request)}\n`, process.stderr));
  });
  if (flags.json) {
    const shown = chosenSecret === undefined ? { url, clientId, clientSecret } : { url, clientId };
    process.stdout.write(`${JSON.stringify(shown)}\n`);
  } else {
    const secret = chosenSecret === undefined ? [`export TENANT_CLIENT_SECRET=${quoted(clientSecret)}`] : [];
    const text = [
      "# A tenant in memory. It is gone when this process ends. In another terminal:",
      `export TENANT_DOMAIN=${quoted(url)}`,
      `export TENANT_CLIENT_ID=${quoted(clientId)}`,
      ...secret,
      ...(flags.certOut === undefined ? [] : [`export NODE_EXTRA_CA_CERTS=${quoted(resolve(flags.certOut))}`]),
    ];
    process.stdout.write(`${text.join("\n")}\n`);
  }
  await ended;
  await emulator.close();
}

function toOptions(flags: Flags, clientSecret: string | undefined): EmulatorOptions {
  return {
    plan: flags.plan,
    ...(flags.port !== undefined && { port: flags.port }),
    ...(flags.seed !== undefined && { seed: flags.seed }),
    ...(flags.tls && { tls: true }),
    ...(flags.latency !== undefined && { latencyMs: flags.latency }),
    ...(flags.clientId !== undefined && { clientId: flags.clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

function line({ method, path, status, ms, operation, fault }: LoggedRequest): string {
  const notes = [operation, fault && `fault ${fault}`].filter((note) => note !== undefined);
  return legible(`${method} ${path} ${status} ${ms} ms${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`);
}

function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
}

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${max}.`);
  };
}

/** Any text as one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w.:/[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

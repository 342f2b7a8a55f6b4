import { once } from "node:events";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { sanitize } from "../client/index.ts";
import {
  type Emulator,
  type EmulatorOptions,
  type Fault,
  faultKinds,
  type LoggedRequest,
  type PlanName,
  plans,
  startEmulator,
} from "../emulator/index.ts";
import { forScreen } from "../report/fold.ts";
import { addHelp, endOfNpx, refuseUsage, shellWord } from "./command.ts";
import { parseFault } from "./emulator-fault.ts";
import { replaceFile } from "./files.ts";

interface Flags extends Pick<EmulatorOptions, "port" | "seed" | "clientId" | "tls"> {
  readonly plan: PlanName;
  readonly latency?: number;
  readonly fault?: readonly Fault[];
  readonly certOut?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant emulator` to its command. */
export function register(command: Command): void {
  command
    .option("--port <n>", "port to listen on (default: any free port)", wholeNumber(65_535))
    .option("--seed <file>", "JSON file with the initial objects of the tenant")
    .addOption(
      new Option("--plan <name>", "apply the rate limits of this plan of the service")
        .choices(Object.keys(plans))
        .default("unlimited"),
    )
    .option("--latency <ms>", "delay every response by this number of milliseconds", wholeNumber(600_000))
    .option(
      "--fault <fault>",
      "make requests fail, such as 503:POST:/connections:after=14:times=2 (may be repeated)",
      (text, before: readonly Fault[] = []) => [...before, parseFault(text)],
    )
    .option("--client-id <id>", "id of the client (default: random)")
    .option("--tls", "serve HTTPS, with a certificate generated at the start")
    .option("--cert-out <file>", "write the certificate to this file, for NODE_EXTRA_CA_CERTS (with --tls)")
    .option("--json", "print only one JSON line, with url, clientId and clientSecret")
    .action(run);
  addHelp(command, {
    text: `The secret of the emulator's client is random, and new at every start. If TENANT_CLIENT_SECRET sets
the secret, the secret is not printed. Requests are logged on standard error. The emulator stops on
SIGINT (Ctrl-C) or SIGTERM, and when the npx process that started it ends.

A fault is <status or kind>[:<method>][:<path below /api/v2>][:<option>=<value>...]. The kinds:
${faultKinds.slice(0, 7).join(", ")},
${faultKinds.slice(7).join(", ")}. The options: after=<matching requests that pass first>,
times=<requests that fail, or always> (default: 1), delay=<milliseconds>, status=<status>.`,
    exitCodes: { 0: "stopped by a signal, or by the end of npx", 1: "it could not start" },
    example: "npx pulumi-tenant emulator --port 4100 --plan free",
  });
}

/** Runs an emulator until a signal or the end of npx stops it. */
async function run({ certOut, json, latency, fault: faults = [], ...options }: Flags, command: Command): Promise<void> {
  if (certOut !== undefined && !options.tls) refuseUsage(command, "--cert-out needs --tls");
  const chosenSecret = process.env.TENANT_CLIENT_SECRET || undefined;
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), endOfNpx()]);
  const emulator = await startEmulator({
    ...options,
    ...(latency !== undefined && { latencyMs: latency }),
    ...(chosenSecret !== undefined && { clientSecret: chosenSecret }),
  });
  try {
    for (const fault of faults) emulator.inject(fault);
    await announce(emulator, { certOut, json, chosenSecret });
    await ended;
  } finally {
    // After an error, the process would otherwise run on.
    await emulator.close();
  }
}

/** Writes the certificate, logs the requests, and prints how to reach the emulator. */
async function announce(
  emulator: Emulator,
  {
    certOut,
    json,
    chosenSecret,
  }: { readonly [Name in "certOut" | "chosenSecret"]: string | undefined } & { readonly json: true | undefined },
): Promise<void> {
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
}

function line({ method, path, status, ms, operation, fault }: LoggedRequest): string {
  const notes = [operation, fault && `fault ${fault}`].filter((note) => note !== undefined);
  return sanitize(`${method} ${path} ${status} ${ms} ms${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`);
}

function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${max}.`);
  };
}

import { z } from "zod";
import {
  explicitKey,
  resolveSettings,
  sanitize,
  sanitizeJson,
  settingPrefix,
} from "../../provider/src/client/index.ts";
import { exitCode, progress } from "../../provider/src/commands/command.ts";
import { textOf } from "../../provider/src/commands/files.ts";
import { accessOf } from "../../provider/src/commands/tenant.ts";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { type Exchange, type RecordedEvent, Recorder, type Recording } from "../../provider/src/verify/recording.ts";
import { compareRecordings } from "./compare-recordings.ts";
import { quietly } from "./interruption.ts";
import { Meter, RunClient } from "./run-client.ts";
import { disposableTypes, survey, writeTenant, writtenTypes } from "./writing.ts";

const shape = z.record(z.string(), z.array(z.string()));

/** The parts of a recording that are compared. */
const exchange = z.object({
  ...{ method: z.string(), route: z.string() },
  ...{ status: z.number().optional(), came: shape.optional() },
});
const event = z.object({ about: z.string(), type: z.string(), came: shape });

const recording = z.object({
  exchanges: z.array(z.custom<Exchange>((one) => exchange.safeParse(one).success)),
  events: z.array(z.custom<RecordedEvent>((one) => event.safeParse(one).success)).default([]),
});

/** A whole run takes about 2000 calls, and less than a minute at an emulator. */
const limits = { maxCalls: 100_000, maxMinutes: 10 };

/** An emulator needs no pauses between the attempts of a call. */
const quick = { retries: { baseMs: 1, capMs: 2 } };

/** Performs a whole run at a new emulator, and prints how its responses differ from those in a recording. */
export async function replay(file: string, isJson: boolean): Promise<void> {
  const theirs = recordingIn(file, await textOf(file));
  const ours = await progress("verifying the emulator", () => quietly(recordEmulator));
  const differences = compareRecordings(theirs, ours).map(({ at, only, what }) => ({
    ...{ at: sanitize(at), only: only === "in the first" ? "in the recording" : "at the emulator" },
    what: sanitize(what),
  }));
  const lines = [
    ...differences.map(({ at, only, what }) => `${at}: ${what}, only ${only}`),
    `${differences.length} differences.`,
  ];
  process.stdout.write(isJson ? `${sanitizeJson({ differences }, 2)}\n` : `${lines.join("\n")}\n`);
  if (differences.length > 0) process.exitCode = exitCode.changed;
}

function recordingIn(file: string, text: string): Recording {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`--replay: ${file} is not a JSON document`, { cause: error });
  }
  const { success, data } = recording.safeParse(document);
  if (success) return data;
  throw new Error(`--replay: ${file} is not a recording of a run with --record`);
}

/** Records a whole run, with all types that a run can write, at an emulator of its own. */
async function recordEmulator(): Promise<Recording> {
  const tenant = await startEmulator();
  try {
    const { domain, clientId, clientSecret } = tenant;
    // As for an explicit provider, the tenant and the credentials in the environment are ignored.
    const values: Readonly<Record<string, string>> = { [explicitKey]: "true", domain, clientId, clientSecret };
    const config = (key: string) => values[key.replace(settingPrefix, "")];
    const settings = resolveSettings({ config, env: process.env });
    const meter = new Meter(limits);
    const client = new RunClient(settings, meter, quick);
    const recorder = new Recorder();
    client.recorder = recorder;
    try {
      const seen = await survey(client, accessOf(settings));
      const { failure } = await writeTenant({
        ...{ client, config, survey: seen, prefix: "verify", types: [...writtenTypes, ...disposableTypes] },
        ...{ eventPatience: { events: 1_000, opening: 10_000 }, listingPause: 1 },
        // The emulator ends with the run, so nothing has to be removed after a kill.
        save: () => Promise.resolve(),
      });
      if (failure !== undefined) throw failure;
      return recorder;
    } finally {
      await client.close();
    }
  } finally {
    await tenant.close();
  }
}

import { type Emulator, type EmulatorOptions, startEmulator } from "../../../provider/src/emulator/index.ts";

/** An answer, its body read: parsed when it is JSON, else as text, `undefined` when there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: assertions look into bodies of every shape
  readonly body: any;
}

/** An emulator with a client that has a token for everything. */
export interface Setup {
  readonly emulator: Emulator;
  /** One call to the management API; the path is below `/api/v2`. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
}

const running: Emulator[] = [];

export async function setup(options?: EmulatorOptions): Promise<Setup> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  const ready = emulator.issueToken();
  return {
    emulator,
    call: (method, path, body, token = ready) =>
      send(`${emulator.url}/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

/** Closes what {@link setup} has started. */
export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
}

export async function send(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: init?.signal ?? AbortSignal.timeout(10_000) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { withLock } from "./lock.mjs";

const root = join(import.meta.dirname, "../..");

/** A page in a browser that runs without a window. */
export interface Page {
  /** The value of an expression, as JSON. Promises are awaited. @throws Error with what the page's script has thrown */
  evaluate<T>(expression: string): Promise<T>;
  /** Types a key, as the DOM names it: `Enter`, `a`. */
  press(key: string): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** A picture of the page, as PNG. */
  screenshot(): Promise<Buffer>;
  /** What the page has complained of: errors of scripts, and what its policy has refused. */
  readonly complaints: readonly string[];
  /** The addresses that the page has asked for, but for its own, and for those that its policy has refused. */
  readonly requests: readonly string[];
}

export interface Browser {
  /** Opens a file. It has loaded when this resolves. */
  open(file: string): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a browser: `$CHROME`, or the Chromium that a package of the registry holds, for Linux on x64. */
export async function startBrowser({ width = 1280, height = 800 } = {}): Promise<Browser> {
  const folder = process.env.CHROME ? undefined : await unpacked();
  const file = process.env.CHROME || join(folder ?? "", "chromium");
  const profile = await mkdtemp(join(tmpdir(), "browser-"));
  const options = ["--headless=shell", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
  const child = spawn(
    file,
    [...options, `--user-data-dir=${profile}`, `--window-size=${width},${height}`, "about:blank"],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        ...(folder && { FONTCONFIG_PATH: join(folder, "fonts"), LD_LIBRARY_PATH: join(folder, "lib") }),
      },
    },
  );
  const session = await Session.connect(await addressOf(child));
  return {
    async open(path) {
      const page = await session.page({ width, height });
      await page.load(pathToFileURL(path).href);
      return page;
    },
    async close() {
      child.kill("SIGKILL");
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Unpacks the browser where no clone has to do it again, once for all processes that want it at the same time. */
async function unpacked(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "There is no browser for this machine in the packages. Name one in CHROME: the path of a Chrome or a Chromium.",
    );
  }
  const [packed = ""] = createRequire(import.meta.url)
    .resolve("@sparticuz/chromium")
    .split("/build/");
  const bin = join(packed, "bin");
  const { version } = JSON.parse(await readFile(join(packed, "package.json"), "utf8"));
  const folder = join(root, ".local/browser", version);
  await mkdir(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const draft = await mkdtemp(`${folder}-`);
    const plain = async (name: string) => promisify(brotliDecompress)(await readFile(join(bin, name)));
    await writeFile(join(draft, "chromium"), await plain("chromium.br"), { mode: 0o755 });
    for (const name of ["fonts.tar.br", "al2023.tar.br"])
      execFileSync("tar", ["-x", "-C", draft], { input: await plain(name) });
    await rename(draft, folder);
  });
  return folder;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (text) => {
      said += text;
      const [address] = /ws:\/\/\S+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the browser ended with ${code}: ${said}`)));
  });
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** The DevTools protocol, as far as it is needed. */
class Session {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #sent = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id === undefined) for (const listener of this.#listeners) listener(message);
      else this.#waiting.get(message.id)?.(message);
    });
  }

  static async connect(address: string): Promise<Session> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error("the browser does not answer")));
    });
    return new Session(socket);
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#sent += 1;
    const id = this.#sent;
    const answer = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    this.#waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result ?? {};
  }

  async page(size: { width: number; height: number }) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", ...size });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method: string, params?: object) => this.send(method, params, String(sessionId));
    const complaints: string[] = [];
    const requests = new Map<unknown, string>();
    let loaded = () => {};
    this.#listeners.add(({ method, params = {}, sessionId: of }) => {
      if (of !== sessionId) return;
      if (method === "Page.loadEventFired") loaded();
      if (method === "Runtime.exceptionThrown" || method === "Log.entryAdded") complaints.push(JSON.stringify(params));
      if (method === "Network.requestWillBeSent") requests.set(params.requestId, String(Object(params.request).url));
      if (method === "Network.loadingFailed" && params.blockedReason) requests.delete(params.requestId);
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
    return {
      complaints,
      get requests() {
        return [...requests.values()].slice(1);
      },
      async load(url: string) {
        const done = new Promise<void>((resolve) => {
          loaded = resolve;
        });
        await send("Page.navigate", { url });
        await done;
      },
      async evaluate<T>(expression: string): Promise<T> {
        const { result, exceptionDetails } = await send("Runtime.evaluate", {
          ...{ expression, awaitPromise: true, returnByValue: true },
        });
        if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
        return Object(result).value as T;
      },
      async press(key: string) {
        const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
        await send("Input.dispatchKeyEvent", { type: "keyDown", key, ...(text && { text }) });
        await send("Input.dispatchKeyEvent", { type: "keyUp", key });
      },
      async click(x: number, y: number) {
        for (const type of ["mousePressed", "mouseReleased"]) {
          await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
        }
      },
      async screenshot() {
        const { data } = await send("Page.captureScreenshot", { format: "png" });
        return Buffer.from(String(data), "base64");
      },
    };
  }
}

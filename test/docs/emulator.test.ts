import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import { blocksOf, root, textOf } from "./markdown.ts";

test.skipIf(process.platform === "win32")(
  "the edit that the emulator's page shows changes the API in the emulator",
  async () => {
    const emulator = await startEmulator({ seed: { resourceServers: [{ identifier: "https://orders.example.com" }] } });
    onTestFinished(() => emulator.close());
    const block = blocksOf(textOf("docs/emulator.md")).find(({ code }) => code.includes("curl"));
    const env = {
      PATH: process.env.PATH,
      TENANT_DOMAIN: emulator.url,
      TENANT_CLIENT_ID: emulator.clientId,
      TENANT_CLIENT_SECRET: emulator.clientSecret,
    };
    await exec("sh", ["-c", block?.code ?? ""], { cwd: root, env, timeoutMs: 30_000 });
    expect(emulator.resourceServers.get("https://orders.example.com")).toMatchObject({ token_lifetime: 7200 });
  },
);

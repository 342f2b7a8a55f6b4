import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ExecResult, exec } from "../harness/exec.ts";

const page = join(import.meta.dirname, "../../examples/gitops/OPERATIONS.md");

/** The n-th block of commands under a heading of OPERATIONS.md, as it is there. */
export async function commandsUnder(heading: string, nth = 0): Promise<string> {
  const sections = (await readFile(page, "utf8")).split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const block = [...section.matchAll(/```sh\n(.*?)```/gs)][nth]?.[1];
  if (block === undefined) throw new Error(`there are no commands under "${heading}"`);
  return block;
}

/** Where the commands of OPERATIONS.md run: a stack must be selected there. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs the n-th block of commands under a heading of OPERATIONS.md.
 *
 * @throws Error with the whole output when one of them fails
 */
export async function recover(heading: string, place: Place, nth = 0): Promise<ExecResult> {
  const block = await commandsUnder(heading, nth);
  const result = await exec("bash", ["-euc", block], { ...place, timeoutMs: 300_000 });
  if (result.code !== 0) throw new Error(`${block}\nended with ${result.code}:\n${result.stdout}${result.stderr}`);
  return result;
}

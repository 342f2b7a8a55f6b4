import { expect, vi } from "vitest";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { failureMarker } from "../../provider/src/lifecycle/errors.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import type { LinkedProgram, MiniEngine, ProviderPort } from "../harness/mini-engine.ts";
import { refusals } from "../subjects/refusals/all.made.ts";
import { withoutDescription } from "../subjects/refusals/refusal.ts";

/** Values in messages of the service: any others can take their place. */
const values = /'[^']*'|https?:\\\/\\\/\S+|\b(?:auth0|cd|con|org)_[0-9a-z]+|[0-9a-f-]{24,}|\d+/g;

/** The refusals that only the tenant can know: their messages, and whether only an update meets them. */
const ofTenant = refusals
  .filter(({ decides, said }) => decides === "tenant" && said === "run")
  .map(({ message, sends, ofReferred = false }) => ({
    text: new RegExp(message.replaceAll(/[.?+^$[\]\\(){}|*/]/g, "\\$&").replaceAll(values, ".+")),
    ofReferred,
    isOfUpdate: sends?.[0] === "PATCH",
  }));

/** Whether only the tenant can know the reason of a refusal. @param isClosed whether the program declares all objects to which it refers */
function isOfTenant(message: string, isClosed: boolean): boolean {
  const text = withoutDescription(message);
  return ofTenant.some(
    (row) =>
      row.text.test(text) && !(row.isOfUpdate && text.startsWith("Could not create")) && !(row.ofReferred && isClosed),
  );
}

/** Values that a newer service may accept, and ids that may be those of objects: the preview says that the provider does not know them. */
const doubted = /unknown value|Is this a name\?/;

/** How the service refuses a value that it does not know either. */
const ofUnknown =
  /No enum match|Invalid grant types|does not exist|Additional properties not allowed|does not match pattern/;

/** A URI may be the grant type of an extension, which only the tenant knows. An earlier mistake may have put the same URI in the place of a secret. */
const extension = /Invalid grant types: (?:https?:|\[secret\])/;

/** A stack at a tenant. */
export interface PreviewedStack {
  readonly tenant: Emulator;
  readonly port: ProviderPort;
  readonly engine: MiniEngine;
}

/** What the preview of a program says, and whether each check takes it. */
async function previewed({ tenant, port, engine }: PreviewedStack, program: LinkedProgram) {
  const warn = vi.mocked(console.warn);
  warn.mockClear();
  tenant.clearRequests();
  port.startRun?.();
  const inPreview = Object.entries(program).map(([name, args]): [string, LinkedProgram[string]] => [
    name,
    typeof args === "function"
      ? (outputOf) => ({ ...args(outputOf), [previewKey]: true })
      : { ...args, [previewKey]: true },
  ]);
  const isTaken = await engine.preview(Object.fromEntries(inPreview)).then(
    () => true,
    () => false,
  );
  expect(tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token")).toEqual([]);
  const said = warn.mock.calls.map(String);
  return {
    isTaken,
    foresees: said.some((line) => line.includes(failureMarker)),
    doubts: said.some((line) => doubted.test(line)),
    said,
  };
}

/**
 * Runs a program, and compares the run with what its preview says.
 *
 * @param mayRefuse other reasons that no preview can know, by the message. Default: none
 * @param isClosed whether the program declares all objects to which it refers. Default: it does not
 * @returns the refusals of the run; undefined if a check has refused the program
 * @throws if the run refuses what the preview could have said, or refuses nothing although the preview says so
 */
export async function runAsPreviewed(
  stack: PreviewedStack,
  program: LinkedProgram,
  mayRefuse: (message: string) => boolean = () => false,
  isClosed = false,
): Promise<readonly string[] | undefined> {
  const { engine } = stack;
  const { isTaken, foresees, doubts, said } = await previewed(stack, program);
  if (!isTaken) return undefined;
  const before = Object.fromEntries([...engine.state].map(([name, { inputs }]) => [name, inputs]));
  const steps = await engine.up(program);
  // The engine does not tell the provider of deletions before the run.
  const told = steps.filter(({ op }) => op !== "delete");
  const [refused, all] = [told, steps].map((some) => some.flatMap(({ failure }) => failure?.message ?? [])) as [
    string[],
    string[],
  ];
  const story = () => JSON.stringify({ before, program, said });
  if (foresees) expect(all, story()).not.toEqual([]);
  const isKnowable = (message: string) =>
    !mayRefuse(message) &&
    !(doubts && ofUnknown.test(message)) &&
    !extension.test(message) &&
    !isOfTenant(message, isClosed);
  if (!foresees) expect(refused.filter(isKnowable), story()).toEqual([]);
  return all;
}

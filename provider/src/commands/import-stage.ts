import { join } from "node:path";
import { z } from "zod";
import { type ProviderSettings, resolveSettings, sanitize, sanitizeJson } from "../client/index.ts";
import { nothingExpected, Replacements } from "../compare/expected.ts";
import { expectedFile, parseExpected } from "../compare/expected-file.ts";
import { type Inventory, keyOf, stackKeysOf } from "../import/inventory.ts";
import { placesFile } from "../import/stage-values-file.ts";
import { notAtTenant } from "../lifecycle/existing/take-over.ts";
import { allOrNone, failureOf } from "../pulumi-cli/pulumi.ts";
import {
  configurationKeysOf,
  configurationOf,
  exportedResources,
  type HeldResource,
  optionsFor,
  plainOutputsOf,
  stacksOfProject,
} from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { asText, titled } from "../report/document.ts";
import { toText as driftText } from "../report/drift.ts";
import { fold, forScreen } from "../report/fold.ts";
import type { DriftReport } from "../report/types.ts";
import { counted, titleOf } from "../report/words.ts";
import { byText, describePath, equal, fromPointer, type JsonObject, valueAt } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { isReadable } from "../state/project.ts";
import { recordOf } from "../state/record.ts";
import { mapSecrets } from "../state/secrets.ts";
import { definitions, typeNameOf } from "../types/registry.ts";
import { colorsForOutput, exitCode, progress } from "./command.ts";
import { makeTemporaryFolder, readableByAll, removeFile, removeFolder, replaceFile, textIfAny } from "./files.ts";
import type { ImportProject } from "./import-folder.ts";
import { type ImportStack, oneCheckpoint, stagePlacesOf, writeStageValues } from "./import-project.ts";
import { ofPreview, table } from "./import-text.ts";
import type { OtherStacks } from "./stacks.ts";
import { adopting, type Batch, batchesOf, type Declarations, type Declared, learn } from "./stage-declarations.ts";
import { type ChoiceOf, type Chosen, choose, type KnownDifferences, titleOfDeclared } from "./stage-objects.ts";
import { type StagePlace, type Staying, stageKeys, stageValuesIn } from "./stage-values.ts";

/** The stack of a further stage of a program, and what the import knows about it. */
export interface Stage {
  readonly project: ImportProject;
  readonly stack: ImportStack;
  /** The resources of the stack. Undefined if the stack does not exist. */
  readonly held: readonly HeldResource[] | undefined;
  readonly others: OtherStacks;
  readonly readTenant: (settings: ProviderSettings) => Promise<Inventory>;
}

/** The result of an import for a further stage. */
interface StageReport {
  readonly tenant: string;
  readonly stack: string;
  /** The number of objects that the state has now and did not have before. */
  readonly taken: number;
  /** Resources that share their name with others, each with the id of the object that references decided. */
  readonly byReferences: readonly (readonly [resource: string, id: string])[];
  /** Resources of the program without an object: the next update creates them. */
  readonly created: readonly string[];
  /** Resources that could not take their object over, each with the reason. */
  readonly failed: readonly (readonly [resource: string, why: string])[];
  /** Objects of the tenant that the program does not declare. */
  readonly undeclared: readonly string[];
  /** Declared values that no response shows, so that a difference stays unseen. */
  readonly notCompared: readonly string[];
  /** Differences that a replacement of `tenant-compare.yaml` explains: the next update would write the text of the other stage. */
  readonly explained: readonly string[];
  /** The configuration values that `--as-config` has set. */
  readonly configured: readonly Configured[];
  /** Differences that `--as-config` names, and that stay in the program. */
  readonly staying: readonly Staying[];
  /** The preview of the next update. */
  readonly proof: DriftReport;
}

/** A configuration value, and the place of the program that it replaces. */
interface Configured extends StagePlace {
  readonly key: string;
}

/** The options of an import for a further stage. */
interface StageOptions {
  readonly json?: true;
  /** The differences that become configuration, by patterns; `true` for all. Default: none. */
  readonly asConfig?: true | readonly string[];
}

/**
 * Puts the objects of a tenant that the program of another stage declares into the state of a new stack. The engine itself runs the program, so that
 * references, parents and aliases are those of every run; the provider takes existing objects over and sends no write.
 *
 * @throws Error before anything is written, if configuration is missing or names are ambiguous
 */
export async function importStage(stage: Stage, { json, asConfig }: StageOptions): Promise<void> {
  const { stack, held } = stage;
  const known = await knownDifferencesOf(stage);
  const undo = held === undefined ? await begin(stage) : async () => {};
  let chosen: Chosen;
  let found: Inventory;
  let declarations: Declarations;
  try {
    const values = await configurationOf(stack.place);
    const settings = resolveSettings({ config: (key) => values[`tenant:${key}`], env: process.env });
    declarations = await progress("learning what the program declares", () => learn(stage));
    found = await stage.readTenant(settings);
    chosen = await choose(stage, declarations.resources, { found, known, mayAsk: !json });
  } catch (error) {
    await undo();
    throw error;
  }
  const said = await progress("taking over the objects", async () => {
    if (held !== undefined) await refreshInterrupted(stage);
    return takeOver(stage, declarations, chosen.choices);
  });
  const before = await progress("previewing the next update", () => stack.preview());
  const patterns = asConfig === true ? [] : asConfig;
  const { configured, staying } = patterns ? await configure(stage, before, patterns) : { configured: [], staying: [] };
  const proof =
    configured.length > 0 ? await progress("previewing the next update again", () => stack.preview()) : before;
  const report = await reportFor(stage, {
    ...{ declared: declarations.resources.toSorted((a, b) => byText(a.urn, b.urn)), found, known, said, proof },
    ...{ configured, staying, byReferences: chosen.byReferences },
  });
  if (json) process.stdout.write(`${sanitizeJson(toJson(report), 2)}\n`);
  else process.stdout.write(toText(report));
  if (report.failed.length > 0 || !proof.complete) process.exitCode = exitCode.failed;
}

/** Reads the file of expected differences, before any long work. @throws Error that names the file and the problem */
async function knownDifferencesOf({ project }: Stage): Promise<KnownDifferences> {
  const path = join(project.folder, expectedFile);
  const text = await textIfAny(path);
  const { sides, pairs, replacements } = text === undefined ? nothingExpected : parseExpected(text, path);
  return { sides, pairs, replacements: new Replacements(replacements) };
}

/** Creates the stack. Returns a function that removes the stack and restores its configuration file. */
async function begin({ stack, project }: Stage): Promise<() => Promise<void>> {
  const file = join(project.folder, `Pulumi.${stack.name}.yaml`);
  const before = await textIfAny(file);
  await stack.change(["stack", "init", stack.name, "--no-select", ...optionsFor({ cwd: project.folder })]);
  return async () => {
    // Without the option, the CLI would delete the file, and a run that is killed now could not restore it.
    const keeping = before === undefined ? [] : ["--preserve-config"];
    await stack.change(["stack", "rm", "--yes", ...keeping, ...optionsFor(stack.place)]);
    if (before === undefined) await removeFile(file);
    else await replaceFile(file, before, readableByAll);
  };
}

/** The errors of the run, by URN. */
type Said = ReadonlyMap<string, string>;

/** Runs the program with a provider that takes objects over. Only resources of pulumi-tenant, their providers and components get into the state. */
async function takeOver(stage: Stage, declarations: Declarations, choices: readonly ChoiceOf[]): Promise<Said> {
  const said = new Map<string, string>();
  for (const some of batchesOf(declarations))
    for (const [urn, message] of await takeOverSome(stage, some, choices)) said.set(urn, message);
  return said;
}

async function takeOverSome(
  { stack }: Stage,
  { resources, targets }: Batch,
  choices: readonly ChoiceOf[],
): Promise<Said> {
  const folder = await makeTemporaryFolder("pulumi-tenant-stage-");
  try {
    const file = join(folder, "choices.json");
    const known = new Set(resources.map(({ urn }) => urn));
    await replaceFile(file, JSON.stringify(choices.filter(({ urn }) => known.has(urn))));
    const only = (urns: readonly string[]) => [...urns.flatMap((urn) => ["--target", urn]), ...optionsFor(stack.place)];
    const env = { ...adopting, ...oneCheckpoint, TENANT_TAKE_OVER: file };
    const options = ["--yes", "--skip-preview", "--json"];
    const result = await stack.run(["up", "--continue-on-error", ...options, ...only(targets)], { env });
    const errors = errorsIn(result.stdout);
    const isOfResource = ({ urn }: { readonly urn: string }) => known.has(urn);
    const general = errors.filter(
      (one) => !isOfResource(one) && !/^(update|preview) failed$|resources? failed/.test(one.message.trim()),
    );
    if (result.code !== 0 && !errors.some(isOfResource))
      throw new Error(general.map(({ message }) => sanitize(message, 2_000)).join("\n") || failureOf("up", result));
    const taken = ((await stack.held()) ?? []).map(({ urn }) => urn).filter((urn) => known.has(urn));
    // The state has the program's inputs now. A refresh replaces them by the tenant's values, so that every preview shows the differences by leaf.
    if (taken.length > 0) await stack.change(["refresh", ...options, ...only(taken)], { env });
    return new Map(errors.filter(isOfResource).map(({ urn, message }) => [urn, message]));
  } finally {
    await removeFolder(folder);
  }
}

/** Refreshes the resources that an interrupted import has put into the state, and has not refreshed: their inputs are still those of the program. */
async function refreshInterrupted({ stack }: Stage): Promise<void> {
  const withoutSecrets = (props: JsonObject) => mapSecrets(props, () => null);
  const left = (await exportedResources(stack.place)).filter(({ type, id, inputs, outputs }) => {
    if (typeNameOf(type) === undefined || !id) return false;
    const [given, live] = [withoutSecrets(inputs), withoutSecrets(outputs)];
    return recordOf(id, outputs).paths.some((pointer) => {
      const [ours, theirs] = [given, live].map((props) => valueAt(props, fromPointer(pointer)));
      return !equal(ours, theirs);
    });
  });
  if (left.length === 0) return;
  const only = [...left.flatMap(({ urn }) => ["--target", urn]), ...optionsFor(stack.place)];
  await stack.change(["refresh", "--yes", "--skip-preview", "--json", ...only], {
    env: { ...adopting, ...oneCheckpoint },
  });
}

const event = z.object({
  diagnosticEvent: z.object({ urn: z.string().default(""), message: z.string(), severity: z.string() }),
});

/** The errors in the output of `pulumi up --json`: one event of the engine per line. */
function errorsIn(output: string): readonly { readonly urn: string; readonly message: string }[] {
  return output.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { success, data } = event.safeParse(JSON.parse(line));
    return success && data.diagnosticEvent.severity === "error" ? [data.diagnosticEvent] : [];
  });
}

/**
 * Turns differences into configuration of the stack. The program gets the places first: without a key in the configuration they change nothing, so an
 * interrupted run can be repeated, and the other stacks keep the values of the program.
 */
async function configure(
  { project, stack }: Stage,
  { resources }: DriftReport,
  patterns: readonly string[],
): Promise<Pick<StageReport, "configured" | "staying">> {
  const { values, staying } = stageValuesIn(resources, patterns);
  const secrets = values.some(({ place }) => place.kind === "secret") ? await plainOutputsOf(stack.place) : new Map();
  const left: Staying[] = [];
  const set = values.flatMap(({ value, ...one }) => {
    const { type, name, path, kind } = one.place;
    const known = kind === "secret" ? valueAt(secrets.get(one.urn), path) : value;
    if (known !== undefined && (kind !== "secret" || typeof known === "string")) return [{ ...one, value: known }];
    left.push({ type, name, path: describePath(path), why: "the tenant's secret is no text, or is not returned" });
    return [];
  });
  stack.keepSecret(set.flatMap(({ place, value }) => (place.kind === "secret" ? [String(value)] : [])));
  if (set.length === 0) return { configured: [], staying: [...staying, ...left] };
  const places = await stagePlacesOf(project);
  const keys = stageKeys(set, places, await keysOfStacks(stack));
  const all = { ...places, ...Object.fromEntries([...keys].map(([key, { place }]) => [key, place])) };
  await writeStageValues(project, all);
  for (const [key, { place, value = null }] of keys)
    await stack.configure({ key, value }, place.kind === "secret" ? "--secret" : "--plaintext");
  return { configured: [...keys].map(([key, { place }]) => ({ key, ...place })), staying: [...staying, ...left] };
}

/** The keys in the configurations of the project's stacks, without the project's name before them. */
async function keysOfStacks({ place }: ImportStack): Promise<readonly string[]> {
  const stacks = (await stacksOfProject(place)).map(({ name }) => name);
  const keys = await allOrNone((signal) => stacks.map((stack) => configurationKeysOf({ ...place, stack }, signal)));
  return keys.flat().map((key) => key.replace(/^[^:]*:/, ""));
}

interface Outcome extends Pick<StageReport, "configured" | "staying" | "byReferences"> {
  readonly declared: readonly Declared[];
  readonly found: Inventory;
  readonly known: KnownDifferences;
  readonly said: Said;
  readonly proof: DriftReport;
}

async function reportFor(
  { stack, others }: Stage,
  { declared, found, known: { replacements }, said, proof, ...more }: Outcome,
): Promise<StageReport> {
  const held = (await stack.held()) ?? [];
  const present = new Set(held.map(({ urn }) => urn));
  const left = declared.filter(({ urn }) => !present.has(urn));
  const isAbsent = ({ urn }: Declared) => said.get(urn)?.includes(notAtTenant) === true;
  const why = ({ urn }: Declared) => said.get(urn) ?? "it depends on a resource that is not in the state";
  const managed = new Set([...held, ...others.held.filter(({ tenant }) => tenant === found.tenant)].map(keyOf));
  return {
    tenant: found.tenant,
    stack: stack.name,
    taken: declared.length - left.length,
    created: left.filter(isAbsent).map(titleOfDeclared),
    failed: left
      .filter((one) => !isAbsent(one))
      .map((one) => [titleOfDeclared(one), sanitize(why(one), 2_000)] as const),
    undeclared: found.items
      .filter((item) => !stackKeysOf(item).some((key) => managed.has(key)))
      .map(({ label }) => sanitize(label)),
    notCompared: await notComparedIn(stack),
    explained: proof.resources.flatMap(({ type, name, changes }) =>
      changes.flatMap(({ path, was, is }) =>
        typeof was === "string" && typeof is === "string" && was !== is && replacements.apply(is) === was
          ? [`${titleOf({ type, name })}: ${sanitize(path)}`]
          : [],
      ),
    ),
    ...more,
    proof,
  };
}

/** The declared values in the state that no response shows. */
async function notComparedIn({ place }: ImportStack): Promise<readonly string[]> {
  return (await exportedResources(place)).flatMap(({ urn, type: token, id, outputs }) => {
    const type = typeNameOf(token);
    if (type === undefined || !id) return [];
    const { name = "" } = parseUrn(urn) ?? {};
    const { schema } = definitions[type];
    const { paths } = recordOf(id, outputs);
    const seen = { paths, live: outputs, before: outputs, hints: {} };
    return paths
      .filter((pointer) => !isReadable(schema, pointer, seen))
      .map((pointer) => `${classOf(type)} ${sanitize(name)}: ${sanitize(describePath(fromPointer(pointer)))}`);
  });
}

function toJson({ failed, byReferences, ...report }: StageReport): JsonObject {
  return {
    version: 1,
    ...report,
    byReferences: byReferences.map(([resource, id]) => ({ resource, id })),
    failed: failed.map(([resource, why]) => ({ resource, why })),
  } as unknown as JsonObject;
}

function toText(report: StageReport): string {
  const { tenant, stack, taken, created, failed, undeclared, notCompared, explained, proof } = report;
  const { configured, staying, byReferences } = report;
  const placeOf = ({ type, name, path }: StagePlace | Staying) =>
    `${type} ${sanitize(name)}: ${sanitize(typeof path === "string" ? path : describePath(path))}`;
  const isEqual = proof.complete && !proof.drift;
  return asText([
    fold(
      `${tenant}: ${counted(taken, "object")} added to the state of stack "${sanitize(stack)}". Nothing was written at the tenant.`,
    ),
    titled(
      `Could not be added (${failed.length}). Mend the causes, then run this import again, before any \`pulumi up\`, which would create the objects again:`,
      table(failed),
    ),
    titled(
      `Told apart from others of the same name by references (${byReferences.length}):`,
      table(byReferences.map(([resource, id]) => [resource, `id ${sanitize(id)}`])),
    ),
    titled(`Not at the tenant: the next \`pulumi up\` creates them (${created.length}):`, created),
    titled(`Not declared by the program (${undeclared.length}):`, undeclared),
    titled(
      "Not compared, as no response shows them. The next `pulumi up` sends one only with another change of its resource:",
      notCompared,
    ),
    titled(
      `Explained by replacements in ${expectedFile}: the next \`pulumi up\` would write the text of the other stage:`,
      explained,
    ),
    titled(
      `Now in the configuration of stack "${sanitize(stack)}", in place of the program's values (${placesFile}):`,
      table(configured.map((one) => [placeOf(one), one.kind === "secret" ? `${one.key} (secret)` : one.key])),
    ),
    titled(
      `Chosen, and still in the program (${staying.length}):`,
      table(staying.map((one) => [placeOf(one), one.why])),
    ),
    [
      isEqual
        ? "Nothing would change: the stack, its program and the tenant agree."
        : forScreen(`The next \`pulumi up\` changes:\n${driftText(proof, colorsForOutput(), ofPreview)}`.trimEnd()),
    ],
  ]);
}

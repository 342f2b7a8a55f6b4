import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { z } from "zod";
import { type ProviderSettings, resolveSettings, sanitize, sanitizeJson } from "../client/index.ts";
import { type Expected, nothingExpected, Replacements } from "../compare/expected.ts";
import { expectedFile, parseExpected } from "../compare/expected-file.ts";
import { type Inventory, type InventoryItem, keyOf, stackKeysOf } from "../import/inventory.ts";
import type { Choice } from "../lifecycle/choices.ts";
import { notAtTenant } from "../lifecycle/take-over.ts";
import { type PreviewStep, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { configurationOf, exportedResources, type HeldResource, optionsFor } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { fold, forScreen } from "../report/fold.ts";
import { toText as driftText } from "../report/text.ts";
import type { DriftReport } from "../report/types.ts";
import { counted, titleOf } from "../report/words.ts";
import { byText, describePath, fromPointer, type Json, type JsonObject } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { isReadable } from "../state/project.ts";
import { recordOf } from "../state/record.ts";
import { definitions, type TypeName, typeNameOf } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { colorsForOutput, exitCode, progress, shellWord } from "./command.ts";
import { makeTemporaryFolder, readableByAll, removeFile, removeFolder, replaceFile, textIfAny } from "./files.ts";
import type { ImportProject } from "./import-folder.ts";
import { type ImportStack, oneCheckpoint } from "./import-project.ts";
import { ofPreview, section, table } from "./import-text.ts";
import { type OtherStacks, previewCommand } from "./stacks.ts";

/** The stack of a further stage of a program, and what the import knows about it. */
export interface Stage {
  readonly project: ImportProject;
  readonly stack: ImportStack;
  /** The resources of the stack. Undefined if the stack does not exist. */
  readonly held: readonly HeldResource[] | undefined;
  readonly others: OtherStacks;
  readonly readTenant: (settings: ProviderSettings) => Promise<Inventory>;
}

/** A resource that the program declares and the stack does not have yet. */
interface Declared {
  readonly urn: string;
  readonly type: TypeName;
  readonly name: string;
  /** The inputs that the preview shows, without secrets. */
  readonly inputs: JsonObject;
}

/** The resources of a program that get into the state. */
interface Declarations {
  readonly resources: readonly Declared[];
  /** The URNs of these resources, of the components around them, and of new explicit providers. */
  readonly targets: readonly string[];
}

/** What `tenant-compare.yaml` of the project says about the tenant. */
interface KnownDifferences {
  readonly sides: Expected["sides"];
  readonly pairs: Expected["pairs"];
  readonly replacements: Replacements;
}

/** The result of an import for a further stage. */
interface StageReport {
  readonly tenant: string;
  readonly stack: string;
  /** The number of objects that the state has now and did not have before. */
  readonly taken: number;
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
  /** The preview of the next update. */
  readonly proof: DriftReport;
}

/**
 * Puts the objects of a tenant that the program of another stage declares into the state of a new stack. The engine itself runs the program, so that
 * references, parents and aliases are those of every run; the provider takes existing objects over and sends no write.
 *
 * @throws Error before anything is written, if configuration is missing or names are ambiguous
 */
export async function importStage(stage: Stage, { json }: { readonly json?: true }): Promise<void> {
  const { stack, held } = stage;
  const known = await knownDifferencesOf(stage);
  const undo = held === undefined ? await begin(stage) : async () => {};
  let choices: readonly Choice[];
  let found: Inventory;
  let declarations: Declarations;
  try {
    const values = await configurationOf(stack.place);
    const settings = resolveSettings({ config: (key) => values[`tenant:${key}`], env: process.env });
    declarations = await progress("learning what the program declares", () => learn(stage));
    found = await stage.readTenant(settings);
    choices = await chosen(stage, declarations.resources, { found, known, mayAsk: !json });
  } catch (error) {
    await undo();
    throw error;
  }
  const said = await progress("taking over the objects", () => takeOver(stage, declarations, choices));
  const proof = await progress("previewing the next update", () => stack.preview());
  const report = await reportFor(stage, { declared: declarations.resources, found, known, said, proof });
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
    await stack.change(["stack", "rm", "--yes", ...optionsFor(stack.place)]);
    if (before === undefined) await removeFile(file);
    else await replaceFile(file, before, readableByAll);
  };
}

/** The environment of the CLI's runs: every creation is one of an existing object. */
const adopting = { TENANT_ADOPT: "true" };

/** Placeholders for missing configuration, in the order in which they are tried. */
const placeholders = ["0", "true", "{}", "[]"] as const;

/**
 * Learns by previews what the program declares. While configuration is missing, the previews run with placeholders in a temporary configuration file,
 * so that the error lists everything that is missing.
 *
 * @throws Error that lists the missing configuration, or with the program's error
 */
async function learn({ project, stack }: Stage): Promise<Declarations> {
  const folder = await makeTemporaryFolder("pulumi-tenant-stage-");
  try {
    const missing = new Map<string, { readonly command: string; tries: number }>();
    for (;;) {
      const file = join(folder, "config.yaml");
      await replaceFile(file, (await textIfAny(join(project.folder, `Pulumi.${stack.name}.yaml`))) ?? "");
      const given = [...missing].flatMap(([key, { tries }]) => ["-c", `${key}=${placeholders[tries] ?? ""}`]);
      const options = missing.size > 0 ? ["--config-file", file, ...given] : [];
      const result = await runPulumi(
        ["preview", "--json", ...options, ...optionsFor(stack.place)],
        undefined,
        adopting,
      );
      if (result.stdout.trim() === "") throw new Error(failureOf("preview", result));
      const { steps, diagnostics } = parsePreview(result.stdout, previewCommand);
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      const before = JSON.stringify([...missing]);
      for (const message of errors) noteMissing(message, missing);
      if (JSON.stringify([...missing]) !== before && missing.size < 1_000) continue;
      if (missing.size > 0)
        throw new Error(
          `the program needs configuration that stack "${sanitize(stack.name)}" does not have. Nothing was written. Set it, then run this command again:\n` +
            [...missing.values()]
              .map(({ command }) => `  ${sanitize(command)} --stack ${shellWord(stack.name)}`)
              .join("\n"),
        );
      if (result.code !== 0)
        throw new Error(
          `the preview that learns the declarations failed. Nothing was written.\n${errors.map((one) => sanitize(one, 2_000)).join("\n") || failureOf("preview", result)}`,
        );
      return declarationsIn(steps);
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Notes the configuration that a message of the program misses, or that has a placeholder of the wrong type. */
function noteMissing(message: string, missing: Map<string, { readonly command: string; tries: number }>): void {
  for (const [, key = "", command = ""] of message.matchAll(
    /Missing required configuration variable '([^']+)'\s+please set a value using the command `([^`]+)`/g,
  ))
    if (!missing.has(key)) missing.set(key, { command: command.replace(/ --stack \S+/, ""), tries: 0 });
  for (const [, key = ""] of message.matchAll(/Configuration '([^']+)' value .* is not a valid/g)) {
    const known = missing.get(key);
    if (known && known.tries < placeholders.length) known.tries += 1;
  }
}

function declarationsIn(steps: readonly PreviewStep[]): Declarations {
  const resources = steps.flatMap(declaredIn).toSorted((a, b) => byText(a.urn, b.urn));
  const parents = new Map(steps.map(({ urn, after }) => [urn, after?.parent]));
  const isNewProvider = ({ op, urn }: PreviewStep) =>
    op === "create" && parseUrn(urn)?.type.startsWith("pulumi:providers:") === true;
  const targets = new Set(steps.filter(isNewProvider).map(({ urn }) => urn));
  for (const { urn } of resources)
    for (let at: string | undefined = urn; at !== undefined; at = parents.get(at)) targets.add(at);
  return { resources, targets: [...targets] };
}

function declaredIn({ op, urn, after }: PreviewStep): readonly Declared[] {
  const { type: token = "", name = "" } = parseUrn(urn) ?? {};
  const type = typeNameOf(token);
  if (op !== "create" || type === undefined || !after) return [];
  return [{ urn, type, name, inputs: after.inputs }];
}

/** The tenant's objects, and what decides which of them a resource manages. */
interface Matching {
  readonly found: Inventory;
  readonly known: KnownDifferences;
  /** Whether the command may print a question. */
  readonly mayAsk: boolean;
}

/**
 * The objects of resources whose names are ambiguous: chosen by an entry of `tenant-compare.yaml`, otherwise by the user.
 *
 * @throws Error that shows the entries to write, if the command cannot ask
 */
async function chosen(
  { held = [], others }: Stage,
  declared: readonly Declared[],
  { found: { items, tenant }, known: { sides, pairs }, mayAsk }: Matching,
): Promise<readonly Choice[]> {
  const managed = new Set(held.map(keyOf));
  const free = items.filter((item) => !stackKeysOf(item).some((key) => managed.has(key)));
  const objects = Map.groupBy(free, (item) => stackKeysOf(item).at(-1) ?? "");
  const keyed = Map.groupBy(declared, ({ type, inputs }) =>
    keyOf({ type, id: resourceTypes[type].provisionalId(inputs) }),
  );
  // The file may call this tenant the first side.
  const toHere = sides?.from === tenant ? pairs.map(({ type, from, to }) => ({ type, from: to, to: from })) : pairs;
  const open: { readonly one: Declared; readonly candidates: readonly InventoryItem[] }[] = [];
  const choices: Choice[] = [];
  const choose = ({ type, inputs }: Declared, id: string | undefined) =>
    choices.push({ noun: definitions[type].schema.noun, inputs: shownIn(inputs), ...(id !== undefined && { id }) });
  for (const [key, all] of keyed) {
    const candidates = objects.get(key) ?? [];
    if (candidates.length < 2 && (all.length < 2 || candidates.length === 0)) continue;
    for (const one of all) {
      const names = [
        one.name,
        ...others.held
          .filter(({ type, urn }) => type === one.type && parseUrn(urn)?.name === one.name)
          .map(({ id }) => id),
      ];
      const pair = toHere.find(
        ({ type, from, to }) => type === one.type && names.includes(from) && candidates.some(({ id }) => id === to),
      );
      if (pair) choose(one, pair.to);
      else open.push({ one, candidates });
    }
  }
  if (open.length === 0) return choices;
  const taken = new Set(choices.map(({ id }) => id));
  const left = (candidates: readonly InventoryItem[]) => candidates.filter(({ id }) => !taken.has(id));
  if (!(mayAsk && process.stdin.isTTY && process.stdout.isTTY))
    throw new Error(
      ambiguityOf(
        open.map(({ one, candidates }) => ({ one, candidates: left(candidates) })),
        { from: others.held.find((one) => one.tenant !== tenant)?.tenant ?? "the program", to: tenant },
      ),
    );
  for (const { one, candidates } of open) {
    const id = await asked(one, left(candidates));
    if (id !== undefined) taken.add(id);
    choose(one, id);
  }
  return choices;
}

/** The inputs that a preview shows. Secrets and values that contain one are left out. */
function shownIn(inputs: JsonObject): JsonObject {
  const hasSecret = (value: Json): boolean =>
    isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret));
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => !name.startsWith("__") && !hasSecret(value)),
  );
}

function ambiguityOf(
  open: readonly { readonly one: Declared; readonly candidates: readonly InventoryItem[] }[],
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const entries = open.flatMap(({ one: { type, name }, candidates }) => [
    `  - type: ${classOf(type)}`,
    `    from: ${JSON.stringify(sanitize(name))}`,
    `    to: ${candidates.map(({ id, label }) => `${JSON.stringify(sanitize(id))}   # ${sanitize(label)}`).join("\n      # or ")}`,
  ]);
  return (
    "several objects of the tenant have the name of a resource, so it is not known which object the resource manages. Nothing was written. Write into " +
    `${expectedFile} in the project's folder, with one id for each resource, then run this command again:\nsides: { from: ${JSON.stringify(sanitize(from))}, to: ${JSON.stringify(sanitize(to))} }\nsame:\n${entries.join("\n")}`
  );
}

async function asked({ type, name }: Declared, candidates: readonly InventoryItem[]): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const lines = candidates.map(({ label, id }, at) => `  ${at + 1}  ${sanitize(label)} (id ${sanitize(id)})`);
    process.stdout.write(
      `Which object is ${classOf(type)} "${sanitize(name)}"?\n${lines.join("\n")}\n  0  none: the next update creates one\n`,
    );
    for (;;) {
      const answer = (await terminal.question("Number: ")).trim();
      if (answer === "0") return undefined;
      const found = /^\d{1,6}$/.test(answer) ? candidates[Number(answer) - 1] : undefined;
      if (found) return found.id;
    }
  } finally {
    terminal.close();
  }
}

/** The errors of the run, by URN. */
type Said = ReadonlyMap<string, string>;

/** Runs the program with a provider that takes objects over. Only resources of pulumi-tenant, their providers and components get into the state. */
async function takeOver(
  { stack }: Stage,
  { resources, targets }: Declarations,
  choices: readonly Choice[],
): Promise<Said> {
  if (resources.length === 0) return new Map();
  const folder = await makeTemporaryFolder("pulumi-tenant-stage-");
  try {
    const file = join(folder, "choices.json");
    await replaceFile(file, JSON.stringify(choices));
    const only = (urns: readonly string[]) => [...urns.flatMap((urn) => ["--target", urn]), ...optionsFor(stack.place)];
    const env = { ...adopting, ...oneCheckpoint, TENANT_TAKE_OVER: file };
    const options = ["--yes", "--skip-preview", "--json"];
    const result = await stack.run(["up", "--continue-on-error", ...options, ...only(targets)], { env });
    const errors = errorsIn(result.stdout);
    const known = new Set(resources.map(({ urn }) => urn));
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

interface Outcome {
  readonly declared: readonly Declared[];
  readonly found: Inventory;
  readonly known: KnownDifferences;
  readonly said: Said;
  readonly proof: DriftReport;
}

async function reportFor(
  { stack, others }: Stage,
  { declared, found, known: { replacements }, said, proof }: Outcome,
): Promise<StageReport> {
  const held = (await stack.held()) ?? [];
  const present = new Set(held.map(({ urn }) => urn));
  const title = ({ type, name }: Declared) => `${classOf(type)} ${sanitize(name)}`;
  const left = declared.filter(({ urn }) => !present.has(urn));
  const isAbsent = ({ urn }: Declared) => said.get(urn)?.includes(notAtTenant) === true;
  const why = ({ urn }: Declared) => said.get(urn) ?? "it depends on a resource that is not in the state";
  const managed = new Set([...held, ...others.held.filter(({ tenant }) => tenant === found.tenant)].map(keyOf));
  return {
    tenant: found.tenant,
    stack: stack.name,
    taken: declared.length - left.length,
    created: left.filter(isAbsent).map(title),
    failed: left.filter((one) => !isAbsent(one)).map((one) => [title(one), sanitize(why(one), 2_000)] as const),
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

function toJson({ failed, ...report }: StageReport): JsonObject {
  return {
    version: 1,
    ...report,
    failed: failed.map(([resource, why]) => ({ resource, why })),
  } as unknown as JsonObject;
}

function toText(report: StageReport): string {
  const { tenant, stack, taken, created, failed, undeclared, notCompared, explained, proof } = report;
  const single = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const isEqual = proof.complete && !proof.drift;
  const lines = [
    ...fold(
      `${tenant}: ${counted(taken, "object")} added to the state of stack "${sanitize(stack)}". Nothing was written at the tenant.`,
    ),
    ...section(
      `Could not be added (${failed.length}). Mend the causes, then run this import again, before any \`pulumi up\`, which would create the objects again:`,
      table(failed),
    ),
    ...section(`Not at the tenant: the next \`pulumi up\` creates them (${created.length}):`, single(created)),
    ...section(`Not declared by the program (${undeclared.length}):`, single(undeclared)),
    ...section(
      "Not compared, as no response shows them. The next `pulumi up` does not send them:",
      single(notCompared),
    ),
    ...section(
      `Explained by replacements in ${expectedFile}: the next \`pulumi up\` would write the text of the other stage:`,
      single(explained),
    ),
    "",
    isEqual
      ? "Nothing would change: the stack, its program and the tenant agree."
      : forScreen(`The next \`pulumi up\` changes:\n${driftText(proof, colorsForOutput(), ofPreview)}`.trimEnd()),
  ];
  return `${lines.join("\n")}\n`;
}

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type AcceptedDrift, acceptedDriftFile, addedDrift, parseAcceptedDrift } from "../baseline/accepted-drift.ts";
import { rules } from "../baseline/audit.ts";
import { parseWaivers, Waivers, waiverFile } from "../baseline/waivers.ts";
import { addedExpectations, type Expected, nothingExpected } from "../compare/expected.ts";
import { parseExpected } from "../compare/expected-file.ts";
import { withBranchWaivers } from "../review/branch-waivers.ts";
import type { AddedAcceptance, ReviewReport } from "../review/types.ts";
import { classOf } from "../schema/provider-code.ts";
import { namesIn, textIfAny } from "./files.ts";
import { projectFolder, waiversIn, waiversOf } from "./project-folder.ts";

/** What the files of a project accept. */
interface Accepted {
  readonly waivers: Waivers;
  readonly drift: readonly AcceptedDrift[];
  /** The expected differences between tenants, by the name of the file. */
  readonly expected: ReadonlyMap<string, Expected>;
}

/** The files of expected differences between tenants: `tenant-compare.yaml`, or one for each two tenants. */
const comparisonFile = /^tenant-compare(?:\.[\w-]+)*\.yaml$/;

/**
 * What the files of a project accept in audits, drift reports and comparisons.
 *
 * @param read reads a file
 * @throws WaiverError, ExpectedError, or Error that names the path and the reason
 */
async function acceptedIn(folder: string, read: typeof textIfAny): Promise<Accepted> {
  const isKnown = (name: string) => [waiverFile, acceptedDriftFile].includes(name) || comparisonFile.test(name);
  const texts = await Promise.all(
    (await namesIn(folder)).filter(isKnown).map(async (name) => {
      const path = join(folder, name);
      return { name, path, text: (await read(path)) ?? "" };
    }),
  );
  const named = (wanted: string) => texts.filter(({ name }) => name === wanted);
  const ids = rules.map(({ id }) => id);
  const comparisons = texts.filter(({ name }) => comparisonFile.test(name));
  return {
    waivers: new Waivers(named(waiverFile).flatMap(({ path, text }) => parseWaivers(text, path, ids))),
    drift: named(acceptedDriftFile).flatMap(({ path, text }) => parseAcceptedDrift(text, path)),
    expected: new Map(comparisons.map(({ name, path, text }): [string, Expected] => [name, parseExpected(text, path)])),
  };
}

/** The text of a file of the branch. Links are refused: a branch could read other files of the machine by them. */
async function textOfBranch(path: string): Promise<string | undefined> {
  if (!(await lstat(path)).isFile()) throw new Error(`${path}: is not a file. Replace it with a file`);
  return textIfAny(path);
}

/** The files of a project in force, and those of a branch. */
interface AcceptancePlaces {
  /** The folder of the project in force, or one below it. */
  readonly cwd?: string | undefined;
  /** The waiver file of the branch. Default: none. */
  readonly branchWaivers?: string | undefined;
  /** The project's folder in the branch. Default: none. */
  readonly branchFiles?: string | undefined;
}

/** What is accepted in force and in a branch. */
interface Acceptances {
  /** The waivers in force. */
  readonly waivers: Waivers;
  /** Adds to a report the waivers and the drift of its stack, and the differences between tenants, that the branch accepts beyond the files in force. */
  withBranch(report: ReviewReport): ReviewReport;
}

/**
 * Reads what is accepted in force and in a branch.
 *
 * @throws WaiverError, ExpectedError, or Error that names the path and the reason
 */
export async function acceptancesOf({ cwd, branchWaivers, branchFiles }: AcceptancePlaces): Promise<Acceptances> {
  if (branchFiles === undefined) {
    const waivers = await waiversOf(cwd);
    const ofBranch = branchWaivers === undefined ? waivers : await waiversIn(branchWaivers);
    return { waivers, withBranch: (report) => withBranchWaivers(report, waivers, ofBranch) };
  }
  const [inForce, ofBranch] = await Promise.all([
    acceptedIn(await projectFolder(cwd), textIfAny),
    acceptedIn(branchFiles, textOfBranch),
  ]);
  return {
    waivers: inForce.waivers,
    withBranch(report) {
      const waived = withBranchWaivers(report, inForce.waivers, ofBranch.waivers);
      const all = [...newlyAcceptedDrift(report, inForce, ofBranch), ...newlyExpected(inForce, ofBranch)];
      return all.length === 0 ? waived : { ...waived, addedAcceptances: all };
    },
  };
}

function newlyAcceptedDrift({ stack: ofReport }: ReviewReport, inForce: Accepted, ofBranch: Accepted) {
  return addedDrift(inForce.drift, ofBranch.drift)
    .filter(({ stack }) => stack === undefined || ofReport === undefined || stack === ofReport)
    .map(({ resource, property, ...entry }) => ({
      ...{ file: acceptedDriftFile, ...entry },
      says: `drift of ${JSON.stringify(resource)}${property === undefined ? "" : `, ${property}`}`,
    }));
}

function newlyExpected(inForce: Accepted, ofBranch: Accepted): readonly AddedAcceptance[] {
  return [...ofBranch.expected].flatMap(([file, expected]) =>
    expectationsInWords(addedExpectations(inForce.expected.get(file) ?? nothingExpected, expected)).map((one) => ({
      file,
      ...one,
    })),
  );
}

function expectationsInWords(added: Omit<Expected, "sides">): readonly Omit<AddedAcceptance, "file">[] {
  const { replacements, pairs, mayDiffer } = added;
  const because = (reason: string | undefined) => (reason === undefined ? {} : { reason });
  const [text, both] = [(value: string) => JSON.stringify(value), "counts as the same as"];
  return [
    ...mayDiffer.map(({ type, object, property, reason }) => ({
      says: `${classOf(type)} ${object === undefined ? "(all)" : text(object)} may differ${property === undefined ? ", or be missing" : `: ${property}`}`,
      reason,
    })),
    ...replacements.map(({ from, to, reason }) => ({ says: `${text(from)} ${both} ${text(to)}`, ...because(reason) })),
    ...pairs.map(({ type, from, to }) => ({ says: `${classOf(type)} ${text(from)} ${both} ${text(to)}` })),
  ];
}

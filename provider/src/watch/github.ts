import { command, kept } from "../drift/github.ts";
import { BoundedList, code, longest } from "../drift/markdown.ts";
import type { WatchReport } from "./report.ts";
import { causesInWords, changesInWords, subjectOf } from "./text.ts";

/** Most reports in the summary of a job. GitHub takes 1 MiB of it, and nobody reads more. */
const mostListed = 1_000;

/** Reports for GitHub Actions: an annotation for each, as long as GitHub keeps them, and the summary of the job. */
export class GithubReports {
  #warnings = 0;
  #notices = 0;
  readonly #listed: WatchReport[] = [];

  /** Adds a report, and makes its annotation: a warning for drift, a notice for what was restored. Undefined where GitHub would drop it. */
  annotation(report: WatchReport): string | undefined {
    this.#listed.push(report);
    if (this.#listed.length > mostListed) this.#listed.shift();
    const isDrift = report.kind === "drift";
    const nth = isDrift ? ++this.#warnings : ++this.#notices;
    if (nth > kept) return undefined;
    const [kind, what] = isDrift ? (["warning", "Drift"] as const) : (["notice", "Restored"] as const);
    if (nth === kept) return command(kind, `${what}: more of it`, ["see the log and the summary of this job"]);
    return command(kind, `${what}: ${subjectOf(report)}`, [...changesInWords(report), ...causesInWords(report)]);
  }

  /** All reports as Markdown, oldest first. Foreign text stands in code spans. */
  summary(): string {
    const count = this.#warnings + this.#notices;
    const left = count - this.#listed.length;
    const counted = count === 1 ? "1 report" : `${count} reports`;
    const head = `### Watch: ${count === 0 ? "nothing has changed" : counted}\n`;
    const older = left > 0 ? `\n${left} older ones are left out.\n` : "";
    const list = new BoundedList(longest - head.length - older.length - 100);
    for (const report of this.#listed) {
      const title = `- ${report.kind === "drift" ? "Drift" : "Restored"}: **${code(subjectOf(report))}**, ${code(report.at)}\n`;
      const lines = [...changesInWords(report), ...causesInWords(report)];
      list.add(1, title + lines.map((line) => `  - ${code(line)}\n`).join(""), title);
    }
    return `${head}${older}${count === 0 ? "" : "\n"}${list}`;
  }
}

import { expect, test } from "vitest";
import { exportedStack } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../provider/src/review/render.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { plannedChanges } from "./review.ts";

const count = 5_000;
const rounds = 5;
/** The most that a review may cost, as a multiple of what it costs to read the preview and the state. */
const maxRatio = 8;

/** The CPU of a function, in milliseconds, and its result. */
function timed<T>(run: () => T): readonly [number, T] {
  const before = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1_000, result];
}

test(`a review of ${count} changes takes at most ${maxRatio} times what reading the preview and the state takes`, {
  timeout: 300_000,
}, () => {
  const { preview, state } = plannedChanges(count);
  const found = Array.from({ length: rounds }, () => {
    const [reading, read] = timed(
      () => [parsePreview(preview), exportedStack.parse(JSON.parse(state)).deployment.resources ?? []] as const,
    );
    const [judging, report] = timed(() => reviewReport(...read));
    const [text, shown] = timed(() => [toText(report), toMarkdown(report)]);
    expect(report.resources).toHaveLength(count);
    expect(shown[0]).toContain("WEAKER");
    return { reading, judging, text };
  }).toSorted((a, b) => a.reading + a.judging + a.text - (b.reading + b.judging + b.text));
  const { reading = 0, judging = 0, text = 0 } = found[Math.floor(rounds / 2)] ?? {};
  const ratio = (judging + text) / reading;
  console.log(
    `review: ${ratio.toFixed(2)} times what reading takes for ${count} changes; ${reading.toFixed(0)} ms to read, ` +
      `${judging.toFixed(0)} ms to judge, ${text.toFixed(0)} ms for text and Markdown`,
  );
  expect(ratio).toBeLessThan(maxRatio);
});

/** Most characters of a line of the picture. */
const widest = 110;

/**
 * The lines of a drift report in what the demo prints, with the command and its exit code.
 *
 * @throws Error where there is none
 */
export function driftScene(output: string): readonly string[] {
  const found = /^\S*\$ pulumi-tenant drift[\s\S]*?exit code 7\S*$/m.exec(output);
  if (!found) throw new Error("the demo has shown no drift");
  return found[0].split("\n").flatMap((line) => wrapped(line));
}

/** A line of prose in lines that fit. Lines of a report are short by themselves. */
function wrapped(line: string): readonly string[] {
  if (line.length <= widest) return [line];
  const end = line.lastIndexOf(" ", widest);
  return end <= 0 ? [line] : [line.slice(0, end), ...wrapped(line.slice(end + 1))];
}

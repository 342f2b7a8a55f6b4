import type { Named, NamedObject } from "./objects.ts";

/** What makes the other tool forget objects that are taken over. Nothing of it touches the tenant. */
export interface HandOver {
  /** Commands for a shell, one a line. They change the other tool's state only. */
  readonly commands: readonly string[];
  /** The same for a Terraform configuration, to be reviewed and applied. Absent for Pulumi. */
  readonly blocks?: string;
}

/**
 * What the other tool has to forget.
 *
 * @param taken the objects that are taken over: all of the file, or some of them
 */
export function handOver({ tool, objects, left }: Named, taken: readonly NamedObject[]): HandOver {
  const sources = taken.flatMap((one) => one.sources);
  const verb = tool === "terraform" ? "terraform state rm" : "pulumi state delete --yes";
  // Nothing after the two hyphens is an option, whatever it looks like.
  const commands = sources.length === 0 ? [] : [`${verb} -- \\`, ...joined(sources.map(quoted))];
  if (tool === "pulumi") return { commands };
  const others = [
    ...objects.filter((one) => !taken.includes(one)).flatMap((one) => one.sources),
    ...left.map(({ address }) => address),
  ];
  return { commands, blocks: removedBlocks(sources, new Set(others.map(blockOf))) };
}

/** A `removed` block is for all instances of a resource. Where some of them stay, a comment stands in its place. */
function removedBlocks(sources: readonly string[], staying: ReadonlySet<string>): string {
  const blocks = new Set(sources.map(blockOf));
  return [...blocks]
    .map((block) =>
      staying.has(block)
        ? `# ${block}: some of its instances stay, so it has no block. Use the command.\n`
        : `removed {\n  from = ${block}\n\n  lifecycle {\n    destroy = false\n  }\n}\n`,
    )
    .join("\n");
}

/** An address without the keys of `count` and `for_each`, as blocks name it. */
function blockOf(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, "");
}

/** Lines of one command. */
function joined(words: readonly string[]): readonly string[] {
  return words.map((word, index) => `  ${word}${index < words.length - 1 ? " \\" : ""}`);
}

/** A word that no shell of Unix looks into. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

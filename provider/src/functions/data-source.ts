import type * as pulumi from "@pulumi/pulumi";
import { type Asked, ask, askOutput } from "./ask.ts";
import { exactlyOne, matching } from "./rows.ts";
import type { Row, Source } from "./source.ts";

/** The arguments of a data source's functions: what an object must have to be found. */
export type ArgsOf<R, Key extends keyof R> = { -readonly [K in Key]?: R[K] | undefined };

/** {@link ArgsOf} with values that may be outputs. */
export type OutputArgsOf<R, Key extends keyof R> = { -readonly [K in Key]?: pulumi.Input<R[K] | undefined> };

/** A source, and what else the types of its functions need. */
interface TypedSource<R extends Row, Key extends keyof R, Result> extends Source<R> {
  readonly filters: readonly (Key & string)[];
  /** What the functions about many objects answer. */
  result(rows: R[]): Result;
}

/** The four functions of a data source: about one object and about many, each in a Promise and in an Output form. */
export function functionsOf<R extends Row, Key extends keyof R, Result>(source: TypedSource<R, Key, Result>) {
  const name = `get${source.type}`;
  // The table decides what is in a row. The type of a row is written after the table.
  const one: Asked<R> = { source, name, answer: (found) => exactlyOne(found) as R };
  const many: Asked<Result> = { source, name: `${name}s`, answer: (found) => source.result(matching(found) as R[]) };
  type Args = ArgsOf<R, Key>;
  type OutputArgs = OutputArgsOf<R, Key>;
  return {
    one: (args: Args = {}, opts: pulumi.InvokeOptions = {}) => ask(one, { ...args }, opts),
    oneOutput: (args: OutputArgs = {}, opts: pulumi.InvokeOutputOptions = {}) => askOutput(one, { ...args }, opts),
    many: (args: Args = {}, opts: pulumi.InvokeOptions = {}) => ask(many, { ...args }, opts),
    manyOutput: (args: OutputArgs = {}, opts: pulumi.InvokeOutputOptions = {}) => askOutput(many, { ...args }, opts),
  };
}

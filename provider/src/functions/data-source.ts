import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput } from "./ask.ts";
import type { Argument, Asked, Reading } from "./source.ts";

/** The arguments of a look-up with values that may be outputs. */
export type OutputArgs<Args> = {
  [Name in keyof Args]: Args[Name] extends readonly string[] | undefined
    ? pulumi.Input<pulumi.Input<string>[] | undefined>
    : pulumi.Input<Args[Name]>;
};

/** What a resource declares, as plain values: of arguments that may be outputs, what comes of them. */
export type Plain<Args> = { readonly [Name in keyof Args]: pulumi.Unwrap<Args[Name]> };

/** Arguments that need not be given where none of them is required, and the options of the call. */
type Parameters<Args, Options> =
  Partial<Args> extends Args ? [args?: Args, opts?: Options] : [args: Args, opts?: Options];

/**
 * A look-up whose arguments are plain values.
 *
 * **Settings** are those of resources: an explicit `provider` in the options (or the one that `parent` hands down), else
 * the environment and the stack configuration. The function waits for a provider whose arguments are outputs. In a
 * preview they may not be known yet; then this form fails, and the Output form is the one to use.
 *
 * **Calls** are paced like those of resources. Equal questions within a run are asked once; one that failed is asked again.
 *
 * **Unit tests**: with Pulumi's testing mocks it reaches `mocks.call` as `tenant:index:<name>` and never touches the network.
 *
 * @throws RunError for wrong arguments, settings that cannot be used, and what the service refuses
 */
export type LookUp<Args, Result> = (...given: Parameters<Args, pulumi.InvokeOptions>) => Promise<Result>;

/**
 * A look-up whose arguments may be outputs.
 *
 * An argument (or a provider's) that is not known in a preview makes the result unknown. So does one that is known but comes
 * from a resource that the preview has yet to create. A secret argument makes it secret; a provider's credentials do not. The
 * question is asked after the resources that arguments come from, and after all of `dependsOn`, components with everything
 * in them. The errors are those of the other form. They fail the run.
 */
export type OutputLookUp<Args, Result> = (
  ...given: Parameters<OutputArgs<Args>, pulumi.InvokeOutputOptions>
) => pulumi.Output<Result>;

/** A look-up, with the types of its arguments. */
export interface Definition<Args> extends Omit<Asked<unknown>, "args" | "reads"> {
  readonly args: { readonly [Name in Args extends unknown ? keyof Args : never]-?: Argument };
  reads?(args: Args): readonly Reading[];
}

/** The two forms of a look-up. */
export function lookUp<Args extends object, Result>(definition: Definition<Args>) {
  // The table decides what is in a row, and the arguments are checked. Their types are written by hand.
  const asked = definition as unknown as Asked<Result>;
  return {
    plain: (async (args, opts = {}) => ask(asked, { ...args }, opts)) as LookUp<Args, Result>,
    output: ((args, opts = {}) => askOutput(asked, { ...args }, opts)) as OutputLookUp<Args, Result>,
  };
}

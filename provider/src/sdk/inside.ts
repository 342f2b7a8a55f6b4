import type * as pulumi from "@pulumi/pulumi";

/** Members that every output has, but that the SDK's type declarations do not contain. The promises reject if the output fails. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<T>;
  /** The resources from which the output is derived. */
  resources(): Set<pulumi.Resource>;
  /** The result of `resources`, and all resources that these resources depend on. */
  allResources(): Promise<ReadonlySet<pulumi.Resource>>;
}

/** Gives access to the members of an output that the SDK's type declarations do not contain. */
export function inside<T>(output: pulumi.Output<T>): Inside<T> {
  return output as unknown as Inside<T>;
}

import type * as pulumi from "@pulumi/pulumi";

/** Members that every output has but that the SDK's declarations leave out. The promises fail with the output. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<T>;
  /** The resources from which the output was made. */
  resources(): Set<pulumi.Resource>;
  /** These resources, and all resources that they depend on. */
  allResources(): Promise<ReadonlySet<pulumi.Resource>>;
}

/** The undeclared members of an output. */
export function inside<T>(output: pulumi.Output<T>): Inside<T> {
  return output as unknown as Inside<T>;
}

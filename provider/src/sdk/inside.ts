import type * as pulumi from "@pulumi/pulumi";

/** Members that every output has but that the SDK's declarations leave out. The promises fail with the output. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<T>;
  /** The resources that it is made of. */
  resources(): Set<pulumi.Resource>;
  /** Those, and all that they come from. */
  allResources(): Promise<ReadonlySet<pulumi.Resource>>;
}

/** What is inside of an output. */
export function inside<T>(output: pulumi.Output<T>): Inside<T> {
  return output as unknown as Inside<T>;
}

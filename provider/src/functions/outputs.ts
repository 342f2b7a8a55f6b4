import * as pulumi from "@pulumi/pulumi";

/** What every output has, though the SDK's declarations keep it to themselves. */
interface Inside<T> {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<T>;
}

/** The parts of a component that tell when it is complete. */
interface Composite {
  readonly __remote?: boolean;
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Waits for an output. Undefined if its value is not known in this preview. */
export async function whenKnown<T>(output: pulumi.Output<T>): Promise<{ readonly value: T } | undefined> {
  const inside = output as unknown as Inside<T>;
  // A failed output is not known either, so its error must come first.
  const value = await inside.promise();
  return (await inside.isKnown) ? { value } : undefined;
}

/**
 * The URNs of resources once they are there, components with all that is in them; unknown while one of them is yet to be
 * created.
 */
export function whenCreated(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<string[]> {
  if (dependsOn === undefined) return pulumi.output([]);
  const listed = pulumi.output(dependsOn) as unknown as pulumi.Output<pulumi.Resource | readonly pulumi.Resource[]>;
  const urns = listed.apply((one) => pulumi.all([one].flat().map(urnsOf)));
  return pulumi.unsecret(urns).apply((lists) => lists.flat());
}

function urnsOf(resource: pulumi.Resource): pulumi.Output<string[]> {
  if (pulumi.CustomResource.isInstance(resource)) {
    return pulumi.all([resource.urn, resource.id]).apply(([urn]) => [urn]);
  }
  const component = resource as Composite;
  // What is in a remote component is not known here; the engine has it complete before it answers.
  if (component.__remote) return resource.urn.apply((urn) => [urn]);
  const complete = Promise.resolve(component.__data).then(() => true);
  return pulumi.all([resource.urn, complete]).apply(([urn]) => {
    const children = [...(component.__childResources ?? [])];
    return pulumi.all(children.map(urnsOf)).apply((lists) => [urn, ...lists.flat()]);
  });
}

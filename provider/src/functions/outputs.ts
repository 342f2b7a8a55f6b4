import * as pulumi from "@pulumi/pulumi";
import { inside } from "../resources/inside.ts";

/** The members of a component that show when it is complete. The SDK's declarations leave them out. */
interface Composite {
  readonly __remote?: boolean;
  readonly __data?: Promise<unknown>;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Waits for an output. Undefined if its value is not known in this preview. */
export async function whenKnown<T>(output: pulumi.Output<T>): Promise<{ readonly value: T } | undefined> {
  // A failed output counts as not known. Waiting for its value first throws its error.
  const value = await inside(output).promise();
  return (await inside(output).isKnown) ? { value } : undefined;
}

/**
 * The resources that an output's value comes from. Components are not among them: their properties come from the resources within, and a
 * look-up inside of one would wait for itself. Neither are resources of which only the URN is known here, as within a remote component.
 */
export async function resourcesBehind(output: pulumi.Output<unknown>): Promise<pulumi.Resource[]> {
  const resources = await inside(output).allResources();
  return [...resources].filter((one) => pulumi.CustomResource.isInstance(one) && one.id !== undefined);
}

/**
 * The URNs of resources as soon as they are there, with all that is in components. In a preview they are unknown if one of
 * them has yet to be created.
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
  // The contents of a remote component are not known here. The engine answers when the component is complete.
  if (component.__remote) return resource.urn.apply((urn) => [urn]);
  const complete = Promise.resolve(component.__data).then(() => true);
  return pulumi.all([resource.urn, complete]).apply(([urn]) => {
    const children = [...(component.__childResources ?? [])];
    return pulumi.all(children.map(urnsOf)).apply((lists) => [urn, ...lists.flat()]);
  });
}

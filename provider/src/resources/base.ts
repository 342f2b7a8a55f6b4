import * as pulumi from "@pulumi/pulumi";

/** The names of a class's outputs. The SDK gives a resource an output for the properties that it is told of, no others. */
export type OutputNames<Name extends string> = Readonly<Record<Name, undefined>>;

/**
 * What every resource of this package is made of.
 *
 * Not `pulumi.dynamic.Resource`: that class saves the provider's source text with every resource. Here the text is a
 * constant that names this package, so the state stays small, an upgrade of the package takes effect at once, and a
 * refresh never runs old code.
 */
export abstract class TenantResource extends pulumi.CustomResource {
  /**
   * @param type the class's name
   * @param handler the export of `pulumi-tenant/host` that serves it
   * @param outputs all output properties
   * @param props the arguments; none for a resource that is only read
   */
  protected constructor(
    type: string,
    handler: string,
    name: string,
    outputs: OutputNames<string>,
    props: pulumi.Inputs,
    opts: pulumi.CustomResourceOptions,
  ) {
    if (opts.import !== undefined) throw new pulumi.RunError(importRefused(type, name));
    super(
      typeToken(type),
      name,
      { ...outputs, ...props, __provider: `exports.handler = () => require("pulumi-tenant/host").${handler}` },
      opts,
    );
  }
}

/** The type token under which the engine knows a class of this package. */
export function typeToken(type: string): string {
  return `pulumi-nodejs:dynamic/tenant:${type}`;
}

/** Whether an object is of the class with that name, also when it comes from another copy of this package. */
export function isOfType(object: unknown, type: string): boolean {
  return (
    typeof object === "object" && object !== null && "__pulumiType" in object && object.__pulumiType === typeToken(type)
  );
}

function importRefused(type: string, name: string): string {
  return (
    `${type} "${name}": the \`import\` option cannot work for a dynamic resource, as the engine reads the object before ` +
    "it knows the provider. To manage an object that exists, declare it with `adopt: true` (or set TENANT_ADOPT=true for " +
    `one run); to only read it, use \`${type}.get\`.`
  );
}

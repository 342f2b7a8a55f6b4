import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

/** A component with an API, which it looks up itself, and whose identifier it hands on. */
class Box extends pulumi.ComponentResource {
  readonly identifier: pulumi.Output<string>;
  readonly found: pulumi.Output<string>;

  constructor(name: string, identifier: string) {
    super("end-to-end:index:Box", name);
    this.identifier = new tenant.ResourceServer(`${name}-api`, { identifier }, { parent: this }).identifier;
    this.found = tenant.getResourceServerOutput({ identifier: this.identifier }, { parent: this }).id;
    this.registerOutputs();
  }
}

/** Looks up what the program itself declares, by its outputs. What is found are ids. */
export function lookUpOwn(name: string): Readonly<Record<string, pulumi.Output<unknown>>> {
  const api = new tenant.ResourceServer(name, { identifier: `https://${name}.example.com` });
  const box = new Box(`${name}-box`, `https://${name}-box.example.com`);
  const both = pulumi.all([api.identifier, box.identifier]).apply((all) => all);
  return {
    plain: tenant.getResourceServerOutput({ identifier: api.identifier }).id,
    inside: box.found,
    handedOn: tenant.getResourceServerOutput({ identifier: pulumi.interpolate`${box.identifier}` }).id,
    together: tenant.getResourceServersOutput({ identifiers: both }).resourceServers.apply((all) => all.length),
  };
}

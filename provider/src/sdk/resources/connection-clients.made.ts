// Made of `types/connection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connectionClients } from "../../types/connection/definition.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link ConnectionClients}. */
export interface ConnectionClientsArgs {
  /** The id of the connection, `con_…`. A change replaces the resource. */
  connectionId: pulumi.Input<string>;
  /** The ids of the applications that can use the connection, in any order. */
  clients: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether the connection is disabled for all undeclared applications. With false, only the declared applications are managed, so several stacks
   * can enable the connection for their applications. A change of this option alone disables nothing. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * Enables a connection for applications of this stack, if another stack or tool manages the connection.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const platform = new pulumi.StackReference("platform");
 * new tenant.ConnectionClients("orders", {
 *   connectionId: platform.requireOutput("corporateLogin"),
 *   clients: ["0123456789abcdefghijklmnopqrstuv"],
 * });
 * ```
 *
 * **Shared** by default: the connection is enabled for each declared application, and disabled for an application that you remove from the
 * program. A declared application that cannot use the connection is drift. Other applications are neither drift nor changed. The stack that
 * manages the connection must not declare `enabledClients`, which is the complete list of applications. Declaring both in one program is an
 * error.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are the only ones that can use the connection.
 *
 * **Destroy** disables the connection only for the declared applications. Declare each application in only one resource.
 *
 * The id is that of the connection. Routes: `GET|PATCH /connections/{id}/clients`; scopes `read|update:connections`.
 *
 * **Events**: the service sends no events about clients. Only a refresh finds changes made outside Pulumi.
 */
export class ConnectionClients extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionClients.type);

  declare readonly connectionId: pulumi.Output<string>;
  declare readonly clients: pulumi.Output<string[]>;

  /** Enables a connection for applications. */
  constructor(name: string, args: ConnectionClientsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionClients, name, args, opts);
  }
}

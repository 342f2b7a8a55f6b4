// Made of `definitions/connection-clients.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { connectionClients } from "../../definitions/connection-clients.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** The arguments of {@link ConnectionClients}. */
export interface ConnectionClientsArgs {
  /** The id of the connection, `con_…`. A change replaces. */
  connectionId: pulumi.Input<string>;
  /** The ids of the applications that may use the connection, in any order. */
  clients: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Whether the declared applications are all that may use the connection. With false only they are managed, and several
   * stacks can enable theirs. A switch takes nothing away by itself. Default: false.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * One's own applications on a connection that somebody else manages.
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
 * **Shared** by default: each declared application is enabled, shown as drift where it is not, and disabled when it leaves
 * the program. All other applications are neither drift nor touched. The stack that manages the connection must not declare
 * `enabledClients`, as that is a list of all applications. In one program with such a `Connection`, this is an error.
 *
 * **Exclusive** with `exclusive: true`: the declared applications are all that may use the connection.
 *
 * **Destroy** disables the declared applications and no others. Each application should be declared in one place only.
 *
 * The id is the connection's. Routes: `GET|PATCH /connections/{id}/clients`; scopes `read|update:connections`.
 *
 * **Events**: the service sends none about clients. Only a refresh finds somebody else's change.
 */
export class ConnectionClients extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionClients.type);

  declare readonly connectionId: pulumi.Output<string>;
  declare readonly clients: pulumi.Output<string[]>;

  /** Enables applications on a connection. */
  constructor(name: string, args: ConnectionClientsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionClients, name, args, opts);
  }
}

import "./require-node.ts";

import type * as pulumi from "@pulumi/pulumi";
import { type TypeName, typeNames } from "./definitions/registry.ts";
import { Lifecycle } from "./lifecycle/lifecycle.ts";
import { resourceTypes } from "./resources/resource-types.ts";

const lifecycleOf = (name: TypeName): pulumi.dynamic.ResourceProvider => new Lifecycle(resourceTypes[name]);

/** The lifecycles of all resources, as the SDK's dynamic-provider process runs them: each by the name of its class. */
export const {
  resourceServer,
  resourceServerScopes,
  client,
  clientAuthentication,
  connection,
  connectionClients,
  action,
  triggerActions,
  tokenExchangeProfile,
  role,
  rolePermissions,
  organization,
  organizationConnection,
  organizationMembers,
  organizationMemberRoles,
  clientGrant,
} = Object.fromEntries(typeNames.map((name) => [name, lifecycleOf(name)])) as Record<
  TypeName,
  pulumi.dynamic.ResourceProvider
>;

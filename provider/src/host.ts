import "./require-node.ts";

import type * as pulumi from "@pulumi/pulumi";
import { type KindName, kindNames } from "./definitions/registry.ts";
import { Lifecycle } from "./lifecycle/lifecycle.ts";
import { kinds } from "./resources/kinds.ts";

const lifecycleOf = (name: KindName): pulumi.dynamic.ResourceProvider => new Lifecycle(kinds[name]);

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
} = Object.fromEntries(kindNames.map((name) => [name, lifecycleOf(name)])) as Record<
  KindName,
  pulumi.dynamic.ResourceProvider
>;

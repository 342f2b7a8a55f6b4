import "./require-node.ts";

import type * as pulumi from "@pulumi/pulumi";
import { Lifecycle } from "./lifecycle/lifecycle.ts";
import { kinds } from "./lifecycle/registry.ts";

/** The lifecycle of `ResourceServer`, as the SDK's dynamic-provider process runs it. */
export const resourceServer = new Lifecycle(kinds.resourceServer) satisfies pulumi.dynamic.ResourceProvider;

/** The lifecycle of `ResourceServerScopes`, as the SDK's dynamic-provider process runs it. */
export const resourceServerScopes = new Lifecycle(kinds.resourceServerScopes) satisfies pulumi.dynamic.ResourceProvider;

/** The lifecycle of `Connection`, as the SDK's dynamic-provider process runs it. */
export const connection = new Lifecycle(kinds.connection) satisfies pulumi.dynamic.ResourceProvider;

/** The lifecycle of `ConnectionClients`, as the SDK's dynamic-provider process runs it. */
export const connectionClients = new Lifecycle(kinds.connectionClients) satisfies pulumi.dynamic.ResourceProvider;

/** The lifecycle of `OrganizationMemberRoles`, as the SDK's dynamic-provider process runs it. */
export const organizationMemberRoles = new Lifecycle(
  kinds.organizationMemberRoles,
) satisfies pulumi.dynamic.ResourceProvider;

/** The lifecycle of `TokenExchangeProfile`, as the SDK's dynamic-provider process runs it. */
export const tokenExchangeProfile = new Lifecycle(kinds.tokenExchangeProfile) satisfies pulumi.dynamic.ResourceProvider;

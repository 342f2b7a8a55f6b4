import { typeForPeople } from "../drift/urn.ts";
import { own } from "../model/json.ts";
import { enterpriseStrategies } from "../model/strategies.ts";
import type { EventType, TenantEvent } from "../tenant/events/index.ts";
import type { StackResource } from "./stack-state.ts";

/** The event types that a watch follows. The others are about nothing that a stack can hold. */
export const followedTypes = [
  "connection.created",
  "connection.updated",
  "connection.deleted",
  "organization.deleted",
  "organization.member.added",
  "organization.member.deleted",
  "organization.member.role.assigned",
  "organization.member.role.deleted",
  "user.deleted",
] as const satisfies readonly EventType[];

/**
 * What events about a resource can be about, as texts that are equal where they concern each other; undefined for a resource whose
 * changes no event tells.
 */
export function subjectsOf({ type, id, outputs }: StackResource): readonly string[] | undefined {
  switch (typeForPeople(type)) {
    case "Connection": {
      const enterprise: readonly string[] = enterpriseStrategies;
      return enterprise.includes(`${own(outputs, "strategy")}`) ? [`connection ${id}`] : undefined;
    }
    case "OrganizationMemberRoles": {
      const [organization, user] = [own(outputs, "organizationId"), own(outputs, "userId")];
      return [`member ${organization} ${user}`, `organization ${organization}`, `user ${user}`];
    }
    default:
      return undefined;
  }
}

/** What an event is about, as texts that are equal to those of the resources that it concerns. */
export function subjectOf({ type, data }: TenantEvent): string {
  const object = data.object as Readonly<Record<string, unknown>> & {
    readonly organization?: { readonly id?: unknown };
    readonly user?: { readonly user_id?: unknown };
  };
  if (type.startsWith("organization.member.")) return `member ${object.organization?.id} ${object.user?.user_id}`;
  const [kind] = type.split(".");
  return `${kind} ${kind === "user" ? object.user_id : object.id}`;
}

/** The values that the parameter `event_type` may have. */
export const eventTypeNames = [
  ...["created", "deleted", "updated"].flatMap((what) => [
    `connection.${what}`,
    `group.${what}`,
    `organization.${what}`,
    `user.${what}`,
  ]),
  "group.member.added",
  "group.member.deleted",
  "group.role.assigned",
  "group.role.deleted",
  "organization.connection.added",
  "organization.connection.removed",
  "organization.connection.updated",
  "organization.group.role.assigned",
  "organization.group.role.deleted",
  "organization.member.added",
  "organization.member.deleted",
  "organization.member.role.assigned",
  "organization.member.role.deleted",
];

const whole = ["created", "deleted", "updated"];
const part = ["added", "deleted"];
const role = ["assigned", "deleted"];

/** What happens to what. */
const changes: Readonly<Record<string, readonly string[]>> = {
  connection: whole,
  group: whole,
  "group.member": part,
  "group.role": role,
  organization: whole,
  "organization.connection": ["added", "removed", "updated"],
  "organization.group.role": role,
  "organization.member": part,
  "organization.member.role": role,
  user: whole,
};

/** The values that the parameter `event_type` may have. */
export const eventTypeNames = Object.entries(changes).flatMap(([of, all]) => all.map((what) => `${of}.${what}`));

import type { Members } from "./organizations/members.ts";
import type { Objects } from "./shared/objects.ts";
import { type Lag, Past } from "./shared/past.ts";
import type { WireObject } from "./shared/store.ts";

/** Lets listings show objects as they were a while ago. What is there now counts as if it had always been there. */
export function fallBehind(
  objects: readonly Pick<Objects, "list" | "listed" | "changed">[],
  members: Members,
  lag: Lag,
  now: () => number,
): void {
  for (const kind of objects) {
    const idOf = ({ id }: WireObject) => String(id);
    const past = new Past(
      lag,
      now,
      kind.list().map((object) => [idOf(object), object]),
    );
    kind.changed.listen(({ what, object }) => past.note(idOf(object), what === "deleted" ? undefined : object));
    kind.listed = () => past.list();
  }
  const idOf = (organization: unknown, user: unknown) => `${organization} ${user}`;
  const past = new Past(
    lag,
    now,
    members.list().map((member) => [idOf(member.organization_id, member.user_id), member]),
  );
  members.changed.listen(({ organizationId, userId }) =>
    past.note(idOf(organizationId, userId), members.get(organizationId, userId)),
  );
  members.listed = (organization) => past.list().filter(({ organization_id }) => organization_id === organization);
}

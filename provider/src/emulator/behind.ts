import type { Members } from "./organizations/members.ts";
import type { Objects } from "./shared/objects.ts";
import { type Lag, Past } from "./shared/past.ts";
import type { Stored } from "./shared/store.ts";

/** Lets the listing of a kind show objects as they were a while ago. What is there now counts as if it had always been there. */
export function fallBehind<Row extends Stored>(kind: Objects<Row>, lag: Lag, now: () => number): void {
  const past = new Past(
    lag,
    now,
    kind.rows().map((row) => [row.id, row]),
  );
  kind.changed.listen(({ what, object }) => {
    const id = String(object.id);
    past.note(id, what === "deleted" ? undefined : kind.row(id));
  });
  kind.listed = () => past.list().sort((a, b) => (kind.placeOf(a) < kind.placeOf(b) ? -1 : 1));
}

/** The same for the members of organizations. */
export function membersFallBehind(members: Members, lag: Lag, now: () => number): void {
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

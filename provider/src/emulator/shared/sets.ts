import type { Objects } from "./objects.ts";
import { copyOf, omit, type Stored, Table, type WireObject } from "./store.ts";

/** A stored entry of a set that belongs to an object: the object's id is in the property `organization_id`. */
export interface Entry extends Stored {
  readonly organization_id: string;
}

/** Sets of entries, one for each organization, such as its members. Deleting an organization deletes its set. */
export class Sets<Row extends Entry, Owner extends Stored = Stored> {
  readonly table = new Table<Row>(({ id }) => id);
  readonly owners: Objects<Owner>;

  constructor(owners: Objects<Owner>) {
    this.owners = owners;
    owners.deleted.listen((id) => this.forget((row) => row.organization_id === id));
  }

  /** The entries of an organization, oldest first. Default: those of all organizations. */
  list(organization?: string): WireObject[] {
    const wanted = organization === undefined ? undefined : this.owners.table.find(organization)?.id;
    const isOwn = (row: Row) => organization === undefined || row.organization_id === wanted;
    return this.table
      .all()
      .filter(isOwn)
      .map((row) => this.view(row));
  }

  /** The entry in the form of {@link list}; undefined if the organization does not have it. */
  get(organization: string, key: string): WireObject | undefined {
    const row = this.find(organization, key);
    return row && this.view(row);
  }

  /** The stored entry, if it exists. */
  find(organization: string, key: string): Row | undefined {
    const owner = this.owners.table.find(organization);
    return owner && this.table.find(entryId(owner.id, key));
  }

  /** The entries of all organizations, as listings return them. With the option `listingsBehindMs`, the emulator replaces this method. */
  listed(): readonly Row[] {
    return this.table.all();
  }

  /** The sort key of an entry in the service's listing. */
  sortKeyOf(row: Row): number {
    return this.table.numberOf(row);
  }

  /** Removes entries, such as those of a deleted object. No change is reported, because the service is not known to send events for them. */
  forget(isGone: (row: Row) => boolean): void {
    for (const row of this.table.all().filter(isGone)) this.table.remove(row.id);
  }

  /** All entries in the form of a seed. */
  dump(): WireObject[] {
    return this.list();
  }

  view(row: Row): WireObject {
    return copyOf(omit(row, ["id"]));
  }
}

/** The id under which an entry is stored. */
export function entryId(organization: string, key: string): string {
  return `${organization}::${key}`;
}
